"""Loops as blocks write them: FOR, NEXT, WHILE and WEND in their three forms (`blocks.py`)."""

from __future__ import annotations

from ..analysis.flow import Point, core
from ..arithmetic.ranges import Range
from ..arithmetic.value import Value
from ..errors import WEND_WITHOUT_WHILE
from ..sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, STACK, WHILE_SIZE
from ..syntax import nodes as n
from . import names
from .counting import counted, counts, in_string, take_rows
from .layout import LoopState
from .nesting import DISPATCH
from .poll import LONG, LOOPS, STATEMENTS
from .stack import FEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .blocks import Blocks

SLICE = 100  # turns of a short loop between two looks


class Loops:
    """Writes those of one program."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks, self.layout = blocks, blocks.layout
        self.flow, self.e = blocks.flow, blocks.e
        self._add, self._jump = blocks.add, blocks.jump
        self.states: dict[int, LoopState] = {}
        self._ranged: set[int] = set()  # simple loops over a range, which counts by itself

    def for_(self, point: Point, statement: n.For, indent: int) -> int | None:
        index = point.index
        end = self.flow.loops.get(index)
        if end is None or not self.layout.matches(index, end):
            self._add(indent, f"raise Leave({index})", index)
            return None
        self.e.fresh()
        identifier = self.e.scalar(statement.variable)
        kind = names.kind_of(identifier)
        start = self._bound(statement.start, kind)
        stop = self._bound(statement.stop, kind)
        step = Value("1", "%", Range(True, 1, 1), safe=True, simple=True)
        if statement.step is not None:
            step = self._bound(statement.step, kind)
        variable = self.e.expression(statement.variable)
        checks, entry = self._checks(index, identifier, stop.safe and step.safe)
        # The variable changes last, when nothing can fail any more.
        at_once = stop.simple and step.simple and not checks and not entry
        begin = start.code if start.simple else identifier if at_once else self.e.temporary()
        within = any(loop in self.layout.clean for loop in self.layout.around(index))
        if (checks or entry) and self.layout.uses_stack and not self.blocks.calls and within:
            self._add(indent, f"if stack: ends_loop({index})", index)
        if begin != start.code:
            self._add(indent, f"{begin} = {start.code}", index)
        if checks:
            self._add(indent, checks, index)
        limit = self._kept(f"limit_{index}", stop, indent, index)
        pace = self._kept(f"step_{index}", step, indent, index)
        if entry:
            self._add(indent, entry.format(limit=limit.code, pace=pace.code), index)
        if begin != identifier:
            self._add(indent, f"{identifier} = {begin}", index)
        self.states[index] = LoopState(index, identifier, limit.code, pace.code)
        if index in self.layout.simple:
            return self._simple_for(point, end, indent, variable, start, limit, pace)
        over = _over(identifier, limit.code, pace)
        after = self.blocks.points[end].next
        if index in self.layout.clean:
            self._add(indent, f"if {over}:", index)
            self._jump(indent + 1, after, index)
            return point.next
        self._add(indent, f"if {over}:", index)
        self._add(indent + 1, "stack.pop()", index)
        self._jump(indent + 1, after, index)
        return point.next

    def _checks(self, index: int, identifier: str, safe: bool) -> tuple[str, str]:
        """What FOR does to the stack before it works out limit and step (`safe`: which cannot fail), and behind that.

        A clean one has no entry on the stack, but may end others and needs the room.
        """
        if self.blocks.calls:
            return f"if stack: room({self._size(index)})", ""
        if index not in self.layout.clean:
            entry = f"{index}, {self.layout.both[index]}, {identifier!r}, {{limit}}, {{pace}}"
            return ("", f"enter_for({entry})") if safe else (f"begin_for({index})", f"stack.append(Loop({entry}))")
        size = self._size(index)
        if size > STACK - RESERVED:
            return f"enter_loop({index}, {size})", ""
        return (f"if stack: enter_loop({index}, {size})" if self.layout.uses_stack else ""), ""

    def _size(self, index: int) -> int:
        """What a clean loop and the clean ones around it would take of GW-BASIC's stack."""
        return self._loop_sizes([index, *self.layout.around(index)]) + self.elided(self.blocks.calls)

    def _loop_sizes(self, loops: Iterable[int]) -> int:
        clean = self.layout.clean.intersection(loops)
        return sum(FOR_SIZE if begin in self.flow.loops else WHILE_SIZE for begin in clean)

    def elided(self, calls: tuple[int, ...]) -> int:
        """What subroutines in place of their GOSUBs, and the clean loops around them, would take of the stack."""
        return sum(GOSUB_SIZE + self._loop_sizes(self.layout.around(site)) for site in calls)

    def _bound(self, node: n.Expression, kind: str) -> Value:
        value = self.e.expression(node)
        code = self.e.convert(value, kind)
        whole = value.whole or kind == "%"
        bounds = value.range if value.whole else Range(whole, None, None)
        if kind == "%":
            bounds = bounds.clipped(-32768, 32767)
        constant = isinstance(node, n.Number) or (
            isinstance(node, n.Unary) and node.operator == "-" and isinstance(node.operand, n.Number)
        )
        same = code == value.code
        return Value(code, kind, bounds, safe=value.safe and same, simple=constant and same)

    def _kept(self, name: str, value: Value, indent: int, index: int) -> Value:
        """Limit and step as they were on entry: constants stand for themselves."""
        if value.simple:
            return value
        self._add(indent, f"{name} = {value.code}", index)
        return Value(name, value.kind, value.range, safe=True, simple=True)

    def _simple_for(
        self, point: Point, end: int, indent: int, variable: Value, start: Value, limit: Value, pace: Value
    ) -> int:
        index, identifier = point.index, variable.code
        ahead = pace.range.low == pace.range.high and pace.range.low not in (None, 0)
        if ahead and counts(self.blocks, index, end, identifier, start, limit, pace):
            assert pace.range.low is not None
            forward = pace.range.low > 0
            self._add(indent, f"if {identifier} {'<=' if forward else '>='} {limit.code}:", index)
            taken = take_rows(self.blocks, index, end, indent + 1)
            stop = f"{limit.code} {'+ 1' if forward else '- 1'}"
            stride = "" if pace.range.low == 1 else f", {pace.code}"
            body = indent + 2
            if sliced := self._sliced(index, end):
                self._add(indent + 1, f"while {identifier} {'<=' if forward else '>='} {limit.code}:", index)
                self.blocks.look(LOOPS, body, point.next, LONG)
                stop = f"{'min' if forward else 'max'}({identifier} + {SLICE} * {pace.code}, {stop})"
                body += 1
            loop = f"for {identifier} in range({identifier}, {stop}{stride}):"
            self._add(body - 1, loop, DISPATCH if sliced else index)
            self._ranged.add(index)
            known = self.e.narrowed.get(identifier), self.e.within
            self.e.narrowed[identifier] = counted(start.range, limit.range, forward)
            self.e.within = known[1] | in_string(self.blocks, index, end, identifier, forward)
            self._body(point.next, end, body, index, not sliced)
            del self.e.narrowed[identifier]
            if known[0] is not None:
                self.e.narrowed[identifier] = known[0]
            self.e.within = known[1]
            for row in taken:
                del self.e.rows[row]
            self._add(body - 1, f"{identifier} += {pace.code}", end)
        else:
            over = _over(identifier, limit.code, pace)
            self._add(indent, f"while not ({over}):", index)
            self._body(point.next, end, indent + 1, index)
        return self.blocks.points[end].next

    def _sliced(self, index: int, end: int) -> bool:
        """Whether to look only once in SLICE turns: where they are short, and nothing counts them."""
        return self.blocks.looks == LOOPS and not any(
            point.index in self.layout.both or isinstance(core(point.statement), n.Gosub)
            for point in self.blocks.points[index + 1 : end]
        )

    def _body(self, first: int, end: int, indent: int, begin: int, look: bool = True) -> None:
        self.blocks.within.append(begin)
        before = len(self.blocks.lines)
        if look:
            self.blocks.look(LOOPS, indent, first)
        if self.blocks.sequence(first, end, indent):
            self.close_simple(indent, end)
        self.blocks.within.pop()
        if len(self.blocks.lines) == before:
            self._add(indent, "pass", end)

    def close_simple(self, indent: int, end: int) -> None:
        """What NEXT does at the foot of a simple loop, and before each jump to it; WEND leads to the WHILE."""
        self.blocks.look(STATEMENTS, indent, end)
        begin = self.flow.ends.get(end)
        self.e.facts.clear()  # the step is what it was when the loop began, whatever its variables are now
        if begin is not None and begin not in self._ranged:
            self._count_on(self.blocks.points[end], indent, self.state(begin))
        if end in self.flow.wends:
            self.blocks.look(STATEMENTS, indent, self.flow.wends[end])

    def _count_on(self, point: Point, indent: int, state: LoopState) -> None:
        """`I = I + step`, with the overflow or rounding that the type asks for."""
        self.e.fresh()
        statement = self.blocks.points[state.point].statement
        assert isinstance(statement, n.For)
        variable = self.e.expression(statement.variable)
        code = self.e.convert(self.e.combine("+", variable, self._pace(state, statement)), variable.kind)
        self._add(indent, f"{variable.code} = {code}", point.index)

    def _pace(self, state: LoopState, statement: n.For) -> Value:
        kind = names.kind_of(state.variable)
        if statement.step is None:
            return Value("1", "%", Range(True, 1, 1), safe=True, simple=True)
        step = self._bound(statement.step, kind)
        return Value(state.step, kind, step.range, safe=True, simple=True)

    def next(self, point: Point, indent: int) -> int | None:
        begin = self.flow.ends.get(point.index)
        if begin is None or not self.layout.matches(begin, point.index):
            self._add(indent, f"raise Leave({point.index})", point.index)
            return None
        statement = self.blocks.points[begin].statement
        assert isinstance(statement, n.For)
        identifier = self.e.scalar(statement.variable)
        body = self.blocks.points[begin].next
        if begin in self.layout.clean:
            state = self.state(begin)
            self._count_on(point, indent, state)
            pace = self._pace(state, statement)
            self._add(indent, f"if {_within(identifier, state.limit, pace)}:", point.index)
            self._jump(indent + 1, body, point.index)
            return point.next
        self.e.fresh()
        frame = self.e.temporary()
        named = isinstance(point.statement, n.Next) and point.statement.variables
        self._add(indent, f"{frame} = stack[-1] if stack else None", point.index)
        self._add(indent, f"if type({frame}) is not Loop or {frame}.end != {point.index}:", point.index)
        self._add(indent + 1, f"{frame} = next_frame({point.index}, {identifier if named else None!r})", point.index)
        variable = self.e.expression(statement.variable)
        kind = names.kind_of(identifier)
        pace = self._pace(LoopState(begin, identifier, f"{frame}.limit", f"{frame}.step"), statement)
        if not pace.simple or pace.code != "1":
            pace = Value(f"{frame}.step", kind, pace.range, safe=True, simple=True)
        code = self.e.convert(self.e.combine("+", variable, pace), kind)
        self._add(indent, f"{identifier} = {code}", point.index)
        self._add(indent, f"if {_within(identifier, f'{frame}.limit', pace)}:", point.index)
        self._jump(indent + 1, body, point.index)
        self._add(indent, "stack.pop()", point.index)
        return point.next

    def state(self, begin: int) -> LoopState:
        """The state of a loop, whose NEXT may be written before its FOR."""
        statement = self.blocks.points[begin].statement
        if begin not in self.states and not isinstance(statement, n.For):
            self.states[begin] = LoopState(begin)
        if begin not in self.states:
            assert isinstance(statement, n.For)
            kind = names.kind_of(self.layout.identifier(statement.variable))
            self.e.fresh()
            stop = self._bound(statement.stop, kind)
            limit = stop.code if stop.simple else f"limit_{begin}"
            step = "1"
            if statement.step is not None:
                value = self._bound(statement.step, kind)
                step = value.code if value.simple else f"step_{begin}"
            self.states[begin] = LoopState(begin, self.layout.identifier(statement.variable), limit, step)
        return self.states[begin]

    def while_(self, point: Point, statement: n.While, indent: int) -> int | None:
        end = self.flow.whiles.get(point.index)
        if end is None:
            self._add(indent, f"raise Leave({point.index})", point.index)
            return None
        self.states[point.index] = LoopState(point.index)
        if point.index in self.layout.clean:
            size = self._size(point.index)
            if self.layout.traps and not self.blocks.calls:  # an error may have put the loop on the stack
                self._add(indent, f"if stack: drop_while({point.index})", point.index)
            if self.layout.uses_stack or size > STACK - RESERVED:
                few = f"if len(stack) > {FEW}: " if size <= STACK - RESERVED - FEW * FOR_SIZE else ""
                self._add(indent, f"{few}room({size})", point.index)
        self.e.fresh()
        condition = self.e.condition(statement.condition)
        after = self.blocks.points[end].next
        if point.index in self.layout.simple:
            self._add(indent, f"while {condition}:", point.index)
            self._body(point.next, end, indent + 1, point.index)
            return after
        clean = point.index in self.layout.clean
        if not clean:
            self._add(indent, f"enter_while({point.index}, {end})", point.index)
        self._add(indent, f"if not {condition}:", point.index)
        if not clean:
            self._add(indent + 1, "stack.pop()", point.index)
        self._jump(indent + 1, after, point.index)
        return point.next

    def wend(self, point: Point, indent: int) -> None:
        begin = self.flow.wends.get(point.index)
        if begin is None:
            self._add(indent, f"fail({WEND_WITHOUT_WHILE})", point.index)
            return
        if begin not in self.layout.clean:
            self._add(indent, f"wend_frame({point.index})", point.index)
        self._jump(indent, begin, point.index)


def _over(variable: str, limit: str, pace: Value) -> str:
    """The condition that ends a loop: past the limit in the step's direction; with step 0 never."""
    low, high = pace.range.low, pace.range.high
    if low is not None and low > 0:
        return f"{variable} > {limit}"
    if high is not None and high < 0:
        return f"{variable} < {limit}"
    return f"past({variable}, {limit}, {pace.code})"


def _within(variable: str, limit: str, pace: Value) -> str:
    low, high = pace.range.low, pace.range.high
    if low is not None and low > 0:
        return f"{variable} <= {limit}"
    if high is not None and high < 0:
        return f"{variable} >= {limit}"
    return f"not past({variable}, {limit}, {pace.code})"
