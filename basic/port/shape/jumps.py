"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied (`detours.py`); the test that
led there is asked again (`asking.py`); or some of it becomes a function, which `return` leaves (`functions.py`). A flag
is the last resort (`flags.py`).
"""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Code, Goal, Jump, Loop
from ...analysis.telling import Tell, nobody
from .asking import Asking, Facts
from .detours import Detours
from .flags import Flags
from .functions import Function, Functions
from .shapes import NOWHERE, Action, Frame, Seq, parts
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
                self.ways.clean = {}
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
            ending = frozenset(goal for goal, action in returns.items() if action in (Action.RETURN, Action.NO))
            falling = NOWHERE if self.gives and seq is self.ways.seq else ending
            if not self._written(seq, (falling, NOWHERE, NOWHERE), path):
                return path
        return None

    def _written(self, seq: Seq, standing: Standing, path: list[Frame]) -> bool:
        """Note what each jump in a sequence becomes; False where one cannot be written, and the way to it."""
        end, again, behind = standing
        goals = self.ways.exits.of(seq)
        place = (end & goals, again & goals, behind & goals), next(iter(self.ways.returns), None)
        if (known := self.ways.clean.get(id(seq))) is not None and known[1:] == place:
            return True
        for position, shape in enumerate(seq):
            if type(shape) is Code:
                continue
            path.append((seq, position))
            if not isinstance(shape, Jump):
                if not self._written_inside(shape, self.ways.behind(seq, position, standing), path):
                    return False
            elif (action := self.ways.action(shape.goal, standing)) is None:
                return False
            else:
                shape.action = action
            path.pop()
        self.ways.clean[id(seq)] = seq, *place
        return True

    def _written_inside(self, shape: object, standing: Standing, path: list[Frame]) -> bool:
        """The same of the sequences in a shape. `standing`: what jumps are behind it."""
        inside = parts(shape)
        end, again, behind = standing
        if isinstance(shape, Loop):
            turn = frozenset((shape.goal, *_trailing(shape.body)))
            if not self._written(shape.body, (turn, turn, end), path):
                return False
            inside = inside[1:]
        elif isinstance(shape, Block):
            end |= {shape.goal}
        return all(self._written(part, (end, again, behind), path) for part in inside)


def _trailing(body: Seq) -> list[Goal]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: list[Goal] = []
    while body and isinstance(body[-1], Block):
        found.append(body[-1].goal)
        body = body[-1].body
    if len(body) > 1 and isinstance(last := body[-1], Jump) and last.goal[0] == "again":
        found += _trailing(body[:-1])
    return found
