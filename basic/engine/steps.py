"""One statement at a time: the reference, and the way through everything the blocks leave out.

A step takes the point where it stands and gives the point where the program goes on. Statements that do not jump are
carried out by the very code that the blocks contain; the others are here, in the words of the specification.
"""

from __future__ import annotations

from typing import Any

from ..analysis.flow import Flow, Point, core
from ..errors import BasicError
from ..syntax import nodes as n
from . import names
from .blocks import broken_lines
from .compiled import Compiled
from .runtime import Runtime
from .signals import GoTo, Halt, Request, ReturnToPrompt
from .stack import Loop

DIRECT = 1 << 30  # added to the points of a typed line where they stand on the stack among the program's


class Steps:
    """Single steps through a flow: the program's, or that of a line typed at the prompt."""

    def __init__(self, runtime: Runtime, compiled: Compiled, program: Flow | None = None) -> None:
        self.rt = runtime
        self.compiled = compiled
        self.flow = compiled.flow
        self.program = program or compiled.flow  # where line numbers lead
        self.direct = program is not None
        self.offset = DIRECT if self.direct else 0
        self.e = compiled.expressions
        self._known = (-1, 0, 0, 0)
        runtime.define_functions(compiled.definitions)

    def know(self) -> None:
        """See that every name the code written so far uses is there."""
        e = self.e
        state = len(e.scalars), len(e.arrays), len(e.functions), self.rt.generation
        if state != self._known:
            self._known = state
            self.rt.know(e.scalars, e.arrays, e.functions)

    # -- working out expressions ----------------------------------------------------------------------------------

    def run(self, point: Point, lines: Any) -> None:
        code = self.compiled.code(point.index, lines)
        self.know()
        exec(code, self.rt.namespace)

    def value(self, point: Point, part: int, write: Any) -> Any:
        code = self.compiled.value(point.index, part, write)
        self.know()
        return eval(code, self.rt.namespace)

    def target(self, line: n.LineRef) -> int:
        target = self.program.target(line)
        if target is None:
            raise BasicError(8)
        return target

    def jump(self, target: int) -> int:
        if self.direct:
            raise GoTo(target)
        return target

    # -- the step -------------------------------------------------------------------------------------------------

    def step(self, index: int) -> int:
        point = self.flow.points[index]
        statement = point.statement
        match statement:
            case n.Goto(line=line):
                return self.jump(self.target(line))
            case n.If(condition=condition):
                taken = self.value(point, 0, lambda: self.e.condition(condition))
                return point.next if taken else point.otherwise
            case n.Gosub(line=line):
                return self._gosub(point, self.target(line))
            case n.Return(line=line):
                target = None if line is None else self.target(line)
                back = self.rt.stack.unwind()
                return back if target is None else self.jump(target)
            case n.OnJump():
                return self._on(point, statement)
            case n.For():
                return self._for(point, statement)
            case n.Next():
                return self._next(point, statement)
            case n.While():
                return self._while(point, statement)
            case n.Wend():
                begin = self.flow.wends.get(index)
                if begin is None:
                    raise BasicError(30)
                self.rt.stack.wend_frame(index + self.offset)
                return begin
            case n.OnError(line=line):
                self.rt.on_error(self.target(line) if line.number else None)
                return point.next
            case n.Resume():
                return self._resume(statement)
            case n.Broken():
                return self._broken(point, statement)
            case n.Run() | n.Chain() | n.ListLines() | n.Numbering() | n.FileCommand():
                raise Request(statement, point.next)
            case n.Command(word="END"):
                raise Halt("end", point.next)
            case n.Command(word="STOP"):
                raise Halt("stop", point.next)
            case n.Command(word="SYSTEM"):
                raise Halt("system", point.next)
            case n.Command(word="NEW" | "CONT" | "TRON" | "TROFF" | "SHELL" | "CLEAR"):
                raise Request(statement, point.next)
            case _:
                self.run(point, lambda: self.compiled.statements.write(statement) or [])
                return point.next

    def _gosub(self, point: Point, target: int) -> int:
        self.rt.stack.room_for_gosub()
        self.rt.stack.append(ReturnToPrompt(self, point.next) if self.direct else point.next)
        return self.jump(target)

    def _on(self, point: Point, statement: n.OnJump) -> int:
        choice = self.value(point, 0, lambda: self.e.byte(self.e.expression(statement.selector)))
        if not 0 < choice <= len(statement.lines):
            return point.next
        target = self.target(statement.lines[choice - 1])
        return self._gosub(point, target) if statement.gosub else self.jump(target)

    def _for(self, point: Point, statement: n.For) -> int:
        variable = statement.variable
        kind = self.e.ranges.types.kind(variable.name, variable.sigil)
        if kind in "#$":
            raise BasicError(13)
        identifier = names.scalar(variable.name, kind)
        self.e.scalars[identifier] = None

        def bound(part: int, node: n.Expression) -> Any:
            return self.value(point, part, lambda: self.e.convert(self.e.expression(node), kind))

        start = bound(0, statement.start)
        stop = bound(1, statement.stop)
        step = 1 if statement.step is None else bound(2, statement.step)
        end = self.flow.loops.get(point.index)
        if end is None:
            raise BasicError(26)
        closing = core(self.flow.points[end].statement)
        assert isinstance(closing, n.Next)
        if closing.variables:
            named = closing.variables[0]
            if names.scalar(named.name, self.e.ranges.types.kind(named.name, named.sigil)) != identifier:
                raise BasicError(1, self.flow.points[end].line)  # found in the line of the NEXT
        self.rt.stack.enter_for(point.index + self.offset, end + self.offset, identifier, stop, step)
        self.know()
        self.rt.namespace[identifier] = start
        if self.rt.namespace["past"](start, stop, step):
            self.rt.stack.pop()
            return self.flow.points[end].next
        return point.next

    def _next(self, point: Point, statement: n.Next) -> int:
        identifier = None
        if statement.variables:
            variable = statement.variables[0]
            identifier = names.scalar(variable.name, self.e.ranges.types.kind(variable.name, variable.sigil))
        loop: Loop = self.rt.stack.next_frame(point.index + self.offset, identifier)
        namespace = self.rt.namespace
        value = namespace[loop.variable]
        if names.kind_of(loop.variable) == "%":
            value += loop.step
            if not -32768 <= value <= 32767:
                raise BasicError(6)
        else:
            value = namespace["add"](value, loop.step)
            if value == int(value):
                value = int(value)
        namespace[loop.variable] = value
        if namespace["past"](value, loop.limit, loop.step):
            self.rt.stack.pop()
            return point.next
        return self.flow.points[loop.point - self.offset].next

    def _while(self, point: Point, statement: n.While) -> int:
        end = self.flow.whiles.get(point.index)
        if end is None:
            raise BasicError(29)
        self.rt.stack.enter_while(point.index + self.offset, end + self.offset)
        if self.value(point, 0, lambda: self.e.condition(statement.condition)):
            return point.next
        self.rt.stack.pop()
        return self.flow.points[end].next

    def _resume(self, statement: n.Resume) -> int:
        target = None
        if statement.line is not None and statement.line.number:
            target = self.target(statement.line)
        at = self.rt.handling
        self.rt.resumed()
        if target is not None:
            return self.jump(target)
        assert at is not None
        point = self.program.points[at]
        return self.jump(self._after_error(point) if statement.next else point.resume)

    def _after_error(self, point: Point) -> int:
        """Where RESUME NEXT goes: behind the next colon, so after an IF to the second statement of its THEN."""
        if not isinstance(point.statement, n.If):
            return point.next
        first = self.program.points[point.index + 1] if point.statement.then else None
        if first is not None and isinstance(first.statement, n.If):
            return self._after_error(first)
        return first.next if first is not None and len(point.statement.then) > 1 else point.after

    def _broken(self, point: Point, statement: n.Broken) -> int:
        def lines() -> list[str]:
            written = broken_lines(self.compiled.statements, statement)
            return [] if written is None else written

        self.run(point, lines)
        raise BasicError(statement.error)
