"""The shapes of a routine while its jumps are being resolved, and the way to one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...analysis.routines.routines import NO_TRAP, Place
from ...analysis.shapes.structure import END, Block, Code, Loop
from .shapes import Action, Asked, Exits, Flag, Frame, IfFlag, Jump, Seq, copied, everything, jump_of

Returns = dict[Jump, Action]  # jumps that are `return`
Standing = tuple[int, int, int]  # jumps as bits: those that are none at the end of a sequence, `continue`, and `break`
MOST_SHAPES = 400  # that are looked at again and again
ENDING: Jump = "leave", END  # of the routine


class Ways:
    """What the ways to make a jump possible have in common.

    A path leads from the whole to a jump: the sequences, from the outermost in, with the position of the shape that the
    next one is in. What changes beside the path has to be forgotten; the path is forgotten in any case.
    """

    def __init__(self, seq: Seq, main: bool) -> None:
        self.seq = seq
        self.exiting: Returns = {ENDING: Action.EXIT} if main else {}  # in functions
        self.functions: list[tuple[Seq, Returns]] = [(seq, {ENDING: Action.RETURN})]  # the whole, and what was cut
        self.returns: Returns = {}  # of the one in hand
        self.exits = Exits()
        self.clean: dict[int, tuple[Seq, Standing, Jump | None]] = {}  # sequences that can be written, and where
        self.labels = 0
        self.actions: dict[int, Action] = {}  # of each jump, by its id

    def forget(self, *changed: Seq) -> None:
        for seq in changed:
            self.clean.pop(id(seq), None)
            self.exits.forget(seq)

    def behind(self, seq: Seq, position: int, standing: Standing) -> Standing:
        """What jumps are behind a shape in a sequence."""
        position += 1
        while position < len(seq) and _passes(seq[position]):
            position += 1
        if position == len(seq):
            return standing
        jump = jump_of(seq[position])
        bit = 0 if jump is None else self.exits.bit(jump)
        return standing if standing[0] & bit else (bit, *standing[1:])

    def action(self, jump: Jump, standing: Standing) -> Action | None:
        """What a jump becomes; None if it cannot be written."""
        bit = self.exits.bit(jump)
        for mask, action in zip(standing, (Action.NONE, Action.CONTINUE, Action.BREAK), strict=True):
            if mask & bit:
                return action
        return self.returns.get(jump)

    def shares_flags(self, shapes: Seq) -> bool:
        """Whether flags are set or asked in some shapes and elsewhere."""
        inside = _flags(shapes)
        everywhere = sum((_flags(seq) for seq, _ in self.functions), Counter()) if inside else inside
        return inside != {name: everywhere[name] for name in inside}

    def fresh(self, word: str) -> Place:
        """A label that no place has."""
        self.labels += 1
        return -self.labels, word, NO_TRAP

    def outward(self, shapes: Iterable[object]) -> int:
        """The jumps that lead out of shapes, if these are a function: from there the program may be ended, too."""
        return self.exits.out_of_any(shapes) & ~self.exits.mask(self.exiting)

    def targets(self, path: list[Frame], jumps: int) -> list[int] | None:
        """Where on a path the blocks stand, from the outermost in, that some jumps leave, given as bits; None if one of
        them leads elsewhere."""
        found = []
        for i, (seq, at) in enumerate(path):
            shape = seq[at]
            if jumps and isinstance(shape, Block) and jumps & (bit := self.exits.bit(("leave", shape.label))):
                found.append(i)
                jumps &= ~bit
        return None if jumps else found

    def goal(self, path: list[Frame]) -> Jump:
        """What the jump at the end of a path does."""
        jump = jump_of(path[-1][0][path[-1][1]])
        assert jump is not None
        return jump

    def around(self, path: list[Frame], outer: int = -1) -> list[int]:
        """The loops whose bodies the end of a path is in, further in than some shape on it."""
        found = []
        for i in range(outer + 1, len(path) - 1):
            seq, at = path[i]
            shape = seq[at]
            if isinstance(shape, Loop) and path[i + 1][0] is shape.body:
                found.append(i)
        return found

    def between(self, path: list[Frame], target: Jump) -> tuple[int, list[int]]:
        """The innermost shape around the end of a path that goes where a jump does, -1 if there is none; and the loops
        inside it, which are left by that."""
        outer = len(path) - 1
        while outer >= 0 and not self.is_at(path[outer][0][path[outer][1]], target):
            outer -= 1
        return outer, self.around(path, outer)

    def replace(self, seq: Seq, label: Place, rest: Seq, kind: str = "leave") -> bool:
        """A copy of a sequence stands in the place of each jump; whether there was one."""
        jump = kind, label
        bit = self.exits.bit(jump)
        position, found = 0, False
        while position < len(seq):
            shape = seq[position]
            if type(shape) is not Code:
                if jump_of(shape) == jump:
                    new = copied(rest)
                    seq[position : position + 1] = new
                    position += len(new)
                    found = True
                    continue
                for part in self.exits.leading(shape, bit):
                    found = self.replace(part, label, rest, kind) or found
            position += 1
        if found:
            self.forget(seq)
        return found

    def is_at(self, shape: object, target: Jump | None) -> bool:
        if target is None:
            return False
        kind, label = target
        return isinstance(shape, Block if kind == "leave" else Loop) and shape.label == label


def _passes(shape: object) -> bool:
    """Whether other jumps go past a shape: what a flag is for, or a question that is answered otherwise."""
    return isinstance(shape, Asked) or (isinstance(shape, IfFlag) and not shape.negated)


def _flags(seq: Seq) -> Counter[str]:
    return Counter(shape.name for shape in everything(seq) if isinstance(shape, Flag | IfFlag))
