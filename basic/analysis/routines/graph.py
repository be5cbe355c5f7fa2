"""A program as routines: the main program, each subroutine and each error handler, as graphs of their own.

    10 GOSUB 100: END          main:     10 -> call 100 -> end
    100 PRINT "X": RETURN      100:      print -> return

A place in a routine is a point of the program together with the ON ERROR trap that holds there: which trap that is, is
known at each place because places with different traps are different places. Code that several routines run through is
in each of them; calls keep GW-BASIC's stack, so this is what the machine does, too. Where all that is not enough, or it
depends on the way taken whether a NEXT finds its FOR (`active.py`), the program is one routine (`dispatch.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain

from ...syntax import nodes as n
from ..flow import Flow
from ..solver import solve
from ..telling import Steps, Tell, nobody
from . import leaving
from .active import Active, Errors, Refused, Stack, forgettable
from .dispatch import Dispatcher
from .lowering import Lowering
from .routines import NO_TRAP, Key, Outcome, Place, Routine
from .tails import Tails
from .trapping import Trapping

MUCH, MOST_BUILT = 3000, 40  # places that are built, again and again, and so many more for each point
MOST_TRAPS = 1.5  # times that places may be there under different ON ERRORs, where they are many
MOST_COPIES = 8  # statements that may stand in more than two routines
MOST_STACKS = 100  # at one place
MOST_LOOPS = 13  # as many FORs fit on GW-BASIC's stack for certain


class Tangled(Exception):
    """What subroutines and handlers do cannot be told apart."""


class Graph:
    """All routines of a program; `errors`: with which errors a statement can end."""

    def __init__(
        self,
        flow: Flow,
        kind: Callable[[n.Variable], str],
        errors: Errors,
        tell: Tell = nobody,
    ) -> None:
        self.flow = flow
        self.kind = kind
        self.errors = errors
        self._step = Steps(tell, "reading, place")
        self.routines: dict[Key, Routine] = {}
        self.outcomes: dict[Key, list[Outcome]] = {}
        self.active = Active(flow, kind)
        self.main: Key = (-1, NO_TRAP)  # not the subroutine that begins with the first line, if there is one
        self.loops: dict[Key, dict[Place, set[int]]] = {}  # that may be active at each place
        self.tails: set[Place] = set()  # code that several subroutines end with: a routine of its own
        self.left = leaving.left_for(flow)
        self.dispatcher: Place | None = None  # in a program that is one routine: what chooses where it goes on
        self.behind_error: dict[int, int] = {}  # the states that RESUME NEXT leads to, from those of errors
        self._askers: dict[Key, set[Key]] = {}  # who was ever told something of a routine
        self.trapping = Trapping(self)
        self._current = self.main  # the routine in hand
        self._size = 0  # places that have been built, again and again
        try:
            self._find()
        except (Tangled, Refused):
            self._dispatch()

    def _find(self) -> None:
        """Find the routines."""
        self._build([self.main])
        places = [place for routine in self.routines.values() for place in routine.nodes]
        different = {(key[0], p[0], p[1]) for key, routine in self.routines.items() for p in routine.nodes}
        if len(places) > max(MUCH, MOST_TRAPS * len(different)):
            raise Tangled
        tails = Tails(self)
        while (tail := tails.longest()) is not None:
            self.tails.add(tail)
            self._build(key for key, routine in self.routines.items() if tail in routine.nodes)
        if self._copies() > MOST_COPIES or leaving.finds_stack(self) or leaving.finds_loops_of_errors(self):
            raise Tangled

    def _copies(self) -> int:
        """How many statements stand in more than two routines."""
        routines = Counter(chain(*({index for index, _, _ in routine.nodes} for routine in self.routines.values())))
        points = (self.flow.points[index] for index, count in routines.items() if count > 2 and index < self.flow.end)
        return sum(not isinstance(point.statement, n.Remark | n.Goto | n.Return) for point in points)

    def _dispatch(self) -> None:
        """Make one routine of the program, on a stack at run time."""
        routine = Dispatcher(self).build()
        self.routines, self.outcomes = {self.main: routine}, {self.main: []}

    def tells(self, key: Key) -> bool:
        """Whether a routine says how it has ended: of several ways which, and a handler the line of its RESUME."""
        outcomes = self.routines[key].outcomes
        handler = self.routines[key].handler
        return len(outcomes) > 1 or (handler and any(o.kind == "line" or o.trap[0] != key[0] for o in outcomes))

    # -- building -------------------------------------------------------------------------------------------------

    def _build(self, keys: Iterable[Key]) -> None:
        """Build some routines, and what they call; again those that were told of others of which more is known now."""
        solve(map(_latest, keys), self._visit)
        taken = [key for key, routine in self.routines.items() if not routine.handler]
        if any({*self.routines[key].outcomes} != {*self.outcomes[key]} for key in taken):
            self.outcomes |= {key: [] for key in taken}  # what was taken to return does not
            solve(map(_latest, self.routines), self._visit)
        self.routines = {key: self.routines[key] for key in self._called()}

    def _visit(self, item: tuple[int, Key]) -> Iterable[tuple[int, Key]]:
        """Build one routine; gives those that it calls, where they are not there, and who must know more of it."""
        _, key = item
        self._current = key
        known, before = self.outcomes.get(key, []), self.routines.get(key)
        routine = self.routines[key] = self._built(key)
        self._size += len(routine.nodes)
        if self._size > MUCH + self.flow.end * MOST_BUILT:
            raise Tangled
        self.outcomes[key] = [*dict.fromkeys([*(known if before else ()), *routine.outcomes])]
        called = {node.call for node in routine.nodes.values() if node.call is not None} - self.routines.keys()
        if self.outcomes[key] == known and not (routine.handler and routine != before):
            return map(_latest, called)
        self.trapping.handling.pop(key, None)
        return map(_latest, called | (self._askers.get(key, set()) & self.routines.keys()))

    def _built(self, key: Key) -> Routine:
        """The places of a routine. Loops that have been left for good are forgotten if there is no room for all."""
        for forgetting in (False, True):
            routine = Routine(key, {}, self.entry(key), [])
            if self._follow_stacks(routine, forgetting):
                return routine
        raise Tangled

    def _follow_stacks(self, routine: Routine, forgetting: bool) -> bool:
        """Find the places with every stack of loops that control comes to them with; False if it hangs on the stack
        whether a NEXT or WEND finds its beginning, or they are too many.
        """
        stacks: dict[Place, set[Stack]] = {}
        found: dict[Place, bool] = {}
        lowering = Lowering(self, routine)
        waiting: list[tuple[Place, Stack]] = [(routine.entry, ())]
        while waiting:
            place, stack = waiting.pop()
            stack = self.active.at(place, stack)
            known = stacks.setdefault(place, set())
            if stack in known:
                continue
            known.add(stack)
            self._step()
            finds = place[1] != "" or self.active.found(place[0], stack)
            if len(known) > MOST_STACKS or len(stack) > MOST_LOOPS or found.setdefault(place, finds) != finds:
                return False
            if place not in routine.nodes:
                routine.nodes[place] = lowering.node(place, finds)
            for following, left in self.active.after(routine.nodes[place], stack):
                waiting.append((following, self.active.within(following, left) if forgetting else left))
        self.loops[routine.key] = {place: {*chain(*known)} for place, known in stacks.items()}
        return not forgetting or forgettable(chain(*stacks.values()))

    def _called(self) -> list[Key]:
        """The routines that are called, each behind the first that calls it."""
        found = {self.main: None}
        waiting = [self.main]
        while waiting:
            calls = dict.fromkeys(node.call for node in self.routines[waiting.pop()].nodes.values() if node.call)
            waiting += (new := [key for key in calls if key is not None and key not in found])
            found |= dict.fromkeys(new)
        return list(found)

    def known(self, key: Key) -> list[Outcome]:
        """The outcomes of a routine, as far as they are known; before it is built a subroutine just returns."""
        self._askers.setdefault(key, set()).add(self._current)
        return self.outcomes.setdefault(key, [] if key[1][1] else [Outcome("return", -1, key[1])])

    def entry(self, key: Key) -> Place:
        """Where a routine begins."""
        return max(key[0], 0), "", key[1]


def _latest(key: Key) -> tuple[int, Key]:
    """A routine, so that the one that begins last in the text is looked at first, and the main program last."""
    return -key[0], key
