"""One routine: its places, each with the stacks of loops that control comes to it with.

    100 IF A THEN FOR J=1 TO 2
    110 PRINT J
    120 IF A THEN NEXT            100 once, 110 and 120 twice: with the loop of J and without
    130 RETURN

Three ways are tried, one after the other: every stack by itself, while places stay apart only where that makes a
difference; one stack for many, if then nothing depends on the way; and an account of the loops, kept while the program
runs (`kept.py`). What these stacks are, and what statements do to them, is in `active.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from ...record import replace
from ..flow import core
from ..telling import Steps
from .active import (
    MOST_LOOPS,
    MOST_STACKS,
    RETYPED,
    Active,
    Refused,
    Stack,
    State,
    TooMany,
    certain,
    classes,
    forgettable,
    joined,
)
from .doings import Doings
from .kept import all_loops, retyped
from .routines import Key, Node, Outcome, Place, Routine

MANY, MOST_STATES, MOST_STEPS = 2000, 6, 10  # stacks at the places of a routine, and so many more for each place;
# and how often they are looked at where one stands for many: beyond that the loops are counted while it runs
MOST_TIMES = 3  # so many times as long a routine may become by what is there more than once

Explored = tuple[dict[State, list[State]], dict[State, object], dict[State, Node]]


class Stacked(Doings):
    """Builds routines, one at a time; `Graph` is one, and says which, again whenever it knows more of the others."""

    active: Active
    outcomes: dict[Key, list[Outcome]]
    routines: dict[Key, Routine]
    stacks: dict[Key, dict[Place, set[Stack]]]
    apart: dict[Key, set[Place]]
    blurred: set[Key]
    _step: Steps

    def entry(self, key: Key) -> Place:
        """Where a routine begins."""
        raise NotImplementedError

    def _built(self, key: Key) -> Routine:
        """The places of a routine, with every stack that they come with."""
        entry = self.entry(key)
        while True:
            routine = Routine(key, {}, entry, [])
            if key in self.kept:
                self._keep(routine)
                return routine
            try:
                if key in self.blurred:
                    self._blur(routine)
                else:
                    self._split(routine, *self._explored(routine))
                return routine
            except TooMany:
                if key in self.blurred or self.flow.size:
                    self.kept.add(key)
                self.blurred.add(key)
            except Refused:
                self.kept.add(key)

    # -- every stack by itself ------------------------------------------------------------------------------------

    def _explored(self, routine: Routine, places: Iterable[Place] = ()) -> Explored:
        """What follows each place with each stack, what makes a difference there, and what is done."""
        begun: list[State] = [(place, ()) for place in places] or [(routine.entry, ())]
        try:
            return self._followed(routine, begun)
        except TooMany:
            found = self._followed(routine, begun, forgetting=True)
            if not forgettable(found[0]):
                raise
            return found

    def _followed(self, routine: Routine, begun: list[State], forgetting: bool = False) -> Explored:
        """What follows some states; `forgetting` the loops that have been left for good."""
        ways: dict[State, list[State]] = {}
        results: dict[State, object] = {}
        nodes: dict[State, Node] = {}
        made: dict[tuple[Place, bool], Node] = {}
        counts: dict[Place, int] = {}
        waiting = [*begun]
        while waiting:
            state = place, stack = waiting.pop()
            if state in ways:
                continue
            self._step()
            counts[place] = counts.get(place, 0) + 1
            many = len(ways) > MANY + len(counts) * MOST_STATES
            if many or counts[place] > MOST_STACKS or len(stack) > MOST_LOOPS:
                raise TooMany(place)
            result = results[state] = self._finds(place, stack) == {True}
            if (place, result) not in made:
                made[place, result] = self._node(place, routine, result)
            node = nodes[state] = made[place, result]
            ways[state] = list(self.active.after(node, stack))
            if forgetting:
                ways[state] = [(following, self.active.within(following, left)) for following, left in ways[state]]
            waiting += ways[state]
        return ways, results, nodes

    def _split(
        self, routine: Routine, ways: dict[State, list[State]], results: dict[State, object], nodes: dict[State, Node]
    ) -> None:
        """Keep places apart only where it makes a difference which loops are active."""
        found = classes(ways, results)
        most = MOST_TIMES * len({place for place, _ in found})
        if len({(state[0], number) for state, number in found.items()}) > most:
            raise TooMany(routine.entry)
        stacks = self.stacks[routine.key] = {}

        def named(state: State) -> Place:
            index, part, trap = place = state[0]
            number = found[state]
            return place if number == trap[2] else (index, part, (trap[0], trap[1], number))

        for state, node in nodes.items():
            place = named(state)
            stacks.setdefault(place, set()).add(state[1])
            if place not in routine.nodes:
                follows = [named(following) for following in ways[state]]
                if place != node.place or follows != node.follows:
                    node = replace(node, place=place, follows=follows)
                routine.nodes[place] = node
        self.apart[routine.key] = {state[0] for state, number in found.items() if number}

    # -- one for many ---------------------------------------------------------------------------------------------

    def _blur(self, routine: Routine) -> None:
        """The places of a routine with one stack for many, if it does not depend on the way what a NEXT finds."""
        known: dict[Place, dict[tuple[int, ...], Stack]] = {routine.entry: {(): ()}}
        finds: dict[Place, bool] = {}
        waiting: list[tuple[Place, tuple[int, ...]]] = [(routine.entry, ())]  # a heap: ways meet before they go on
        held = set(waiting)
        steps = 0
        while waiting:
            place, loops = state = heappop(waiting)
            held.discard(state)
            self._step()
            steps += 1
            if steps > MANY + len(known) * MOST_STEPS:
                raise TooMany(place)
            stack = known[place][loops]
            results = self._finds(place, stack) | ({finds[place]} if place in finds else set())
            if len(results) > 1:
                point = self.flow.points[place[0]]
                word = type(core(point.statement)).__name__.upper()
                raise Refused(point.line, f"{word} that finds its beginning on some ways only")
            finds[place] = next(iter(results))
            if place not in routine.nodes:
                routine.nodes[place] = self._node(place, routine, finds[place])
            for following, after in self.active.after(routine.nodes[place], stack):
                stacks = known.setdefault(following, {})
                after = self.active.blurred(following, after)
                loops = certain(after)
                before = stacks.get(loops)
                if before == after:
                    continue
                stacks[loops] = after if before is None else joined(before, after)
                if before != stacks[loops]:
                    if len(stacks) > MOST_STACKS or len(loops) > MOST_LOOPS:
                        raise TooMany(following)
                    if (following, loops) not in held:
                        held.add((following, loops))
                        heappush(waiting, (following, loops))
        self.stacks[routine.key] = {place: set(stacks.values()) for place, stacks in known.items()}
        self.apart[routine.key] = set()

    # -- an account of the loops ----------------------------------------------------------------------------------

    def _keep(self, routine: Routine) -> None:
        """The places of a routine that keeps an account of its loops, each once."""
        waiting = [routine.entry]
        while waiting:
            place = waiting.pop()
            if place in routine.nodes:
                continue
            node = routine.nodes[place] = self._node(place, routine, True)
            waiting += node.follows
        line = retyped(self.flow, routine, self._named)
        if line is not None:
            raise Refused(line, RETYPED)
        loops = all_loops(self.flow, routine)
        self.stacks[routine.key] = {place: {loops} for place in routine.nodes}
        self.apart[routine.key] = set()

    # -- what is asked of a place ---------------------------------------------------------------------------------

    def _finds(self, place: Place, stack: Stack) -> set[bool]:
        return self.active.found(place[0], stack) if place[1] == "" else {True}
