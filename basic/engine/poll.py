"""What is looked at between two statements: whether a trap, a limit, a stop from outside or a debugger is due.

    if (done := done + 1) > due: look(7, done)

Code has this line at the points that somebody asks for, and nowhere if nobody does. `done` counts how often such a
point was begun, which at every statement is the same in every engine, and `due` is the count from which somebody wants
to be asked. Who is asked says at which count it is to be asked again, or raises what takes the program elsewhere before
the statement begins (`signals.Between`). Native code does not count statements: it gives way where that is asked for.
"""

from __future__ import annotations

from math import inf

from basic.record import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Ask = Callable[[int, int], float]  # of a point and the count: the count at which to be asked again

NOWHERE, LOOPS, STATEMENTS = range(3)  # LOOPS: at the heads of loops and subroutines

NEAR = (1 << 30) - 1  # Python compares such numbers in half the time that others take


class Watcher(Protocol):
    """Who is told of every statement, as a profile or a debugger."""

    def begins(self) -> Callable[[int, int], object]:
        """The program runs, or another text has become the program: gives what is called before each statement."""

    def trapped(self) -> None:
        """ON ERROR has taken an error."""

    def rests(self) -> None:
        """The program has come to rest."""


def line(point: int) -> str:
    """The line of code."""
    return f"if (done := done + 1) > due: look({point}, done)"


class Poll:
    """Who is asked, and where."""

    def __init__(self, words: dict[str, Any]) -> None:
        """`words`: the namespace of the running code."""
        self.where = NOWHERE
        self._words = words
        self._asked: dict[Ask, int] = {}
        self._urgent = False
        words.update(done=0, due=NEAR, look=self._look)

    def ask(self, asked: Ask, where: int) -> None:
        """From now on."""
        self._asked[asked] = where
        self.where = max(self._asked.values())
        self.urge()

    def forget(self, asked: Ask) -> None:
        """No longer."""
        del self._asked[asked]
        self.where = max(self._asked.values(), default=NOWHERE)

    def urge(self) -> None:
        """All are to be asked at once; from any thread."""
        self._urgent = True
        self._words["due"] = -1

    def watch(self, look: Callable[[int, int], object]) -> None:
        """This one alone is called at every statement."""
        self.where = STATEMENTS
        self._words.update(due=-1, look=look)

    def begin(self, point: int) -> None:
        """A statement is about to be carried out by a single step."""
        words = self._words
        done = words["done"] = words["done"] + 1
        if done > words["due"]:
            words["look"](point, done)

    def meanwhile(self, point: int) -> None:
        """Native code has run for a while."""
        if self.where:
            self._words["done"] += 1
            self._look(point, self._words["done"])

    def _look(self, point: int, done: int) -> None:
        words = self._words
        self._urgent = False
        words["due"] = min([NEAR if done < NEAR else inf, *(asked(point, done) for asked in self._asked)])
        if self._urgent:  # in the meantime
            words["due"] = -1
