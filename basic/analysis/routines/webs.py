"""Variables that are used for several things get a name for each.

    10 FOR I=1 TO 9: A(I)=I: NEXT       I counts
    20 I=N                              and here it is whatever was typed
    30 PRINT A(I): I=I-1: IF I>1 THEN 30

A *web* is what belongs together: assignments whose value can come to the same place, and all places that one of them
can come to. A variable that counts in one web, or holds small whole numbers that are worked out, and fractions or
what is typed in another is two variables to whoever reads it, and only one of them needs BASIC's arithmetic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ...arithmetic.ranges import WHOLE
from ...record import fields, replace
from ...syntax import nodes as n
from ...syntax.effects import anything, assigned_variables, filled, is_known
from ...syntax.visit import walk
from ..components import numbered
from ..flow import Flow, calls, core, itself, ways
from ..variables.counters import bound_counters
from ..variables.located import Located, Name
from ..variables.types import ANY, EXACT, Range, Ranges
from .homes import reached

SMALL = Range(True, -EXACT, EXACT)  # what loops count to
WHOLE_ONE, OTHER_ONE = ".INT", ".NUMBER"  # is put behind the name where there is less of it
# With these a variable may be changed from anywhere, looked at by its name, or forgotten.
STRANGE = (n.OnEvent, n.Chain, n.Common, n.Broken, n.Run)
WORDS = ("CLEAR", "TRON", "TROFF", "TRACE")
FUNCTIONS = ("FRE", "VARPTR", "VARPTR$")


def parted(program: n.Program, flow: Flow, ranges: Ranges) -> n.Program | None:
    """The program with names of their own for such webs, if it has any. `flow` is the program's."""
    growing = _growing(ranges)
    names = _names(flow, ranges, growing)
    if not names or _strange(flow) or not _tidy(flow, ranges):
        return None
    places = _Places(flow, ranges)
    webs = {name: _Webs(places, name) for name in names}
    _find_whole(places, webs)
    new: dict[int, str] = {}
    for web in webs.values():
        grows = web.name in growing
        if web.is_worth_it(grows):
            small = web.whole - (web.found_large() if grows else set())
            parts = [[node for node, root in web.nodes() if (root in small) is whole] for whole in (True, False)]
            suffix, fewer = min(zip((WHOLE_ONE, OTHER_ONE), parts, strict=True), key=lambda part: len(part[1]))
            new |= {id(node): node.name + suffix for node in fewer}
    known = {node.name for node in walk(program) if isinstance(node, n.Variable)}
    if not new or not known.isdisjoint(new.values()):
        return None
    found: n.Program = _renamed(program, new)
    return found


def as_written(name: str) -> str:
    """A variable's name as the program has it."""
    return name.removesuffix(WHOLE_ONE).removesuffix(OTHER_ONE)


def _growing(ranges: Ranges) -> set[Name]:
    """The variables that are whole throughout, but may need more than single precision counts."""
    known = dict(ranges.known)
    bound_counters(ranges)
    large = (key for key, held in ranges.known.items() if held.whole and not held.within(-EXACT, EXACT))
    found = {(name, kind) for name, kind, array in large if kind == "!" and not array}
    ranges.known.clear()
    ranges.known.update(known)
    return found


def _names(flow: Flow, ranges: Ranges, growing: set[Name]) -> list[Name]:
    """The variables that count, or are given values, but are not whole throughout, or grow."""

    def fits(target: n.Variable) -> bool:
        return ranges.variable(target).whole and _name(target, ranges) not in growing

    found: set[Name] = set()
    barred: set[Name] = set()
    for point in flow.points:
        match statement := core(point.statement):
            case n.DefFn(parameters=parameters, body=body):
                own = {_name(parameter, ranges) for parameter in parameters}
                barred |= {_name(node, ranges) for node in walk(body) if isinstance(node, n.Variable)} - own
            case _ if filled(statement) or anything(statement):
                barred |= {_name(node, ranges) for node in walk(statement) if isinstance(node, n.Variable)}
            case n.For(variable=variable) if ranges.kind(variable) == "!" and not fits(variable):
                found.add(_name(variable, ranges))
            case n.Input(channel=None) | n.Let():
                targets = [t for t in assigned_variables(statement) if ranges.kind(t) == "!"]
                found |= {_name(t, ranges) for t in targets if not fits(t)}
            case _:
                pass
    return sorted(found - barred)


def _name(node: n.Variable, ranges: Ranges) -> Name:
    return node.name, ranges.kind(node)


def _strange(flow: Flow) -> bool:
    """Whether variables may change in a way that is not looked into."""
    for point in flow.points:
        statement = point.statement
        if not is_known(statement) or isinstance(statement, STRANGE):
            return True
        if isinstance(statement, n.Command) and statement.word in WORDS:
            return True
        if any(isinstance(node, n.Function) and node.name in FUNCTIONS for node in walk(statement)):
            return True
    return not _goes_home(flow)


def _goes_home(flow: Flow) -> bool:
    """Whether errors do not lead to where the loops are not known."""
    loops = {index for begin, end in flow.loops.items() for index in range(begin + 1, end + 1)}
    return None not in (targets := _resumed(flow)) and loops.isdisjoint(targets)


def _resumed(flow: Flow) -> set[int | None]:
    """Where the program goes on after errors; None if that is where they were."""
    statements = (core(point.statement) for point in flow.points)
    lines = {statement.line for statement in statements if isinstance(statement, n.Resume)}
    return {flow.target(line) if line is not None else None for line in lines}


def _tidy(flow: Flow, ranges: Ranges) -> bool:
    """Whether each NEXT is that of the FOR before it: no loop is entered in the middle, and none that has been left is
    the last on the stack where a NEXT without a name looks there."""
    loops = sorted(flow.loops.items())
    around: list[list[int]] = [[] for _ in range(flow.end)]  # the loops that a point is in, from the outermost
    for begin, end in loops:
        for index in range(begin + 1, end + 1):
            around[index].append(begin)
    for point in flow.points:
        statement = core(point.statement)
        if isinstance(statement, n.Next):
            opening = core(flow.points[flow.ends[point.index]].statement) if point.index in flow.ends else None
            if not isinstance(opening, n.For):
                return False
            if statement.variables and _name(statement.variables[0], ranges) != _name(opening.variable, ranges):
                return False
        for to in (*ways(flow, point), *calls(flow, point)):
            inside = around[to] if 0 <= to < flow.end else []
            here = around[point.index]
            if any(begin not in here and begin != point.index for begin in inside):
                return False
            left = [begin for begin in here if begin not in inside and flow.loops[begin] != point.index]
            if left and any(not _has_name(flow, begin) for begin in inside):
                return False
    return True


def _has_name(flow: Flow, begin: int) -> bool:
    closing = core(flow.points[flow.loops[begin]].statement)
    return isinstance(closing, n.Next) and bool(closing.variables)


class _Places:
    """Every way of the program, and what its points say of variables."""

    def __init__(self, flow: Flow, ranges: Ranges) -> None:
        self.flow, self.ranges = flow, ranges
        self.statements = [core(point.statement) for point in flow.points]
        self.given: dict[Name, dict[int, list[n.Variable]]] = defaultdict(dict)  # where variables are given something
        self.used: dict[Name, dict[int, list[n.Variable]]] = defaultdict(dict)  # and where they are looked at
        for index, statement in enumerate(self.statements):
            given = assigned_variables(statement)
            for node in given:
                self.given[_name(node, ranges)].setdefault(index, []).append(node)
            targets = {id(node) for node in given}
            for node in _own(statement):
                if id(node) not in targets:
                    self.used[_name(node, ranges)].setdefault(index, []).append(node)
            if (opening := self.opening(index)) is not None:
                self.given[_name(opening.variable, ranges)].setdefault(index, [])
        self.ways = [[to for to in ways(flow, point) if 0 <= to < flow.end] for point in flow.points]
        self.handlers = {
            to for statement in self.statements if isinstance(statement, n.OnError) and statement.line.number
            if (to := flow.target(statement.line)) is not None
        }  # fmt: skip
        self.calls = [calls(flow, point) for point in flow.points]
        self.behind: dict[int, list[int]] = defaultdict(list)  # where a subroutine begins -> behind its GOSUBs
        for point in flow.points:
            for to in self.calls[point.index]:
                if point.next < flow.end:
                    self.behind[to].append(point.next)
        led = reached(flow, [to for to in _resumed(flow) if to is not None])
        self.resumed = {index for index in led if isinstance(self.statements[index], n.Return)}  # of any subroutine
        self._reached()

    def _reached(self) -> None:
        """The points that each subroutine comes to, with those that it calls, as bits; and the RETURNs among them."""
        led = [[*further, *called] for further, called in zip(self.ways, self.calls, strict=True)]
        reached = [0] * len(led)
        returns: list[set[int]] = [set() for _ in led]
        for part in numbered(led):
            bits, found = 0, {index for index in part if isinstance(self.statements[index], n.Return)}
            for index in part:
                bits |= 1 << index
                for to in led[index]:
                    bits |= reached[to]
                    found |= returns[to]
            for index in part:
                reached[index], returns[index] = bits, found
        self.reached = {to: reached[to] for to in self.behind}
        self.returns = {to: returns[to] for to in self.behind}

    def opening(self, index: int) -> n.For | None:
        """The FOR of a NEXT."""
        found = self.statements[self.flow.ends[index]] if index in self.flow.ends else None
        return found if isinstance(found, n.For) else None


class _Webs:
    """The webs of one variable: each is known by one of its assignments. The first of these is the beginning."""

    def __init__(self, places: _Places, name: Name) -> None:
        self.places, self.name = places, name
        self.at = {index: number for number, index in enumerate(places.given[name], 1)}  # point -> its assignment
        of = places.statements
        self.counting = [number for index, number in self.at.items() if isinstance(of[index], n.For)]
        self.worked_out = [number for index, number in self.at.items() if _is_worked_out(of[index])]
        self.before = self._followed()
        self._roots = list(range(len(self.at) + 1))
        for index, known in self.before.items():
            if index in places.used[name] or self._changes(index):
                self._join([*_bits(known), *([self.at[index]] if self._changes(index) else [])])
        for begin, end in places.flow.loops.items():  # NEXT looks for its FOR by the name
            if begin in self.at and end in self.at:
                self._join([self.at[begin], self.at[end]])
        self.whole = {self.find(number) for number in self._roots}
        self.large: set[int] = set()  # those that may hold more than single precision counts

    def _changes(self, index: int) -> bool:
        """Whether an assignment belongs to what is looked at there: `NEXT I`, `SWAP I,J`, `READ I,A(I)`."""
        again = not isinstance(self.places.statements[index], n.Let | n.For)
        return index in self.at and again and (
            index in self.places.used[self.name] or not isinstance(self.places.statements[index], n.Read | n.Input)
        )

    def _followed(self) -> dict[int, int]:
        """The assignments whose values can come to each point, as bits.

        What comes to a point where nothing is assigned goes on from there: points on a round of such have the same.
        """
        led = self._led()
        handlers = self.places.handlers
        reached: set[int] = set()
        waiting = [0]
        while waiting:
            if (index := waiting.pop()) not in reached:
                reached.add(index)
                waiting += [*led[index], *handlers]
        given = [0] * len(led)
        given[0] = 1
        for index in reached & self.at.keys():
            for to in (*led[index], *handlers):
                given[to] |= 1 << self.at[index]
        passed = [
            [*(led[index] if index not in self.at else ()), *handlers] if index in reached else []
            for index in range(len(led))
        ]
        for part in reversed(numbered(passed)):  # each before all that it leads to
            values = 0
            for index in part:
                values |= given[index]
            for index in part:
                given[index] = values
                for to in passed[index]:
                    given[to] |= values
        return {index: given[index] for index in reached}

    def _led(self) -> list[list[int]]:
        """Where each point leads: a call in which nothing is assigned straight behind it, others to their RETURNs."""
        places = self.places
        assigned = sum(1 << index for index in self.at)
        writers = {to for to, reached in places.reached.items() if reached & assigned}
        back: dict[int, set[int]] = defaultdict(set)  # RETURN -> where it leads
        for to in writers:
            for index in places.returns[to]:
                back[index].update(places.behind[to])
        for index in places.resumed:
            back[index].update(*places.behind.values())
        found = []
        for index, called in enumerate(places.calls):
            passes = not called or isinstance(places.statements[index], n.OnJump) or writers.isdisjoint(called)
            found.append([*(places.ways[index] if passes else ()), *called, *back.get(index, ())])
        return found

    def find(self, number: int) -> int:
        while self._roots[number] != number:
            number = self._roots[number]
        return number

    def _join(self, numbers: list[int]) -> None:
        for number in numbers[1:]:
            self._roots[self.find(number)] = self.find(numbers[0])

    def used_at(self, index: int) -> int:
        """The web that a point looks at; -1 where nothing comes to it."""
        known = self.before.get(index, 0)
        return self.find((known & -known).bit_length() - 1) if known else -1

    def is_whole(self, number: int) -> bool:
        return self.find(number) in self.whole

    def is_worth_it(self, grows: bool) -> bool:
        """Whether a web of whole numbers counts, or holds what has been worked out and is an `int`; where the variable
        `grows`, whether one counts and does not."""
        if grows:
            return any(self.is_whole(number) and not self.is_large(number) for number in self.counting)
        small = (number for number in self.worked_out if not self.is_large(number))
        return any(map(self.is_whole, (*self.counting, *small)))

    def counts_at(self, index: int) -> bool:
        return isinstance(self.places.statements[index], n.For | n.Next)

    def is_large(self, number: int) -> bool:
        return self.find(number) in self.found_large()

    def found_large(self) -> set[int]:
        """The webs of which something may hold more than single precision counts."""
        return {self.find(number) for number in self.large}

    def nodes(self) -> Iterator[tuple[n.Variable, int]]:
        """Where the variable stands in the text, and the web that this belongs to."""
        for index, nodes in self.places.used[self.name].items():
            for node in nodes:
                yield node, self.find(self.at[index]) if self._changes(index) else self.used_at(index)
        for index, nodes in self.places.given[self.name].items():
            for node in nodes:
                yield node, self.find(self.at[index])


def _is_worked_out(statement: n.Statement) -> bool:
    """Whether it gives a variable more than a constant."""
    parts = walk(statement.value) if isinstance(statement, n.Let) else ()
    return any(isinstance(part, n.Function | n.Variable | n.Element) for part in parts)


def _find_whole(places: _Places, webs: dict[Name, _Webs]) -> None:
    """Take out the webs that are given anything else than whole numbers, until nothing changes."""
    ranges = Located(places.ranges, lambda _: True)
    changed = True
    while changed:
        changed = False
        for web in webs.values():
            for index, number in web.at.items():
                if web.is_whole(number):
                    ranges.bounds = {
                        name: WHOLE if at in other.found_large() else SMALL
                        for name, other in webs.items() if (at := other.used_at(index)) in other.whole
                    }  # fmt: skip
                    found = _given_there(ranges, places, index)
                    if not found.whole:
                        web.whole.discard(web.find(number))
                        changed = True
                    elif not found.within(-EXACT, EXACT) and not web.counts_at(index) and not web.is_large(number):
                        web.large.add(web.find(number))
                        changed = True


def _given_there(ranges: Located, places: _Places, index: int) -> Range:
    """What a variable may be given at a point; of a loop, whether that is whole."""
    match places.statements[index]:
        case n.Let(value=value) if ranges.kind(value) in "%!":
            return ranges.expression(value)
        case n.For(start=start, step=step):
            parts = [start] if step is None else [start, step]
            whole = all(ranges.kind(part) in "%!" and ranges.expression(part).whole for part in parts)
            return WHOLE if whole else ANY
        case n.Next():
            return WHOLE  # as the FOR
        case n.Read():
            return ranges.data
        case _:
            return ANY


def _own(statement: n.Statement) -> Iterator[n.Variable]:
    """The variables that stand in a statement; those in the branches of an IF are at points of their own, and the
    parameters of DEF FN are others."""
    if isinstance(statement, n.DefFn):
        return
    for node in walk(itself(statement)):
        if isinstance(node, n.Variable):
            yield node


def _bits(number: int) -> list[int]:
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _renamed(node: Any, new: dict[int, str]) -> Any:
    if isinstance(node, n.Variable):
        return replace(node, name=new[id(node)]) if id(node) in new else node
    if isinstance(node, tuple):
        parts = tuple(_renamed(part, new) for part in node)
        return parts if any(one is not other for one, other in zip(parts, node, strict=True)) else node
    if not isinstance(node, n.Node | n.Line | n.Program):
        return node
    values = {name: getattr(node, name) for name in fields(node)}
    found = {name: _renamed(value, new) for name, value in values.items()}
    changed = {name: value for name, value in found.items() if value is not values[name]}
    return replace(node, **changed) if changed else node
