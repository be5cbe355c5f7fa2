"""Statements as LLVM code: ways from point to point, assignments, subroutines."""

from __future__ import annotations

from ...analysis.flow import Flow, Point
from ...sizes import GOSUB_SIZE
from ...syntax import nodes as n
from .. import names
from ..layout import Layout as ProgramLayout
from .expressions import Expressions
from .registers import Unsupported, Value
from .words import ENTRY


class Jumps:
    """Writes the code of statements, one at a time, and notes where it leads."""

    def __init__(self, flow: Flow, blocks: ProgramLayout, expressions: Expressions, fielded: set[str]) -> None:
        self.flow = flow
        self.blocks = blocks
        self.e = expressions
        self.fielded = fielded
        # Without subroutines the stack holds at most loops that an error has left.
        self.stacked = blocks.uses_stack or any(isinstance(point.statement, n.OnError) for point in flow.points)
        self.stored: set[str] = set()  # arrays that are assigned to
        self.backward: set[int] = set()  # targets of jumps backwards
        self.outside: set[int] = set()  # of jumps out of the program
        self.returns: set[int] = set()  # points that a RETURN may come back to
        self.leads: list[int] = []  # where the statement being written leads

    # -- from point to point -------------------------------------------------------------------------------------------

    def _jump(self, point: Point, target: int) -> str:
        """The label that leads to a point."""
        if target >= self.flow.end:
            self.outside.add(target)
            return f"%o{target}"
        self.leads.append(target)
        if target <= point.index:
            self.backward.add(target)
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
        if right[0] in self.blocks.e.absent:
            raise Unsupported
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
        self.returns.add(point.next)
        self._go(point, target)
        self.leads.append(point.next)

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
            self.returns.add(point.next)
        self.e.do(f"br label %{cases}")
        self.e.place(cases)
        listed = " ".join(f"i64 {k}, label {self._jump(point, target)}" for k, target in enumerate(targets[1:], 1))
        self.e.do(f"switch i64 {less}, label {self._jump(point, targets[0])} [ {listed} ]")
