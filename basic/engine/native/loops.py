"""FOR and WHILE as LLVM code, with an entry on the stack or without."""

from __future__ import annotations

from ...analysis.flow import Flow, Point
from ...sizes import FOR_SIZE, RESERVED, STACK, WHILE_SIZE
from ...syntax import nodes as n
from .. import names
from ..layout import Layout as ProgramLayout
from .expressions import Expressions
from .jumps import Jumps
from .registers import REGISTER, Unsupported, Value


class Loops(Jumps):
    """Writes the code of loops."""

    def __init__(self, flow: Flow, blocks: ProgramLayout, expressions: Expressions, fielded: set[str]) -> None:
        super().__init__(flow, blocks, expressions, fielded)
        self.loops: dict[int, tuple[str, str]] = {}  # without entries: variable, kinds of limit and step
        self.entry_kinds: dict[int, str] = {}  # of those with entries

    def _variable(self, begin: int) -> tuple[str, str]:
        """A loop's variable, and the kinds in which limit and step are kept."""
        statement = self.flow.points[begin].statement
        assert isinstance(statement, n.For)
        identifier = self.e.scalar(statement.variable)
        if names.kind_of(identifier) == "%":
            return identifier, "ii"
        kinds = ""
        for node in (statement.stop, statement.step):
            whole = node is None or self.e.ranges.expression(node).whole
            kinds += "i" if whole and identifier not in self.e.wide else "f"
        if kinds[1] == "f" and self.e.kind(identifier) == "i":
            raise Unsupported
        return identifier, kinds

    def _bound(self, node: n.Expression | None, sigil: str, kind: str) -> Value:
        value = Value("i", "1", 1, 1) if node is None else self.e.expression(node)
        if value.kind == "t":
            raise Unsupported
        if sigil == "%":
            return self.e.integer(value)
        if value.kind == "d":
            value = self.e.single(value)
        return self.e.counted(value) if kind == "i" else self.e.single(value)

    def _step(self, node: n.Expression | None) -> int | None:
        """The step, if it is a constant."""
        sign = 1
        if isinstance(node, n.Unary) and node.operator == "-":
            sign, node = -1, node.operand
        if node is None:
            return 1
        if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
            return sign * int(node.value)
        return None

    def _past(self, variable: Value, limit: Value, step: Value, constant: int | None) -> str:
        """Whether a loop is done; with step 0 it never is."""

        def compare(word: str) -> str:
            if variable.kind == limit.kind == "i":
                return self.e.put(f"icmp s{word} i64 {variable.code}, {limit.code}")
            a, b = self.e.single(variable), self.e.single(limit)
            return self.e.put(f"fcmp o{word} double {a.code}, {b.code}")

        if constant is not None:
            return compare("gt" if constant > 0 else "lt") if constant else "false"
        above, below = compare("gt"), compare("lt")
        prefix, zero = ("icmp s", "0") if step.kind == "i" else ("fcmp o", "0.0")
        up = self.e.put(f"{prefix}gt {step.type} {step.code}, {zero}")
        down = self.e.put(f"{prefix}lt {step.type} {step.code}, {zero}")
        other = self.e.put(f"and i1 {down}, {below}")
        return self.e.put(f"select i1 {up}, i1 {above}, i1 {other}")

    def _size(self, begin: int) -> int:
        """What a loop without entry, and those around it, would take of the stack; leaves it to Python if too much."""
        around = [begin, *(loop for loop in self.blocks.around(begin) if loop in self.blocks.clean)]
        size = sum(FOR_SIZE if loop in self.flow.loops else WHILE_SIZE for loop in around)
        if size > STACK - RESERVED:
            raise Unsupported
        return size

    def _for(self, point: Point, statement: n.For) -> None:
        begin = point.index
        end = self.flow.loops.get(begin)
        if end is None or not self.blocks.matches(begin, end):
            raise Unsupported
        identifier, kinds = self._variable(begin)
        sigil = names.kind_of(identifier)
        value = self.e.expression(statement.start)
        start = self.e.convert(value, identifier)
        limit = self._bound(statement.stop, sigil, kinds[0])
        step = self._bound(statement.step, sigil, kinds[1])
        after = self.flow.points[end].next
        past = self._past(start, limit, step, self._step(statement.step))
        if begin in self.blocks.clean:
            size = self._size(begin)
            if self.stacked:
                alone = not any(loop in self.blocks.clean for loop in self.blocks.around(begin))
                sp, used = self._drop(begin, alone)
                self._room(size, used)
                if alone:
                    self.e.do(f"store i64 {sp}, ptr %sp")
                    self.e.do(f"store i64 {used}, ptr %used")
            self.loops[begin] = identifier, kinds
            self.e.do(f"store {limit.type} {limit.code}, ptr %limit_{begin}")
            self.e.do(f"store {step.type} {step.code}, ptr %step_{begin}")
            self._store(start, f"%{identifier}")
            self._branch(point, past, after, point.next)
            return
        self.entry_kinds[begin] = kinds
        sp, used = self._drop(begin, True)
        self._room(FOR_SIZE, used)
        self._store(start, f"%{identifier}")
        done, on = self.e.label(), self.e.label()
        self.e.do(f"br i1 {past}, label %{done}, label %{on}")
        self.e.place(done)
        self.e.do(f"store i64 {sp}, ptr %sp")
        self.e.do(f"store i64 {used}, ptr %used")
        self._go(point, after)
        self.e.place(on)
        self._push(-1 - begin, FOR_SIZE, sp, used, (limit, step))
        self._go(point, point.next)

    def _drop(self, begin: int, take: bool) -> tuple[str, str]:
        """Stack pointer and bytes used when an old entry of this loop is gone; or leaves if there is one."""
        sp, used = self.e.put("load i64, ptr %sp"), self.e.put("load i64, ptr %used")
        found = self.e.put(f"call i64 @loop_on_stack(ptr %stack, i64 {sp}, i64 {-1 - begin})")
        missing = self.e.put(f"icmp slt i64 {found}, 0")
        if not take:
            self.e.require(missing)
            return sp, used
        low = self.e.put(f"select i1 {missing}, i64 {sp}, i64 {found}")
        # Without an old loop this reads the free entry above the top, and does not use it.
        before = self.e.put(f"load i64, ptr {self._field(self._entry(low), 1)}")
        return low, self.e.put(f"select i1 {missing}, i64 {used}, i64 {before}")

    def _next(self, point: Point, statement: n.Next) -> None:
        begin = self.flow.ends.get(point.index)
        if begin is None or not self.blocks.matches(begin, point.index):
            raise Unsupported
        opening = self.flow.points[begin].statement
        assert isinstance(opening, n.For)
        identifier, kinds = self._variable(begin)
        clean = begin in self.blocks.clean
        below = ""
        if clean:
            self.loops[begin] = identifier, kinds
            limit_at, step_at = f"%limit_{begin}", f"%step_{begin}"
        else:
            self.entry_kinds[begin] = kinds
            below, word = self._top()
            self.e.require(self.e.put(f"icmp eq i64 {word}, {-1 - begin}"))
            entry = self._entry(below)
            limit_at, step_at = self._field(entry, 2), self._field(entry, 3)
        constant = self._step(opening.step)
        limit = self._kept(kinds[0], limit_at)
        step = self._kept(kinds[1], step_at)
        if constant is not None and kinds[1] == "i":
            step = Value("i", str(constant), constant, constant)
        total = self.e.combine("+", self.e.load(identifier, f"%{identifier}"), step)
        value = self.e.convert(total, identifier)
        past = self._past(value, limit, step, constant)
        self._store(value, f"%{identifier}")
        body = self.flow.points[begin].next
        if clean:
            self._branch(point, past, point.next, body)
            return
        done = self.e.label()
        self.e.do(f"br i1 {past}, label %{done}, label {self._jump(point, body)}")
        self.e.place(done)
        self._pop(below, FOR_SIZE)
        self._go(point, point.next)

    def _kept(self, kind: str, address: str) -> Value:
        code = self.e.put(f"load {REGISTER[kind]}, ptr {address}")
        return Value("i", code, -(1 << 31), 1 << 31) if kind == "i" else Value("f", code)

    def _while(self, point: Point, statement: n.While) -> None:
        begin = point.index
        end = self.flow.whiles.get(begin)
        if end is None:
            raise Unsupported
        condition = self.e.condition(statement.condition)
        after = self.flow.points[end].next
        if begin in self.blocks.clean:
            size = self._size(begin)
            if self.stacked:
                sp, used = self._drop(begin, True)
                self._room(size, used)
                self.e.do(f"store i64 {sp}, ptr %sp")
                self.e.do(f"store i64 {used}, ptr %used")
            self._branch(point, condition, point.next, after)
            return
        low, kept = self._drop(begin, True)
        # An entry that is there already has found its room; one more of its size leaves at most that much.
        self._room(WHILE_SIZE, kept)
        on, done = self.e.label(), self.e.label()
        self.e.do(f"br i1 {condition}, label %{on}, label %{done}")
        self.e.place(done)
        self.e.do(f"store i64 {low}, ptr %sp")
        self.e.do(f"store i64 {kept}, ptr %used")
        self._go(point, after)
        self.e.place(on)
        self._push(-1 - begin, WHILE_SIZE, low, kept)
        self._go(point, point.next)

    def _wend(self, point: Point) -> None:
        begin = self.flow.wends.get(point.index)
        if begin is None:
            raise Unsupported
        if begin not in self.blocks.clean:
            _, word = self._top()
            self.e.require(self.e.put(f"icmp eq i64 {word}, {-1 - begin}"))
        self._go(point, begin)
