"""Where jumps go to and fro without end: a loop over states instead of a flag for each of them.

    while True:
        match state_100:
            case 0: ...
            case 1: ...

Python can nest only so many loops, and a flag has to be set, looked at and handed on at each loop that it leaves: jumps
across each other need more lines for that than for what they do. Then the places that flags lead to become the states
of a loop, in the smallest region where that is so. This is the last resort, for what cannot be written otherwise in so
many steps or comes out nested more deeply than Python allows; what can be written without it stays as it is. Counts
alone decide, never the time, and each round makes at least one more place a state, so that there is an end.

Where the errors of many statements lead to the same lines, these are told apart in one place behind them all, `match
resumed.line:`, not by one `with` for each line inside the others: Python nests no more than twenty.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.components import components
from ...analysis.dominators import dominators
from ...analysis.routines.routines import Node, Place, Routine, order
from ...analysis.shapes.hopeless import is_hopeless
from ...analysis.shapes.numbering import Numbered
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Switch, by_table, states_of
from ...record import replace
from .jumps import Resolver
from .shapes import Jump, Range, Seq, everything, parts

WALKS, PLACES_PER = 80, 5  # how often all jumps of a routine are looked through, and once more for so many places
MOST_LOOPS = 8  # inside each other; Python itself has 20 at most
MOST_NESTED = 16  # of all kinds; some of these will be functions of their own
TOO_DEEP = 32  # and no more than these: then what is deeper than that becomes a state, whatever leads to it
ROUNDS = 4  # of finding out what must be a state; then whatever several ways lead to is one
FEW_FLAGS, PLACES_PER_FLAG = 10, 15  # what a routine may need of them, else there is more of them than of the work
FEW_BETWEEN = 6  # places between a test and where its ways meet again
GROUP = 6  # places that flags lead to which are a region of their own
ALIKE, MANY_LINES = 12, 4  # statements whose errors lead to the same lines, beside states, and lines that errors of
# several lead to, which are so many that they are told apart once for all of these
STATES = ("", "test", "main")  # parts of what can be one
JOINED = "joined"  # in the name of the place where that is


class Tangle:
    """The states that a routine comes to have. It is put back as it was before each attempt."""

    def __init__(self, routine: Routine, states: set[Place]) -> None:
        """`states`: those that the routine had when it was written in another manner."""
        self.routine = routine
        self.entry = routine.entry
        self.follows = {place: node.follows for place, node in routine.nodes.items()}
        self.states: set[Place] = set()
        self.joined: list[Node] = []  # what is elsewhere instead
        self.apart = False  # errors of several statements are not told apart in one place
        self.tight = False  # all errors that can be are
        self.alone: set[Place] = set()  # statements that take their errors themselves
        self.known: dict[Place, set[Place]] = {}  # the states that a place is, or leads to
        self.rounds = 0
        self.most = WALKS + len(routine.nodes) // PLACES_PER
        if states and states <= self.follows.keys():
            self._give(states)
        else:
            self._join_errors()

    def grows(self, resolver: Resolver, resolved: bool) -> bool:
        """Whether the routine got more states since it takes too many steps or is nested too deeply as it is."""
        self.known = {}
        deep = nested(resolver.seq) > MOST_NESTED
        jumps = resolver.absorbed if deep or not (resolved or resolver.flagged) else []
        many = resolver.flags > max(FEW_FLAGS, len(self.follows) // PLACES_PER_FLAG)
        if deep or many or not resolved or self.states:  # states that flags lead out of are worse than either
            jumps = [*jumps, *resolver.flagged]
        wanted = {place for jump, loops in jumps for place in self._wanted(jump, loops)}
        if deep:
            wanted |= self._deep(resolver.seq)
        self.rounds += 1
        if self.rounds > ROUNDS + 1 or not wanted - self.states:
            sorts = any(node.sorts for node in self.routine.nodes.values())
            tightened = deep and sorts and not (self.tight or self.apart)
            self.tight = True
            if tightened:
                self._give(set())
            return tightened
        self._give(wanted | self._meeting() if self.rounds > ROUNDS else wanted)
        return True

    def give_up(self) -> None:
        """Where jumps go to and fro in far too many ways, whatever several of them lead to is a state, before anything
        else is tried."""
        if not self.states and is_hopeless(self.routine):
            self.rounds = ROUNDS
            self._give(self._meeting())

    def _meeting(self) -> set[Place]:
        """What several ways lead to, but where a few statements part and meet again."""
        self._restore()
        before = self.routine.predecessors()
        ordered = order(self.routine)
        number = {place: position for position, place in enumerate(ordered)}
        reached = {place: [source for source in before[place] if source in number] for place in ordered}
        parting = dominators(ordered, number, reached)
        found = {place for place in ordered if len(reached[place]) > 1 and place[1] in STATES}
        for place in sorted(found, key=number.__getitem__):  # what is within comes first
            between = _between(parting[place], place, reached)
            if between is not None and found.isdisjoint(between):
                found.discard(place)
        return found

    def _give(self, more: set[Place]) -> None:
        self.states |= more
        self._restore()
        self._join_errors()
        before, taken = self.routine.predecessors(), states_of(self.routine)
        graph = Numbered(self.routine)
        states = {graph.number[place] for place in self.states}
        for region in _regions(graph, range(len(graph.places)), states):
            _dispatch(self.routine, [graph.places[place] for place in sorted(region)], before, taken)

    def _wanted(self, jump: Jump, loops: list[Place]) -> set[Place]:
        """The place that a flag leads to; where that is a state already, the loops around which it is led there."""
        found = self._states_of(jump[1])
        return found if found - self.states else {place for label in loops for place in self._states_of(label)}

    def _states_of(self, place: Place) -> set[Place]:
        """The place, or the places that a switch on a state which was put in before it leads to."""
        if place not in self.known:
            node = self.routine.nodes.get(place)
            if node is not None and _chooses_state(node):
                self.known[place] = {inner for following in node.follows for inner in self._states_of(following)}
            else:
                self.known[place] = {place} if place in self.follows and place[1] in STATES else set()
        return self.known[place]

    def _deep(self, seq: Seq) -> set[Place]:
        """The loops that too many others are in or around, and all that is in far too many things."""
        found: set[Place] = set()

        def look(seq: Seq, around: tuple[Place, ...]) -> int:
            most = len(around)
            for shape in seq:
                if type(shape) is Code:
                    continue
                inner = (*around, shape.label) if isinstance(shape, Loop) else around
                deepest = max([look(part, inner) for part in parts(shape)], default=len(inner))
                if deepest > MOST_LOOPS and isinstance(shape, Loop) and not isinstance(shape, Range):
                    found.update(self._states_of(shape.label))
                most = max(most, deepest)
            return most

        look(seq, ())
        if nested(seq) > TOO_DEEP:
            self._cut(seq, 0, found)
        return found

    def _cut(self, seq: Seq, depth: int, found: set[Place]) -> None:
        """Find the first places on each way inwards that are nested too deeply; from there, and for what stands behind
        them, it is counted anew."""
        for shape in seq:
            node = getattr(shape, "node", None)
            if node is not None and depth >= MOST_NESTED - MOST_LOOPS and (here := self._states_of(node.place)):
                found |= here
                depth = 0
            for part in parts(shape):
                alone = isinstance(shape, Block) or (isinstance(shape, Branch) and len(part) == 1)
                self._cut(part, depth + (not alone), found)

    def _join_errors(self) -> None:
        """Errors of many statements that lead to several lines are told apart in one place."""
        nodes = self.routine.nodes
        self.joined = []
        if self.apart or not any(node.sorts for node in nodes.values()):
            return
        parts = components(nodes, lambda place: nodes[place].follows)
        part_of = {place: number for number, part in enumerate(parts) for place in part}
        ending = {place for place, node in nodes.items() if not node.follows or node.kind == "tail"}  # of the routine
        alike: dict[tuple[object, ...], list[Node]] = {}
        for place, node in sorted(nodes.items()):
            named = all(outcome.kind == "line" for outcome in node.outcomes)
            if node.sorts and named:
                kind = node.call, place[2], -1 if ending.issuperset(node.follows) else part_of[place]
                alike.setdefault(kind, []).append(node)
        instead: dict[Place, Place] = {}
        for same in alike.values():
            led = dict(pair for node in same for pair in zip(node.outcomes, node.follows, strict=True))
            fitting = [node for node in same if [led[outcome] for outcome in node.outcomes] == node.follows]
            many = len(led) >= MANY_LINES or (self.tight and len(led) > 1 < len(fitting))
            if many or (self.states and len(fitting) >= ALIKE):
                index, part, trap = fitting[0].place
                outcomes = sorted({o for node in fitting for o in node.outcomes}, key=lambda outcome: outcome.target)
                one: Place = (index, f"{part} {JOINED}", trap)
                instead |= dict.fromkeys((node.place for node in fitting), one)
                follows = [led[outcome] for outcome in outcomes]
                nodes[one] = replace(fitting[0], place=one, outcomes=outcomes, follows=follows)
        for node in nodes.values():
            if node.tried:
                node.follows = [*node.follows[:-1], instead.get(node.follows[-1], node.follows[-1])]
        self.joined = [nodes.pop(place) for place in instead]

    def parts_errors(self, seq: Seq) -> bool:
        """Whether that place has come to be the beginning of a loop, or of states, where errors cannot be led: they
        are told apart one by one from now on, then."""
        if not self.joined:
            return False
        shapes = [*everything(seq)]
        straight = {id(shape.first[0]) for shape in shapes if isinstance(shape, Branch) and len(shape.first) == 1}
        mixed = any(
            (isinstance(shape, Leave | Again) and _joins(shape.label) and id(shape) not in straight)
            or (isinstance(shape, Again) and _joins(shape.label))
            or (isinstance(shape, Switch) and _chooses_state(shape.node) and any(map(_joins, shape.node.follows)))
            for shape in shapes
        )
        if mixed:
            self.apart = True
            self._give(set())
        return mixed

    def leaves_alone(self, more: set[Place]) -> bool:
        """Whether there are more statements that take their errors themselves, and not where many are told apart."""
        if more and any(_joins(self.routine.nodes[place].follows[-1]) for place in more):
            self.apart = True
            self._give(set())
        self.alone |= more
        return bool(more)

    def _restore(self) -> None:
        self.routine.entry = self.entry
        self.routine.nodes |= {node.place: node for node in self.joined}
        for place in [place for place in self.routine.nodes if place not in self.follows]:
            del self.routine.nodes[place]
        for place, follows in self.follows.items():
            self.routine.nodes[place].follows = follows


def _regions(graph: Numbered, places: Iterable[int], states: set[int]) -> list[set[int]]:
    """The states in groups: those of a loop that has enough of them stay among themselves."""
    found = []
    rest = set(states)
    for part in graph.parts(places):
        inner = states.intersection(part)
        if len(inner) >= GROUP:
            first = min(part)
            within = [place for place in part if place != first]
            found += [inner] if first in inner else _regions(graph, within, inner)
            rest -= inner
    if rest and (not found or len(rest) >= GROUP):
        found.append(rest)
    elif rest:
        found[0] |= rest
    return found


def _between(begin: Place, end: Place, before: dict[Place, list[Place]]) -> set[Place] | None:
    """The places on all ways from one to another that they lead to; None if they are many, or turn in a circle."""
    found: set[Place] = set()
    waiting = [end]
    while waiting:
        for source in before[waiting.pop()]:
            if source == end or len(found) > FEW_BETWEEN:
                return None
            if source != begin and source not in found:
                found.add(source)
                waiting.append(source)
    return found


def _joins(place: Place) -> bool:
    return place[1].endswith(JOINED)


def _chooses_state(node: Node) -> bool:
    return node.kind == "switch" and node.point is None


def nested(seq: Seq) -> int:
    """How deeply things are nested; `elif` is not."""
    most = 0
    for shape in seq:
        for part in parts(shape) if type(shape) is not Code else ():
            alone = isinstance(shape, Branch) and len(part) == 1 and isinstance(part[0], Branch)
            most = max(most, nested(part) + (not alone and not isinstance(shape, Block)))
    return most


def _out_of_loops(routine: Routine, some: set[Place]) -> set[Place]:
    """Those of some places to which control does not come back: what follows them stands in no loop of theirs."""
    found = components(routine.nodes, lambda place: routine.nodes[place].follows)
    return {place for part in found if len(part) == 1 for place in part if place in some}


def _dispatch(routine: Routine, states: list[Place], before: dict[Place, list[Place]], taken: set[str]) -> None:
    """Put a switch before the states; each way to one of them sets the state first. `before`: where these come from,
    which others' switches leave as it is; `taken`: the states that there are already."""
    first, _, trap = states[0]
    state = f"{first}"
    while state in taken:
        state += "'"
    taken.add(state)
    head: Place = (first, f"state {state}", trap)
    numbers = {place: number for number, place in enumerate(states)}
    count = 0

    def led(target: Place) -> Place:
        nonlocal count
        if target not in numbers:
            return target
        count += 1
        setter: Place = (target[0], f"set {numbers[target]} {state} way{count}", target[2])
        routine.nodes[setter] = Node(setter, "state", None, [head])
        return setter

    leading = {source for place in states for source in before[place]}
    tables = {place: table for place in leading if (table := by_table(routine, place, numbers, head))[0]}
    inside = routine.reach(*states) | _out_of_loops(routine, {*tables}) if tables else set()
    for node in [routine.nodes[place] for place in before if place in leading]:
        made, ways = tables[node.place] if node.place in tables and node.place in inside else ([], {})
        routine.nodes |= {one.place: one for one in made}
        ways |= {following: led(following) for following in dict.fromkeys(node.follows) if following not in ways}
        node.follows = [ways[following] for following in node.follows]
    routine.entry = led(routine.entry)
    routine.nodes[head] = Node(head, "switch", None, states)
