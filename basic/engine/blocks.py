"""A program as one Python function: superblocks, put together by `nesting.py`, and loops as loops.

A *head* is a point that something jumps to; between heads control only runs on, so that a block needs no bookkeeping.
The Python line of an exception leads back to its point (`marks`). What is too rare to be worth code here raises Leave:
that point is carried out step by step (`steps.py`), which takes the variables from and gives them back to the same
names, and comes back at the next head that the dispatcher leads to.

FOR and WHILE come in three forms. A *simple* loop, which nothing enters or leaves but by its ends, is a Python loop.
A *clean* one, into whose body nothing jumps and which calls no subroutine (but those that stand in the place of their
GOSUBs), is made of blocks, with its limit and step in local names. Neither has an entry on GW-BASIC's stack; `nest`
tells which entries the stack must show at a point.
All other loops keep their entries on the stack, like GOSUB.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.flow import Flow, Point, core
from ..arithmetic.facts import meet
from ..arithmetic.ranges import EXACT, Range
from ..arithmetic.value import Value
from ..errors import UNDEFINED_LINE, WEND_WITHOUT_WHILE
from ..sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, STACK, WHILE_SIZE
from ..syntax import nodes as n
from ..syntax.effects import anything, assigned_variables
from ..syntax.visit import walk
from . import names
from .expressions import Expressions
from .layout import LARGE, Layout, LoopState
from .nesting import DISPATCH, Block, Line
from .poll import LOOPS, NOWHERE, STATEMENTS
from .poll import line as look
from .stack import FEW
from .statements import Statements

STRAIGHT = (n.Let, n.If, n.Print, n.Remark, n.Empty, n.Data, n.Goto)  # change no variable that is not seen to
SMALL = 3  # a block of so few statements is copied to where it is jumped to


class Blocks(Layout):
    """Writes the Python function of one program."""

    def __init__(
        self,
        flow: Flow,
        expressions: Expressions,
        statements: Statements,
        opened: frozenset[int] = frozenset(),
        looks: int = NOWHERE,
    ) -> None:
        super().__init__(flow, expressions, opened, inlining=True)
        self.s = statements
        self.looks = looks
        self.states: dict[int, LoopState] = {}
        self._looping = self._in_short_loops() if flow.end > LARGE else []
        self._lines: list[Line] = []
        self._loops: list[int] = []  # simple loops being written, outermost first
        self._ranged: set[int] = set()  # simple loops over a range, which counts by itself
        self._copies = 0  # how deep in copies of small blocks
        self._calls: tuple[int, ...] = ()  # GOSUBs in whose place subroutines are being written, outermost first
        self._head = 0
        self._blocks: dict[int, Block] = {}
        self._on_edges: dict[int, list[dict[str, Range]]] = {}  # what is known where a head is jumped to
        self.at_heads: dict[int, dict[str, Range]] = {}  # and what all who jump there know
        self._begins = -1  # the head whose first point is to be written

    def nest(self, index: int) -> list[int]:
        """The loops without stack entries around a point, outermost first."""
        return [begin for begin in sorted(self.around(index)) if begin in self.clean]

    # -- blocks ---------------------------------------------------------------------------------------------------

    def write(self) -> list[Block]:
        """All blocks; those whose head all jumps tell something of are written once more."""
        self.at_heads, self._on_edges = {}, {}
        self._blocks = {head: self._block(head) for head in sorted(self.heads)}
        self.at_heads = self._meet()
        return self._again(self.at_heads)

    def forget(self, heads: Iterable[int]) -> list[Block]:
        """The blocks anew: to these heads lead single steps, too, and before them everything can be changed."""
        lost = [head for head in heads if self.at_heads.pop(head, None)]
        return self._again(lost)

    def _again(self, heads: Iterable[int]) -> list[Block]:
        self._blocks |= {head: self._block(head) for head in heads}
        self.e.facts.clear()
        for begin in self.clean:  # also of loops that nothing leads to
            self._state(begin)
        return list(self._blocks.values())

    def _block(self, head: int) -> Block:
        self._lines = []
        self._look(LOOPS, 0, head)
        self._from(head, 0, head)
        return Block(head, self._lines)

    def _meet(self) -> dict[int, dict[str, Range]]:
        """What all jumps to a head agree on.

            70 K=0
            80 K=K+1: IF K<30 THEN 80      here K is 29 at most

        That is no guess about loops: what the jumps know they know from their own blocks alone.
        """
        jumps = {head: ways for head, ways in self._on_edges.items() if head not in self.entries}
        found = {head: meet(ways, self._everywhere) for head, ways in jumps.items()}
        return {head: ranges for head, ranges in found.items() if ranges}

    def _everywhere(self, identifier: str) -> Range:
        return self.e.ranges.of((names.basic(identifier), names.kind_of(identifier), False))

    def _add(self, indent: int, code: str, point: int) -> None:
        self._lines.append(Line(indent, code, point, calls=self._calls))

    def _look(self, where: int, indent: int, point: int) -> None:
        """See whether something is due, if that is asked for at such places."""
        if self.looks == where:
            self._add(indent, look(point), point)

    def _jump(self, indent: int, target: int | None, point: int) -> None:
        """Go to another point; a small block is copied here instead."""
        if target is None:
            self._add(indent, f"fail({UNDEFINED_LINE})", point)
            return
        if target >= self.flow.end:
            self._add(indent, f"raise Leave({self.flow.end})", point)
            return
        if self._loops:
            closing = self.both[self._loops[-1]]
            assert target == closing, (target, closing)
            self._close_simple(indent, closing)
            self._add(indent, "continue", point)
            return
        if target != self._head and self._copies < 2 and self._small(target):
            self._copies += 1
            self._from(target, indent, -1)
            self._copies -= 1
            return
        self._on_edges.setdefault(target, []).append(self.e.facts.known()[0])
        self._lines.append(Line(indent, "", point, target))

    def _small(self, target: int) -> bool:
        """Whether so little stands between a head and its next jump that a copy is better than a jump."""
        index = target
        for _ in range(SMALL):
            if index >= self.flow.end or (index != target and index in self.heads):
                return False
            match self.points[index].statement:
                case n.Goto():
                    aim = self._jump_target(self.points[index])
                    return aim is not None and aim != target
                case n.Return(line=None):
                    return True
                case n.Next() if index in self.flow.ends and self.flow.ends[index] in self.clean:
                    if self.flow.ends[index] in self.simple:
                        return False
                    following = self.points[index].next
                    return following in self.heads
                case n.Let() | n.Remark() | n.Empty() | n.Data() | n.Swap():
                    pass
                case _:
                    return False
            index = self.points[index].next
        return False

    def _from(self, index: int, indent: int, head: int) -> None:
        """Write the code from a point on, as far as control runs straight."""
        if head >= 0:
            self._head = self._begins = head
        begin = index
        while True:
            if index >= self.flow.end:
                self._add(indent, f"raise Leave({self.flow.end})", self.flow.end)
                return
            if index in self.heads and index != begin:
                self._jump(indent, index, index)
                return
            following = self._point(self.points[index], indent)
            if following is None:
                return
            index = following

    def _sequence(self, index: int, end: int, indent: int) -> bool:
        """Write the points of a branch, or of a simple loop's body, up to `end`; False if it is not reached."""
        while index != end:
            if index >= self.flow.end or (index in self.heads and not self._loops and not self._calls):
                self._jump(indent, index, index)
                return False
            following = self._point(self.points[index], indent)
            if following is None:
                return False
            index = following
        return True

    def _point(self, point: Point, indent: int) -> int | None:
        """Write one point; gives the point where its code falls through to, or None if it never does."""
        self._look(STATEMENTS, indent, point.index)
        straight = isinstance(point.statement, STRAIGHT)
        if point.index in self.heads or not straight:
            self.e.facts.clear()
        if point.index == self._begins and straight:  # what FOR is told need not hold in its loop's second turn
            self.e.facts.ranges.update(self.at_heads.get(point.index, {}))
        self._begins = -1
        following = self._stated(point, indent)
        if not straight:
            self.e.facts.clear()
        return following

    def _stated(self, point: Point, indent: int) -> int | None:
        statement = point.statement
        self.e.brief = bool(self._looping) and not self._looping[point.index]
        match statement:
            case n.Goto(line=line):
                self._jump(indent, self.flow.target(line), point.index)
                return None
            case n.If():
                return self._if(point, statement, indent)
            case n.For():
                return self._for(point, statement, indent)
            case n.Next():
                return self._next(point, indent)
            case n.While():
                return self._while(point, statement, indent)
            case n.Wend():
                self._wend(point, indent)
                return None
            case n.Gosub(line=line):
                return self._gosub(point, self.flow.target(line), indent)
            case n.Return():
                self._return(point, statement, indent)
                return None
            case n.OnJump():
                return self._on(point, statement, indent)
            case n.OnError(line=line):
                target = self.flow.target(line)
                if line.number and target is None:
                    self._add(indent, f"fail({UNDEFINED_LINE})", point.index)
                    return None
                self._add(indent, f"on_error({target if line.number else None})", point.index)
                return point.next
            case n.Resume(line=n.LineRef() as line) if line.number and self.flow.target(line) is not None:
                self._add(indent, "resumed()", point.index)
                self._jump(indent, self.flow.target(line), point.index)
                return None
            case n.Broken():
                self._broken(point, statement, indent)
                return None
            case n.Command(word="END" | "STOP" | "SYSTEM" as word):
                self._add(indent, f"raise Halt({word.lower()!r}, {point.next})", point.index)
                return None
            case n.Command(word="CLEAR", arguments=arguments):
                self.e.fresh()
                limits = ["None" if a is None else self.e.convert(self.e.expression(a), "!") for a in arguments]
                if limits:
                    self._add(indent, f"set_limits({', '.join(limits)})", point.index)
                self._add(indent, f"raise Cleared({point.next})", point.index)
                return None
            case n.Run(file=None, line=line):
                target = 0 if line is None else self.flow.target(line)
                code = f"fail({UNDEFINED_LINE})" if target is None else f"raise Cleared({target})"
                self._add(indent, code, point.index)
                return None
            case _:
                lines = self.s.write(statement)
                if lines is None:
                    self._add(indent, f"raise Leave({point.index})", point.index)
                    return None
                for code in lines:
                    self._add(indent, code, point.index)
                if isinstance(statement, n.Let) and isinstance(statement.target, n.Variable):
                    self.e.facts.assign(self.s.identifier(statement.target), self.s.assigned)
                return point.next

    # -- branches and subroutines ---------------------------------------------------------------------------------

    def _if(self, point: Point, statement: n.If, indent: int) -> int | None:
        self.e.fresh()
        condition = self.e.condition(statement.condition)
        self._add(indent, f"if {condition}:", point.index)
        facts = self.e.facts
        known = facts.known()
        facts.learn(statement.condition, True, self.e.expression)
        before = len(self._lines)
        falls = self._sequence(point.next, point.after, indent + 1)
        if len(self._lines) == before:
            self._add(indent + 1, "pass", point.index)
        facts.restore(known)
        facts.learn(statement.condition, False, self.e.expression)
        if not falls:
            return point.otherwise  # the THEN branch has jumped away: no `else` is needed
        if point.otherwise != point.after:
            self._add(indent, "else:", point.index)
            before = len(self._lines)
            self._sequence(point.otherwise, point.after, indent + 1)
            if len(self._lines) == before:
                self._add(indent + 1, "pass", point.index)
        facts.clear()
        return point.after

    def _gosub(self, point: Point, target: int | None, indent: int) -> int | None:
        if target is None:
            self._add(indent, f"fail({UNDEFINED_LINE})", point.index)
            return None
        if point.index in self.inlined:
            self._called(point, target, indent)
            return point.next
        self._add(indent, f"if len(stack) > {FEW}: room_for_gosub()", point.index)
        self._add(indent, f"stack.append({point.next})", point.index)
        self._jump(indent, target, point.index)
        return None

    def _called(self, point: Point, target: int, indent: int) -> None:
        """A subroutine in the place of its GOSUB. What it would have on the stack is put there if it is left."""
        sites = (*self._calls, point.index)
        size = self._elided(sites)
        few = f"if stack and len(stack) > {FEW}: " if size <= STACK - RESERVED - FEW * FOR_SIZE else ""
        self._add(indent, f"{few}room({size})", point.index)
        self._calls, loops = sites, self._loops
        self._loops = []
        if self.inlined[point.index].early:
            self._add(indent, "while True:", DISPATCH)
            indent += 1
        self._sequence(target, -1, indent)
        self._calls, self._loops = sites[:-1], loops

    def _return(self, point: Point, statement: n.Return, indent: int) -> None:
        if statement.line is not None:
            self._add(indent, "unwind()", point.index)
            self._jump(indent, self.flow.target(statement.line), point.index)
            return
        if self._calls:
            early = self.inlined[self._calls[-1]].early
            self._add(indent, "break" if early else "pass", point.index)
            return
        code = "pc = stack.pop() if stack and type(stack[-1]) is int else returned()"
        self._add(indent, code, point.index)
        self._lines.append(Line(indent, "", point.index, -1))

    def _on(self, point: Point, statement: n.OnJump, indent: int) -> int:
        self.e.fresh()
        targets = [self.flow.target(line) for line in statement.lines]
        choice = self.e.temporary()
        self._add(indent, f"{choice} = {self.e.byte(self.e.expression(statement.selector))}", point.index)
        self._add(indent, f"if 0 < {choice} <= {len(targets)}:", point.index)
        if statement.gosub:
            self._add(indent + 1, "room_for_gosub()", point.index)
            self._add(indent + 1, f"stack.append({point.next})", point.index)
        listed = ", ".join("fail_line" if target is None else str(target) for target in targets)
        if None in targets:
            # GOSUB to a missing line leaves no entry: the line is looked for first.
            undo = "stack.pop(), " if statement.gosub else ""
            errors = {k: line.error for k, line in enumerate(statement.lines, 1) if self.flow.target(line) is None}
            self._add(indent + 1, f"if {choice} in {errors}: {undo}fail({errors}[{choice}])", point.index)
            listed = ", ".join("0" if target is None else str(target) for target in targets)
        self._add(indent + 1, f"pc = ({listed},)[{choice} - 1]", point.index)
        self._lines.append(Line(indent + 1, "", point.index, -1))
        return point.next

    def _broken(self, point: Point, statement: n.Broken, indent: int) -> None:
        changing = isinstance(statement.prefix, n.DefType | n.OptionBase)  # what this code was written for
        lines = None if changing else broken_lines(self.s, statement)
        if lines is None:
            self._add(indent, f"raise Leave({point.index})", point.index)
            return
        for code in lines:
            self._add(indent, code, point.index)

    # -- loops ----------------------------------------------------------------------------------------------------

    def _for(self, point: Point, statement: n.For, indent: int) -> int | None:
        index = point.index
        end = self.flow.loops.get(index)
        if end is None or not self.matches(index, end):
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
        within = any(loop in self.clean for loop in self.around(index))
        if (checks or entry) and self.uses_stack and not self._calls and within:
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
        if index in self.simple:
            return self._simple_for(point, end, indent, variable, start, limit, pace)
        over = _over(identifier, limit.code, pace)
        after = self.points[end].next
        if index in self.clean:
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
        if self._calls:
            return f"if stack: room({self._size(index)})", ""
        if index not in self.clean:
            entry = f"{index}, {self.both[index]}, {identifier!r}, {{limit}}, {{pace}}"
            return ("", f"enter_for({entry})") if safe else (f"begin_for({index})", f"stack.append(Loop({entry}))")
        size = self._size(index)
        if size > STACK - RESERVED:
            return f"enter_loop({index}, {size})", ""
        return (f"if stack: enter_loop({index}, {size})" if self.uses_stack else ""), ""

    def _size(self, index: int) -> int:
        """What a clean loop and the clean ones around it would take of GW-BASIC's stack."""
        return self._loop_sizes([index, *self.around(index)]) + self._elided(self._calls)

    def _loop_sizes(self, loops: Iterable[int]) -> int:
        return sum(FOR_SIZE if begin in self.flow.loops else WHILE_SIZE for begin in loops if begin in self.clean)

    def _elided(self, calls: tuple[int, ...]) -> int:
        """What subroutines in place of their GOSUBs, and the clean loops around them, would take of the stack."""
        return sum(GOSUB_SIZE + self._loop_sizes(self.around(site)) for site in calls)

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
        if ahead and self._counts(index, end, identifier, start, limit, pace):
            assert pace.range.low is not None
            forward = pace.range.low > 0
            self._add(indent, f"if {identifier} {'<=' if forward else '>='} {limit.code}:", index)
            taken = self._take_rows(index, end, indent + 1)
            stop = f"{limit.code} {'+ 1' if forward else '- 1'}"
            stride = "" if pace.range.low == 1 else f", {pace.code}"
            self._add(indent + 1, f"for {identifier} in range({identifier}, {stop}{stride}):", index)
            self._ranged.add(index)
            known = self.e.narrowed.get(identifier), self.e.within
            self.e.narrowed[identifier] = _counted(start.range, limit.range, forward)
            self.e.within = known[1] | self._in_string(index, end, identifier, forward)
            self._body(point.next, end, indent + 2, index)
            del self.e.narrowed[identifier]
            if known[0] is not None:
                self.e.narrowed[identifier] = known[0]
            self.e.within = known[1]
            for row in taken:
                del self.e.rows[row]
            self._add(indent + 1, f"{identifier} += {pace.code}", end)
        else:
            over = _over(identifier, limit.code, pace)
            self._add(indent, f"while not ({over}):", index)
            self._body(point.next, end, indent + 1, index)
        return self.points[end].next

    def _in_string(self, begin: int, end: int, identifier: str, forward: bool) -> set[tuple[str, str]]:
        """In `FOR I=1 TO LEN(A$)`, whichever way it runs, the I-th character of A$ is there unless A$ changes."""
        statement = self.points[begin].statement
        assert isinstance(statement, n.For)
        first, last = (statement.start, statement.stop) if forward else (statement.stop, statement.start)
        low = self.e.ranges.expression(first).low
        match last:
            case n.Function(name="LEN", arguments=(n.Variable() as text,)) if low is not None and low >= 1:
                held = self.e.scalar(text)
                kept = names.kind_of(held) == "$" and held not in self.e.exposed | self.s.fielded
                if kept and not any(self._assigns(inner, held) for inner in self._inside(begin, end)):
                    return {(identifier, held)}
            case _:
                pass
        return set()

    def _take_rows(self, begin: int, end: int, indent: int) -> list[tuple[str, str]]:
        """In `FOR K=1 TO N:S=S+A(I,K)*B(K,J):NEXT` the row I of A is the same throughout: take it in hand before.

        A row that is not there is an empty one, so that the error comes where GW-BASIC finds it.
        """
        statements = self._inside(begin, end)
        if any(isinstance(core(statement), n.Dim | n.Erase | n.If) for statement in statements):
            return []
        taken: list[tuple[str, str]] = []
        for node in (node for statement in statements for node in walk(statement) if isinstance(node, n.Element)):
            first = node.subscripts[0]
            identifier = self.e.array(node.name, node.sigil, len(node.subscripts))
            if len(node.subscripts) != 2 or not isinstance(first, n.Variable) or not self.e.arrays[identifier]:
                continue
            bounds = self.e.ranges.variable(first)
            subscript = self.e.scalar(first)
            plain = names.kind_of(subscript) in "%!" and bounds.whole and bounds.within(self.e.base, 32767)
            key = identifier, subscript
            if not plain or key in self.e.rows or {identifier, subscript} & self.e.exposed:
                continue
            if subscript == self._identifier_of_loop(begin) or any(self._assigns(s, subscript) for s in statements):
                continue
            self.e.rows[key] = row = f"row_{begin}_{len(taken)}"
            self._add(indent, f"{row} = row({identifier}, {subscript})", begin)
            taken.append(key)
        return taken

    def _identifier_of_loop(self, begin: int) -> str:
        statement = self.points[begin].statement
        assert isinstance(statement, n.For)
        return self._identifier(statement.variable)

    def _counts(self, index: int, end: int, identifier: str, start: Value, limit: Value, pace: Value) -> bool:
        """Whether a loop only counts: whole bounds, and nothing in the body touches its variable."""
        if not (start.whole and limit.whole and pace.whole) or identifier in self.e.exposed:
            return False
        variable = self.points[index].statement
        assert isinstance(variable, n.For)
        bounds = self.e.ranges.variable(variable.variable)
        most = 32767 if names.kind_of(identifier) == "%" else EXACT
        if not bounds.within(-most - 1, most):
            return False
        if names.kind_of(identifier) == "%" and not _ends_within(limit.range, pace.range):
            return False
        return not any(self._assigns(statement, identifier) for statement in self._inside(index, end))

    def _inside(self, begin: int, end: int) -> list[n.Statement]:
        """The statements of a loop's body, and of the subroutines in it that stand in place of their GOSUBs."""
        body = set(range(begin + 1, end))
        for site in self.inlined.keys() & body:
            body |= self.inlined[site].body
        return [self.points[index].statement for index in sorted(body)]

    def _assigns(self, statement: n.Statement, identifier: str) -> bool:
        statement = core(statement)
        targets = assigned_variables(statement)
        return anything(statement) or any(self._identifier(target) == identifier for target in targets)

    def _body(self, first: int, end: int, indent: int, begin: int) -> None:
        self._loops.append(begin)
        before = len(self._lines)
        self._look(LOOPS, indent, first)
        if self._sequence(first, end, indent):
            self._close_simple(indent, end)
        self._loops.pop()
        if len(self._lines) == before:
            self._add(indent, "pass", end)

    def _close_simple(self, indent: int, end: int) -> None:
        """What NEXT does at the foot of a simple loop, and before each jump to it; WEND leads to the WHILE."""
        self._look(STATEMENTS, indent, end)
        begin = self.flow.ends.get(end)
        self.e.facts.clear()  # the step is what it was when the loop began, whatever its variables are now
        if begin is not None and begin not in self._ranged:
            self._count_on(self.points[end], indent, self._state(begin))
        if end in self.flow.wends:
            self._look(STATEMENTS, indent, self.flow.wends[end])

    def _count_on(self, point: Point, indent: int, state: LoopState) -> None:
        """`I = I + step`, with the overflow or rounding that the type asks for."""
        self.e.fresh()
        statement = self.points[state.point].statement
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

    def _next(self, point: Point, indent: int) -> int | None:
        begin = self.flow.ends.get(point.index)
        if begin is None or not self.matches(begin, point.index):
            self._add(indent, f"raise Leave({point.index})", point.index)
            return None
        statement = self.points[begin].statement
        assert isinstance(statement, n.For)
        identifier = self.e.scalar(statement.variable)
        body = self.points[begin].next
        if begin in self.clean:
            state = self._state(begin)
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

    def _state(self, begin: int) -> LoopState:
        """The state of a loop, whose NEXT may be written before its FOR."""
        statement = self.points[begin].statement
        if begin not in self.states and not isinstance(statement, n.For):
            self.states[begin] = LoopState(begin)
        if begin not in self.states:
            assert isinstance(statement, n.For)
            kind = names.kind_of(self._identifier(statement.variable))
            self.e.fresh()
            stop = self._bound(statement.stop, kind)
            limit = stop.code if stop.simple else f"limit_{begin}"
            step = "1"
            if statement.step is not None:
                value = self._bound(statement.step, kind)
                step = value.code if value.simple else f"step_{begin}"
            self.states[begin] = LoopState(begin, self._identifier(statement.variable), limit, step)
        return self.states[begin]

    def _while(self, point: Point, statement: n.While, indent: int) -> int | None:
        end = self.flow.whiles.get(point.index)
        if end is None:
            self._add(indent, f"raise Leave({point.index})", point.index)
            return None
        self.states[point.index] = LoopState(point.index)
        if point.index in self.clean:
            size = self._size(point.index)
            if self._traps and not self._calls:  # an error may have put the loop on the stack
                self._add(indent, f"if stack: drop_while({point.index})", point.index)
            if self.uses_stack or size > STACK - RESERVED:
                few = f"if len(stack) > {FEW}: " if size <= STACK - RESERVED - FEW * FOR_SIZE else ""
                self._add(indent, f"{few}room({size})", point.index)
        self.e.fresh()
        condition = self.e.condition(statement.condition)
        after = self.points[end].next
        if point.index in self.simple:
            self._add(indent, f"while {condition}:", point.index)
            self._body(point.next, end, indent + 1, point.index)
            return after
        clean = point.index in self.clean
        if not clean:
            self._add(indent, f"enter_while({point.index}, {end})", point.index)
        self._add(indent, f"if not {condition}:", point.index)
        if not clean:
            self._add(indent + 1, "stack.pop()", point.index)
        self._jump(indent + 1, after, point.index)
        return point.next

    def _wend(self, point: Point, indent: int) -> None:
        begin = self.flow.wends.get(point.index)
        if begin is None:
            self._add(indent, f"fail({WEND_WITHOUT_WHILE})", point.index)
            return
        if begin not in self.clean:
            self._add(indent, f"wend_frame({point.index})", point.index)
        self._jump(indent, begin, point.index)


def _counted(start: Range, limit: Range, forward: bool) -> Range:
    """What a counter is in the body of its loop."""
    return Range(True, start.low, limit.high) if forward else Range(True, limit.low, start.high)


STACKED = frozenset(["RETURN", "RESUME"])  # words that look at the stack or for an error before anything else


def broken_lines(statements: Statements, statement: n.Broken) -> list[str] | None:
    """What a broken statement does before its error; None where its valid beginning jumps."""
    lines: list[str] = []
    if statement.word in STACKED:
        return None
    if statement.prefix is not None:
        if isinstance(statement.prefix, n.Print):
            statements.e.fresh()
            lines = statements.print(statement.prefix, ended=False)
        elif isinstance(statement.prefix, n.Write):
            statements.e.fresh()
            lines = statements.write_statement(statement.prefix, ended=False)
        elif isinstance(statement.prefix, n.Read):
            statements.e.fresh()
            lines = ["begin_read()", *statements.read(statement.prefix)]
        else:
            written = statements.write(statement.prefix)
            if written is None:
                return None
            lines = written
    for effect in statement.effects:
        lines.append(statements.e.expression(effect).code)
    return [*lines, statements.e.fail(statement.error)]


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


def _ends_within(limit: Range, pace: Range) -> bool:
    """Whether the step behind the limit of a loop is still an integer, upwards or downwards."""
    if limit.low is None or limit.high is None or pace.low is None or pace.high is None:
        return False
    return limit.low + min(pace.low, 0) >= -32768 and limit.high + max(pace.high, 0) <= 32767
