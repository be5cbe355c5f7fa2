"""A part of a program as one LLVM function.

    i64 run(i64 entry, ptr state, ptr stack)

The function begins at one of its entries and goes on until something has to be done by Python; it gives the point and,
in the lowest bit, whether the statement there is still to be carried out by a single step (0) or control has merely
come there (1): out of the region, or to see whether Ctrl-C has been pressed, for which jumps backwards are counted.

Every statement checks all that can fail before it changes anything. Scalars used often are registers while the function
runs, the others stay in the state's words; `Layout` tells which word is whose.
"""

from __future__ import annotations

from collections import Counter

from ...analysis.flow import Flow, Point, jumps
from ...syntax import nodes as n
from .. import names
from ..layout import Layout as ProgramLayout
from ..stack import FOR_SIZE, GOSUB_SIZE, RESERVED, STACK, WHILE_SIZE
from .arithmetic import prelude
from .expressions import REGISTER, Expressions, Unsupported, Value
from .plan import Layout
from .words import ENTRY, FUEL, MOST_USED, SEED, TOP, USED

MOST_POINTS = 240
MOST_INLINE = 60  # operations on singles that are written out
MOST_COPIES = 2000  # registers times ways out, beyond which compiling would take too long
FIRST = 5
TEXT_WORDS = 33


class Region:
    """Chooses the points that belong together and writes their code."""

    def __init__(
        self, flow: Flow, blocks: ProgramLayout, expressions: Expressions, fielded: set[str], start: int, enter: bool
    ) -> None:
        self.flow = flow
        self.blocks = blocks
        self.e = expressions
        self.fielded = fielded
        self.code: dict[int, list[str]] = {}  # native points
        self.ways: dict[int, list[int]] = {}  # where a native point goes by itself
        self.left: set[int] = set()  # points for Python
        self.entries: set[int] = set()
        self.loops: dict[int, tuple[str, str]] = {}
        self.entry_kinds: dict[int, str] = {}
        # Without subroutines the stack holds at most loops that an error has left.
        self.stacked = blocks.uses_stack or any(isinstance(point.statement, n.OnError) for point in flow.points)
        self.stored: set[str] = set()
        self._backward: set[int] = set()
        self._outside: set[int] = set()
        self._returns: set[int] = set()
        self._ways: list[int] = []
        self._choose(start)
        if enter:
            self.entries.add(start)
        self.entries &= self.code.keys()

    # -- which points ---------------------------------------------------------------------------------------------

    def _choose(self, start: int) -> None:
        """All points that can be reached from the start, the nearest first."""
        waiting, seen = [start], {start}
        for index in waiting:
            if len(self.code) + len(self.left) >= MOST_POINTS:
                break
            if index >= self.flow.end:
                continue
            point = self.flow.points[index]
            self.e.begin(f"x{index}")
            self._ways = []
            scalars, arrays = dict(self.e.scalars), set(self.e.arrays)
            targets = set(self._backward), set(self._outside), set(self._returns)
            try:
                self._point(point)
                if self.e.seed:
                    raise Unsupported  # a statement in which RND may not stand here
            except (Unsupported, RecursionError):
                self.e.scalars, self.e.arrays = scalars, arrays
                self._backward, self._outside, self._returns = targets
                self.left.add(index)
                following = [] if isinstance(point.statement, n.Goto | n.Return | n.Resume) else [point.next]
                self.entries.update(following)
            else:
                self.code[index] = self.e.lines
                self.ways[index] = following = self._ways
            if isinstance(point.statement, n.Return) and point.statement.line is None:
                following = self._callers(index)
            for target in following:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        self.entries.update(self._backward, self._returns)  # where jumps backwards are counted it may be left

    def _callers(self, index: int) -> list[int]:
        """The GOSUBs of the subroutine that a RETURN seems to stand in, and where they are returned to."""
        calls: dict[int, list[int]] = {}
        for point in self.flow.points:
            statement = point.statement
            if isinstance(statement, n.Gosub) or (isinstance(statement, n.OnJump) and statement.gosub):
                for line in jumps(statement):
                    calls.setdefault(self.flow.target(line) or 0, []).extend((point.index, point.next))
        return calls.get(max((target for target in calls if target <= index), default=-1), [])

    def cycles(self) -> frozenset[int]:
        """The native points through which control can go round in native code alone (or between two such rounds)."""
        ways = {index: {way for way in self._all_ways(index) if way in self.code} for index in self.code}
        while True:
            reached = {way for following in ways.values() for way in following}
            dead = {index for index, following in ways.items() if not following or index not in reached}
            if not dead:
                return frozenset(ways)
            ways = {index: following - dead for index, following in ways.items() if index not in dead}

    def _all_ways(self, index: int) -> list[int]:
        statement = self.flow.points[index].statement
        if isinstance(statement, n.Return):
            return [*self.ways[index], *self._returns]
        if isinstance(statement, n.For):  # a loop that is not run at all is not what takes the time
            return [way for way in self.ways[index] if way == self.flow.points[index].next]
        return self.ways[index][:1] if isinstance(statement, n.Gosub) else self.ways[index]

    # -- one point ------------------------------------------------------------------------------------------------

    def _jump(self, point: Point, target: int) -> str:
        """The label that leads to a point."""
        if target >= self.flow.end:
            self._outside.add(target)
            return f"%o{target}"
        self._ways.append(target)
        if target <= point.index:
            self._backward.add(target)
            return f"%f{target}"
        return f"%p{target}"

    def _go(self, point: Point, target: int) -> None:
        self.e.do(f"br label {self._jump(point, target)}")

    def _branch(self, point: Point, condition: str, yes: int, no: int) -> None:
        self.e.do(f"br i1 {condition}, label {self._jump(point, yes)}, label {self._jump(point, no)}")

    def _target(self, line: n.LineRef) -> int:
        target = self.flow.target(line)
        if target is None:
            raise Unsupported
        return target

    def _point(self, point: Point) -> None:
        statement = point.statement
        match statement:
            case n.Remark() | n.Empty() | n.Data():
                self._go(point, point.next)
            case n.Let(target=target, value=value):
                self._let(target, value)
                self._go(point, point.next)
            case n.Swap():
                self._swap(statement)
                self._go(point, point.next)
            case n.Goto(line=line):
                self._go(point, self._target(line))
            case n.If(condition=condition):
                holds = self.e.condition(condition)
                self.e.settle()
                self._branch(point, holds, point.next, point.otherwise)
            case n.Gosub(line=line):
                self._gosub(point, self._target(line))
            case n.Return():
                self._return(point, statement)
            case n.OnJump():
                self._on(point, statement)
            case n.For():
                self._for(point, statement)
            case n.Next():
                self._next(point, statement)
            case n.While():
                self._while(point, statement)
            case n.Wend():
                self._wend(point)
            case _:
                raise Unsupported

    # -- assignment -----------------------------------------------------------------------------------------------

    def _place(self, target: n.Target) -> tuple[str, str]:
        if isinstance(target, n.Element):
            identifier, address = self.e.element(target)
            self.stored.add(identifier)
        else:
            identifier = self.e.scalar(target)
            address = f"%{identifier}"
        if identifier in self.fielded:
            raise Unsupported
        return identifier, address

    def _let(self, target: n.Target, node: n.Expression) -> None:
        identifier, address = self._place(target)  # first, for RND may stand in its subscripts
        value = self.e.convert(self.e.expression(node), identifier)
        self.e.settle()
        self._store(value, address)

    def _store(self, value: Value, address: str) -> None:
        if value.kind == "t":
            start, length = self.e.parts(value)
            self.e.copy(self.e.put(f"getelementptr i64, ptr {address}, i64 1"), start, length)
            self.e.do(f"store i64 {length}, ptr {address}")
        else:
            self.e.do(f"store {value.type} {value.code}, ptr {address}")

    def _swap(self, statement: n.Swap) -> None:
        left, right = self._place(statement.left), self._place(statement.right)
        if names.kind_of(left[0]) != names.kind_of(right[0]) or self.e.kind(left[0]) == "t":
            raise Unsupported
        a = self.e.convert(self.e.load(*right), left[0])
        b = self.e.convert(self.e.load(*left), right[0])
        self._store(a, left[1])
        self._store(b, right[1])

    # -- subroutines ----------------------------------------------------------------------------------------------

    def _room(self, size: int, used: str = "") -> None:
        """Leave if GW-BASIC's stack would overflow."""
        more = self.e.put(f"add i64 {used or self.e.put('load i64, ptr %used')}, {size}")
        self.e.require(self.e.put(f"icmp ule i64 {more}, %most"))

    def _push(self, word: int, size: int, sp: str, used: str, rest: tuple[Value, ...] = ()) -> None:
        entry = self._entry(sp)
        self.e.do(f"store i64 {word}, ptr {entry}")
        self.e.do(f"store i64 {used}, ptr {self._field(entry, 1)}")
        for place, value in enumerate(rest, 2):
            self.e.do(f"store {value.type} {value.code}, ptr {self._field(entry, place)}")
        top = self.e.put(f"add i64 {sp}, 1")
        self.e.do(f"store i64 {top}, ptr %sp")
        more = self.e.put(f"add i64 {used}, {size}")
        self.e.do(f"store i64 {more}, ptr %used")

    def _entry(self, index: str) -> str:
        return self.e.put(f"getelementptr [{ENTRY} x i64], ptr %stack, i64 {index}")

    def _field(self, entry: str, place: int) -> str:
        return self.e.put(f"getelementptr i64, ptr {entry}, i64 {place}")

    def _pop(self, below: str, size: int) -> None:
        """Take off the top entry."""
        self.e.do(f"store i64 {below}, ptr %sp")
        left = self.e.put(f"sub i64 {self.e.put('load i64, ptr %used')}, {size}")
        self.e.do(f"store i64 {left}, ptr %used")

    def _top(self) -> tuple[str, str]:
        """The index of the top entry, and its word; leaves if there is none."""
        sp = self.e.put("load i64, ptr %sp")
        self.e.require(self.e.put(f"icmp ne i64 {sp}, 0"))
        below = self.e.put(f"sub i64 {sp}, 1")
        return below, self.e.put(f"load i64, ptr {self._entry(below)}")

    def _gosub(self, point: Point, target: int) -> None:
        self._room(GOSUB_SIZE)
        sp, used = self.e.put("load i64, ptr %sp"), self.e.put("load i64, ptr %used")
        self._push(point.next, GOSUB_SIZE, sp, used)
        self._returns.add(point.next)
        self._go(point, target)
        self._ways.append(point.next)

    def _return(self, point: Point, statement: n.Return) -> None:
        target = None if statement.line is None else self._target(statement.line)
        below, word = self._top()
        self.e.require(self.e.put(f"icmp sge i64 {word}, 0"))
        self._pop(below, GOSUB_SIZE)
        if target is not None:
            self._go(point, target)
            return
        self.e.do(f"store i64 {word}, ptr %back")
        self.e.do("br label %return")

    def _on(self, point: Point, statement: n.OnJump) -> None:
        choice = self.e.byte(self.e.expression(statement.selector))
        targets = [self._target(line) for line in statement.lines]
        if statement.gosub:
            self._room(GOSUB_SIZE)
        self.e.settle()
        inside, cases = self.e.label(), self.e.label()
        less = self.e.put(f"sub i64 {choice.code}, 1")
        valid = self.e.put(f"icmp ult i64 {less}, {len(targets)}")
        self.e.do(f"br i1 {valid}, label %{inside}, label {self._jump(point, point.next)}")
        self.e.place(inside)
        if statement.gosub:
            sp, used = self.e.put("load i64, ptr %sp"), self.e.put("load i64, ptr %used")
            self._push(point.next, GOSUB_SIZE, sp, used)
            self._returns.add(point.next)
        self.e.do(f"br label %{cases}")
        self.e.place(cases)
        listed = " ".join(f"i64 {k}, label {self._jump(point, target)}" for k, target in enumerate(targets[1:], 1))
        self.e.do(f"switch i64 {less}, label {self._jump(point, targets[0])} [ {listed} ]")

    # -- loops ----------------------------------------------------------------------------------------------------

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

    # -- the whole ------------------------------------------------------------------------------------------------

    def text(self) -> tuple[str, Layout]:
        """The LLVM module, and where its state is."""
        layout = self._layout()
        kept = self._registers(layout)
        places = dict(layout.scalars)
        kinds = {identifier: layout.kinds[identifier] for identifier in layout.scalars}
        for begin, (place, pair) in layout.loops.items():
            places[f"limit_{begin}"], kinds[f"limit_{begin}"] = place, pair[0]
            places[f"step_{begin}"], kinds[f"step_{begin}"] = place + 1, pair[1]
        own = {"fuel": FUEL, "sp": TOP, "used": USED, "seed": SEED}
        operations = sum(line.count("@s_") + line.count("@d_") for code in self.code.values() for line in code)
        lines = self._constants()
        lines.append("define i64 @run(i64 %entry, ptr noalias %state, ptr noalias %stack) {")
        lines.append("begin:")
        lines += [f"  %buffer{k} = alloca [256 x i8]" for k in range(1, self.e.most_buffers + 1)]
        lines.append("  %back = alloca i64")
        saves = []
        for name, place in [*own.items(), *places.items()]:
            kind = kinds.get(name, "i")
            if name in own or name in kept:
                lines.append(f"  %{name} = alloca {REGISTER[kind]}")
                lines.append(f"  %{name}.home = getelementptr i64, ptr %state, i64 {place}")
                lines.append(f"  %{name}.in = load {REGISTER[kind]}, ptr %{name}.home")
                lines.append(f"  store {REGISTER[kind]} %{name}.in, ptr %{name}")
                saves.append(f"  %{name}.out = load {REGISTER[kind]}, ptr %{name}")
                saves.append(f"  store {REGISTER[kind]} %{name}.out, ptr %{name}.home")
            else:
                lines.append(f"  %{name} = getelementptr i64, ptr %state, i64 {place}")
        lines.append(f"  %most.at = getelementptr i64, ptr %state, i64 {MOST_USED}")
        lines.append("  %most = load i64, ptr %most.at")
        for identifier, (place, rank) in layout.arrays.items():
            lines.append(f"  %{identifier}.at = getelementptr i64, ptr %state, i64 {place}")
            lines.append(f"  %{identifier} = load ptr, ptr %{identifier}.at")
            for position in range(rank):
                size = f"%{identifier}.{position}"
                lines.append(f"  {size}.at = getelementptr i64, ptr %state, i64 {place + 1 + position}")
                lines.append(f"  {size} = load i64, ptr {size}.at")
        listed = " ".join(f"i64 {index}, label %p{index}" for index in sorted(self.entries))
        lines.append(f"  switch i64 %entry, label %nowhere [ {listed} ]")
        lines += self._body()
        lines += saves
        lines += ["  ret i64 %code", "}"]
        text = "\n".join(lines) + "\n"
        return prelude(text, operations <= MOST_INLINE) + text, layout

    def _body(self) -> list[str]:
        lines: list[str] = []
        codes: list[tuple[str, str]] = [("%left", "nowhere")]
        lines += ["nowhere:", "  %shifted = shl i64 %entry, 1", "  %left = or i64 %shifted, 1", "  br label %exit"]
        reached = set(self.code) | self.left
        mentioned = {way for ways in self.ways.values() for way in ways}
        for index in sorted(self.code):
            lines.append(f"p{index}:")
            lines += self.code[index]
            if any(f"%x{index}" in line for line in self.code[index]):
                lines += [f"x{index}:", "  br label %exit"]
                codes.append((str(2 * index), f"x{index}"))
        for index in sorted(self.left | (mentioned - reached)):
            lines += [f"p{index}:", "  br label %exit"]
            codes.append((str(2 * index + (index not in self.left)), f"p{index}"))
        for index in sorted(self._outside):
            lines += [f"o{index}:", "  br label %exit"]
            codes.append((str(2 * index + 1), f"o{index}"))
        for index in sorted(self._backward):
            lines += [f"f{index}:", *self._burn(f"f{index}", f"p{index}"), f"f{index}.out:", "  br label %exit"]
            codes.append((str(2 * index + 1), f"f{index}.out"))
        if any(isinstance(self.flow.points[index].statement, n.Return) for index in self.code):
            listed = " ".join(f"i64 {index}, label %p{index}" for index in sorted(self._returns & reached))
            lines += ["return:", "  %to = load i64, ptr %back", *self._burn("return", "return.go"), "return.go:"]
            lines.append(f"  switch i64 %to, label %return.out [ {listed} ]")
            lines += ["return.out:", "  %to2 = shl i64 %to, 1", "  %to3 = or i64 %to2, 1", "  br label %exit"]
            codes.append(("%to3", "return.out"))
        phi = ", ".join(f"[ {code}, %{label} ]" for code, label in codes)
        return [*lines, "exit:", f"  %code = phi i64 {phi}"]

    def _burn(self, label: str, target: str) -> list[str]:
        """Count a jump backwards; at the last one Python looks for Ctrl-C."""
        return [
            f"  %{label}.a = load i64, ptr %fuel",
            f"  %{label}.b = sub i64 %{label}.a, 1",
            f"  store i64 %{label}.b, ptr %fuel",
            f"  %{label}.c = icmp sgt i64 %{label}.b, 0",
            f"  br i1 %{label}.c, label %{target}, label %{label}.out, !prof !0",
        ]

    def _constants(self) -> list[str]:
        lines = []
        for text, name in self.e.constants.items():
            data = "".join(f"\\{ord(character):02X}" for character in text)
            lines.append(f'{name} = private constant [{len(text)} x i8] c"{data}"')
        return lines

    def _layout(self) -> Layout:
        place = FIRST
        scalars: dict[str, int] = {}
        kinds: dict[str, str] = {}
        for identifier in self.e.scalars:
            kind = kinds[identifier] = self.e.kind(identifier)
            scalars[identifier] = place
            place += {"t": TEXT_WORDS, "d": 2}.get(kind, 1)
        loops: dict[int, tuple[int, str]] = {}
        for begin, (_, pair) in self.loops.items():
            loops[begin] = place, pair
            place += 2
        arrays: dict[str, tuple[int, int]] = {}
        for identifier in sorted(self.e.arrays):
            kinds[identifier] = self.e.kind(identifier)
            arrays[identifier] = place, self.e.ranks[identifier]
            place += 1 + self.e.ranks[identifier]
        whole = frozenset(identifier for identifier in kinds if self.e.known(identifier).whole)
        stored = frozenset(self.stored)
        return Layout(
            scalars, kinds, loops, arrays, whole, stored, self.entry_kinds, self.stacked, place,
            self.e.random, frozenset(self.e.functions),
        )  # fmt: skip

    def _registers(self, layout: Layout) -> set[str]:
        """The scalars kept in registers: as many of the most used as compile quickly."""
        uses = Counter(self.e.scalars)
        for begin in layout.loops:
            uses[f"limit_{begin}"] += 1
            uses[f"step_{begin}"] += 1
        exits = len(self.code) + len(self.left) + 1
        count = max(2, MOST_COPIES // exits - 6)
        candidates = [name for name, _ in uses.most_common() if layout.kinds.get(name) != "t"]
        return set(candidates[:count])
