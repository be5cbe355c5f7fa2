"""The Python engine with a call of `mark` before every statement.

Ordinary runs know nothing of this: the code is written by other writers, which a `Watched` interpreter names. Loops,
jumps and arithmetic are the engine's own, so that the times are those of a real run but for the marks, whose cost is
known and taken away; the counts are exact.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from ..analysis.flow import Point, core
from ..engine.blocks import Blocks
from ..engine.compiled import Compiled
from ..engine.interpreter import Interpreter, Outcome
from ..engine.statements import Statements
from ..engine.version import Version
from ..machine.machine import Machine
from ..syntax import nodes as n
from .recorder import Recorder


class MarkedBlocks(Blocks):
    """Writes a mark at the beginning of each statement."""

    def _point(self, point: Point, indent: int) -> int | None:
        self._add(indent, f"mark({point.index})", point.index)
        return super()._point(point, indent)

    def _close_simple(self, indent: int, end: int) -> None:
        """The NEXT or WEND of a loop that is Python's own has no code by itself; WEND leads to the WHILE."""
        self._add(indent, f"mark({end})", end)
        super()._close_simple(indent, end)
        begin = self.flow.wends.get(end)
        if begin is not None:
            self._add(indent, f"mark({begin})", end)


class MarkedStatements(Statements):
    """Writes the functions of DEF FN so that their calls are seen."""

    points: dict[int, int]  # the identity of a DEF FN -> its point

    def definition(self, identifier: str, statement: n.DefFn) -> str:
        return f"watched({self.points[id(statement)]}, {super().definition(identifier, statement)})"


class MarkedCompiled(Compiled):
    """Code with marks."""

    blocks_type = MarkedBlocks
    statements_type = MarkedStatements

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        assert isinstance(self.statements, MarkedStatements)
        places = {id(core(point.statement)): point.index for point in self.flow.points}
        self.statements.points = {
            id(statement): places[id(statement)]
            for statements in self.expressions.definitions.values()
            for statement in statements
        }


class Watched(Interpreter):
    """An interpreter that records what its program does; one record for each text that it runs (CHAIN brings others).

    `engine` is `python`, or `step` for single steps, whose counts are the same.
    """

    def __init__(self, machine: Machine, **options: Any) -> None:
        super().__init__(machine, **options)
        assert self._native is None
        self.records: list[Recorder] = []
        self._marked = -1  # a point that the fast code has marked and left to be carried out by a single step
        terminal = machine.console.terminal
        for name in ("read_line", "read_key"):
            setattr(terminal, name, self._timed(getattr(terminal, name)))

    def _timed(self, read: Any) -> Any:
        """Reading from the terminal, as waiting."""

        def timed() -> Any:
            begin = perf_counter()
            try:
                return read()
            finally:
                if self.records:
                    self.records[-1].waited(perf_counter() - begin)

        return timed

    @property
    def compiler(self) -> type[Compiled]:
        return MarkedCompiled

    @property
    def record(self) -> Recorder:
        """That of the text which runs now."""
        if not self.records or self.records[-1].flow is not self.flow:
            if self.records:
                self.records[-1].stop()
            texts = {number: self.program[number].text for number in sorted(self.program)}
            self.records.append(Recorder(self.flow, texts))
        return self.records[-1]

    def proceed(self, point: int) -> Outcome:
        try:
            return super().proceed(point)
        finally:
            self.record.stop()

    def _run_program(self, point: int) -> None:
        record = self.record
        self.rt.namespace["mark"] = record.mark
        self.rt.namespace["watched"] = record.watched
        super()._run_program(point)

    def _run_fast(self, version: Version, point: int) -> int:
        self._marked = super()._run_fast(version, point)
        return self._marked

    def _step(self, steps: Any, point: int) -> int:
        if point != self._marked:
            self.rt.namespace["mark"](point)
        self._marked = -1
        return super()._step(steps, point)

    def _trap(self, error: Any, steps: Any) -> int | None:
        handler = super()._trap(error, steps)
        if self.records:
            self.records[-1].depth(sum(1 for entry in self.rt.stack if type(entry) is int))
        return handler
