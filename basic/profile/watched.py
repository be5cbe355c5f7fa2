"""The Python engine with a call of `mark` before every statement, where it polls (`engine/poll.py`).

Loops, jumps and arithmetic are the engine's own, so that the times are those of a real run but for the marks, whose
cost is known and taken away; the counts are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from ..analysis.flow import core
from ..engine.compiled import Compiled
from ..engine.image import Image
from ..engine.interpreter import Interpreter
from ..engine.statements import Statements
from ..machine.machine import Machine
from ..syntax import nodes as n
from .recorder import Recorder


class MarkedStatements(Statements):
    """Writes the functions of DEF FN so that their calls are seen."""

    points: dict[int, int]  # the identity of a DEF FN -> its point

    def definition(self, identifier: str, statement: n.DefFn) -> str:
        return f"watched({self.points[id(statement)]}, {super().definition(identifier, statement)})"


class MarkedCompiled(Compiled):
    """Code in which calls of functions are seen."""

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
        self.watcher = self
        self.records: list[Recorder] = []
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

    def ready(self) -> Image:
        """The functions of DEF FN are made now, and tell the record when they are called."""
        self.prepare()
        self.begins()
        return super().ready()

    def begins(self) -> Callable[[int, int], object]:
        record = self.record
        self.rt.namespace["watched"] = record.watched
        return record.mark

    def trapped(self) -> None:
        self.records[-1].depth(sum(1 for entry in self.rt.stack if isinstance(entry, int)))

    def interrupted(self, handler: int, point: int) -> None:
        self.record.interrupted(handler, point)

    def rests(self) -> None:
        self.record.stop()
