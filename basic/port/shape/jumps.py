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
from .shapes import Action, Frame, Jump, Seq, jump_of, parts
from .ways import Standing, Ways

EVERY = 20  # jumps


class Resolver:
    """Makes every jump one that Python has."""

    def __init__(
        self, seq: Seq, function: Function, facts: Facts | None, tell: Tell = nobody,
        main: bool = True, gives: bool = False,
    ) -> None:  # fmt: skip
        self.ways = ways = Ways(seq, main)
        detours, self.functions = Detours(ways), Functions(ways, function)
        self.asking, self.flags = Asking(ways, facts), Flags(ways)
        self.manners = (  # of making a jump possible, the best first
            detours.absorb, detours.otherwise, detours.inline,
            self.asking.ask_again, self.functions.ending, self.functions.nest, self.functions.answer, self.flags.flag,
        )  # fmt: skip
        self.gives = gives  # at each of its ends the whole says what it gives back
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
        for seq, returns in self.ways.functions:
            self.ways.returns = returns
            path: list[Frame] = []
            ending = [jump for jump, action in returns.items() if action in (Action.RETURN, Action.NO)]
            falling = self.ways.exits.mask(() if self.gives and seq is self.ways.seq else ending)
            if not self._written(seq, (falling, 0, 0), path):
                return path
        return None

    def _written(self, seq: Seq, standing: Standing, path: list[Frame]) -> bool:
        """Note what each jump in a sequence becomes; False where one cannot be written, and the way to it."""
        end, again, behind = standing
        jumps = self.ways.exits.of(seq)
        place = (end & jumps, again & jumps, behind & jumps), next(iter(self.ways.returns), None)
        if (known := self.ways.clean.get(id(seq))) is not None and known[1:] == place:
            return True
        for position, shape in enumerate(seq):
            if type(shape) is Code:
                continue
            path.append((seq, position))
            if (jump := jump_of(shape)) is None:
                if not self._written_inside(shape, self.ways.behind(seq, position, standing), path):
                    return False
            elif (action := self.ways.action(jump, standing)) is None:
                return False
            else:
                self.ways.actions[id(shape)] = action
            path.pop()
        self.ways.clean[id(seq)] = seq, *place
        return True

    def _written_inside(self, shape: object, standing: Standing, path: list[Frame]) -> bool:
        """The same of the sequences in a shape. `standing`: what jumps are behind it."""
        inside = parts(shape)
        end, again, behind = standing
        if isinstance(shape, Loop):
            turn = self.ways.exits.mask([("again", shape.label), *_trailing(shape.body)])
            if not self._written(shape.body, (turn, turn, end), path):
                return False
            inside = inside[1:]
        elif isinstance(shape, Block):
            end |= self.ways.exits.bit(("leave", shape.label))
        return all(self._written(part, (end, again, behind), path) for part in inside)


def _trailing(body: Seq) -> list[Jump]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: list[Jump] = []
    while body and isinstance(body[-1], Block):
        found.append(("leave", body[-1].label))
        body = body[-1].body
    if body and isinstance(body[-1], Again) and len(body) > 1:
        found += _trailing(body[:-1])
    return found
