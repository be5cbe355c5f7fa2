"""A program as routines: the main program, each subroutine and each error handler, as graphs of their own.

    10 GOSUB 100: END          main:     10 -> call 100 -> end
    100 PRINT "X": RETURN      100:      print -> return

A place in a routine is a point of the program together with the ON ERROR trap that holds there: which trap that is, is
known at each place because places with different traps are different places. Code that several routines run through is
in each of them; calls keep GW-BASIC's stack, so this is what the machine does, too. Where it depends on the way taken
whether a NEXT finds its FOR, the places between are there more than once, or the routine keeps an account of its loops
(`stacked.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import TypeVar

from ...errors import SYNTAX
from ...syntax import nodes as n
from ..flow import Flow, Point, calls, core
from ..telling import Steps, Tell, nobody
from . import homes, rests
from .active import Active, Errors, Refused, Stack, TooLarge, TooMany, TooManyTraps, classes
from .circles import Circles
from .doings import BEGINS
from .escapes import escapable
from .outcomes import unite
from .replies import Replies, Reply
from .routines import ANYBODY, NO_TRAP, Asked, Key, Node, Outcome, Place, Routine, Trap, handler_of
from .sharing import sharers
from .stacked import Stacked
from .tails import Tails
from .versions import Built, Numbers, Question, Versions

MOST_TAILS = 40
MUCH, MOST_PLACES = 3000, 4  # places of all routines, and so many more for each point, that are too many
LIKELY = 2  # so many times that, roughly counted, that nothing needs to be built to know it
MOST_TRAPS = 1.5  # times that places may be there under different ON ERRORs, where they are many

AT_ONCE = 1000  # points of a program in which what is called is built before those that call it, again and again

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
        self.blurred: set[Key] = set()  # routines with too many stacks
        self.kept: set[Key] = set()  # those that keep an account of their loops while they run
        self.sharers: set[Key] = set()  # handlers, and routines with errors for them, that keep one together
        self.tails: set[Place] = set()  # code that several subroutines end with: a routine of its own
        self.homes: set[Place] = set()  # places of the main program to which errors in subroutines lead
        self.bare: set[Key] = set()  # subroutines with errors that only their callers take
        self.left: set[Place] = set()  # places of the main program to which subroutines go for good, by GOTO
        self.asked: list[int] = []  # handlers of which it is asked while the program runs which is active
        self.start = NO_TRAP  # what is active where nothing has been said yet
        self.alone = len(homes.handlers(flow)) == 1  # a handler: it is only asked whether it is active
        self.large = False  # what subroutines run through would be in too many of them
        self.circles: Circles | None = None  # where subroutines go on by calling others
        self.entries: dict[Key, list[Place]] = {}  # of subroutines that are told then where to begin
        self.replies: dict[Asked, Reply] = {}
        self._before = Versions()
        self._met: dict[Key, int] = {}  # in which order they were come to
        self._current: dict[Key, Built] = {}  # those that hold with what is known now
        self._hanging: dict[Key, set[Key]] = {}  # who was ever told something of a routine
        self._handlers: dict[Key, Routine] = {}  # as they were built before
        self._answers: dict[Asked, tuple[Routine, Reply, int]] = {}  # of these, with its number
        self._told: dict[Key, Replies] = {}  # what they do about which error
        self._numbers = Numbers()  # of outcomes and replies
        self._nothing = self._numbers.of(())
        self._positions: dict[Key, dict[Outcome, int]] = {}  # which of a routine's outcomes each is
        self._ends: dict[Key, int] = {}  # the number of the outcomes that are known of a routine
        self._questions: dict[Question, int] = {}  # of the routine in hand, and what it has been told
        self._replies: dict[Asked, Reply] = {}  # those of handlers
        self.homes = homes.expected(flow)
        self.rests = rests.Rests(flow, {index for index, _, _ in self.homes})
        self._build()
        self._send_home()
        if more := homes.found(self):
            self.homes |= more
            self._build()
        if left := homes.left(self):
            self.left = left
            self._build()
        tails = Tails(self)
        while not self.large and len(self.tails) < MOST_TAILS and (tail := tails.longest()) is not None:
            self._end_with(tail)
        self._lead_straight()
        unite(self, escapable(self))
        if self.large:  # what ends the one in many ways ends the other in the same: with the same numbers
            for routine in self.routines.values():
                routine.outcomes.sort(key=lambda outcome: (outcome.kind, outcome.target, outcome.trap))
        self._before = Versions()

    def _lead_straight(self) -> None:
        """What the main program goes on with when its stack is empty is what it does anyway."""
        main = self.routines[self.main]
        straight = {p: node.follows[0] for p, node in main.nodes.items() if p[1] == "main" and node.kind == "jump"}
        for node in main.nodes.values():
            if not straight.keys().isdisjoint(node.follows):
                node.follows = [straight.get(place, place) for place in node.follows]
        main.nodes = {place: node for place, node in main.nodes.items() if place not in straight}

    def _send_home(self) -> None:
        """Let errors in subroutines lead to the main program, or into others, but not where that was mistaken."""
        while (wrong := homes.mistaken(self)) | (mixed := rests.mistaken(self)):
            self.homes -= wrong
            self.left -= wrong
            self.rests.points -= mixed
            self._build()

    def tells(self, key: Key) -> bool:
        """Whether a routine says how it has ended: of several ways which, and a handler the line of its RESUME."""
        outcomes = self.routines[key].outcomes
        handler = self.routines[key].handler
        return len(outcomes) > 1 or (handler and any(o.kind == "line" or o.trap[0] != key[0] for o in outcomes))

    # -- building -------------------------------------------------------------------------------------------------

    def _end_with(self, tail: Place) -> None:
        """Build the routines anew that come to what is one of its own now. All end as they did before, so that nothing
        of what is known of the others has to be found out again."""
        self.tails.add(tail)
        self._before.forget(tail)
        self._current = {key: built for key, built in self._current.items() if not built.has(tail)}
        self._build_on()

    def _build(self) -> None:
        """Build all routines; once they are too large, with less in each."""
        while True:
            self._before = Versions()
            if self.large or not self.flow.size:
                circles = Circles(self.flow, self.errors, {place[0] for place in self.homes})
                self.large = self.large or circles.larger_than(LIKELY * (MUCH + self.flow.end * MOST_PLACES))
                self.circles = circles if self.large else None
            self.kept |= self.sharers
            try:
                self._build_all()
            except TooManyTraps:
                self._ask()
            except TooLarge:
                self.large = True
            else:
                if (found := sharers(self)) <= self.sharers:
                    return
                self.sharers |= found

    def _may_ask(self) -> bool:
        return not (self.asked or self.flow.size or self.left or self.tails)

    def _ask(self) -> None:
        """From now on there is one trap for all: the first of the handlers stands for whichever is active."""
        statements = [core(point.statement) for point in self.flow.points]
        lines = [s.line for s in statements if isinstance(s, n.OnError) and s.line.number]
        self.asked = sorted({target for line in lines if (target := self.flow.target(line)) is not None})
        self.start = (self.asked[0], False, 0)
        self.main = (-1, self.start)
        self.homes = {(index, part, self.start) for index, part, _ in self.homes}

    def _build_all(self) -> None:
        """Build all routines; again those that hang on what has been found out of others, until nothing is."""
        self.outcomes, self.routines, self.entries, self._handlers = {}, {}, {}, {}
        self.replies, self._current, self._ends, self._positions = {}, {}, {}, {}
        self._met.clear()
        if self.asked:
            key = handler_of(self.start)
            self.entries[key] = [(index, "", key[1]) for index in self.asked]
        self._build_on()

    def _build_on(self) -> None:
        """The same from what is known already."""
        different: set[tuple[int, int, str]] = set()  # places that differ in more than their traps
        while self._build_round(different) and len(self.routines) > 1:  # without any call nobody asks
            pass

    def _build_round(self, different: set[tuple[int, int, str]]) -> bool:
        """Build all routines with what was known of others before; whether more is known now."""
        before, replies = self.routines, self.replies
        entries = {key: len(places) for key, places in self.entries.items()}
        # One that does nothing, and so is called no more, is still known for that.
        for key, routine in before.items():
            if routine.handler and self._handlers.get(key) is not routine:
                self._handlers[key] = routine
                self._is_told_anew(key)
        self.routines, self.replies = {}, {}
        most = MUCH + self.flow.end * MOST_PLACES
        may_ask = self._may_ask()
        size = 0
        agenda = Agenda(self._met) if self.flow.end > AT_ONCE else Agenda()
        agenda.add([self.main, *(self._expected() if agenda.deepest and not before else [])])
        learnt = False
        while agenda:
            key = agenda.next()
            if key in self.routines and not (agenda.deepest and key not in self._current):
                continue
            size -= len(self.routines[key].nodes) if key in self.routines else 0
            built = self._again(key)
            routine = self.routines[key] = built.routine
            size += len(routine.nodes)
            if agenda.deepest and before.get(key) is not routine and self._learns_at_once(routine):
                learnt = True
                agenda.add(other for other in self._hanging.get(key, ()) if other in self.routines)
            if may_ask:
                if before.get(key) is not routine:
                    different.update((key[0], index, part) for index, part, _ in routine.nodes)
                if size > MUCH + self.flow.end and size > MOST_TRAPS * len(different):
                    raise TooManyTraps
            if size > most and not self.large and not self.flow.size:
                raise TooLarge
            self.replies |= built.replies
            agenda.add(built.calls)
        if may_ask and self.alone and size > MOST_TRAPS * len(different):
            raise TooManyTraps
        more = [self._learns(routine) for key, routine in self.routines.items() if before.get(key) is not routine]
        return learnt or any(more) or replies != self.replies or entries != {k: len(e) for k, e in self.entries.items()}

    def _expected(self) -> list[Key]:
        """What the program calls from the beginning on, where there is one trap for all: if that is built first, no
        routine is built once more for each of its calls."""
        if homes.handlers(self.flow) and not self.asked:
            return []
        found: set[int] = set()
        called: set[int] = {0}
        while more := homes.reached(self.flow, called) - found:
            found |= more
            called = {target for index in more for target in calls(self.flow, self.flow.points[index])}
        begins = {target for index in found for target in calls(self.flow, self.flow.points[index])}
        home = {index for index, _, _ in self.homes}
        return [self._subroutine(index, self.start)[0] for index in sorted(begins - home)]

    def _learns(self, routine: Routine) -> bool:
        """Whether a routine has outcomes that were not known of it."""
        known = self.outcomes.get(routine.key)
        told = self._positions.setdefault(routine.key, {})
        more = [outcome for outcome in routine.outcomes if outcome not in told]
        self.outcomes[routine.key] = [*(known or ()), *more]
        told.update({outcome: len(told) + number for number, outcome in enumerate(more)})
        if more:
            self._ends[routine.key] = self._numbers.of(tuple(self.outcomes[routine.key]))
            self._is_told_anew(routine.key)
        return bool(more) or known is None

    def _learns_at_once(self, routine: Routine) -> bool:
        """The same for a routine that others are told of before they are built; what handlers do, too."""
        key = routine.key
        handling = routine.handler and self._handlers.get(key) is not routine
        if handling:
            self._handlers[key] = routine
            self._is_told_anew(key)
        return self._learns(routine) or handling

    def _is_told_anew(self, key: Key) -> None:
        """Those that were told something of a routine are to be looked at again."""
        for other in self._hanging.get(key, ()):
            self._current.pop(other, None)

    def _again(self, key: Key) -> Built:
        """A routine as it was built before, if it would be built in the same way; else built anew."""
        if key in self._current:
            return self._current[key]
        entries = len(self.entries.get(key, ()))
        built = self._before.find(key, entries, self._answer)
        if built is None:
            self._questions, self._replies = {}, {}
            routine = self._built(key)
            calls = [node.call for node in routine.nodes.values() if node.call is not None]
            built = Built(routine, self.stacks[key], self.apart[key], calls, self._replies)
            self._before.add(built, entries, self._questions, last=self.large or self.flow.end > AT_ONCE)
            for other, _ in self._questions:
                self._hanging.setdefault(other, set()).add(key)
        self.stacks[key], self.apart[key] = built.stacks, built.apart
        if entries == len(self.entries.get(key, ())):
            self._current[key] = built
        return built

    def _answer(self, question: Question) -> int:
        """The number of what is known now of a routine."""
        key, asked = question
        return self._ends.get(key, self._nothing) if asked is None else self._replied(asked)[1]

    def _known(self, key: Key) -> list[Outcome]:
        """The outcomes of a routine, as far as they are known."""
        self._questions[key, None] = self._ends.get(key, self._nothing)
        return self.outcomes.get(key, [])

    def _number(self, key: Key, outcome: Outcome) -> int:
        """Which of the outcomes of a routine one is."""
        self._questions[key, None] = self._ends.get(key, self._nothing)
        return self._positions[key][outcome]

    def entry(self, key: Key) -> Place:
        """Where a routine begins: with the choice of where to, if it is told that."""
        entries = self.entries.get(key, ())
        if len(entries) == 1:
            return entries[0]
        return max(key[0], 0), BEGINS if entries else "", key[1]

    def _subroutine(self, index: int, trap: Trap) -> tuple[Key, int]:
        """What is called at a point, and at which of its beginnings."""
        if self.circles is None:
            return (self.rests.begins(index), trap), 0
        key = self.circles.first[index], trap if trap[1] else self.start
        entries = self.entries.setdefault(key, [])
        place: Place = (index, "", trap)
        if place not in entries:
            entries.append(place)
            self._current.pop(key, None)
        return key, entries.index(place)

    def _goes_on(self, place: Place, routine: Routine) -> bool:
        """Whether a subroutine ends at a place, and what is there is another."""
        if routine.key == self.main or routine.key == ANYBODY or routine.handler or place == routine.entry:
            return False
        if place in self.tails:
            return self.rests.begins(place[0]) != routine.key[0]
        if place[1]:
            return False
        parts = self.rests.parts if self.circles is None else self.circles.parts
        return parts(routine.key[0], place[0])

    def behind(self, places: set[Place]) -> Routine | None:
        """What is done from some places on where nobody knows of loops and callers; None if that hangs on these."""
        routine = Routine(ANYBODY, {}, min(places, default=(0, "", NO_TRAP)), [])
        known, self.homes = self.homes, set()
        entries = {key: [*places] for key, places in self.entries.items()}
        self._questions, self._replies = {}, {}
        try:
            self._split(routine, *self._explored(routine, places))
        except (TooMany, Refused):
            return None
        finally:
            self.homes, self.entries = known, entries
            self.stacks.pop(ANYBODY, None)
            self.apart.pop(ANYBODY, None)
        return routine

    def led_on(self, key: Key, stacks: Iterable[Stack]) -> set[tuple[Key, Stack]] | None:
        """What a routine goes on with, and which loops are active there, when it is called with some; None where it
        makes a difference for it which these are."""
        routine = Routine(key, {}, self.entry(key), [])
        self._questions, self._replies = {}, {}
        begun = [(routine.entry, stack) for stack in {(), *stacks}]
        try:
            ways, _, nodes = self._followed(routine, begun)
        except (TooMany, Refused):
            return None
        found = classes(ways, {state: frozenset(self._finds(*state)) for state in ways})
        if len({found[state] for state in begun}) > 1:
            return None
        return {(node.call, state[1]) for state, node in nodes.items() if node.kind == "tail" and node.call is not None}

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
        """The same, and it is noted that the routine in hand has asked this."""
        found, number = self._replied(asked)
        self._questions[asked[0], asked] = number
        self._replies[asked] = found
        return found

    def _replied(self, asked: Asked) -> tuple[Reply, int]:
        """The same, as the handlers were built before, and its number."""
        key, errors, line = asked
        routine = self._handlers.get(key)
        if routine is None:
            return NOTHING, self._numbers.of(NOTHING)
        told = self._told.get(key)
        if told is None or told.handler is not routine:
            told = self._told[key] = Replies(routine, lambda statement: bool(self.errors(statement)))
        if not told.asks_line:
            line, asked = None, (key, errors, None)
        before = self._answers.get(asked)
        if before is not None and before[0] is routine:
            return before[1:]
        found = told.reply(errors, line)
        number = self._numbers.of(found)
        self._answers[asked] = routine, found, number
        return found, number


class Agenda:
    """Routines that are to be built, the last first. With the numbers of those that were `found`: first the ones that
    were come to last, which as a rule are called by the others, and these once they know all of them. What is called
    in a circle has its turn again when all others have had theirs."""

    def __init__(self, found: dict[Key, int] | None = None) -> None:
        self.found = found
        self._waiting: list[Key] = []
        self._numbered: list[tuple[int, Key]] = []  # a heap
        self._later: set[tuple[int, Key]] = set()
        self._last = -math.inf  # the number of the one that was the next

    @property
    def deepest(self) -> bool:
        return self.found is not None

    def add(self, keys: Iterable[Key]) -> None:
        if self.found is None:
            self._waiting += keys
            return
        for key in keys:
            new = key not in self.found
            number = -self.found.setdefault(key, len(self.found))
            if new or number > self._last:
                heappush(self._numbered, (number, key))
            else:
                self._later.add((number, key))

    def __bool__(self) -> bool:
        return bool(self._waiting or self._numbered or self._later)

    def next(self) -> Key:
        if self.found is None:
            return self._waiting.pop()
        if not self._numbered:
            self._numbered, self._later = sorted(self._later), set()
        self._last, key = heappop(self._numbered)
        return key


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
