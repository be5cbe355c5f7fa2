"""Between which bounds each number lies at each place of a routine.

    10 I=8                      I is 8
    20 I=I-1: IF I=0 THEN END   behind the IF it is 1 to 7

`types.Ranges` says what holds of a variable throughout the program; this follows the ways of the graph and takes in
what the conditions say, and what subscripts must have been where there was no error. Bounds that go on growing are let
go to the next number that the program itself names, and if there are too many of those, to the next of BASIC's own
limits; but only where a loop begins, and only those of what the loop changes: what is counted by the loop around it has
its bounds from there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush

from ..arithmetic.ranges import INTEGER_BOUNDS, Range
from ..syntax import nodes as n
from ..syntax.visit import walk
from .doings import SURE, UNSURE
from .flow import core
from .graph import Graph
from .handled import Handled
from .reach import Reach, is_fact
from .routines import Key, Node, Outcome, Place, Routine
from .telling import Steps, Tell, nobody
from .turns import Turns
from .types import MIRRORED, OPPOSITE, Ranges, bare

Name = tuple[str, str]  # BASIC's name and its kind
Bounds = dict[Name, Range]
End = Key | tuple[Key, str, int]  # of a routine: all of them, or the one with an outcome of a kind that leads somewhere
PATIENCE = 3  # visits of a place before its bounds are let go
LIMITS = (-32768, -1, 0, 1, 255, 32767, 1 << 24)
MOST_VISITS = 30  # of a place before its bounds are let go to these
LAST_VISITS = 100  # before all bounds are
FEW_PLACES, MOST_TIMES = 6000, 4  # programs with fewer places are given so many times as many visits at most
ZERO = Range(True, 0, 0)
UNDECLARED = 10  # the highest subscript of an array without DIM
DECLARED = 30150  # and of one with DIM: 60,300 bytes are free, and an integer has two


class Located(Ranges):
    """Ranges at one place: `bounds` holds beside what holds everywhere.

    `whole_here`: the variables that may be taken for whole ones where they are, though they are not elsewhere.
    """

    def __init__(self, whole: Ranges, whole_here: Callable[[n.Variable], bool] | None = None) -> None:
        self.__dict__.update(whole.__dict__)
        self.bounds: Bounds = {}
        self.whole_here = whole_here or self.only_typed

    def variable(self, node: n.Variable | n.Element) -> Range:
        found = super().variable(node)
        if isinstance(node, n.Variable):
            here = self.bounds.get((node.name, self.types.kind(node.name, node.sigil)))
            if here is not None:
                whole = found.whole or (here.whole and self.whole_here(node))
                return meet(Range(whole, found.low, found.high), here)
        return found


def meet(one: Range, two: Range) -> Range:
    """What holds of a number that is in both; whether it is kept as a whole one, the first says."""
    low = two.low if one.low is None else one.low if two.low is None else max(one.low, two.low)
    high = two.high if one.high is None else one.high if two.high is None else min(one.high, two.high)
    return Range(one.whole, low, high)


class Intervals:
    """The bounds before each place of every routine. `writes`: what a call may change."""

    def __init__(self, graph: Graph, ranges: Ranges, writes: Callable[[Key], set[Name]], tell: Tell = nobody) -> None:
        self.graph = graph
        self.flow = graph.flow
        self.ranges = Located(ranges, lambda _: True)
        self.writes = writes = cache(writes)
        self._step = Steps(tell, "finding bounds, place")
        self.before: dict[Key, dict[Place, Bounds]] = {}
        self.limits: dict[int, Range] = {}  # FOR -> what its limit was, whenever it began
        self._begun: dict[tuple[Key, int], Bounds] = {}  # FOR -> what the bounds were then
        self._reaching: dict[tuple[Key, int], Range | None] = {}  # FOR -> its limit, as its test has last been told
        self.reach = Reach(graph.flow, lambda node: ranges.types.kind(node.name, node.sigil))
        self._turns = Turns(graph.flow, lambda node: ranges.types.kind(node.name, node.sigil), writes)
        self._handlers = Handled(self._changed, writes)
        self._entries: dict[Key, Bounds] = {}
        self._names = self._scalars()
        self._highest = self._subscripts()
        self._marks = self._constants()
        self._entries[graph.main] = dict.fromkeys(self._names, ZERO)
        places = sum(len(routine.nodes) for routine in graph.routines.values())
        times = min(MOST_TIMES, max(1, FEW_PLACES // (places + 1)))
        self._most_visits, self._last_visits = MOST_VISITS * times, LAST_VISITS * times
        self._rounds: dict[Key | tuple[End, str], int] = {}
        self._ends: dict[End, Bounds] = {}  # what holds where a subroutine has come to its end, or to one of them
        self._callers: dict[Key, set[tuple[Key, Place]]] = {}
        self._growing: dict[Key, dict[Place, set[Name]]] = {}
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
            case n.Read(targets=[_, _, *_] as targets) | n.Input(targets=[_, _, *_] as targets):
                bounds = dict(bounds)
                for target in targets:
                    self._set(bounds, target, None)
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
                    elif name not in found or not _within(here, found[name]):
                        found[name] = here.join(found.get(name, here))
        return found

    def _scalars(self) -> set[Name]:
        kind = self.ranges.types.kind
        return {
            (node.name, kind(node.name, node.sigil))
            for point in self.flow.points
            for node in walk(point.statement)
            if isinstance(node, n.Variable) and kind(node.name, node.sigil) in "%!"
        }

    def _subscripts(self) -> dict[Name, list[int]]:
        """The highest subscripts that each declared array can have."""
        found: dict[Name, list[int]] = {}
        kind = self.ranges.types.kind
        for point in self.flow.points:
            statement = core(point.statement)
            for array in statement.arrays if isinstance(statement, n.Dim) else ():
                if isinstance(array, n.Element):
                    bounds = [_rounded(self._number(subscript)).high or 0 for subscript in array.subscripts]
                    name = array.name, kind(array.name, array.sigil)
                    known = found.get(name, [UNDECLARED] * len(bounds))
                    found[name] = [max(pair) for pair in zip(known, bounds, strict=False)]
        return found

    def _constants(self) -> list[int]:
        """The whole numbers in the program, with their neighbours: where bounds come to rest."""
        found = {*LIMITS}
        for point in self.flow.points:
            for node in walk(point.statement):
                if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
                    number = int(node.value)
                    found |= {number - 1, number, number + 1, -number}
        return sorted(found)

    # -- one routine ----------------------------------------------------------------------------------------------

    def _note(self, key: Key, place: Place) -> None:
        self._anew.setdefault(key, set()).add(place)

    def _follow(self, routine: Routine, anew: set[Place]) -> None:
        """Follow the ways of a routine from some places on until nothing changes."""
        before = self.before.setdefault(routine.key, {})
        entered = self._entries[routine.key]
        if not before:
            before[routine.entry] = dict(entered)
        elif routine.entry in anew:
            self._join(before[routine.entry], entered, 0, set())
        visits: dict[Place, int] = {}
        waiting = sorted(anew)  # a heap: what comes first in the text, so that ways meet before they go on
        known = set(waiting)  # what is in it
        patience = 1 if self.graph.apart[routine.key] else PATIENCE
        if routine.key not in self._growing:
            self._growing[routine.key] = self._changed_in_loops(routine)
        growing = self._growing[routine.key]
        while waiting:
            place = heappop(waiting)
            known.discard(place)
            self._step()
            node = routine.nodes[place]
            visits[place] = visits.get(place, 0) + 1
            bounds = before[place]
            if node.repeated and node.call is not None:  # the handler may have changed them
                for name in self.writes(node.call):
                    self._let_go(bounds, name)
            given = bounds if node.kind in ("call", "tail") else self._handled(node, bounds)
            if node.call is not None and self._enter(node.call, given):
                self._note(node.call, self.graph.routines[node.call].entry)
            for following, after in self._after(routine, node, bounds):
                begins = following[0] == place[0] and following[1] == "test" != place[1]
                begun = begins and self._begins(routine.key, self.flow.base(place[0]), after)
                if following not in before:
                    before[following] = after
                else:
                    let_go = growing.get(following, set()) if visits.get(following, 0) > patience else set()
                    if not self._join(before[following], after, visits.get(following, 0), let_go) and not begun:
                        continue
                if following not in known:
                    known.add(following)
                    heappush(waiting, following)
        if self._ended(routine):
            for key, place in sorted(self._callers.get(routine.key, ())):
                self._note(key, place)

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
        return self._join(known, bounds, visits, self._names if visits > PATIENCE else set())

    def _called(self, key: Key, node: Node, bounds: Bounds) -> bool:
        """What holds behind a call; whether it is known to come back at all, as far as it has been followed."""
        if node.call is None or node.final:
            return True
        ends: Bounds | None = {}
        if node.kind in ("call", "tail") and not node.sorts:  # else it is called if there is an error
            self._callers.setdefault(node.call, set()).add((key, node.place))
            ends = self._ends.get(node.call)
        for name in self.writes(node.call):
            self._let_go(bounds, name)
            if ends and name in ends:
                bounds[name] = ends[name]
        if self.reach.limits and ends:
            bounds.update({name: fact for name, fact in ends.items() if is_fact(name)})
        return ends is not None

    def _let_go(self, bounds: Bounds, name: Name) -> None:
        bounds.pop(name, None)
        self.reach.forget(bounds, name)

    def _begins(self, key: Key, loop: int, bounds: Bounds) -> bool:
        """Note what a FOR finds, and its limit; gives whether that is more than before."""
        limit = self.limits.get(loop)
        known, further = self._begun.get((key, loop)), self._reaching.get((key, loop)) != limit
        self._reaching[key, loop] = limit
        if known is None:
            self._begun[key, loop] = dict(bounds)
            return True
        return self._join(known, bounds, 0, set()) or further

    def _enter(self, key: Key, bounds: Bounds) -> bool:
        known = self._entries.get(key)
        if known is None:
            self._entries[key] = dict(bounds)
            return True
        self._rounds[key] = self._rounds.get(key, 0) + 1
        return self._join(known, bounds, self._rounds[key], self._names if self._rounds[key] > PATIENCE else set())

    def _changed_in_loops(self, routine: Routine) -> dict[Place, set[Name]]:
        """What is changed on the ways from each place back to it, those that go back once aside.

        Loops are many and large where jumps go to and fro: places and variables are numbers here, and no more is looked
        at when everything is changed that the routine changes at all.
        """
        number = {place: position for position, place in enumerate(routine.nodes)}
        before: list[list[int]] = [[] for _ in number]
        bits: dict[Name, int] = {}
        changed = [0] * len(number)
        back: dict[Place, list[int]] = {}
        for position, (place, node) in enumerate(routine.nodes.items()):
            for name in self._changed(node):
                changed[position] |= bits.setdefault(name, 1 << len(bits))
            for head in node.follows:
                before[number[head]].append(position)
                if head <= place:
                    back.setdefault(head, []).append(position)
        found: dict[Place, set[Name]] = {}
        everything = (1 << len(bits)) - 1
        seen = [-1] * len(number)  # in the loop of which head a place was looked at last
        for head, waiting in back.items():
            own = number[head]
            seen[own] = own
            mask = changed[own]
            while waiting and mask != everything:
                member = waiting.pop()
                if seen[member] != own:
                    seen[member] = own
                    mask |= changed[member]
                    waiting += before[member]
            found[head] = {name for name, bit in bits.items() if mask & bit}
        return found

    def _changed(self, node: Node) -> set[Name]:
        statement = core(node.point.statement) if node.point is not None else None
        match statement:
            case n.Let(target=target):
                targets: tuple[n.Target, ...] = (target,)
            case n.For(variable=variable):
                targets = (variable,)
            case n.Next():
                opening = core(self.flow.points[self.flow.ends[node.index]].statement) \
                    if node.index in self.flow.ends else None
                targets = (opening.variable,) if isinstance(opening, n.For) else ()
            case n.Read(targets=targets) | n.Input(targets=targets):
                pass
            case n.Swap(left=left, right=right):
                targets = left, right
            case _:
                targets = ()
        return {self._name(target) for target in targets if isinstance(target, n.Variable)}

    def _join(self, known: Bounds, more: Bounds, visits: int, let_go: set[Name]) -> bool:
        """Take in other bounds; gives whether that is more than before."""
        changed = False
        marks = self._marks if visits <= self._most_visits else LIMITS
        for name in list(known):
            old = known[name]
            if name not in more:
                del known[name]
                changed = True
                continue
            other = more[name]
            if other is old or _within(other, old) or (new := old.join(other)) == old:
                continue
            changed = True
            if name in let_go or visits > self._last_visits:
                new = Range(new.whole, _lower(marks, old.low, new.low), _higher(marks, old.high, new.high))
            known[name] = new
        return changed

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
        if statement is not None and node.kind in ("plain", "if"):
            self._looked_at(statement, after)
        if node.kind == "if" and isinstance(statement, n.If | n.While):
            one, two = dict(after), dict(after)
            if node.part != SURE:
                self._refine(one, statement.condition, True)
            if node.part != UNSURE:
                self._refine(two, statement.condition, False)
            return [(node.follows[0], one), (node.follows[1], two)]
        if statement is not None and node.kind in ("plain", "fail"):
            self._do(node, statement, after)
        if not node.survives:
            return [(following, dict(after)) for following in node.follows]
        failed = self._failed(after, bounds)
        passed = failed if node.passed or node.named or node.kind == "fail" else after
        after_all = [(following, dict(passed)) for following in node.follows]
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
                    self._let_go(after, name)
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
        self._do(node, statement, after)
        return self._failed(after, bounds)

    def _failed(self, after: Bounds, before: Bounds) -> Bounds:
        """What holds where a statement has been left by an error, wherever in it that was."""
        return {name: value if (old := before[name]) is value else value.join(old)
                for name, value in after.items() if name in before}

    def _name(self, node: n.Variable) -> Name:
        return node.name, self.ranges.types.kind(node.name, node.sigil)

    def _set(
        self, bounds: Bounds, target: n.Target, value: Range | None, given: n.Expression | None = None
    ) -> None:
        """A variable gets a value, which is that of an expression or not known."""
        if not isinstance(target, n.Variable):
            return
        name = self._name(target)
        if name[1] not in "%!":
            self.reach.forget(bounds, name)
            return
        self.reach.gives(bounds, target, given)
        if value is None:
            bounds.pop(name, None)
            return
        if name[1] == "%":
            value = Range(True, value.low, value.high).clipped(*INTEGER_BOUNDS) if value.whole else _rounded(value)
        bounds[name] = value

    def _do(self, node: Node, statement: n.Statement, bounds: Bounds) -> None:
        match statement:
            case n.Let(target=target, value=value):
                kind = self.ranges.kind(value)
                self._set(bounds, target, None if kind in "#$" else self.ranges.expression(value), value)
            case n.For(variable=variable, start=start, stop=stop):
                if node.part != "test":
                    limit = self._number(stop)
                    known = self.limits.get(self.flow.base(node.index))
                    self.limits[self.flow.base(node.index)] = limit if known is None else known.join(limit)
                    self.reach.begins(bounds, self.flow.base(node.index), stop)
                    self._set(bounds, variable, self._number(start), start)
            case n.Next():
                begin = self.flow.ends.get(node.index, -1)
                opening = core(self.flow.points[begin].statement) if begin >= 0 else None
                if isinstance(opening, n.For):
                    name = self._name(opening.variable)
                    step = Range(True, 1, 1) if opening.step is None else self._number(opening.step)
                    old = self.ranges.variable(opening.variable)
                    low = None if old.low is None or step.low is None else old.low + step.low
                    high = None if old.high is None or step.high is None else old.high + step.high
                    same = opening.variable if step.high is not None and step.high <= 0 else None
                    self._set(bounds, opening.variable, Range(old.whole and step.whole, low, high), same)
                    if name[1] not in "%!":
                        bounds.pop(name, None)
            case n.Read(targets=targets) | n.Input(targets=targets):
                for target in targets:
                    self._set(bounds, target, None)
            case n.Swap(left=left, right=right):
                self._set(bounds, left, None)
                self._set(bounds, right, None)
            case n.Dim():
                self.reach.declares(bounds, statement)
            case n.LineInput(target=target) | n.Justify(target=target):
                self._set(bounds, target, None)
            case n.Field(parts=parts):
                for part in parts:
                    self._set(bounds, part.target, None)
            case n.Print() | n.Remark() | n.If() | n.MidAssign():
                pass
            case n.Call() | n.GetImage():
                bounds.clear()
            case n.Run(file=None) | n.Command(word="CLEAR"):
                self.reach.forget_all(bounds)
                bounds.update(dict.fromkeys(self._names, ZERO))
            case _:
                pass

    def _looked_at(self, statement: n.Statement, bounds: Bounds) -> None:
        """Behind `A(J)=0` without an error J is a subscript that A has, and behind `DIM A(J)` one that it can have."""
        given: set[Name] = set()
        match statement:
            case n.Let(target=target, value=value):
                parts: tuple[n.Node | None, ...] = (target, value)
            case n.If(condition=condition) | n.While(condition=condition):
                parts = (condition,)
            case n.Print():
                parts = (statement,)
            case n.Read(targets=targets) | n.Input(targets=targets):
                parts, given = targets, {self._name(target) for target in targets if isinstance(target, n.Variable)}
            case n.Swap(left=left, right=right):
                parts = left, right
                given = {self._name(target) for target in parts if isinstance(target, n.Variable)}
            case n.For(start=start, stop=stop, step=step):
                parts = (start, stop, step)
            case n.Dim(arrays=arrays):
                for array in arrays:
                    for subscript in array.subscripts if isinstance(array, n.Element) else ():
                        self._subscript(bounds, bare(subscript), DECLARED, given)
                return
            case _:
                return
        for part in parts:
            for node in walk(part) if part is not None else ():
                if isinstance(node, n.Element):
                    highest = self._highest.get((node.name, self.ranges.types.kind(node.name, node.sigil)), [])
                    highest = highest or [UNDECLARED] * len(node.subscripts)
                    for subscript, most in zip(node.subscripts, highest, strict=False):
                        self._subscript(bounds, bare(subscript), most, given)

    def _subscript(self, bounds: Bounds, node: n.Expression, most: int, given: set[Name]) -> None:
        """A subscript was one: 0 to `most`."""
        by = 0
        match node:
            case n.Binary(operator="+" | "-" as sign, left=left, right=n.Number(value=number, kind="%")):
                node, by = bare(left), int(number) if sign == "+" else -int(number)
            case _:
                pass
        if isinstance(node, n.Variable) and (name := self._name(node)) not in given and name[1] in "%!":
            here = self.ranges.variable(node)
            more = 0 if here.whole else 1  # it was rounded
            bounds[name] = meet(here, Range(False, -by - more, most - by + more))

    def _number(self, node: n.Expression) -> Range:
        kind = self.ranges.kind(node)
        return Range(False, None, None) if kind in "#$" else self.ranges.expression(node)

    def _tested(
        self, routine: Routine, node: Node, statement: n.For, bounds: Bounds
    ) -> list[tuple[Place, Bounds]]:
        inside, outside = dict(bounds), dict(bounds)
        name = self._name(statement.variable)
        here = self.ranges.variable(statement.variable)
        limit = self.limits.get(self.flow.base(node.index), Range(False, None, None))
        if name[1] == "%":
            limit = _rounded(limit)
        step = Range(True, 1, 1) if statement.step is None else self._number(statement.step)
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
        first, last = begun.get(name), self.limits.get(self.flow.base(node.index))
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

    # -- conditions -----------------------------------------------------------------------------------------------

    def _refine(self, bounds: Bounds, condition: n.Expression, true: bool) -> None:
        """Take in what a condition says when it holds, or when it does not."""
        match condition:
            case n.Parenthesised(inner=inner):
                self._refine(bounds, inner, true)
            case n.Unary(operator="NOT", operand=operand) if self._truth(operand):
                self._refine(bounds, operand, not true)
            case n.Binary(operator="AND", left=left, right=right) if true and self._truth(left) and self._truth(right):
                self._refine(bounds, left, True)
                self._refine(bounds, right, True)
            case n.Binary(operator="OR", left=left, right=right) if not true:
                self._refine(bounds, left, False)
                self._refine(bounds, right, False)
            case n.Binary(operator=operator, left=left, right=right) if operator in OPPOSITE:
                if "$" in self.ranges.kind(left) + self.ranges.kind(right):
                    return
                self.ranges.bounds = bounds
                held = operator if true else OPPOSITE[operator]
                one, two = self._number(left), self._number(right)
                if isinstance(left, n.Variable):
                    self._compared(bounds, left, held, _itself_whole(left, right) or two)
                    self.reach.compared(bounds, left, held, right, one.whole and two.whole)
                if isinstance(right, n.Variable):
                    self._compared(bounds, right, MIRRORED[held], _itself_whole(right, left) or one)
                    self.reach.compared(bounds, right, MIRRORED[held], left, one.whole and two.whole)
            case n.Variable():
                self._compared(bounds, condition, "<>" if true else "=", ZERO)
            case _:
                pass

    def _truth(self, node: n.Expression) -> bool:
        found = self.ranges.expression(node)
        return found.within(-1, 0) and found.whole

    def _compared(self, bounds: Bounds, variable: n.Variable, operator: str, other: Range) -> None:
        name = self._name(variable)
        if name[1] not in "%!":
            return
        here = self.ranges.variable(variable)
        step = 1 if here.whole and other.whole else 0
        low, high = None, None
        match operator:
            case "=":
                low, high = other.low, other.high
            case "<":
                high = None if other.high is None else other.high - step
            case "<=":
                high = other.high
            case ">":
                low = None if other.low is None else other.low + step
            case ">=":
                low = other.low
            case _ if other.low == other.high and other.low is not None and step:
                if here.low == other.low:
                    low = other.low + 1
                if here.high == other.high:
                    high = other.low - 1
        if not other.whole and operator in ("<", "<=", ">", ">=", "="):
            low, high = (None if low is None else low), (None if high is None else high)
        whole = here.whole or (operator == "=" and other.whole)
        bounds[name] = meet(Range(whole, here.low, here.high), Range(whole, low, high))


def _within(one: Range, other: Range) -> bool:
    """Whether a number's bounds, of whose fractions nothing is known, say less than others: the same, told quickly."""
    return (
        other.grain is None
        and (one.whole or not other.whole)
        and (other.low is None or (one.low is not None and other.low <= one.low))
        and (other.high is None or (one.high is not None and one.high <= other.high))
    )


def _lower(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_right(marks, new) - 1
    return marks[position] if position >= 0 else None


def _higher(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_left(marks, new)
    return marks[position] if position < len(marks) else None


def _itself_whole(variable: n.Variable, other: n.Expression) -> Range | None:
    """`X=INT(X)` says that X is whole, whatever it is."""
    other = bare(other)
    if isinstance(other, n.Function) and other.name in ("INT", "FIX") and len(other.arguments) == 1:
        inner = bare(other.arguments[0])
        if isinstance(inner, n.Variable) and (inner.name, inner.sigil) == (variable.name, variable.sigil):
            return Range(True, None, None)
    return None


def _rounded(value: Range) -> Range:
    """A number made an integer: rounding goes at most to the next one."""
    low = None if value.low is None else value.low - (not value.whole)
    high = None if value.high is None else value.high + (not value.whole)
    return Range(True, low, high).clipped(*INTEGER_BOUNDS)
