"""What a single step must know of a statement, out of the tree."""

from __future__ import annotations

from functools import partial
from types import CodeType

from ..analysis.flow import Flow, Point
from ..errors import SYNTAX
from ..record import replace
from ..syntax import nodes as n
from . import names
from .blocks import broken_lines
from .compiled import Compiled
from .step_plans import StepPlan
from .steps import Steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def planned(steps: Steps, point: Point) -> StepPlan:
    """The plan of the statement at a point; `program` of the steps is where line numbers lead."""
    return _Planner(steps.compiled, steps.program).of(steps, point)


class _Planner:
    def __init__(self, compiled: Compiled, program: Flow) -> None:
        self.compiled, self.program = compiled, program
        self.flow = compiled.flow
        self.e = compiled.expressions

    def of(self, steps: Steps, point: Point) -> StepPlan:
        statement = point.statement
        match statement:
            case n.Goto(line=line):
                return "goto", (self.program.target(line),), ()
            case n.If(condition=condition):
                return "if", (point.next, point.otherwise), (self._condition(point, condition),)
            case n.Gosub(line=line):
                return "gosub", (self.program.target(line), point.next), ()
            case n.Return(line=line):
                return "return", (line is not None, line and self.program.target(line)), ()
            case n.OnJump(selector=selector, lines=lines, gosub=gosub):
                code = self.compiled.value(point.index, 0, lambda: self.e.byte(self.e.expression(selector)))
                targets = tuple(-1 if line.number < 0 else self.program.target(line) for line in lines)
                return "on", (targets, gosub, point.next), (code,)
            case n.For():
                return self._for(point, statement)
            case n.Next(variables=variables):
                begin = self.flow.ends.get(point.index)
                body = -1 if begin is None else self.flow.points[begin].next
                return "next", (self._identifier(variables[0]) if variables else None, body, point.next), ()
            case n.While(condition=condition):
                end = self.flow.whiles.get(point.index)
                after = -1 if end is None else self.flow.points[end].next
                if point.index in self.flow.spoilt:
                    end = after = self.flow.spoilt[point.index]
                return "while", (end, point.next, after), (self._condition(point, condition),)
            case n.Wend():
                return "wend", (self.flow.wends.get(point.index),), ()
            case n.OnError(line=line):
                return "trap", (bool(line.number), self.program.target(line), point.next), ()
            case n.Resume(line=line, next=beyond):
                there = line is not None and bool(line.number)
                steps.plans.again = [each.resume for each in self.program.points]
                steps.plans.beyond = [self.program.after_error(each) for each in self.program.points]
                return "resume", (there, self.program.target(line) if line is not None else None, beyond), ()
            case n.Broken(word="RETURN" | "RESUME" as word, error=error):
                return "broken_" + word.lower(), (error,), ()
            case n.Broken(prefix=n.OnJump() as prefix, error=error):
                _, (targets, _, following), codes = self.of(steps, replace(point, statement=prefix))
                return "broken_on", (targets, following, error), codes
            case n.Broken(error=error):
                s = self.compiled.statements
                return "broken", (error,), (self.compiled.code(point.index, lambda: broken_lines(s, statement) or []),)
            case n.Command(word="END" | "STOP" | "SYSTEM" as word):
                return "halt", (word.lower(), point.next), ()
            case n.Command(word="TRON" | "TROFF" as word):
                return "trace", (word == "TRON", point.next), ()
            case n.Run(file=None, line=line):
                return self._request(point, "run", (0 if line is None else self.program.target(line),))
            case n.Run(file=file, keep_open=keep_open):
                return self._request(point, "run_file", (keep_open,), "$", file)
            case n.Chain(start=start):
                given = statement.merge, statement.all, statement.delete and _bounds(statement.delete)
                codes = self._values(point, "$", statement.file) + self._values(point, "word", start, first=1)
                return "chain", (given, point.next), codes
            case n.ListLines(word=word, file=file):
                return self._request(point, word.lower(), (_bounds(statement.lines),), "$", file)
            case n.Numbering(word=word, parts=parts):
                return self._request(point, word.lower(), tuple(part and part.number for part in parts))
            case n.FileCommand(word=word, option=option, file=file):
                return self._request(point, word.lower(), (option,), "$", file)
            case n.Command(word="NEW" | "CONT" as word):
                return self._request(point, word.lower(), ())
            case n.Command(word="CLEAR", arguments=arguments):
                return self._request(point, "clear", (), "!", *arguments)
            case n.Command(word="SHELL", arguments=arguments):
                return self._request(point, "shell", (), "$", *arguments)
            case _:
                code = self.compiled.code(point.index, lambda: self.compiled.statements.write(statement) or [])
                return "run", (point.next,), (code,)

    def _request(
        self, point: Point, word: str, given: tuple[Any, ...], kind: str = "", *asked: n.Expression | None
    ) -> StepPlan:
        """A statement about the program itself: what it is called with, and expressions of one kind behind that."""
        return "request", (word, given, point.next), self._values(point, kind, *asked)

    def _values(self, point: Point, kind: str, *asked: n.Expression | None, first: int = 0) -> tuple[CodeType, ...]:
        def value(node: n.Expression | None) -> str:
            return "None" if node is None else self.e.convert(self.e.expression(node), kind)

        parts = enumerate(asked, first)
        return tuple(self.compiled.value(point.index, part, partial(value, node)) for part, node in parts)

    def _condition(self, point: Point, node: n.Expression) -> CodeType:
        code: CodeType = self.compiled.value(point.index, 0, lambda: self.e.condition(node))
        return code

    def _identifier(self, variable: n.Variable) -> str:
        return names.scalar(variable.name, self.e.ranges.types.kind(variable.name, variable.sigil))

    def _for(self, point: Point, statement: n.For) -> StepPlan:
        identifier = self._identifier(statement.variable)
        kind = names.kind_of(identifier)
        self.e.scalars[identifier] = None
        bounds = [statement.start, statement.stop, *([] if statement.step is None else [statement.step])]
        codes = self._values(point, kind, *(bounds[:1] if kind in "#$" else bounds))
        end = self.flow.loops.get(point.index)
        if end is None:
            spoilt = self.flow.spoilt.get(point.index)
            fault = (26, None) if spoilt is None else (SYNTAX, self.flow.points[spoilt].line)
            return "for", (identifier, -1, fault, point.next, -1), codes
        closing = self.flow.points[end].statement
        assert isinstance(closing, n.Next)
        named = self._identifier(closing.variables[0]) if closing.variables else identifier
        stray = None if named == identifier else (1, self.flow.points[end].line)
        return "for", (identifier, end, stray, point.next, self.flow.points[end].next), codes


def _bounds(lines: n.LineRange | None) -> tuple[int | None, ...]:
    """The first and the last line number, -1 for `.`"""
    ends = (None, None) if lines is None else (lines.first, lines.last)
    return tuple(None if end is None else end.number for end in ends)
