"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied (`detours.py`); the test that
led there is asked again (`asking.py`); what a routine ends with, and a nest that is left for one place, becomes a
function (`endings.py`), and one that says which of two places it is left for (`answers.py`). A flag is the
next-to-last resort (`flags.py`).
"""

from __future__ import annotations

from ...analysis.shapes.structure import Again, Block, Code, Leave, Loop
from ...analysis.telling import Tell, nobody
from .asking import Facts
from .choosing import Menu
from .endings import Function
from .flags import Flags
from .shapes import Asked, Frame, IfFlag, Jump, Seq, jump_of, parts

EVERY = 20  # jumps


class Resolver(Flags):
    """Makes every jump one that Python has."""

    def __init__(self, seq: Seq, function: Function, facts: Facts | None, tell: Tell = nobody) -> None:
        super().__init__(seq, function, facts)
        self.actions: dict[int, str] = {}  # id of a jump -> "", "break", "continue" or "return"
        self.continues: set[int] = set()  # jumps that need not be written, but could be: as `continue`
        self.walks = 0
        self.tell = tell
        self.menus: list[Menu] = []  # what has been put behind loops before
        self.path: list[Frame] = []  # to what is looked at

    def resolve(self, most: int = 10_000) -> bool:
        """Whether every jump could be made one, in so many steps at most."""
        while self.walks < most:
            self.walks += 1
            if self.walks % EVERY == 0:
                self.tell(f"jumps, {self.walks} looked at")
            path = self._look()
            if path is None:  # once more at everything, for what each jump has come to in the end
                self.clean, self.actions, self.continues = {}, {}, set()
                path = self._look()
            if path is None:
                return True
            for manner in (self._absorb, self._otherwise, self._not_found, self._flag_rather, self._copy,
                           self._answer_nest, self._through, self._inwards, self._short_ending, self._ask_again,
                           self._ending, self._nest, self._copy_more, self._hand_over, self._answer,
                           self._answer_more, self._flag):  # fmt: skip
                if manner(path):
                    break
            self.forget(*(seq for seq, _ in path))
        return False

    def _look(self) -> list[Frame] | None:
        """Note what each jump becomes; gives the way to the first that cannot be written yet."""
        self.returns = {}
        self.path = []
        found = self._walk(self.seq, 0, None)
        for seq, returns in self.functions:
            if not found:
                self.returns = returns
                found = self._walk(seq, self.exits.bit(next(iter(returns))), None)
        return self.path if found else None

    def _walk(self, seq: Seq, tail: int, loop: tuple[int, int] | None) -> bool:
        """The same for a sequence; `tail`: the jumps that are none at its end, `loop`: those that are `continue` and
        `break`. What was fit to be written there before, and has not changed since, is passed over."""
        where = tail, loop, next(iter(self.returns), None)
        if (known := self.clean.get(id(seq))) is not None and known[1] == where:
            return False
        for position, shape in enumerate(seq):
            if type(shape) is Code:
                continue
            if isinstance(shape, Leave | Again):
                if not self._becomes(shape, tail, loop):
                    self.path.append((seq, position))
                    return True
                continue
            inside = parts(shape)
            if not inside:
                continue
            behind = self._behind(seq, position, tail)
            self.path.append((seq, position))
            if isinstance(shape, Loop):
                labels = self.exits.bit(("again", shape.label))
                for jump in _trailing(shape.body):
                    labels |= self.exits.bit(jump)
                if self._walk(shape.body, labels, (labels, behind)):
                    return True
                inside = inside[1:]
            elif isinstance(shape, Block):
                behind |= self.exits.bit(("leave", shape.label))
            for part in inside:
                if self._walk(part, behind, loop):
                    return True
            self.path.pop()
        self.clean[id(seq)] = seq, where
        return False

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
        bit = self.exits.bit(jump)
        return tail if tail & bit else bit

    def _becomes(self, shape: Leave | Again, tail: int, loop: tuple[int, int] | None) -> bool:
        """Note what a jump becomes, if it can be written."""
        jump = jump_of(shape)
        assert jump is not None
        bit = self.exits.bit(jump)
        again, behind = loop or (0, 0)
        self.continues.discard(id(shape))
        if tail & bit:
            self.actions[id(shape)] = ""
            if again & bit:
                self.continues.add(id(shape))
        elif again & bit:
            self.actions[id(shape)] = "continue"
        elif behind & bit:
            self.actions[id(shape)] = "break"
        elif jump in self.returns:
            self.actions[id(shape)] = self.returns[jump]
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
