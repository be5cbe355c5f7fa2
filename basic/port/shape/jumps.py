"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied (`detours.py`); the test that
led there is asked again (`asking.py`); or some of it becomes a function, which `return` leaves (`functions.py`). A flag
is the last resort (`flags.py`).
"""

from __future__ import annotations

from ...analysis.shapes.structure import Again, Block, Code, Loop
from ...analysis.telling import Tell, nobody
from .asking import Asking, Facts
from .detours import Detours
from .flags import Flags
from .functions import Function, Functions
from .shapes import Action, Asked, Frame, IfFlag, Jump, Seq, jump_of, parts
from .ways import ENDING, Ways

EVERY = 20  # jumps


class Resolver:
    """Makes every jump one that Python has."""

    def __init__(
        self, seq: Seq, function: Function, facts: Facts | None, tell: Tell = nobody,
        main: bool = True, gives: bool = False,
    ) -> None:  # fmt: skip
        self.ways = ways = Ways(seq, main)
        detours, functions = Detours(ways), Functions(ways, function)
        self.asking, self.flags = Asking(ways, functions, facts), Flags(ways)
        self.manners = (  # of making a jump possible, the best first
            detours.absorb, detours.otherwise, detours.inline, detours.through,
            self.asking.ask_again, functions.ending, functions.nest, functions.answer, self.flags.flag,
        )  # fmt: skip
        self.gives = gives  # at each of its ends the routine says what it gives back
        self.walks = 0
        self.tell = tell

    def resolve(self, most: int = 10_000) -> bool:
        """Whether every jump could be made one, in so many steps at most."""
        while self.walks < most:
            self.walks += 1
            if self.walks % EVERY == 0:
                self.tell(f"jumps, {self.walks} looked at")
            path = self._first_left()
            if path is None:  # once more at everything, for what each jump has come to in the end
                self.ways.clean, self.ways.actions = {}, {}
                path = self._first_left()
            if path is None:
                return True
            any(manner(path) for manner in self.manners)
            self.ways.forget(*(seq for seq, _ in path))
        return False

    def _first_left(self) -> list[Frame] | None:
        """The way to the first jump that cannot be written yet, in the whole and in its functions."""
        for seq, returns in ((self.ways.seq, {ENDING: Action.RETURN}), *self.ways.functions):
            self.ways.returns = returns
            path: list[Frame] = []
            falling = [jump for jump in [*returns][:1] if not (self.gives and jump == ENDING)]
            if not self._written(seq, self.ways.exits.mask(falling), None, path):
                return path
        return None

    def _written(self, seq: Seq, tail: int, loop: tuple[int, int] | None, path: list[Frame]) -> bool:
        """Note what each jump in a sequence becomes; False where one cannot be written, and the way to it. `tail`: the
        jumps that are none at its end; `loop`: those that are `continue` and `break`."""
        again, behind = loop or (0, 0)
        jumps = self.ways.exits.of(seq)
        standing = tail & jumps, again & jumps, behind & jumps, next(iter(self.ways.returns), None)
        if (known := self.ways.clean.get(id(seq))) is not None and known[1] == standing:
            return True
        for position, shape in enumerate(seq):
            if type(shape) is Code:
                continue
            path.append((seq, position))
            if not (self._becomes(jump, shape, tail, loop) if (jump := jump_of(shape)) is not None
                    else self._written_inside(shape, self._behind(seq, position, tail), loop, path)):  # fmt: skip
                return False
            path.pop()
        self.ways.clean[id(seq)] = seq, standing
        return True

    def _written_inside(self, shape: object, behind: int, loop: tuple[int, int] | None, path: list[Frame]) -> bool:
        """The same of the sequences in a shape. `behind`: the jumps that are none where it ends."""
        inside = parts(shape)
        if isinstance(shape, Loop):
            again = self.ways.exits.mask([("again", shape.label), *_trailing(shape.body)])
            if not self._written(shape.body, again, (again, behind), path):
                return False
            inside = inside[1:]
        elif isinstance(shape, Block):
            behind |= self.ways.exits.bit(("leave", shape.label))
        return all(self._written(part, behind, loop, path) for part in inside)

    def _behind(self, seq: Seq, position: int, tail: int) -> int:
        """The jumps that are none at the end of a shape."""
        position += 1
        while position < len(seq) and _passes(seq[position]):
            position += 1
        if position == len(seq):
            return tail
        jump = jump_of(seq[position])
        if jump is None:
            return 0
        bit = self.ways.exits.bit(jump)
        return tail if tail & bit else bit

    def _becomes(self, jump: Jump, shape: object, tail: int, loop: tuple[int, int] | None) -> bool:
        """Note what a jump becomes, if it can be written."""
        bit = self.ways.exits.bit(jump)
        again, behind = loop or (0, 0)
        if tail & bit:
            self.ways.actions[id(shape)] = Action.NONE
        elif again & bit:
            self.ways.actions[id(shape)] = Action.CONTINUE
        elif behind & bit:
            self.ways.actions[id(shape)] = Action.BREAK
        elif jump in self.ways.returns:
            self.ways.actions[id(shape)] = self.ways.returns[jump]
        else:
            return False
        return True


def _passes(shape: object) -> bool:
    """Whether other jumps go past a shape: what a flag is for, or a question that is answered otherwise."""
    return isinstance(shape, Asked) or (isinstance(shape, IfFlag) and not shape.negated)


def _trailing(body: Seq) -> list[Jump]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: list[Jump] = []
    while body and isinstance(body[-1], Block):
        found.append(("leave", body[-1].label))
        body = body[-1].body
    if body and isinstance(body[-1], Again) and len(body) > 1:
        found += _trailing(body[:-1])
    return found
