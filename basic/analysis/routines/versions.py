"""Routines as they were built before, found again by what they were told of others.

A routine is built from what is known of those that it calls and of the handlers of its errors, and again whenever more
is. With the same answers it asks the same questions, one after the other: so they lead like a tree to the routine that
was built with them before, and it is not compared with all that was ever built.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from ...record import record
from .active import Stack
from .replies import Reply
from .routines import Asked, Key, Place, Routine

Question = tuple[Key, Asked | None]  # how does a routine end, or what does a handler do?


@record(frozen=False)
class Built:
    """A routine as it was built, with its stacks, those that it calls, and the replies that it was given."""

    routine: Routine
    stacks: dict[Place, set[Stack]]
    apart: set[Place]
    calls: list[Key]
    replies: dict[Asked, Reply]

    def has(self, place: Place) -> bool:
        """Whether a place is there, whatever loops are active at it."""
        index, part, (trap, active, _) = place
        return any(p[:2] == (index, part) and p[2][:2] == (trap, active) for p in self.routine.nodes)


class _Step:
    """What was asked next after some answers: nearly always one thing."""

    def __init__(self) -> None:
        self.next: dict[Question, dict[int, _Step]] = {}
        self.built: Built | None = None


class Versions:
    def __init__(self) -> None:
        self._first: dict[tuple[Key, int], _Step] = {}

    def add(self, built: Built, entries: int, answers: Mapping[Question, int], last: bool = False) -> None:
        """`entries`: how many the routine had; `answers`: to what it asked; `last`: in what comes there are as many
        answers or more, so that no other needs to be kept of this routine."""
        begun = built.routine.key, entries
        if last:
            self._first.pop(begun, None)
        step = self._first.setdefault(begun, _Step())
        for question, answer in answers.items():
            step = step.next.setdefault(question, {}).setdefault(answer, _Step())
        step.built = built

    def find(self, key: Key, entries: int, answer: Callable[[Question], int]) -> Built | None:
        """The routine as it would be built now, if that was done before."""
        first = self._first.get((key, entries))
        waiting = [first] if first is not None else []
        while waiting:
            step = waiting.pop()
            if step.built is not None:
                return step.built
            for question, following in step.next.items():
                chosen = following.get(answer(question))
                if chosen is not None:
                    waiting.append(chosen)
        return None

    def forget(self, place: Place) -> None:
        """All that have a place."""
        waiting = [*self._first.values()]
        while waiting:
            step = waiting.pop()
            if step.built is not None and step.built.has(place):
                step.built = None
            for following in step.next.values():
                waiting += following.values()


class Numbers:
    """A number for each different thing, by which things are compared."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def of(self, thing: Hashable) -> int:
        return self._known.setdefault(thing, len(self._known))
