"""One routine: its places, each with the stacks of loops that control comes to it with.

    100 IF A THEN FOR J=1 TO 2
    110 PRINT J
    120 IF A THEN NEXT            100 once, 110 and 120 twice: with the loop of J and without
    130 RETURN

Two ways are tried, one after the other: every stack by itself, while places stay apart only where that makes a
difference; and an account of the loops, kept while the program runs (`kept.py`). What these stacks are, and what
statements do to them, is in `active.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...record import replace
from ..telling import Steps
from .active import MOST_LOOPS, MOST_STACKS, Active, Stack, State, TooMany, classes, forgettable
from .doings import Doings
from .kept import all_loops
from .routines import Key, Node, Outcome, Place, Routine

MANY, MOST_STATES = 2000, 6  # stacks at the places of a routine, and so many more for each place
MOST_TIMES = 3  # so many times as long a routine may become by what is there more than once

Explored = tuple[dict[State, list[State]], dict[State, object], dict[State, Node]]


class Stacked(Doings):
    """Builds routines, one at a time; `Graph` is one, and says which, again whenever it knows more of the others."""

    active: Active
    outcomes: dict[Key, list[Outcome]]
    routines: dict[Key, Routine]
    stacks: dict[Key, dict[Place, set[Stack]]]
    apart: dict[Key, set[Place]]
    _step: Steps

    def entry(self, key: Key) -> Place:
        """Where a routine begins."""
        raise NotImplementedError

    def _built(self, key: Key) -> Routine:
        """The places of a routine, with every stack that they come with."""
        routine = Routine(key, {}, self.entry(key), [])
        if key not in self.kept:
            try:
                self._split(routine, *self._explored(routine))
                return routine
            except TooMany:
                self.kept.add(key)
                routine = Routine(key, {}, self.entry(key), [])
        self._keep(routine)
        return routine

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
            result = results[state] = place[1] != "" or self.active.found(place[0], stack)
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
        loops = all_loops(self.flow, routine)
        self.stacks[routine.key] = {place: {loops} for place in routine.nodes}
        self.apart[routine.key] = set()
