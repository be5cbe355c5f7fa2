"""The parts of a program's graph: routines, the places in them, and the ways in which they end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ...record import record
from ..flow import Point
from ..solver import reached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    At = TypeVar("At")  # a place, or its number

Trap = tuple[int, bool]  # point of the handler (-1: none), and whether an error is being handled
Place = tuple[int, str, Trap]  # point, part of its work, trap
Key = tuple[int, Trap]  # of a routine: its first point, and the trap that holds when it begins
NO_TRAP: Trap = (-1, False)


def handler_of(trap: Trap) -> Key:
    """The handler that takes errors there."""
    return trap[0], (trap[0], True)


@record
class Outcome:
    """How a routine ends: "return" (to `target`; to its caller if that is -1), or "resume" again, next or at `target`.

    With "main" the program goes on at `target` in the main program, which finds none of its loops any more: GW-BASIC's
    stack is empty, or a GOSUB is on top of it whose RETURN never comes.
    """

    kind: str  # return again next line main
    target: int
    trap: Trap

    @property
    def said(self) -> int:
        """The point that a handler names; -1 - that point for its RETURN there, as RESUME may lead to it, too."""
        return -1 - self.target if self.trap[1] else self.target


@record
class State:
    """What a switch looks at, called after a point; `once`: between two entries, in the first turn only; `inner`: how
    many others are called after the same."""

    point: int
    once: bool
    inner: int


@record(frozen=False)
class Node:
    """What is done at a place, and where it leads."""

    place: Place
    kind: str  # plain jump if test switch call tail end return resume fail again state loops
    point: Point | None
    follows: list[Place]
    call: Key | None = None
    outcomes: list[Outcome] = []  # noqa: RUF012 - of a call, one for each place that follows
    error: int = 0  # of "fail"
    error_line: int = -1
    guarded: bool = False  # an error is handled and the program goes on behind the statement
    repeated: bool = False  # the handler may have it done again first
    passed: bool = False  # the handler may have it passed over
    final: bool = False  # the handler never comes back: its errors need nothing around the statement
    covered: bool = False  # its errors are taken further out
    tried: bool = False  # an error may lead to the last of `follows`
    valued: bool = False  # its expression has been worked out beforehand
    state: State | None = None  # that it looks at, or sets
    number: int = -1  # of the state that it sets, or names to the stack

    @property
    def index(self) -> int:
        return self.place[0]

    @property
    def part(self) -> str:
        return self.place[1]

    @property
    def survives(self) -> bool:
        """Whether the program may go on after an error of it."""
        return self.tried or (self.guarded and not self.final)

    @property
    def unsure(self) -> bool:
        """Whether it may go on without it: not where all that a handler does is to have it done again."""
        return self.survives and (self.tried or self.passed or not self.repeated)

    @property
    def sorts(self) -> bool:
        """Whether it calls an error handler, and goes where that says."""
        return self.place[1].startswith("sort")


@record(frozen=False)
class Routine:
    key: Key
    nodes: dict[Place, Node]
    entry: Place
    outcomes: list[Outcome]

    @property
    def handler(self) -> bool:
        return self.key[1][1] and self.key[0] == self.key[1][0]

    def predecessors(self) -> dict[Place, list[Place]]:
        found: dict[Place, list[Place]] = {place: [] for place in self.nodes}
        for place, node in self.nodes.items():
            for following in node.follows:
                found[following].append(place)
        return found

    def reach(
        self, *places: Place, without: Place | None = None, within: Collection[Place] | None = None
    ) -> set[Place]:
        """Where control comes from some places, and these, without going through another, nor out of some places."""
        nodes, inside = self.nodes, self.nodes if within is None else within
        return reached(
            (place for place in places if place != without and place in inside),
            lambda place: [each for each in nodes[place].follows if each != without and each in inside],
        )


def order(routine: Routine) -> list[Place]:
    """Every place that can be reached, each before those that follow it, but for loops."""
    done: list[Place] = []
    seen = {routine.entry}
    stack = [(routine.entry, iter(_sorted(routine, routine.entry)))]
    while stack:
        place, following = stack[-1]
        for target in following:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(_sorted(routine, target))))
                break
        else:
            done.append(place)
            stack.pop()
    return done[::-1]


def _sorted(routine: Routine, place: Place) -> list[Place]:
    """Later in the text first, so that in reverse postorder the text's order is kept where it can be."""
    return sorted(routine.nodes[place].follows, reverse=True)


def loop_of(head: At, turns: Iterable[At], before: Mapping[At, list[At]]) -> set[At]:
    """The places of a loop, from its head to where its turns end. `before`: what leads to each."""
    return reached([head, *turns], lambda place: () if place == head else before[place])
