"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied (`detours.py`); the test that
led there is asked again (`asking.py`); what a routine ends with, and a nest that is left for one place, becomes a
function (`endings.py`), and one that says which of two places it is left for (`answers.py`). A flag is the
next-to-last resort (`flags.py`).
"""

from __future__ import annotations

from ..analysis.structure import Again, Block, Loop
from ..analysis.telling import Tell, nobody
from .asking import Facts
from .choosing import Menu
from .endings import Function
from .flags import Flags
from .shapes import Asked, Frame, IfFlag, Jump, Range, Seq, While, jump_of, parts

EVERY = 20  # jumps
Jumps = frozenset[Jump]
NOWHERE: Jumps = frozenset()


class Resolver(Flags):
    """Makes every jump one that Python has."""

    def __init__(self, seq: Seq, function: Function, facts: Facts | None, tell: Tell = nobody) -> None:
        super().__init__(seq, function, facts)
        self.actions: dict[int, str] = {}  # id of a jump -> "", "break", "continue" or "return"
        self.continues: set[int] = set()  # jumps that need not be written, but could be: as `continue`
        self.walks = 0
        self.tell = tell
        self.menus: list[Menu] = []  # what has been put behind loops before
        self.sets: dict[tuple[Jumps, Jump], Jumps] = {}

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
            for manner in (self._absorb, self._otherwise, self._copy, self._answer_nest, self._through, self._inwards,
                           self._short_ending, self._ask_again, self._ending, self._nest, self._copy_more,
                           self._hand_over, self._answer, self._answer_more, self._flag):  # fmt: skip
                if manner(path):
                    break
            self.forget(*(seq for seq, _ in path))
        return False

    def _look(self) -> list[Frame] | None:
        """Note what each jump becomes; gives the way to the first that cannot be written yet."""
        self.returns = {}
        path = self._walk(self.seq, NOWHERE, None, [])
        for seq, returns in self.functions:
            if path is None:
                self.returns = returns
                path = self._walk(seq, self._with(NOWHERE, next(iter(returns))), None, [])
        return path

    def _walk(
        self, seq: Seq, tail: Jumps, loop: tuple[Jumps, Jumps] | None, path: list[Frame]
    ) -> list[Frame] | None:
        """The same for a sequence; `tail`: the jumps that are none at its end, `loop`: those that are `continue` and
        `break`. What was fit to be written there before, and has not changed since, is passed over."""
        where = tail, loop, next(iter(self.returns), None)
        if (known := self.clean.get(id(seq))) is not None and known[1] == where:
            return None
        for position, shape in enumerate(seq):
            here = [*path, (seq, position)]
            behind = tail
            after = position + 1
            while after < len(seq) and _passes(seq[after]):
                after += 1
            if after < len(seq):
                jump = jump_of(seq[after])
                behind = NOWHERE if jump is None else tail if jump in tail else self._with(NOWHERE, jump)
            jump = jump_of(shape)
            if jump is not None:
                self.continues.discard(id(shape))
                if jump in tail:
                    self.actions[id(shape)] = ""
                    if loop is not None and jump in loop[0]:
                        self.continues.add(id(shape))
                elif loop is not None and jump in loop[0]:
                    self.actions[id(shape)] = "continue"
                elif loop is not None and jump in loop[1]:
                    self.actions[id(shape)] = "break"
                elif jump in self.returns:
                    self.actions[id(shape)] = self.returns[jump]
                else:
                    return here
                continue
            found = None
            match shape:
                case Block(label=label, body=body):
                    found = self._walk(body, self._with(behind, ("leave", label)), loop, here)
                case Loop(label=label, body=body):
                    labels = NOWHERE
                    for jump in (("again", label), *_trailing(body)):
                        labels = self._with(labels, jump)
                    found = self._walk(body, labels, (labels, behind), here)
                    if found is None and isinstance(shape, While | Range):
                        found = self._walk(shape.orelse, behind, loop, here)
                case _:
                    for part in parts(shape):
                        found = found or self._walk(part, behind, loop, here)
            if found is not None:
                return found
        self.clean[id(seq)] = seq, where
        return None

    def _with(self, jumps: Jumps, jump: Jump) -> Jumps:
        """A set with one jump more, always the same one: there are many, and they are compared at every step."""
        known = self.sets.get((jumps, jump))
        if known is None:
            known = self.sets[jumps, jump] = jumps | {jump}
        return known


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
