"""What each routine is given and what it gives back, so that few variables are left for all to share.

    10 A=2: GOSUB 100: PRINT B          b = sub_100(a)
    100 FOR I=1 TO A: B=B+I: NEXT       def sub_100(a: int, b: int) -> int:

A variable is a parameter of a routine that may read it before it has given it a value, and a result of one that may
change it where what follows a call may read it; whatever else the routine uses is its own. Lists are passed as they
are: DIM makes one, and using an element reads the list. What error handlers and functions with several definitions
look at is shared by all, since nobody calls them with anything in hand.

A routine takes at most MOST_PARAMETERS and gives at most MOST_RESULTS. Where that is not enough, the variable that the
most routines hand round is shared instead, until it is; one more of each may pass if nothing need be shared then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from ...analysis.defaults import Name
from ...analysis.routines.routines import Key, Node, Place, Routine
from ...analysis.solver import reached, solve
from ...syntax import nodes as n
from .survey import NOTHING, Effect, Survey, union

At = tuple[int, Key, Place]
ENDING = ("return", "resume", "tail")  # places with which a routine comes back
MOST_PARAMETERS = 5
MOST_RESULTS = 3


class DataFlow:
    """Parameters, results and what is alive where. `lists`: arrays that their DIM makes; `dynamic`: functions of which
    it is not known beforehand which definition holds; `constants` never change and are not handed to anybody;
    `begins`: where FOR begins loops that are run once at least, so that what each turn sets has a value behind them.
    """

    def __init__(
        self, survey: Survey, lists: set[Name], dynamic: set[Name], constants: set[Name],
        begins: Mapping[Key, set[Place]],
    ) -> None:  # fmt: skip
        self.survey = survey
        self.graph = survey.graph
        self.lists = lists
        self.dynamic = dynamic
        self.begins = begins
        handed = (name for name in survey.names if name[2] != "FN" and name not in constants)
        self._handed = survey.mask(handed)
        routines = self.graph.routines
        made = {key: union(map(self._made, routine.nodes.values())) for key, routine in routines.items()}
        self._changes = {
            key: self._handed & (survey.changed[key] | union(made[called] for called in survey.closures[key]))
            for key in routines
        }
        self._needs = dict.fromkeys(routines, 0)
        self._wanted = dict.fromkeys(routines, 0)  # alive behind some call
        self._alive: dict[Key, dict[Place, int]] = {key: {} for key in routines}
        self._before = {key: self._predecessors(routine) for key, routine in routines.items()}
        self._callers: dict[Key, list[At]] = {key: [] for key in routines}
        self._endings = {key: [_at(key, p) for p, node in routine.nodes.items() if node.kind in ENDING]
                         for key, routine in routines.items()}  # fmt: skip
        for key, routine in routines.items():
            for place, node in routine.nodes.items():
                if node.call is not None:
                    self._callers[node.call].append(_at(key, place))
        solve((_at(key, place) for key, routine in routines.items() for place in routine.nodes), self._live)
        self.captured = {key: survey.free(key) - constants for key in survey.definitions}
        self.shared: set[Name] = set()
        self.shared = self._forced()
        self.share(self._more_than_enough(0) if self.shared or self._more_than_enough(1) else set())

    def share(self, names: set[Name]) -> None:
        self.shared |= names
        for key in self.captured:
            self.captured[key] -= self.shared

    # -- what was found -------------------------------------------------------------------------------------------

    def parameters(self, key: Key) -> list[Name]:
        """What a routine is given, in the order in which the program mentions it, as all that is handed round."""
        return self._list(self._needs[key]) if key != self.graph.main else []

    def results(self, key: Key) -> list[Name]:
        """What it gives back."""
        return self._list(self._wanted[key] & self._changes[key])

    def starts(self) -> list[Name]:
        """What the main program may read before it has given it a value."""
        return self._list(self._needs[self.graph.main])

    def changes(self, key: Key, name: Name) -> bool:
        """Whether a call may change a variable for its caller."""
        return bool(self._changes[key] & self.survey.bits.get(name, 0))

    def alive(self, routine: Routine, places: Iterable[Place], name: Name) -> bool:
        """Whether a variable's value may be read from some place on, before it gets another."""
        return bool(self._behind(routine, places) & self.survey.bits.get(name, 0))

    def _behind(self, routine: Routine, places: Iterable[Place]) -> int:
        """What is alive at some places; at a state that has been put in since, what is where that leads."""
        known = self._alive[routine.key]
        led = reached(places, lambda place: () if place in known else led_to(routine, routine.nodes[place]))
        return union(known.get(place, 0) for place in led)

    def onward(self, routine: Routine, node: Node) -> list[Place]:
        """What follows a place: a FOR whose loop is run in any case leads into that, and not behind it."""
        test = routine.nodes[node.follows[0]] if node.place in self.begins.get(routine.key, ()) else None
        if test is None or test.kind != "test":  # a state has been put in since
            return node.follows
        return test.follows[:1]

    def exits(self, routine: Routine, nodes: list[Node], again: Place | None = None) -> list[Place]:
        """Where a part of a routine leads; `again`: it begins there, the head of a loop that it does not contain."""
        places = {node.place for node in nodes} - {again}
        found = []
        for node in nodes:
            ways = zip(node.follows, led_to(routine, node), strict=True)
            found += [led for following, led in ways if following not in places]
        return found

    def part_given(self, routine: Routine, entry: Node, nodes: list[Node]) -> list[Name]:
        """What a part of a routine must be given: what it touches, and what is alive where it begins."""
        touched = self._changed(routine, nodes) | union(self._effect(routine, node).reads for node in nodes)
        for node in nodes:
            if node.call is not None:
                touched |= self._needs[node.call]
            if node.kind in ENDING:
                touched |= self._wanted[routine.key] & self._changes[routine.key]
        return self._list(touched & self._behind(routine, [entry.place]))

    def part_back(self, routine: Routine, exits: list[Place], nodes: list[Node]) -> list[Name]:
        """What a part changes, and what is alive where it leads."""
        return self._list(self._changed(routine, nodes) & self._behind(routine, exits))

    def changed(self, routine: Routine, node: Node) -> int:
        """What a place may change, with what it calls."""
        called = self._changes[node.call] if node.call is not None else 0
        return self._effect(routine, node).changes | self._made(node) | called

    def _changed(self, routine: Routine, nodes: list[Node]) -> int:
        return union(self.changed(routine, node) for node in nodes)

    def _effect(self, routine: Routine, node: Node) -> Effect:
        return self.survey.effects[routine.key].get(node.place, NOTHING)  # of a state that has been put in since

    def _list(self, mask: int) -> list[Name]:
        """The variables of a mask, but for those that all share."""
        return [name for name in self.survey.listed(mask & self._handed) if name not in self.shared]

    # -- single routines ------------------------------------------------------------------------------------------

    def _made(self, node: Node) -> int:
        """The lists that a DIM makes."""
        statement = node.point.statement if node.point is not None else None
        if node.kind != "plain" or not isinstance(statement, n.Dim):
            return 0
        names = {self.survey.types.name(each) for each in statement.arrays if isinstance(each, n.Element)}
        return self.survey.mask(names & self.lists)

    def _predecessors(self, routine: Routine) -> dict[Place, list[Place]]:
        found = routine.predecessors()
        for place in self.begins.get(routine.key, ()):
            for following in self.onward(routine, routine.nodes[place]):
                found[following].append(place)
        return found

    def _live(self, at: At) -> Iterator[At]:
        """Find what is alive before a place; gives the places before it, those that it calls and its routine's callers,
        if more is."""
        _, key, place = at
        routine, alive = self.graph.routines[key], self._alive[key]
        node = routine.nodes[place]
        after = union(alive.get(following, 0) for following in self.onward(routine, node))
        if place in self.begins.get(key, ()):
            after |= self.survey.effects[key][node.follows[0]].reads  # its test reads the limit
        if node.kind in ENDING:
            after |= self._wanted[key] & self._changes[key]
        effect, made = self.survey.effects[key][place], self._made(node)
        reads = effect.reads & self._handed & ~made
        here = (after & ~(effect.writes | made)) | reads
        if node.call is not None:
            behind = after | reads | alive.get(place, 0) if node.repeated else after
            if behind & ~self._wanted[node.call]:
                self._wanted[node.call] |= behind
                yield from self._endings[node.call]
            if not node.guarded and not node.tried:
                here &= ~self._changes[node.call]
            here |= self._needs[node.call]
        if here != alive.get(place):
            alive[place] = here
            yield from (_at(key, before) for before in self._before[key][place])
            if node.repeated:
                yield at
            if place == routine.entry:
                self._needs[key] = here
                yield from self._callers[key]

    def _forced(self) -> set[Name]:
        found: set[Name] = set()
        for key, routine in self.graph.routines.items():
            if routine.handler:
                found |= {*self.parameters(key), *self.results(key)}
        for function, definitions in self.survey.definitions.items():
            own = {self.survey.types.name(parameter) for parameter in definitions[0].parameters}
            found |= self.captured[function] if function in self.dynamic else self.captured[function] & own
        return found

    def _more_than_enough(self, extra: int) -> set[Name]:
        """What would have to be handed round beyond the limits."""
        most, found = MOST_PARAMETERS + extra, set[Name]()
        routines = [key for key in self.graph.routines if key != self.graph.main]
        limits = [(most, set(self.parameters(key))) for key in routines]
        limits += [(MOST_RESULTS + extra, set(self.results(key))) for key in routines]
        for function, definitions in self.survey.definitions.items():
            limits.append((max(0, most - len(definitions[0].parameters)), self.captured[function] - self.shared))
        users = Counter(chain(*(names for _, names in limits)))
        while candidates := set().union(*(names for limit, names in limits if len(names) > limit)):
            chosen = min(candidates, key=lambda name: (-users[name], name))
            found.add(chosen)
            for _, names in limits:
                names.discard(chosen)
        return found


def _at(key: Key, place: Place) -> At:
    """A place of a routine, so that what stands last in the text is looked at first."""
    return -place[0], key, place


def led_to(routine: Routine, node: Node) -> list[Place]:
    """What follows a place; after a state has been set, what that leads to, and not what other states do."""
    if node.kind == "state" and (switch := routine.nodes[node.follows[0]]).kind == "switch":
        return [switch.follows[node.number]]
    return node.follows
