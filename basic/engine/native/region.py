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
from ..layout import Layout as ProgramLayout
from .expressions import Expressions
from .forest import MOST_POINTS, LoopForest, rounds
from .loops import Loops
from .plan import Layout
from .registers import REGISTER, Unsupported
from .words import FUEL, MOST_USED, SEED, TOP, USED

AFTER = 40  # points behind a loop: what is not native there would have to be carried out in single steps
MOST_COPIES = 2000  # registers times ways out, beyond which compiling would take too long
FIRST = 5
TEXT_WORDS = 33


class Region(Loops):
    """Chooses the points that belong together and writes their code."""

    def __init__(
        self, flow: Flow, blocks: ProgramLayout, expressions: Expressions, fielded: set[str], start: int, enter: bool
    ) -> None:
        super().__init__(flow, blocks, expressions, fielded)
        self.code: dict[int, list[str]] = {}  # native points
        self.ways: dict[int, list[int]] = {}  # where a native point goes by itself
        self.left: set[int] = set()  # points for Python
        self.entries: set[int] = set()
        self._choose(start, enter)
        if enter:
            self.entries.add(start)
        self.entries &= self.code.keys()

    # -- which points ---------------------------------------------------------------------------------------------

    def _choose(self, start: int, everywhere: bool) -> None:
        """The largest loop around the start and what follows it; or all that can be reached, the nearest first."""
        waiting = [start] if everywhere else sorted(LoopForest(self.flow).around(start, MOST_POINTS))
        most = MOST_POINTS if everywhere else len(waiting) + (AFTER if waiting else 0)
        seen = set(waiting)
        for index in waiting:
            if len(self.code) + len(self.left) >= most:
                break
            if index >= self.flow.end:
                continue
            point = self.flow.points[index]
            self.e.begin(f"x{index}")
            self.leads = []
            scalars, arrays, functions = dict(self.e.scalars), set(self.e.arrays), set(self.e.functions)
            targets = set(self.backward), set(self.outside), set(self.returns)
            try:
                self._point(point)
                if self.e.seed:
                    raise Unsupported  # a statement in which RND may not stand here
            except (Unsupported, RecursionError):
                self.e.scalars, self.e.arrays, self.e.functions = scalars, arrays, functions
                self.backward, self.outside, self.returns = targets
                self.left.add(index)
                following = [] if isinstance(point.statement, n.Goto | n.Return | n.Resume) else [point.next]
                following += [point.otherwise] if isinstance(point.statement, n.If) else []
                self.entries.update(following)
            else:
                self.code[index] = self.e.lines
                self.ways[index] = following = self.leads
            if isinstance(point.statement, n.Return) and point.statement.line is None:
                following = self._callers(index)
            for target in following:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        self.entries.update(self.backward, self.returns)  # where jumps backwards are counted it may be left

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
        return rounds({index: {way for way in self._all_ways(index) if way in self.code} for index in self.code})

    def turn(self, cycles: frozenset[int]) -> int:
        """The points of the shortest way round; nothing is known of subroutines, whose returns count as jumps, too."""
        if any(isinstance(self.flow.points[index].statement, n.Return) for index in cycles):
            return 1
        return min((index - way + 1 for index in cycles for way in self.ways[index] if way <= index), default=1)

    def _all_ways(self, index: int) -> list[int]:
        statement = self.flow.points[index].statement
        if isinstance(statement, n.Return):
            return [*self.ways[index], *self.returns]
        if isinstance(statement, n.For):  # a loop that is not run at all is not what takes the time
            return [way for way in self.ways[index] if way == self.flow.points[index].next]
        return self.ways[index][:1] if isinstance(statement, n.Gosub) else self.ways[index]

    # -- one point ------------------------------------------------------------------------------------------------

    def _point(self, point: Point) -> None:
        statement = point.statement
        if self.blocks.e.notes(statement):
            raise Unsupported
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

    # -- the whole ------------------------------------------------------------------------------------------------

    def text(self) -> tuple[str, Layout]:
        """The LLVM function, and where its state is."""
        layout = self._layout()
        kept = self._registers(layout)
        places = dict(layout.scalars)
        kinds = {identifier: layout.kinds[identifier] for identifier in layout.scalars}
        for begin, (place, pair) in layout.loops.items():
            places[f"limit_{begin}"], kinds[f"limit_{begin}"] = place, pair[0]
            places[f"step_{begin}"], kinds[f"step_{begin}"] = place + 1, pair[1]
        own = {"fuel": FUEL, "sp": TOP, "used": USED, "seed": SEED}
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
        return text, layout

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
        for index in sorted(self.outside):
            lines += [f"o{index}:", "  br label %exit"]
            codes.append((str(2 * index + 1), f"o{index}"))
        for index in sorted(self.backward):
            lines += [f"f{index}:", *self._burn(f"f{index}", f"p{index}"), f"f{index}.out:", "  br label %exit"]
            codes.append((str(2 * index + 1), f"f{index}.out"))
        if any(isinstance(self.flow.points[index].statement, n.Return) for index in self.code):
            listed = " ".join(f"i64 {index}, label %p{index}" for index in sorted(self.returns & reached))
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
