"""A program as routines: the main program, each subroutine and each error handler, as graphs of their own.

    10 GOSUB 100: END          main:     10 -> call 100 -> end
    100 PRINT "X": RETURN      100:      print -> return

A place in a routine is a point of the program together with the ON ERROR trap that holds there: which trap that is, is
known at each place because places with different traps are different places. Code that several routines run through is
in each of them; calls keep GW-BASIC's stack, so this is what the machine does, too. Where it depends on the way taken
whether a NEXT finds its FOR, the places between are there more than once (`active.py`), or the routine keeps an account
of its loops (`kept.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from heapq import heappop, heappush
from typing import TypeVar

from ..record import record, replace
from ..sizes import GOSUB_SIZE, RESERVED, STACK
from ..syntax import nodes as n
from . import homes
from .active import (
    MOST_LOOPS,
    MOST_STACKS,
    RETYPED,
    Active,
    Errors,
    Refused,
    Stack,
    State,
    TooLarge,
    TooMany,
    certain,
    classes,
    joined,
)
from .circles import Circles
from .flow import Flow, Point, core, gives_way
from .kept import KEPT, all_loops, errors_of, retyped, with_account
from .outcomes import unite
from .replies import Reply, reply
from .telling import Steps, Tell, nobody
from .truths import constant

# Point of the handler (-1: none), whether an error is being handled, and which of the sets of loops that may be active.
Trap = tuple[int, bool, int]
Place = tuple[int, str, Trap]  # point, part of its work, trap
Key = tuple[int, Trap]  # of a routine: its first point, and the trap that holds when it begins
Asked = tuple[Key, frozenset[int], int]  # a handler, the errors and their line
NO_TRAP: Trap = (-1, False, 0)
ANYBODY: Key = (-2, NO_TRAP)  # no routine of its own
ANY_ERROR = frozenset(range(1, 256))
OVERFLOW, FULL = frozenset({6}), frozenset({7})
WORTH = 4  # statements that are worth a function of their own where several subroutines end with them
MOST_TAILS = 40
MUCH, MOST_PLACES = 3000, 4  # places of all routines, and so many more for each point, that are too many
BEGINS = "state"  # part of the place where a subroutine that is told where to begin chooses
MOST_TIMES = 3  # so many times as long a routine may become by what is there more than once
MOST_APART = 100  # places that are there more than once, before the program dares to count on the heads of its loops


def handler_of(trap: Trap) -> Key:
    """The handler that takes errors there."""
    return trap[0], (trap[0], True, 0)


@record
class Outcome:
    """How a routine ends: "return" (to `target`; to its caller if that is below 0: -1 in the first copy of the program,
    -2 in the second), or "resume" again, next or at `target`.

    With "main" the program goes on at `target` in the main program, which finds none of its loops any more: GW-BASIC's
    stack is empty, or a GOSUB is on top of it whose RETURN never comes.
    """

    kind: str  # return again next line main
    target: int
    trap: Trap


@record(frozen=False)
class Node:
    """What is done at a place, and where it leads."""

    place: Place
    kind: str  # plain jump if test switch call tail end return resume fail again state room loops
    point: Point | None
    follows: list[Place]
    call: Key | None = None
    outcomes: list[Outcome] = []  # noqa: RUF012 - of a call, one for each place that follows
    error: int = 0  # of "fail"
    error_line: int = -1
    guarded: bool = False  # an error is handled and the program goes on behind the statement
    repeated: bool = False  # the handler may have it done again first
    passed: bool = False  # the handler may have it passed over
    named: list[int] = []  # noqa: RUF012 - or name the point that follows in its RESUME
    final: bool = False  # the handler never comes back
    covered: bool = False  # its errors are taken further out
    tried: bool = False  # an error may lead to the last of `follows`
    valued: bool = False  # its expression has been worked out beforehand
    chosen: list[int] = []  # noqa: RUF012 - of a switch, the numbers that a loop before it asks for
    begins: int = 0  # of a call, at which of the beginnings of what it calls

    @property
    def index(self) -> int:
        return self.place[0]

    @property
    def part(self) -> str:
        return self.place[1]

    @property
    def sorts(self) -> bool:
        """Whether it calls an error handler, and goes where that says."""
        return self.part.startswith("sort")


@record(frozen=False)
class Routine:
    key: Key
    nodes: dict[Place, Node]
    entry: Place
    outcomes: list[Outcome]

    @property
    def handler(self) -> bool:
        return self.key[1][1] and self.key[0] == self.key[1][0]

    def over(self, flow: Flow) -> Routine:
        """The same with the points of another reading of the program."""
        nodes = {
            place: replace(node, point=flow.points[node.point.index] if node.point is not None else None)
            for place, node in self.nodes.items()
        }
        return Routine(self.key, nodes, self.entry, list(self.outcomes))

    def predecessors(self) -> dict[Place, list[Place]]:
        found: dict[Place, list[Place]] = {place: [] for place in self.nodes}
        for place, node in self.nodes.items():
            for following in node.follows:
                found[following].append(place)
        return found


@record(frozen=False)
class Built:
    """A routine as it was built, with what that hung on: how many outcomes others had, and the replies of handlers."""

    routine: Routine
    outcomes: dict[Key, int]
    replies: dict[Asked, Reply]
    entries: int


class Graph:
    """All routines of a program; `errors`: how a statement can fail; `overflows`: whether the step of a loop can;
    `limited`: whether the stack can be full; `lasting`: also by what takes dozens of answers."""

    def __init__(
        self,
        flow: Flow,
        kind: Callable[[n.Variable], str],
        errors: Errors,
        overflows: Callable[[n.For], bool],
        limited: bool = True,
        lasting: bool = False,
        tell: Tell = nobody,
    ) -> None:
        self.flow = flow
        self.kind = kind
        self.lasting = lasting
        self.errors = _once(errors)
        self.overflows = _once(overflows)
        self._step = Steps(tell, "reading, place")
        self.routines: dict[Key, Routine] = {}
        self.outcomes: dict[Key, list[Outcome]] = {}
        self.active = Active(flow, kind, errors)
        self.main: Key = (-1, NO_TRAP)  # not the subroutine that begins with the first line, if there is one
        self.stacks: dict[Key, dict[Place, set[Stack]]] = {}
        self.apart: dict[Key, set[Place]] = {}  # what is there more than once
        self.blurred: set[Key] = set()  # routines with too many stacks
        self.kept: set[Key] = set()  # those that keep an account of their loops while they run
        self.bold: set[Key] = set()  # in which an error in the head of a FOR ends the program even under ON ERROR
        self.deep = False  # calls may come to need more stack than there is
        self.tails: set[Place] = set()  # code that several subroutines end with: a routine of its own
        self.homes: set[Place] = set()  # places of the main program to which errors in subroutines lead
        self.left: set[Place] = set()  # places of the main program to which subroutines go for good, by GOTO
        self.large = False  # what subroutines run through would be in too many of them
        self.circles: Circles | None = None  # where subroutines go on by calling others
        self.entries: dict[Key, list[Place]] = {}  # of subroutines that are told then where to begin
        self.replies: dict[Asked, Reply] = {}
        self._handlers: dict[Key, Routine] = {}  # as they were built before
        self._answers: dict[Asked, tuple[Routine, Reply]] = {}  # of these
        self._hangs_on: dict[Key, int] = {}  # what the routine in hand has been told of others' outcomes
        self._was_told: dict[Asked, Reply] = {}  # and replies
        self.homes = homes.expected(flow)
        self._build()
        self._send_home()
        if more := homes.found(self):
            self.homes |= more
            self._build()
        if left := homes.left(self):
            self.left = left
            self._build()
        if limited and self._is_deep():
            self.deep = True
            self._build()
            self._send_home()
        while not self.large and len(self.tails) < MOST_TAILS and (tail := self._common_tail()) is not None:
            self.tails.add(tail)
            self._build()
        unite(self)

    def _send_home(self) -> None:
        """Let errors in subroutines lead to the main program, but not where that was mistaken."""
        while wrong := homes.mistaken(self):
            self.homes -= wrong
            self._build()

    def over(self, flow: Flow) -> Graph:
        """The same with places of its own, over another reading of the program that differs in its names only."""
        found = copy(self)
        found.flow = flow
        found.routines = {key: routine.over(flow) for key, routine in self.routines.items()}
        return found

    def tells(self, key: Key) -> bool:
        """Whether a routine says how it has ended: of several ways which, and a handler the line of its RESUME."""
        outcomes = self.routines[key].outcomes
        handler = self.routines[key].handler
        return len(outcomes) > 1 or (handler and any(o.kind == "line" or o.trap[0] != key[0] for o in outcomes))

    # -- common ends ----------------------------------------------------------------------------------------------

    def _common_tail(self) -> Place | None:
        """The longest piece of code that more than one subroutine runs on into, and does not come back from."""
        own = {
            key: routine
            for key, routine in self.routines.items()
            if key != self.main and not routine.handler and not key[1][1] and not self.apart[key]
        }
        users: dict[Place, list[Routine]] = {}
        for routine in own.values():
            for place in routine.nodes:
                users.setdefault(place, []).append(routine)
        best: tuple[int, Place] | None = None
        refused = self.tails | self._within_loops()
        for place, routines in users.items():
            if len(routines) < 2 or place[1] or place in refused or place[0] >= self.flow.end:
                continue
            size = self._tail_size(place, [routine for routine in routines if routine.entry != place])
            if size >= WORTH and (best is None or (size, place) > best):
                best = size, place
        return None if best is None else best[1]

    def _within_loops(self) -> set[Place]:
        """Where a subroutine may come with a loop that is active, which a routine that goes on there would not know."""
        return {
            (index, part, (trap[0], trap[1], 0))
            for key, routine in self.routines.items()
            if key != self.main and not routine.handler
            for (index, part, trap), stacks in self.stacks[key].items()
            if stacks != {()} and (index, part) != routine.entry[:2]
        }

    def reach(self, routine: Routine, *places: Place) -> set[Place]:
        found = set(places)
        waiting = list(places)
        while waiting:
            for following in routine.nodes[waiting.pop()].follows:
                if following not in found:
                    found.add(following)
                    waiting.append(following)
        return found

    def _tail_size(self, place: Place, routines: list[Routine]) -> int:
        """How many statements there are from a place on, if that can be a routine of its own; else 0."""
        reach = self.reach(routines[0], place)
        for routine in routines:
            if routine.entry in reach:
                return 0
            if any(
                following in reach and following != place
                for source, node in routine.nodes.items()
                if source not in reach
                for following in node.follows
            ):
                return 0
        nodes = [routines[0].nodes[other] for other in reach]
        for node in nodes:
            if node.kind == "return" and node.outcomes != [Outcome("return", -1, place[2])]:
                return 0
            if node.kind == "tail" and node.call is not None and place in self.reach(
                self.routines[node.call], self.routines[node.call].entry
            ):
                return 0
        return sum(node.kind not in ("jump", "return") for node in nodes)

    # -- GW-BASIC's stack -----------------------------------------------------------------------------------------

    def size(self, routine: Routine, place: Place) -> int:
        """What the loops that are active at a place, begun in its routine, take of the stack; one that begins there
        anew is not among them."""
        stacks = self.stacks[routine.key].get(place, ())
        return max((self.active.size(stack, place[0]) for stack in stacks), default=0)

    def _is_deep(self) -> bool:
        """Whether routines call each other in circles, or more deeply than the stack is."""
        needs: dict[Key, int] = {}
        order: list[Key] = []
        state: dict[Key, int] = {}
        stack: list[tuple[Key, list[Key]]] = []

        def calls(key: Key) -> list[Key]:
            return [node.call for node in self.routines[key].nodes.values() if node.call is not None]

        for root in self.routines:
            if root in state:
                continue
            state[root] = 1
            stack.append((root, calls(root)))
            while stack:
                key, waiting = stack[-1]
                if not waiting:
                    stack.pop()
                    state[key] = 2
                    order.append(key)
                    continue
                called = waiting.pop()
                if state.get(called) == 1:
                    return True
                if called not in state:
                    state[called] = 1
                    stack.append((called, calls(called)))
        for key in order:
            routine = self.routines[key]
            need = 0
            for place, node in routine.nodes.items():
                own = self.size(routine, place)
                gosub = 0 if node.kind == "tail" else GOSUB_SIZE
                need = max(need, own if node.call is None else own + gosub + needs[node.call])
            needs[key] = need
        if homes.adds_up(self):
            return True
        # what is left there was no more than what is needed
        return needs[self.main] * (1 + len(self.left)) > STACK - RESERVED

    # -- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Build all routines; once they are too large, with less in each."""
        while True:
            if self.large:
                self.circles = Circles(self.flow, self.errors, {place[0] for place in self.homes})
            try:
                return self._build_all()
            except TooLarge:
                self.large = True

    def _build_all(self) -> None:
        """Build all routines; again those that hang on what has been found out of others, until nothing is."""
        self.outcomes, self.routines, self.entries = {}, {}, {}
        built: dict[Key, Built] = {}
        most = MUCH + self.flow.end * MOST_PLACES
        while True:
            known = {key: list(outcomes) for key, outcomes in self.outcomes.items()}, self.replies
            entries = {key: len(places) for key, places in self.entries.items()}
            size = 0
            self._handlers = {key: routine for key, routine in self.routines.items() if routine.handler}
            self.routines, self.replies = {}, {}
            waiting = [self.main]
            while waiting:
                key = waiting.pop()
                if key in self.routines:
                    continue
                if key not in built or not self._holds(built[key]):
                    self._hangs_on, self._was_told = {}, {}
                    begun = len(self.entries.get(key, ()))
                    built[key] = Built(self._built(key), self._hangs_on, self._was_told, begun)
                routine = self.routines[key] = built[key].routine
                size += len(routine.nodes)
                if size > most and not self.large and not self.flow.size:
                    raise TooLarge
                self.replies |= built[key].replies
                waiting.extend(node.call for node in routine.nodes.values() if node.call is not None)
            for key, routine in self.routines.items():
                merged = self.outcomes.setdefault(key, [])
                merged.extend(outcome for outcome in routine.outcomes if outcome not in merged)
            same = known == (self.outcomes, self.replies) and entries == {k: len(e) for k, e in self.entries.items()}
            if same or len(self.routines) == 1:  # without any call nobody asks
                return

    def _holds(self, built: Built) -> bool:
        """Whether a routine would be built in the same way again."""
        if built.entries != len(self.entries.get(built.routine.key, ())):
            return False
        return all(len(self.outcomes.get(key, ())) == count for key, count in built.outcomes.items()) and all(
            self._answer(asked) == reply for asked, reply in built.replies.items()
        )

    def _known(self, key: Key) -> list[Outcome]:
        """The outcomes of a routine, as far as they are known."""
        found = self.outcomes.get(key, [])
        self._hangs_on[key] = len(found)
        return found

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
                if len(self.apart[key]) <= MOST_APART or not self._dares(routine):
                    return routine
            except TooMany:
                if key in self.blurred or self.flow.size:
                    self._begin_account(key)
                self.blurred.add(key)
            except Refused:
                if not self._dares(routine):
                    self._begin_account(key)

    def entry(self, key: Key) -> Place:
        """Where a routine begins: with the choice of where to, if it is told that."""
        entries = self.entries.get(key, ())
        if len(entries) == 1:
            return entries[0]
        return max(key[0], 0), BEGINS if entries else "", key[1]

    def _subroutine(self, index: int, trap: Trap) -> tuple[Key, int]:
        """What is called at a point, and at which of its beginnings."""
        if self.circles is None:
            return (index, trap), 0
        key = self.circles.first[index], trap if trap[1] else NO_TRAP
        entries = self.entries.setdefault(key, [])
        place: Place = (index, "", trap)
        if place not in entries:
            entries.append(place)
        return key, entries.index(place)

    def _goes_on(self, place: Place, routine: Routine) -> bool:
        """Whether a subroutine ends at a place, and what is there is another."""
        if routine.key == self.main or routine.key == ANYBODY or routine.handler or place == routine.entry:
            return False
        apart = self.circles is not None and not place[1] and self.circles.parts(routine.key[0], place[0])
        return apart or place in self.tails

    def _begin_account(self, key: Key) -> None:
        self.kept.add(key)
        self.bold.discard(key)

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

    def _dares(self, routine: Routine) -> bool:
        """Whether less depends on the way if no head of a FOR fails: then an error in one ends the program."""
        risky = any(
            node.point is not None and isinstance(node.point.statement, n.For) and (node.tried or node.guarded)
            for node in routine.nodes.values()
            if node.kind == "plain"
        )
        if not risky or routine.key in self.bold:
            return False
        self.bold.add(routine.key)
        self.blurred.discard(routine.key)
        return True

    def behind(self, places: set[Place]) -> Routine | None:
        """What is done from some places on where nobody knows of loops and callers; None if that hangs on these."""
        routine = Routine(ANYBODY, {}, min(places, default=(0, "", NO_TRAP)), [])
        known, self.homes = self.homes, set()
        entries = {key: [*places] for key, places in self.entries.items()}
        self._hangs_on, self._was_told = {}, {}
        try:
            self._split(routine, *self._explored(routine, places))
        except (TooMany, Refused):
            return None
        finally:
            self.homes, self.entries = known, entries
            self.stacks.pop(ANYBODY, None)
            self.apart.pop(ANYBODY, None)
        return routine

    def _explored(
        self, routine: Routine, places: Iterable[Place] = ()
    ) -> tuple[dict[State, list[State]], dict[State, object], dict[State, Node]]:
        """What follows each place with each stack, what makes a difference there, and what is done."""
        ways: dict[State, list[State]] = {}
        results: dict[State, object] = {}
        nodes: dict[State, Node] = {}
        made: dict[tuple[Place, bool], Node] = {}
        counts: dict[Place, int] = {}
        waiting: list[State] = [(place, ()) for place in places or [routine.entry]]
        while waiting:
            state = place, stack = waiting.pop()
            if state in ways:
                continue
            self._step()
            counts[place] = counts.get(place, 0) + 1
            if counts[place] > MOST_STACKS or len(stack) > MOST_LOOPS:
                raise TooMany(place)
            result = self._finds(place, stack) == {True}
            if (place, result) not in made:
                made[place, result] = self._node(place, routine, result)
            node = nodes[state] = made[place, result]
            results[state] = result
            if self.deep and (node.call is not None or node.kind == "room" or place in self.left):
                results[state] = self.active.size(stack, place[0])
            ways[state] = list(self.active.after(node, stack))
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
            index, part, trap = state[0]
            return index, part, (trap[0], trap[1], found[state])

        for state, node in nodes.items():
            place = named(state)
            stacks.setdefault(place, set()).add(state[1])
            if place not in routine.nodes:
                follows = [named(following) for following in ways[state]]
                if place != node.place or follows != node.follows:
                    node = replace(node, place=place, follows=follows)
                routine.nodes[place] = node
        self.apart[routine.key] = {state[0] for state, number in found.items() if number}

    def _blur(self, routine: Routine) -> None:
        """The places of a routine with one stack for many, if it does not depend on the way what a NEXT finds."""
        known: dict[Place, dict[tuple[int, ...], Stack]] = {routine.entry: {(): ()}}
        finds: dict[Place, bool] = {}
        waiting: list[tuple[Place, tuple[int, ...]]] = [(routine.entry, ())]  # a heap: ways meet before they go on
        held = set(waiting)
        while waiting:
            place, loops = state = heappop(waiting)
            held.discard(state)
            self._step()
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

    def _finds(self, place: Place, stack: Stack) -> set[bool]:
        return self.active.found(place[0], stack) if place[1] == "" else {True}

    def _node(self, place: Place, routine: Routine, found: bool) -> Node:
        """What is done at a place; `found`: whether a NEXT or WEND finds its beginning."""
        index, part, trap = place
        if index >= self.flow.end:
            if trap[1]:
                line = self.flow.points[-1].line if self.flow.points else 0
                return Node(place, "fail", None, [], error=19, error_line=line)
            return Node(place, "end", None, [])
        point = self.flow.points[index]
        if part == BEGINS:
            return Node(place, "switch", None, list(self.entries[routine.key]))
        if self._goes_on(place, routine):
            key, begins = self._subroutine(index, trap)
            outcomes = list(self._known(key))
            for outcome in outcomes:
                if outcome not in routine.outcomes:
                    routine.outcomes.append(outcome)
            if not outcomes or outcomes == [Outcome("return", -1, trap)]:
                return Node(place, "tail", point, [], key, outcomes, begins=begins)
            follows: list[Place] = [(index, f"ended {number}", trap) for number in range(len(outcomes))]
            return Node(place, "tail", point, follows, key, outcomes, begins=begins)
        if part.startswith("ended"):
            outcome = self._known(self._subroutine(index, trap)[0])[int(part.split()[1])]
            return Node(place, "return", point, [], outcomes=[outcome])
        if part.startswith("sort"):
            return self._sorted(place, point)
        if part == "main":
            return self._in_main(place, point, routine)
        if place in self.left and routine.key != self.main and not routine.handler:
            return self._in_main(place, point, routine)
        if place in self.homes and routine.key != self.main and not routine.handler:
            outcome = Outcome("return", index, trap)
            if outcome not in routine.outcomes:
                routine.outcomes.append(outcome)
            return Node(place, "return", point, [], outcomes=[outcome])
        if part in ("begin", "over"):
            test = self._plain((index, "test" * isinstance(point.statement, n.For), trap), point, routine, found)
            return Node(place, KEPT, point, [test.follows[part == "over"]])
        node = self._plain(place, point, routine, found)
        if routine.key in self.kept:
            node = with_account(node)
        if self.deep and self._takes_room(node) and not self._reply(node, point, FULL).idle:
            node = Node(place, "room", point, [(index, part.replace("call", "into") or "into", trap)])
        if part == "use":
            node.valued = True
        elif errors := self._trapped(node, point, routine.key in self.bold):
            answer = self._reply(node, point, errors)
            if not answer.idle:
                if node.kind in ("if", "switch"):  # the expression is worked out in a place of its own
                    node = Node(place, "plain", point, [(index, "use", trap)])
                self._guard(node, point, list(answer.outcomes))
        return node

    def _trapped(self, node: Node, point: Point, bold: bool) -> frozenset[int]:
        """The errors of a place that ON ERROR takes."""
        trap = node.place[2]
        if trap[0] < 0 or trap[1]:
            return frozenset()
        if bold and node.kind == "plain" and isinstance(point.statement, n.For):
            return frozenset()
        if node.kind == "room":
            return FULL
        if node.kind == KEPT:
            return errors_of(node)
        if node.kind == "fail":
            many = isinstance(point.statement, n.Broken | n.For) or gives_way(point.statement)
            return ANY_ERROR if many else frozenset({node.error})
        if isinstance(point.statement, n.Next) and node.kind == "plain":
            opening = core(self.flow.points[self.flow.ends[point.index]].statement)
            return OVERFLOW if isinstance(opening, n.For) and self.overflows(opening) else frozenset()
        return self.errors(point.statement) if node.kind in ("plain", "if", "switch") else frozenset()

    @property
    def fatal(self) -> set[int]:
        """The lines of FORs with errors in their heads that ON ERROR would take, and that end the program."""
        return {
            node.point.line
            for key in self.bold & self.routines.keys()
            for (_, _, trap), node in self.routines[key].nodes.items()
            if node.kind == "plain" and node.point is not None and isinstance(node.point.statement, n.For)
            and trap[0] >= 0 and not trap[1] and self.errors(node.point.statement)
        }  # fmt: skip

    def _reply(self, node: Node, point: Point, errors: frozenset[int]) -> Reply:
        """What the handler does about the errors of a place."""
        asked = handler_of(node.place[2]), errors, node.error_line if node.error_line >= 0 else point.line
        found = self._was_told[asked] = self._answer(asked)
        return found

    def _answer(self, asked: Asked) -> Reply:
        """The same, as the handlers were built before."""
        key, errors, line = asked
        routine = self._handlers.get(key)
        if routine is None:
            return Reply((), False)
        before = self._answers.get(asked)
        if before is not None and before[0] is routine:
            return before[1]
        found = reply(routine, errors, line, lambda statement: bool(self.errors(statement)))
        self._answers[asked] = routine, found
        return found

    def _guard(self, node: Node, point: Point, outcomes: list[Outcome]) -> None:
        """Lead errors of a statement to its handler. The program goes on behind the statement or tries it again, or
        goes where the outcome says."""
        key = handler_of(node.place[2])
        known = self._known(key)
        elsewhere: list[str] = []
        near = node.place, *node.follows
        full = node.kind == "room"
        at_hand = all(o.kind == "line" or self._resumed(o, point) in near for o in outcomes)
        plain = not full and (node.kind == "fail" or at_hand)
        for outcome in outcomes:
            target = self._resumed(outcome, point)
            named = outcome.kind == "line"  # the handler will say so
            if target == node.place and not named and plain:
                node.repeated = True
                continue
            if node.kind == "fail" and not node.follows:
                node.follows = [target]
            if target not in node.follows or not plain:
                elsewhere.append(str(known.index(outcome)))
            elif named:
                node.named = [*node.named, outcome.target]
            else:
                node.passed = True
        if elsewhere:
            node.tried = True
            if node.repeated or node.passed or node.named:
                node.call = key
            node.follows = [*node.follows, (node.index, f"sort{'full' * full} {' '.join(elsewhere)}", node.place[2])]
        else:
            node.guarded, node.final, node.call = True, not outcomes, key

    def _sorted(self, place: Place, point: Point) -> Node:
        """After an error: the handler is called, and its outcome says where to go on."""
        key = handler_of(place[2])
        outcomes = [self._known(key)[int(number)] for number in place[1].split()[1:]]
        follows = [self._resumed(outcome, point) for outcome in outcomes]
        if place[1].startswith("sortfull"):  # the stack is empty now
            follows = [(index, "main", trap) for index, _, trap in follows]
        return Node(place, "call", point, follows, key, outcomes)

    def _takes_room(self, node: Node) -> bool:
        """Whether a full stack is an error here that is taken, before anything is done."""
        statement = node.point.statement if node.point is not None else None
        if node.part.startswith(("into", "use", "test")) or node.place[2][0] < 0 or node.place[2][1]:
            return False
        loop = isinstance(statement, n.For) and node.kind == "plain"
        return node.kind == "call" or loop or (isinstance(statement, n.While) and node.kind == "if")

    def _in_main(self, place: Place, point: Point, routine: Routine) -> Node:
        """The program goes on in the main program: all calls are given up."""
        index, _, trap = place
        if routine.key == self.main:
            return Node(place, KEPT if routine.key in self.kept else "jump", point, [(index, "", trap)])
        outcome = Outcome("main", index, trap)
        if outcome not in routine.outcomes:
            routine.outcomes.append(outcome)
        return Node(place, "return", point, [], outcomes=[outcome])

    def _resumed(self, outcome: Outcome, point: Point) -> Place:
        if outcome.kind == "line":
            return outcome.target, "", outcome.trap
        target = point.resume if outcome.kind == "again" else self.flow.after_error(point)
        return self.flow.beside(target, self.flow.copy_of(outcome.trap[0])), "", outcome.trap

    def _moved(self, trap: Trap, index: int) -> Trap:
        """The trap where the program goes on in another copy."""
        if trap[0] < 0 or index >= self.flow.end:
            return trap
        return self.flow.beside(trap[0], self.flow.copy_of(index)), trap[1], trap[2]

    def _plain(self, place: Place, point: Point, routine: Routine, found: bool) -> Node:
        index, _, trap = place
        following: Place = (point.next, "", self._moved(trap, point.next))

        def jump(line: n.LineRef) -> Node:
            target = self.flow.target(line)
            return fail(8) if target is None else Node(place, "jump", point, [(target, "", trap)])

        def fail(error: int, line: int = -1) -> Node:
            return Node(place, "fail", point, [], error=error, error_line=line)

        match point.statement:
            case n.Goto(line=line):
                return jump(line)
            case n.If():
                return Node(place, "if", point, [following, (point.otherwise, "", trap)])
            case n.For():
                return self._for(place, point, point.statement)
            case n.Next():
                begin = self.flow.ends.get(index)
                if begin is None or not found:
                    return fail(1)
                return Node(place, "plain", point, [(begin, "test", trap)])
            case n.While():
                end = self.flow.whiles.get(index)
                if end is None:
                    return fail(29)
                if constant(point.statement.condition) and not self.deep:  # `WHILE 1`
                    return Node(place, "jump", point, [following])
                return Node(place, "if", point, [following, (self.flow.points[end].next, "", trap)])
            case n.Wend():
                begin = self.flow.wends.get(index)
                if begin is None or not found:
                    return fail(30)
                return Node(place, "jump", point, [(begin, "", trap)])
            case n.Gosub(line=line):
                target = self.flow.target(line)
                return fail(8) if target is None else self._call(place, point, target)
            case n.OnJump():
                return self._on(place, point, point.statement)
            case n.Return(line=line):
                target = -1 - self.flow.copy_of(index)
                if line is not None:
                    wanted = self.flow.target(line)
                    if wanted is None:
                        return fail(8)
                    target = wanted
                if routine.key == self.main or routine.handler:
                    if routine.handler:
                        raise Refused(point.line, "RETURN in an error handler")
                    return fail(3)
                outcome = Outcome("return", target, trap)
                if outcome not in routine.outcomes:
                    routine.outcomes.append(outcome)
                return Node(place, "return", point, [], outcomes=[outcome])
            case n.OnError(line=line):
                return self._on_error(place, point, line, fail)
            case n.Resume(line=line, next=following_next):
                return self._resume(place, point, routine, line, following_next, fail)
            case n.Command(word="CLEAR"):
                return Node(place, "plain", point, [self._anew(point.next, place, point, routine, "CLEAR")])
            case n.Run(line=n.LineRef() as line, file=None):
                target = self.flow.target(line)
                if target is None:
                    return fail(8)
                return Node(place, "plain", point, [self._anew(target, place, point, routine, "RUN of a line")])
            case n.Run(file=None):
                return Node(place, "end", point, [])
            case n.Command(word="END" | "STOP" | "SYSTEM" | "NEW"):
                return Node(place, "end", point, [])
            case n.Command(word="ERROR", arguments=(n.Number(value=value, kind="%"),)) if 1 <= value <= 255:
                return Node(place, "fail", point, [], error=int(value))
            case n.Broken():
                return Node(place, "fail", point, [])
            case statement if gives_way(statement):  # comes back only by an error
                return Node(place, "fail", point, [])
            case _:
                return Node(place, "plain", point, [following])

    def _anew(self, target: int, place: Place, point: Point, routine: Routine, what: str) -> Place:
        """Where the program goes on with an empty stack and without ON ERROR."""
        if place[2][1]:
            raise Refused(point.line, f"{what} in an error handler")
        return target, "" if routine.key == self.main and routine.key not in self.kept else "main", NO_TRAP

    def _call(self, place: Place, point: Point, begin: int) -> Node:
        key, begins = self._subroutine(begin, place[2])
        outcomes = self._known(key)
        follows: list[Place] = []
        for o in outcomes:
            target = self.flow.beside(point.next, -1 - o.target) if o.target < 0 else o.target
            follows.append((target, "main" if o.kind == "main" else "", o.trap))
        if any(outcome.kind not in ("return", "main") for outcome in outcomes):
            raise Refused(point.line, "RESUME in a subroutine of an error handler")
        return Node(place, "call", point, follows, key, list(outcomes), begins=begins)

    def _on(self, place: Place, point: Point, statement: n.OnJump) -> Node:
        index, part, trap = place
        targets = [self.flow.target(line) for line in statement.lines]
        if part == "nowhere":
            return Node(place, "fail", point, [], error=8)
        if part.startswith(("call", "into")):
            target = targets[int(part[4:])]
            assert target is not None
            return self._call(place, point, target)
        follows: list[Place]
        if statement.gosub:
            first: dict[int | None, int] = {}
            for position, target in enumerate(targets):
                first.setdefault(target, position)
            follows = [(index, "nowhere" if t is None else f"call{first[t]}", trap) for t in targets]
        else:
            follows = [(index, "nowhere", trap) if target is None else (target, "", trap) for target in targets]
        return Node(place, "switch", point, [*follows, (point.next, "", trap)])

    def _for(self, place: Place, point: Point, statement: n.For) -> Node:
        index, part, trap = place
        if self.kind(statement.variable) in "#$":
            return Node(place, "fail", point, [], error=13)
        end = self.flow.loops.get(index)
        if end is None:
            return Node(place, "fail", point, [], error=26)
        closing = core(self.flow.points[end].statement)
        assert isinstance(closing, n.Next)
        if closing.variables and self._named(closing.variables[0]) != self._named(statement.variable):
            return Node(place, "fail", point, [], error=1, error_line=self.flow.points[end].line)
        if part == "test":
            return Node(place, "test", point, [(point.next, "", trap), (self.flow.points[end].next, "", trap)])
        return Node(place, "plain", point, [(index, "test", trap)])

    def _named(self, variable: n.Variable) -> tuple[str, str]:
        return variable.name, self.kind(variable)

    def _on_error(self, place: Place, point: Point, line: n.LineRef, fail: Callable[[int], Node]) -> Node:
        trap = place[2]
        if not line.number:
            if trap[1]:
                return Node(place, "again", point, [])
            return Node(place, "plain", point, [(point.next, "", NO_TRAP)])
        target = self.flow.target(line)
        if target is None:
            return fail(8)
        return Node(place, "plain", point, [(point.next, "", (target, trap[1], 0))])

    def _resume(
        self, place: Place, point: Point, routine: Routine, line: n.LineRef | None, following: bool,
        fail: Callable[[int], Node],
    ) -> Node:  # fmt: skip
        trap = place[2]
        kind, target = "next" if following else "again", -1
        if line is not None and line.number:
            wanted = self.flow.target(line)
            if wanted is None:
                return fail(8)
            kind, target = "line", wanted
        if not trap[1]:
            return fail(20)
        if not routine.handler:
            raise Refused(point.line, "RESUME outside the handler itself")
        outcome = Outcome(kind, target, (trap[0], False, 0))
        if outcome not in routine.outcomes:
            routine.outcomes.append(outcome)
        return Node(place, "resume", point, [], outcomes=[outcome])


Given = TypeVar("Given", bound=n.Statement)
Found = TypeVar("Found")


def _once(ask: Callable[[Given], Found]) -> Callable[[Given], Found]:
    """The same, worked out once for each statement of the program, which is at many places."""
    known: dict[int, Found] = {}

    def asked(statement: Given) -> Found:
        if id(statement) not in known:
            known[id(statement)] = ask(statement)
        return known[id(statement)]

    return asked
