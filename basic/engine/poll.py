"""What is looked at between two statements: whether a trap, a limit, a stop from outside or a debugger is due.

    if (done := done + 1) > due: look(7, done)

Code has this line at the points that somebody asks for (once for a group of statements, if all but its last make
nothing due), and nowhere if nobody does. `done` counts how often such a point was begun, which at every statement is
the same in every engine, and `due` is the count from which somebody wants to be asked. Who is asked says at which
count it is to be asked again, or raises what takes the program elsewhere before the statement begins
(`signals.Between`). Native code does not count statements: it gives way where that is asked for. Where only loops
look, nobody counts: all are asked once in TURNS, or when it is urgent.
"""

from __future__ import annotations

from math import inf

from basic.record import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Ask = Callable[[int, int], float]  # of a point and the count: the count at which to be asked again

NOWHERE, LOOPS, STATEMENTS = range(3)  # LOOPS: at the heads of loops and subroutines, and behind what may take long
LONG = 50  # so many turns count what may take long
TURNS = 1000  # between two times that all are asked at loops
FEW = 256  # numbers that Python need not make

NEAR = (1 << 30) - 1  # Python compares such numbers in half the time that others take


class Watcher(Protocol):
    """Who is told of every statement, as a profile or a debugger."""

    def begins(self) -> Callable[[int, int], object]:
        """The program runs, or another text has become the program: gives what is called before each statement."""

    def trapped(self) -> None:
        """ON ERROR has taken an error."""

    def interrupted(self, handler: int, point: int) -> None:
        """An event calls its subroutine before the statement at a point."""

    def rests(self) -> None:
        """The program has come to rest."""


def line(point: int) -> str:
    """The line of code at a statement."""
    return f"if (done := done + 1) > due: look({point}, done)"


def turn(point: int, weight: int) -> str:
    """And at a loop, where `done` counts from the last look on."""
    return f"if (done := done + {weight}) > due: done = glance({point}, done)"


class Poll:
    """Who is asked, and where."""

    def __init__(self, words: dict[str, Any]) -> None:
        """`words`: the namespace of the running code."""
        self.where = NOWHERE
        self._words = words
        self._asked: dict[Ask, int] = {}
        self._urgent = False
        self._due: float = NEAR
        self._turns = 0  # until all are asked again
        words.update(done=0, due=NEAR, look=self._look, glance=self._glance)

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
        self._due = self._words["due"] = -1

    def watch(self, begun: Callable[[int, int], object], asking: bool) -> None:
        """This one is called at every statement, and those who ask before it if `asking`."""

        def look(point: int, done: int) -> None:
            if done > self._due:
                self._look(point, done)
                self._words["due"] = -1
            begun(point, done)

        self.where = STATEMENTS
        self._due = -1
        self._words.update(due=-1, look=look if asking else begun)

    def begin(self, point: int) -> None:
        """A statement is about to be carried out by a single step."""
        words = self._words
        done = words["done"] = words["done"] + 1
        if done > words["due"]:
            words["look"](point, done)

    def meanwhile(self, point: int) -> None:
        """Native code has run for a while."""
        self._words["done"] += 1
        self._look(point, self._words["done"])

    def _glance(self, point: int, done: int) -> int:
        """At a loop; gives the number to count on from."""
        self._turns -= done
        if self._turns < 0 or self._words["due"] < 0:
            self._turns = TURNS
            self._look(point, done)
        self._words["due"] = min(self._words["due"], FEW)
        return 0

    def _look(self, point: int, done: int) -> None:
        self._urgent = False
        due = min([NEAR if done < NEAR else inf, *(asked(point, done) for asked in self._asked)])
        self._due = self._words["due"] = -1 if self._urgent else due  # urgent: in the meantime
