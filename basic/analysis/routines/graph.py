"""A program as routines: the main program, each subroutine and each error handler, as graphs of their own.

    10 GOSUB 100: END          main:     10 -> call 100 -> end
    100 PRINT "X": RETURN      100:      print -> return

A place in a routine is a point of the program together with the ON ERROR trap that holds there: which trap that is, is
known at each place because places with different traps are different places. Code that several routines run through is
in each of them; calls keep GW-BASIC's stack, so this is what the machine does, too. Where it depends on the way taken
whether a NEXT finds its FOR, the places between are there more than once, or the routine keeps an account of its loops
(`stacked.py`). Where all that is not enough, the program is one routine (`dispatch.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ...errors import SYNTAX
from ...syntax import nodes as n
from ..flow import Flow, Point
from ..telling import Steps, Tell, nobody
from . import homes
from .active import Active, Errors, Refused, Stack, TooMany
from .dispatch import Dispatcher
from .doings import Tangled
from .kept import all_loops
from .replies import Replies, Reply
from .routines import ANYBODY, NO_TRAP, Asked, Key, Node, Outcome, Place, Routine, handler_of
from .sharing import share_loops
from .stacked import Stacked
from .tails import Tails

MOST_TAILS = 40
MUCH, MOST_PLACES = 3000, 4  # places of all routines, and so many more for each point, that are too many
MOST_BUILT = 40  # so many for each point, built again and again
DEEPEST = 30  # routines that wait until what they call is built
MOST_TRAPS = 1.5  # times that places may be there under different ON ERRORs, where they are many

IN_DATA = frozenset({SYNTAX})  # what READ cannot make a number of: an error in the line of its DATA
NOTHING = Reply((), False)  # what handlers do of which nothing is known yet


class Graph(Stacked):
    """All routines of a program; `errors`: how a statement can fail; `overflows`: whether the step of a loop can."""

    def __init__(
        self,
        flow: Flow,
        kind: Callable[[n.Variable], str],
        errors: Errors,
        overflows: Callable[[n.For], bool],
        tell: Tell = nobody,
    ) -> None:
        self.flow = flow
        self.kind = kind
        self.errors = _once(errors)
        self.overflows = _once(overflows)
        self._step = Steps(tell, "reading, place")
        self.routines: dict[Key, Routine] = {}
        self.outcomes: dict[Key, list[Outcome]] = {}
        self.active = Active(flow, kind, errors)
        self.main: Key = (-1, NO_TRAP)  # not the subroutine that begins with the first line, if there is one
        self.stacks: dict[Key, dict[Place, set[Stack]]] = {}
        self.apart: dict[Key, set[Place]] = {}  # what is there more than once
        self.kept: set[Key] = set()  # those that keep an account of their loops while they run
        self.tails: set[Place] = set()  # code that several subroutines end with: a routine of its own
        self.homes: set[Place] = set()  # places of the main program to which errors in subroutines lead
        self.bare: set[Key] = set()  # subroutines with errors that only their callers take
        self.left: set[Place] = set()  # places of the main program to which subroutines go for good, by GOTO
        self.asked = False  # it is asked while the program runs whether the only handler is active
        self.start = NO_TRAP  # what is active where nothing has been said yet
        self.dispatcher: Place | None = None  # in a program that is one routine: what chooses where it goes on
        self.behind_error: dict[int, int] = {}  # the states that RESUME NEXT leads to, from those of errors
        self._askers: dict[Key, set[Key]] = {}  # who was ever told something of a routine
        self._told: dict[Key, Replies] = {}  # what handlers do about which error
        self._waiting: set[Key] = set()  # those to be built again, as more is known of what they call
        self._current = ANYBODY  # the routine in hand
        self._deep = self._size = 0  # how many that ask wait for others; places that have been built, again and again
        try:
            self._find()
        except (Tangled, Refused):
            self._dispatch()

    def _find(self) -> None:
        """Find the routines."""
        self.homes = homes.expected(self.flow)
        self._build()
        while wrong := homes.mistaken(self):
            self.homes -= wrong
            self._build()
        if more := homes.found(self):
            self.homes |= more
            self._build()
        if left := homes.left(self):
            self.left = left
            self._build()
        tails = Tails(self)
        while len(self.tails) < MOST_TAILS and (tail := tails.longest()) is not None:
            self.tails.add(tail)
            self._work_off(key for key, routine in self.routines.items() if tail in routine.nodes)
        if share_loops(self) or homes.spread(self):
            raise Tangled
        self._lead_straight()

    def _dispatch(self) -> None:
        """Make one routine of the program, on a stack at run time."""
        builder = Dispatcher(self)
        self.start, self.main = builder.trap, builder.routine.key
        self.kept = {self.main}
        routine = builder.build()
        self.routines, self.outcomes, self.apart = {self.main: routine}, {self.main: []}, {self.main: set()}
        loops = all_loops(self.flow, routine)
        self.stacks = {self.main: {place: {loops} for place in routine.nodes}}

    def _lead_straight(self) -> None:
        """What the main program goes on with when its stack is empty is what it does anyway."""
        main = self.routines[self.main]
        straight = {p: node.follows[0] for p, node in main.nodes.items() if p[1] == "main" and node.kind == "jump"}
        for node in main.nodes.values():
            if not straight.keys().isdisjoint(node.follows):
                node.follows = [straight.get(place, place) for place in node.follows]
        main.nodes = {place: node for place, node in main.nodes.items() if place not in straight}

    def tells(self, key: Key) -> bool:
        """Whether a routine says how it has ended: of several ways which, and a handler the line of its RESUME."""
        outcomes = self.routines[key].outcomes
        handler = self.routines[key].handler
        return len(outcomes) > 1 or (handler and any(o.kind == "line" or o.trap[0] != key[0] for o in outcomes))

    # -- building -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Build all routines; where most of them would be there once for each ON ERROR, with one trap for all."""
        while True:
            self.outcomes, self.routines, self._size = {}, {}, 0
            self._work_off([self.main])
            size = sum(len(routine.nodes) for routine in self.routines.values())
            different = {(key[0], p[0], p[1]) for key, routine in self.routines.items() for p in routine.nodes}
            if size <= MOST_TRAPS * len(different) or self.asked:
                return
            handlers = sorted(homes.handlers(self.flow))
            if len(handlers) > 1 or self.left or self.tails:
                if size > MUCH + self.flow.end:
                    raise Tangled
                return
            self.asked = True
            self.start = (handlers[0], False, 0)
            self.main = (-1, self.start)
            self.homes = {(index, part, self.start) for index, part, _ in self.homes}

    def _work_off(self, keys: Iterable[Key]) -> None:
        """Build some routines, and what they call; again those that were told of others of which more is known now."""
        self._waiting = set(keys)
        while self._waiting:
            self._take(self._waiting.pop())
        self.routines = {key: self.routines[key] for key in self._called()}
        if sum(map(len, (routine.nodes for routine in self.routines.values()))) > MUCH + self.flow.end * MOST_PLACES:
            raise Tangled

    def _take(self, key: Key) -> None:
        """Build one routine; what it calls first, when it asks how that ends."""
        self._waiting.discard(key)
        self.outcomes.setdefault(key, [])
        before, asking = self.routines.get(key), self._current
        self._current = key
        routine = self.routines[key] = self._built(key)
        self._current = asking
        self._size += len(routine.nodes)
        if self._size > MUCH + self.flow.end * MOST_BUILT:
            raise Tangled
        if self._learns(routine) or (routine.handler and routine != before):
            self._told.pop(key, None)
            self._waiting |= self._askers.get(key, set()) & self.routines.keys()
        self._waiting |= {node.call for node in routine.nodes.values() if node.call} - self.routines.keys()

    def _called(self) -> list[Key]:
        """The routines that are called, each behind the first that calls it."""
        found = {self.main: None}
        waiting = [self.main]
        while waiting:
            calls = dict.fromkeys(node.call for node in self.routines[waiting.pop()].nodes.values() if node.call)
            waiting += (new := [key for key in calls if key is not None and key not in found])
            found |= dict.fromkeys(new)
        return list(found)

    def _learns(self, routine: Routine) -> bool:
        """Whether a routine has outcomes that were not known of it."""
        known = self.outcomes.setdefault(routine.key, [])
        more = [outcome for outcome in routine.outcomes if outcome not in known]
        known += more
        return bool(more)

    def _known(self, key: Key) -> list[Outcome]:
        """The outcomes of a routine, as far as they are known."""
        if key not in self.outcomes and self._deep < DEEPEST:
            self._deep += 1
            self._take(key)
            self._deep -= 1
        self._askers.setdefault(key, set()).add(self._current)
        return self.outcomes.get(key, [])

    def entry(self, key: Key) -> Place:
        """Where a routine begins."""
        return max(key[0], 0), "", key[1]

    def _goes_on(self, place: Place, routine: Routine) -> bool:
        """Whether a subroutine ends at a place, and what is there is another."""
        if routine.key == self.main or routine.key == ANYBODY or routine.handler or place == routine.entry:
            return False
        return place in self.tails

    def behind(self, places: set[Place]) -> Routine | None:
        """What is done from some places on where nobody knows of loops and callers; None if that hangs on these."""
        routine = Routine(ANYBODY, {}, min(places, default=(0, "", NO_TRAP)), [])
        known, self.homes = self.homes, set()
        try:
            self._split(routine, *self._explored(routine, places))
        except (TooMany, Refused):
            return None
        finally:
            self.homes = known
            self.stacks.pop(ANYBODY, None)
            self.apart.pop(ANYBODY, None)
        return routine

    def _reply(self, node: Node, point: Point, errors: frozenset[int]) -> Reply:
        """What the handler does about the errors of a place."""
        line = node.error_line if node.error_line >= 0 else point.line
        key = handler_of(node.place[2])
        of_data = errors & IN_DATA if isinstance(point.statement, n.Read) else frozenset()
        if not of_data:
            return self._answered((key, errors, line))
        both = self._answered((key, errors - of_data, line)), self._answered((key, of_data, None))
        answered = {*both[0].outcomes, *both[1].outcomes}
        outcomes = tuple(o for o in self._known(key) if o in answered)
        return Reply(outcomes, all(each.idle for each in both))

    def _answered(self, asked: Asked) -> Reply:
        """The same of some errors, as the handler is known now."""
        key, errors, line = asked
        self._known(key)
        handler = self.routines.get(key)
        if handler is None:
            return NOTHING
        if key not in self._told:
            self._told[key] = Replies(handler, lambda statement: bool(self.errors(statement)))
        return self._told[key].reply(errors, line)


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
