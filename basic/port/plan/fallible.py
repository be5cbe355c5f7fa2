"""Which statements can fail, as far as that is known before any of them is written.

    10 INPUT A: IF A<1 OR A>9 THEN 10
    20 ON A GOTO 100,200                never: A is from 1 to 9 here
    30 B%=A*1000                        never, for the same reason
    40 B%=A*4000                        Overflow

Whether one can at all is asked of what is known of its numbers, and with which errors then of its form (`failing.py`).
Nothing is known of numbers before there is a graph, and the graph hangs on what can fail: so that is asked first with
what holds everywhere, and once more at each place of the graph that this gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.flow import core
from ...analysis.routines.active import Refused
from ...analysis.routines.trapping import ANY_ERROR
from ...errors import OVERFLOW, TYPE_MISMATCH
from ...syntax import nodes as n
from ..words.value import EXACT_BOUNDS
from .failing import NONE, OF_CALLS, Failing

if TYPE_CHECKING:
    from .knowledge import Knowledge


class Fallible:
    """`known`: what has been said of statements, by their ids, which must not go to others."""

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.e = k.e
        self.form = Failing(k.e, self._called, k.flow.restores, k.catches)
        self.functions: dict[tuple[str, str], list[n.DefFn]] = {}
        for statement in (core(point.statement) for point in k.flow.points):
            if isinstance(statement, n.DefFn):
                known = statement.name, k.types.kind(statement.name, statement.sigil)
                self.functions.setdefault(known, []).append(statement)
        self.bodies: dict[int, frozenset[int] | None] = {}  # the errors of each by its id; None while they are sought
        self.known: dict[int, tuple[n.Statement, frozenset[int]]] = {}  # what has been said, by the id of a statement
        self.steady: set[int] = set()  # the ids of FORs whose NEXT never goes beyond what the variable holds

    def errors(self, statement: n.Statement) -> frozenset[int]:
        """The errors that a statement can end in."""
        if id(statement) not in self.known:
            self.known[id(statement)] = statement, self._errors_here(statement)
        return self.known[id(statement)][1]

    def tells(self, statement: n.Statement) -> bool:
        """Whether an error of a statement names its line, with what is known of the numbers here."""
        match statement:
            case n.Command(word="CLEAR", arguments=arguments):
                return any(arguments)
            case n.OnError() | n.Run() | n.Gosub() | n.DefFn():
                return False
            case _:
                return bool(self._errors_here(statement))

    def overflows(self, statement: n.For) -> bool:
        """Whether the step of a loop can be an error: beyond the integers, or beyond all numbers."""
        if self.k.modern or id(statement) in self.steady:
            return False
        if self.e.kind(statement.variable) == "%":
            return not self._holds_step(statement)  # what is in the loop may set its counter
        _, _, step = self.k.bounds(statement)
        return not step.range.within(*EXACT_BOUNDS)  # it is lost in a number near the largest there is

    def proves_more(self) -> bool:
        """Note which errors cannot be, with what is known of the numbers at each place of the graph; gives whether
        those are more than before."""
        fewer, steady = self._fewer_errors(), self._steady_there() - self.steady
        self.known |= fewer
        self.steady |= steady
        return bool(fewer or steady)

    def _steady_there(self) -> set[int]:
        """The FORs whose NEXT stays within what the variable holds, wherever control comes to it."""
        found: set[int] = set()
        beyond: set[int] = set()
        for key, routine in self.k.graph.routines.items():
            for place, node in routine.nodes.items():
                begin = self.k.flow.ends.get(node.index) if node.kind == "plain" else None
                opening = core(self.k.flow.points[begin].statement) if begin is not None else None
                if isinstance(opening, n.For):
                    self.k.ranges.bounds = self.k.intervals.at(key, place)
                    (found if self._holds_step(opening) else beyond).add(id(opening))
        self.k.ranges.bounds = {}
        return found - beyond

    def _holds_step(self, opening: n.For) -> bool:
        """Whether a step of a loop stays within the integers, with what is known of the numbers here."""
        before = self.e.expression(opening.variable).range
        step = self.k.bounds(opening)[2].range
        ends = before.low, before.high, step.low, step.high
        if self.e.kind(opening.variable) != "%" or None in ends:
            return False
        low, high, down, up = (end or 0 for end in ends)
        return low + down >= -32768 and high + up <= 32767

    def _fewer_errors(self) -> dict[int, tuple[n.Statement, frozenset[int]]]:
        """The errors of statements that have fewer with what is known of the numbers wherever control comes to them."""
        found: dict[int, tuple[n.Statement, frozenset[int]]] = {}
        self.bodies.clear()
        for key, routine in self.k.graph.routines.items():
            for place, node in routine.nodes.items():
                self.k.ranges.bounds = self.k.intervals.at(key, place)
                for statement in () if node.point is None else (node.point.statement, core(node.point.statement)):
                    _, before = found.get(id(statement), (statement, NONE))
                    found[id(statement)] = statement, before | self._errors_here(statement)
        self.k.ranges.bounds = {}
        return {known: item for known, item in found.items() if item[1] < self.errors(item[0])}

    def _called(self, node: n.UserFunction) -> frozenset[int]:
        """The errors of a call of an FN function, but for those of its arguments."""
        definitions = self.functions.get((node.name, self.e.kind(node)), [])
        if any(len(each.parameters) != len(node.arguments or ()) for each in definitions):
            return ANY_ERROR
        return OF_CALLS.union({TYPE_MISMATCH, OVERFLOW} if node.arguments else NONE, *map(self._body, definitions))

    def _body(self, definition: n.DefFn) -> frozenset[int]:
        """The errors of what a DEF FN says, whatever its parameters are."""
        if id(definition) not in self.bodies:
            self.bodies[id(definition)] = None
            hidden, bounds = self.e.parameters, self.k.ranges.bounds
            self.e.parameters = frozenset(self.e.names[p.name, self.e.kind(p), ""] for p in definition.parameters)
            self.k.ranges.bounds = {}
            with self.k.ranges.within(definition):
                kind = self.k.types.kind(definition.name, definition.sigil)
                self.bodies[id(definition)] = self.form.taken(definition.body, kind)
            self.e.parameters, self.k.ranges.bounds = hidden, bounds
        found = self.bodies[id(definition)]
        if found is None and self.k.catches:  # GW-BASIC empties its stack in the middle of a statement, loops and all
            line = next(point.line for point in self.k.flow.points if core(point.statement) is definition)
            raise Refused(line, f"FN{definition.name}, which calls itself without end, under ON ERROR")
        return ANY_ERROR if found is None else found

    def _errors_here(self, statement: n.Statement) -> frozenset[int]:
        """The same, with what is known of the numbers here."""
        if self.k.modern:
            return NONE
        self.e.lenient = True  # what else RND and the clock do does not matter
        found = self.form.statement(statement)
        self.e.lenient = False
        return found
