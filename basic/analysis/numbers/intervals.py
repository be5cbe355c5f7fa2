"""Between which bounds each number lies at each place of a routine.

    10 I=8                      I is 8
    20 I=I-1: IF I=0 THEN END   behind the IF it is 1 to 7

`types.Ranges` says what holds of a variable throughout the program; this follows the ways of the graph and takes in
what the conditions say, and what subscripts must have been where there was no error. `effects.py` says what that is for
a single statement or condition, `growing.py` what becomes of bounds that go on growing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache

from ...arithmetic.ranges import Range
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ..flow import core
from ..routines.doings import SURE, UNSURE
from ..routines.graph import Graph
from ..routines.handled import Handled
from ..routines.routines import Key, Node, Outcome, Place, Routine
from ..telling import Steps, Tell, nobody
from ..variables.located import Bounds, Name, meet, rounded, within
from ..variables.types import Ranges
from .effects import ZERO, Effects
from .growing import Growing
from .reach import is_fact
from .turns import Turns
from .waiting import Stirred, Waiting

End = Key | tuple[Key, str, int]  # of a routine: all of them, or the one with an outcome of a kind that leads somewhere
PATIENCE = 3  # visits of a place before its bounds are let go


class Intervals:
    """The bounds before each place of every routine. `writes`: what a call may change."""

    def __init__(self, graph: Graph, ranges: Ranges, writes: Callable[[Key], set[Name]], tell: Tell = nobody) -> None:
        self.graph = graph
        self.flow = graph.flow
        self.effects = effects = Effects(graph.flow, ranges)
        self.ranges, self.reach = effects.ranges, effects.reach
        self.writes = writes = cache(writes)
        self._step = Steps(tell, "finding bounds, place")
        self.before: dict[Key, dict[Place, Bounds]] = {}
        self._begun: dict[tuple[Key, int], Bounds] = {}  # FOR -> what the bounds were when it began
        self._reaching: dict[tuple[Key, int], Range | None] = {}  # FOR -> its limit, as its test has last been told
        self._turns = Turns(graph.flow, lambda node: ranges.types.kind(node.name, node.sigil), writes)
        self._handlers = Handled(effects.changed, writes)
        places = sum(len(routine.nodes) for routine in graph.routines.values())
        self._growing = Growing(graph.flow, places, effects.changed)
        self._entries: dict[Key, Bounds] = {graph.main: dict.fromkeys(effects.names, ZERO)}
        self._rounds: dict[Key | tuple[End, str], int] = {}
        self._ends: dict[End, Bounds] = {}  # what holds where a subroutine has come to its end, or to one of them
        self._callers: dict[Key, set[tuple[Key, Place]]] = {}
        # of each place that has been done, what it looks at or sets, and where it led to when it was done last
        self._concerning: dict[Key, dict[Place, set[Name] | None]] = {}
        self._led: dict[Key, dict[Place, list[Place]]] = {}
        self._ending: dict[Key, list[Place]] = {}
        self._anew: dict[Key, set[Place]] = {}  # places of routines behind which more holds than was followed there
        self._note(graph.main, graph.routines[graph.main].entry)
        while self._anew:
            key = next(reversed(self._anew))
            self._follow(graph.routines[key], self._anew.pop(key))

    def at(self, key: Key, place: Place) -> Bounds:
        """The bounds before a place, so far as they hold for all that is done there: `READ N,T(N)` looks for T with
        another N."""
        bounds = self.before.get(key, {}).get(place, {})
        node = self.graph.routines[key].nodes.get(place)
        match core(node.point.statement) if node is not None and node.point is not None else None:
            case None | n.Swap():  # which looks for both before it changes them
                pass
            case statement if len(targets := assigned(statement)) > 1:
                bounds = dict(bounds)
                for target in targets:
                    self.effects.gives(bounds, target, None)
            case _:
                pass
        return bounds

    def throughout(self, names: set[Name]) -> Bounds:
        """What holds of some variables at all places together; nothing of those of which it is not known at one."""
        found: Bounds = {}
        unknown = set(names)
        for places in self.before.values():
            for bounds in places.values():
                for name in list(unknown):
                    here = bounds.get(name)
                    if here is None:
                        unknown.discard(name)
                        found.pop(name, None)
                    elif name not in found or not within(here, found[name]):
                        found[name] = here.join(found.get(name, here))
        return found

    # -- one routine ----------------------------------------------------------------------------------------------

    def _note(self, key: Key, place: Place) -> None:
        self._anew.setdefault(key, set()).add(place)

    def _follow(self, routine: Routine, anew: set[Place]) -> None:
        """Follow the ways of a routine from some places on until nothing changes."""
        before = self.before.setdefault(routine.key, {})
        concerns, led = self._concerning.setdefault(routine.key, {}), self._led.setdefault(routine.key, {})
        entered = self._entries[routine.key]
        if not before:
            before[routine.entry] = dict(entered)
        elif routine.entry in anew:
            self._growing.join(before[routine.entry], entered, 0)
        visits: dict[Place, int] = {}
        waiting = Waiting(anew)
        patience = 1 if self.graph.apart[routine.key] else PATIENCE
        growing = self._growing.in_loops(routine)
        while waiting:
            place, stirred = waiting.pop()
            self._step()
            node = routine.nodes[place]
            visits[place] = visits.get(place, 0) + 1
            bounds = before[place]
            if stirred is not None and self._concerned(concerns[place], stirred):
                stirred = None
            if stirred is not None:
                ways = self._handed_on(node, bounds, stirred, led[place])
            else:
                ways = self._done(routine, node, bounds)
                led[place] = [following for following, _ in ways]
                if place not in concerns:
                    concerns[place] = self._concerns(node)
            for following, after in ways:
                begins = following[0] == place[0] and following[1] == "test" != place[1]
                begun = begins and self._begins(routine.key, self.flow.base(place[0]), after)
                if following not in before:
                    before[following] = dict(after)
                    waiting.add(following, None)
                    continue
                seen = visits.get(following, 0)
                let_go = growing.get(following, ()) if seen > patience else ()
                grown = self._growing.join(before[following], after, seen, let_go, stirred)
                if grown or begun:
                    waiting.add(following, None if begun else grown)
        if self._ended(routine):
            for key, place in sorted(self._callers.get(routine.key, ())):
                self._note(key, place)

    def _concerns(self, node: Node) -> set[Name] | None:
        """The variables whose bounds are looked at or set where a place is done; None: perhaps any."""
        concerns = self.effects.concerns(node)
        return concerns if node.call is None or concerns is None else concerns | self.writes(node.call)

    def _concerned(self, concerns: set[Name] | None, stirred: Collection[Name]) -> bool:
        """Whether more is to be done at a place than to hand on that less is known of some variables."""
        return concerns is None or not concerns.isdisjoint(stirred) or any(map(is_fact, stirred))

    def _handed_on(
        self, node: Node, bounds: Bounds, stirred: Collection[Name], led: list[Place]
    ) -> list[tuple[Place, Bounds]]:
        """A place does nothing to the variables of which less is known, and leads where it led."""
        if node.call is not None:
            self._calls(node.call, bounds, stirred)
        return [(following, bounds) for following in led]

    def _done(self, routine: Routine, node: Node, bounds: Bounds) -> list[tuple[Place, Bounds]]:
        """What holds behind a place, where it leads to; what it calls is noted."""
        if node.repeated and node.call is not None:  # the handler may have changed them
            for name in self.writes(node.call):
                self.effects.let_go(bounds, name)
        if node.call is not None:
            self._calls(node.call, bounds if node.kind in ("call", "tail") else self._handled(node, bounds))
        return self._after(routine, node, bounds)

    def _ended(self, routine: Routine) -> bool:
        """Note what holds at the end of a subroutine; gives whether that is more than before."""
        before = self.before[routine.key]
        if routine.key not in self._ending:
            nodes = routine.nodes.items()
            self._ending[routine.key] = [p for p, node in nodes if not node.follows and node.kind != "end"]
        grown = False
        for place in self._ending[routine.key]:
            if place not in before:
                continue
            bounds = dict(before[place])
            if not self._called(routine.key, routine.nodes[place], bounds):
                continue
            ends: list[End] = [(routine.key, o.kind, o.target) for o in routine.nodes[place].outcomes]
            for end in (routine.key, *ends):
                grown = self._ends_with(end, bounds) or grown
        return grown

    def _ends_with(self, end: End, bounds: Bounds) -> bool:
        """Note what holds at an end; gives whether that is more than before."""
        known = self._ends.get(end)
        if known is None:
            self._ends[end] = dict(bounds)
            return True
        visits = self._rounds[end, "end"] = self._rounds.get((end, "end"), 0) + 1
        return bool(self._growing.join(known, bounds, visits, self.effects.names if visits > PATIENCE else ()))

    def _called(self, key: Key, node: Node, bounds: Bounds) -> bool:
        """What holds behind a call; whether it is known to come back at all, as far as it has been followed."""
        if node.call is None or node.final:
            return True
        ends: Bounds | None = {}
        if node.kind in ("call", "tail") and not node.sorts:  # else it is called if there is an error
            self._callers.setdefault(node.call, set()).add((key, node.place))
            ends = self._ends.get(node.call)
        for name in self.writes(node.call):
            self.effects.let_go(bounds, name)
            if ends and name in ends:
                bounds[name] = ends[name]
        if self.reach.limits and ends:
            bounds.update({name: fact for name, fact in ends.items() if is_fact(name)})
        return ends is not None

    def _begins(self, key: Key, loop: int, bounds: Bounds) -> bool:
        """Note what a FOR finds, and its limit; gives whether that is more than before."""
        limit = self.effects.limits.get(loop)
        known, further = self._begun.get((key, loop)), self._reaching.get((key, loop)) != limit
        self._reaching[key, loop] = limit
        if known is None:
            self._begun[key, loop] = dict(bounds)
            return True
        return bool(self._growing.join(known, bounds, 0)) or further

    def _calls(self, key: Key, bounds: Bounds, stirred: Stirred = None) -> None:
        """Note what a subroutine finds where it is called, of some variables or of all."""
        known = self._entries.get(key)
        if known is None:
            self._entries[key] = dict(bounds)
        else:
            visits = self._rounds[key] = self._rounds.get(key, 0) + 1
            let_go = self.effects.names if visits > PATIENCE else ()
            if not self._growing.join(known, bounds, visits, let_go, stirred):
                return
        self._note(key, self.graph.routines[key].entry)

    # -- one place ------------------------------------------------------------------------------------------------

    def _after(self, routine: Routine, node: Node, bounds: Bounds) -> list[tuple[Place, Bounds]]:
        if node.sorts and len(node.follows) == len(node.outcomes):
            return self._resumed(routine.key, node, bounds)
        if node.kind not in ("call", "tail"):
            bounds = self._perhaps_handled(routine.key, node, bounds)
        after = dict(bounds)
        self.ranges.bounds = after
        if node.kind in ("call", "tail") and not self._called(routine.key, node, after):
            return []
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind == "test" and isinstance(statement, n.For):
            return self._tested(routine, node, statement, after)
        unsure = node.part in (UNSURE, SURE)  # an error may have been passed over
        if statement is not None and node.kind in ("plain", "if") and not unsure:
            self.effects.looked_at(statement, after)
        if node.kind == "if" and isinstance(statement, n.If | n.While):
            otherwise = dict(after)
            if node.part != SURE:
                self.effects.refine(after, statement.condition, True)
            self.ranges.bounds = otherwise
            if node.part != UNSURE:
                self.effects.refine(otherwise, statement.condition, False)
            return [(node.follows[0], after), (node.follows[1], otherwise)]
        if statement is not None and node.kind in ("plain", "fail"):
            self.effects.do(node, statement, after)
        if not node.survives:
            return [(following, after) for following in node.follows]
        failed = self._failed(after, bounds)
        passed = failed if node.passed or node.named or node.kind == "fail" else after
        after_all = [(following, passed) for following in node.follows]
        if node.tried:
            after_all[-1] = node.follows[-1], failed
        return after_all

    def _resumed(self, key: Key, node: Node, bounds: Bounds) -> list[tuple[Place, Bounds]]:
        """What holds where the handler of an error leads, so far as it is known to come there."""
        assert node.call is not None
        self._callers.setdefault(node.call, set()).add((key, node.place))
        found = []
        for following, outcome in zip(node.follows, node.outcomes, strict=True):
            ends = self._ends.get((node.call, outcome.kind, outcome.target))
            if ends is not None:
                after = dict(bounds)
                for name in self._handled_by(node.call, outcome):
                    self.effects.let_go(after, name)
                    if name in ends:
                        after[name] = ends[name]
                found.append((following, after))
        return found

    def _handled_by(self, key: Key, outcome: Outcome) -> set[Name]:
        """What a handler may have changed where it ends so."""
        return self._handlers.before(self.graph.routines[key], outcome)

    def _perhaps_handled(self, key: Key, node: Node, bounds: Bounds) -> Bounds:
        """What holds if the program has gone on, or goes on, at a statement after an error of it, or without one."""
        if node.call is None or node.final:
            return bounds
        self._callers.setdefault(node.call, set()).add((key, node.place))
        wanted = ("again",) * node.repeated + ("next",) * node.passed
        outcomes = [o for o in self.graph.outcomes.get(node.call, ()) if o.kind in wanted or o.said in node.named]
        found = dict(bounds)
        for outcome in outcomes:
            ends = self._ends.get((node.call, outcome.kind, outcome.target))
            for name in self._handled_by(node.call, outcome) if ends is not None else ():
                self.reach.forget(found, name)
                if ends and name in found and name in ends:
                    found[name] = found[name].join(ends[name])
                else:
                    found.pop(name, None)
        return found

    def _handled(self, node: Node, bounds: Bounds) -> Bounds:
        """What holds when an error of a statement is handled: it may have changed something before that."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.call is None or statement is None or node.kind not in ("plain", "fail"):
            return bounds
        after = self.ranges.bounds = dict(bounds)
        self.effects.do(node, statement, after)
        return self._failed(after, bounds)

    def _failed(self, after: Bounds, before: Bounds) -> Bounds:
        """What holds where a statement has been left by an error, wherever in it that was."""
        return {name: value if (old := before[name]) is value else value.join(old)
                for name, value in after.items() if name in before}

    def _tested(
        self, routine: Routine, node: Node, statement: n.For, bounds: Bounds
    ) -> list[tuple[Place, Bounds]]:
        inside, outside = dict(bounds), dict(bounds)
        name = self.effects.name(statement.variable)
        here = self.ranges.variable(statement.variable)
        limit = self.effects.limits.get(self.flow.base(node.index), Range(False, None, None))
        if name[1] == "%":
            limit = rounded(limit)
        step = Range(True, 1, 1) if statement.step is None else self.effects.number(statement.step)
        whole = here.whole and limit.whole
        if step.low is not None and step.low > 0:
            inside[name] = meet(here, Range(here.whole, None, limit.high))
            self.reach.turns(inside, self.flow.base(node.index), statement.variable)
            if whole and limit.low is not None:
                outside[name] = meet(here, Range(True, limit.low + 1, None))
        elif step.high is not None and step.high < 0:
            inside[name] = meet(here, Range(here.whole, limit.low, None))
            if whole and limit.high is not None:
                outside[name] = meet(here, Range(True, None, limit.high - 1))
        self._counted(routine, node, name, inside, outside)
        return [(node.follows[0], inside), (node.follows[1], outside)]

    def _counted(self, routine: Routine, node: Node, name: Name, inside: Bounds, outside: Bounds) -> None:
        """What grows by so much in a turn, after so many turns."""
        begun = self._begun.get((routine.key, self.flow.base(node.index)), {})
        first, last = begun.get(name), self.effects.limits.get(self.flow.base(node.index))
        statement = core(node.point.statement) if node.point is not None else None
        if first is None or last is None or first.low is None or last.high is None or not first.whole:
            return
        if not isinstance(statement, n.For) or statement.step is not None:
            return
        turns = max(0, last.high - first.low + 1)
        for other, (low, high) in self._turns.growth(routine, node.place).items():
            for bounds, done in ((inside, max(0, turns - 1)), (outside, turns)):
                if other in begun and other in bounds:
                    start = begun[other]
                    lowest = None if start.low is None else start.low + low * done
                    highest = None if start.high is None else start.high + high * done
                    bounds[other] = meet(bounds[other], Range(True, lowest, highest))
