"""The shapes of a routine while its jumps are being resolved, and the way to one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...analysis.routines.routines import NO_TRAP
from ...analysis.shapes.structure import ENDING, Block, Goal, Jump, Loop
from .shapes import NOWHERE, Action, Asked, Exits, Flag, Frame, IfFlag, Seq, copied, everything, parts

Returns = dict[Goal, Action]  # jumps that are `return`
# Where jumps lead that are none at the end of a sequence, that are `continue`, and that are `break`.
Standing = tuple[frozenset[Goal], frozenset[Goal], frozenset[Goal]]
MOST_SHAPES = 400  # that are looked at again and again


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
        self.clean: dict[int, tuple[Seq, Standing, Goal | None]] = {}  # sequences that can be written, and where
        self.labels = 0

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
        jump = seq[position]
        goals = frozenset((jump.goal,)) if isinstance(jump, Jump) else NOWHERE
        return standing if goals & standing[0] else (goals, *standing[1:])

    def action(self, goal: Goal, standing: Standing) -> Action | None:
        """What a jump becomes; None if it cannot be written."""
        for goals, action in zip(standing, (Action.NONE, Action.CONTINUE, Action.BREAK), strict=True):
            if goal in goals:
                return action
        return self.returns.get(goal)

    def shares_flags(self, shapes: Seq) -> bool:
        """Whether flags are set or asked in some shapes and elsewhere."""
        inside = _flags(shapes)
        everywhere = sum((_flags(seq) for seq, _ in self.functions), Counter()) if inside else inside
        return inside != {name: everywhere[name] for name in inside}

    def fresh(self, word: str) -> Goal:
        """Leaving for a place that is none of the program's."""
        self.labels += 1
        return "leave", (-self.labels, word, NO_TRAP)

    def outward(self, shapes: Iterable[object]) -> frozenset[Goal]:
        """Where jumps lead out of shapes, if these are a function: from there the program may be ended, too."""
        return self.exits.out_of(shapes) - self.exiting.keys()

    def targets(self, path: list[Frame], goals: frozenset[Goal]) -> list[int] | None:
        """Where on a path the blocks stand, from the outermost in, that jumps to some places leave; None if one of them
        leads elsewhere."""
        found = []
        for i, (seq, at) in enumerate(path):
            shape = seq[at]
            if isinstance(shape, Block) and shape.goal in goals:
                found.append(i)
                goals -= {shape.goal}
        return None if goals else found

    def goal(self, path: list[Frame]) -> Goal:
        """Where the jump at the end of a path leads."""
        jump = path[-1][0][path[-1][1]]
        assert isinstance(jump, Jump)
        return jump.goal

    def around(self, path: list[Frame], outer: int = -1) -> list[int]:
        """The loops whose bodies the end of a path is in, further in than some shape on it."""
        found = []
        for i in range(outer + 1, len(path) - 1):
            seq, at = path[i]
            shape = seq[at]
            if isinstance(shape, Loop) and path[i + 1][0] is shape.body:
                found.append(i)
        return found

    def between(self, path: list[Frame], goal: Goal) -> tuple[int, list[int]]:
        """The innermost shape around the end of a path that goes where a jump does, -1 if there is none; and the loops
        inside it, which are left by that."""
        outer = len(path) - 1
        while outer >= 0 and not is_at(path[outer][0][path[outer][1]], goal):
            outer -= 1
        return outer, self.around(path, outer)

    def replace(self, seq: Seq, goal: Goal, rest: Seq) -> None:
        """A copy of a sequence stands in the place of each jump."""
        if goal not in self.exits.of(seq):
            return
        for shape in seq:
            for part in parts(shape):
                self.replace(part, goal, rest)
        seq[:] = [new for shape in seq for new in (copied(rest) if _leads(shape, goal) else [shape])]
        self.forget(seq)


def is_at(shape: object, goal: Goal) -> bool:
    return isinstance(shape, Block | Loop) and shape.goal == goal


def _leads(shape: object, goal: Goal) -> bool:
    return isinstance(shape, Jump) and shape.goal == goal


def _passes(shape: object) -> bool:
    """Whether other jumps go past a shape: what a flag is for, or a question that is answered otherwise."""
    return isinstance(shape, Asked) or (isinstance(shape, IfFlag) and not shape.negated)


def _flags(seq: Seq) -> Counter[str]:
    return Counter(shape.name for shape in everything(seq) if isinstance(shape, Flag | IfFlag))
