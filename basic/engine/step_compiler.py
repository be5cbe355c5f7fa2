"""What a single step must know of a statement, out of the tree."""

from __future__ import annotations

from functools import partial
from types import CodeType

from ..analysis.flow import Flow, Point
from ..errors import SYNTAX
from ..record import replace
from ..syntax import nodes as n
from . import names
from .blocks import STACKED, broken_lines
from .compiled import Compiled
from .step_plans import StepPlan, StepPlans
from .steps import Steps
from .writers import planner_of, plans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def planned(steps: Steps, point: Point) -> StepPlan:
    """The plan of the statement at a point; `program` of the steps is where line numbers lead."""
    return _Planner(steps.compiled, steps.program, steps.plans).of(point)


def in_own_words(statement: n.Statement) -> bool:
    """Whether a step does more than run the statement's code."""
    return planner_of(statement) is not None


class _Planner:
    def __init__(self, compiled: Compiled, program: Flow, plans: StepPlans) -> None:
        self.compiled, self.program, self.plans = compiled, program, plans
        self.flow = compiled.flow
        self.e = compiled.expressions

    def of(self, point: Point) -> StepPlan:
        planner = planner_of(point.statement)
        if planner is not None:
            return planner(self, point, point.statement)
        return self._run(point, lambda: self.compiled.statements.write(point.statement))

    def _run(self, point: Point, write: Callable[[], list[str] | None]) -> StepPlan:
        """What runs on has the code that blocks have."""

        def written() -> list[str]:
            lines = write()
            assert lines is not None, point.statement
            return lines

        return "run", (point.next,), (self.compiled.code(point.index, written),)

    # -- jumps ----------------------------------------------------------------------------------------------------

    @plans(n.Goto)
    def _goto(self, point: Point, statement: n.Goto) -> StepPlan:
        return "goto", (self.program.target(statement.line),), ()

    @plans(n.If)
    def _if(self, point: Point, statement: n.If) -> StepPlan:
        return "if", (point.next, point.otherwise), (self._condition(point, statement.condition),)

    @plans(n.Gosub)
    def _gosub(self, point: Point, statement: n.Gosub) -> StepPlan:
        return "gosub", (self.program.target(statement.line), point.next), ()

    @plans(n.Return)
    def _return(self, point: Point, statement: n.Return) -> StepPlan:
        line = statement.line
        return "return", (line is not None, line and self.program.target(line)), ()

    @plans(n.OnJump)
    def _on(self, point: Point, statement: n.OnJump) -> StepPlan:
        code = self.compiled.value(point.index, 0, lambda: self.e.byte(self.e.expression(statement.selector)))
        targets = tuple(-1 if line.number < 0 else self.program.target(line) for line in statement.lines)
        return "on", (targets, statement.gosub, point.next), (code,)

    @plans(n.OnError)
    def _trap(self, point: Point, statement: n.OnError) -> StepPlan:
        return "trap", (bool(statement.line.number), self.program.target(statement.line), point.next), ()

    @plans(n.Resume)
    def _resume(self, point: Point, statement: n.Resume) -> StepPlan:
        line = statement.line
        there = line is not None and bool(line.number)
        self.plans.again = [each.resume for each in self.program.points]
        self.plans.beyond = [self.program.after_error(each) for each in self.program.points]
        return "resume", (there, self.program.target(line) if line is not None else None, statement.next), ()

    @plans(n.Broken)
    def _broken(self, point: Point, statement: n.Broken) -> StepPlan:
        error = statement.error
        if statement.word in STACKED:
            return "broken_" + statement.word.lower(), (error,), ()
        if isinstance(statement.prefix, n.OnJump):
            _, (targets, _, following), codes = self.of(replace(point, statement=statement.prefix))
            return "broken_on", (targets, following, error), codes
        code = self.compiled.code(point.index, lambda: broken_lines(self.compiled.statements, statement) or [])
        return "broken", (error,), (code,)

    # -- the run and the program ----------------------------------------------------------------------------------

    @plans(n.Command, "END", "STOP", "SYSTEM")
    def _halt(self, point: Point, statement: n.Command) -> StepPlan:
        return "halt", (statement.word.lower(), point.next), ()

    @plans(n.Command, "TRON", "TROFF")
    def _trace(self, point: Point, statement: n.Command) -> StepPlan:
        return "trace", (statement.word == "TRON", point.next), ()

    @plans(n.Run)
    def _run_program(self, point: Point, statement: n.Run) -> StepPlan:
        if statement.file is not None:
            return self._request(point, "run_file", (statement.keep_open,), "$", statement.file)
        return self._request(point, "run", (0 if statement.line is None else self.program.target(statement.line),))

    @plans(n.Chain)
    def _chain(self, point: Point, statement: n.Chain) -> StepPlan:
        given = statement.merge, statement.all, statement.delete and _bounds(statement.delete)
        codes = self._values(point, "$", statement.file) + self._values(point, "word", statement.start, first=1)
        return "chain", (given, point.next), codes

    @plans(n.ListLines)
    def _list(self, point: Point, statement: n.ListLines) -> StepPlan:
        return self._request(point, statement.word.lower(), (_bounds(statement.lines),), "$", statement.file)

    @plans(n.Numbering)
    def _number(self, point: Point, statement: n.Numbering) -> StepPlan:
        return self._request(point, statement.word.lower(), tuple(part and part.number for part in statement.parts))

    @plans(n.FileCommand)
    def _file(self, point: Point, statement: n.FileCommand) -> StepPlan:
        return self._request(point, statement.word.lower(), (statement.option,), "$", statement.file)

    @plans(n.Command, "NEW", "CONT")
    def _ask(self, point: Point, statement: n.Command) -> StepPlan:
        return self._request(point, statement.word.lower(), ())

    @plans(n.Command, "CLEAR")
    def _clear(self, point: Point, statement: n.Command) -> StepPlan:
        return self._request(point, "clear", (), "!", *statement.arguments)

    @plans(n.Command, "SHELL")
    def _shell(self, point: Point, statement: n.Command) -> StepPlan:
        return self._request(point, "shell", (), "$", *statement.arguments)

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

    # -- loops ----------------------------------------------------------------------------------------------------

    @plans(n.Next)
    def _next(self, point: Point, statement: n.Next) -> StepPlan:
        begin = self.flow.ends.get(point.index)
        body = -1 if begin is None else self.flow.points[begin].next
        named = self._identifier(statement.variables[0]) if statement.variables else None
        return "next", (named, body, point.next), ()

    @plans(n.While)
    def _while(self, point: Point, statement: n.While) -> StepPlan:
        end = self.flow.whiles.get(point.index)
        after = -1 if end is None else self.flow.points[end].next
        if point.index in self.flow.spoilt:
            end = after = self.flow.spoilt[point.index]
        return "while", (end, point.next, after), (self._condition(point, statement.condition),)

    @plans(n.Wend)
    def _wend(self, point: Point, statement: n.Wend) -> StepPlan:
        return "wend", (self.flow.wends.get(point.index),), ()

    @plans(n.For)
    def _for(self, point: Point, statement: n.For) -> StepPlan:
        identifier = self._identifier(statement.variable)
        kind = names.kind_of(identifier)
        noted = identifier in self.e.noted
        self.e.scalars[identifier] = None
        bounds = [statement.start, statement.stop, *([] if statement.step is None else [statement.step])]
        codes = self._values(point, kind, *(bounds[:1] if kind in "#$" else bounds))
        end = self.flow.loops.get(point.index)
        if end is None:
            spoilt = self.flow.spoilt.get(point.index)
            fault = (26, None) if spoilt is None else (SYNTAX, self.flow.points[spoilt].line)
            return "for", (identifier, noted, -1, fault, point.next, -1), codes
        closing = self.flow.points[end].statement
        assert isinstance(closing, n.Next)
        named = self._identifier(closing.variables[0]) if closing.variables else identifier
        stray = None if named == identifier else (1, self.flow.points[end].line)
        return "for", (identifier, noted, end, stray, point.next, self.flow.points[end].next), codes


def _bounds(lines: n.LineRange | None) -> tuple[int | None, ...]:
    """The first and the last line number, -1 for `.`"""
    ends = (None, None) if lines is None else (lines.first, lines.last)
    return tuple(None if end is None else end.number for end in ends)
