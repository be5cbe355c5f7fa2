"""Where another program takes over: `handover.run_file(gw, "PART2")`, and the interpreter goes on with that file."""

from __future__ import annotations

from ...syntax import nodes as n
from ..program.prepare import Handing
from .assigning import Lines
from .calls import Calls
from .expressions import Expressions
from .functions import Unportable
from .value import quoted


class Transfer:
    """The statements after which a port comes back only if they fail."""

    def __init__(self, e: Expressions, calls: Calls) -> None:
        self.e, self.calls = e, calls

    def run(self, s: n.Run) -> Lines:
        assert s.file is not None  # else it is a jump
        return self._handover("run_file", s.file, keep_open="True" * s.keep_open)

    def file_command(self, s: n.FileCommand) -> Lines:
        if s.word != "LOAD":
            raise Unportable(f"{s.word} of the program itself")
        open_ = s.option == "R"
        return self._handover("run_file" if open_ else "load", s.file, keep_open="True" * open_)

    def chain(self, s: n.Chain) -> Lines:
        if s.merge or s.delete:
            raise Unportable("CHAIN with MERGE or DELETE")
        if isinstance(s, Handing) and s.refused:
            raise Unportable(s.refused)
        handed = [*filter(None, map(self._handed, s.variables))] if isinstance(s, Handing) else []
        common = f"{{{', '.join(handed)}}}" if handed else ""
        base = "1" * self.e.convert.base
        return self._handover("chain", s.file, start=self._start(s.start), base=base, common=common)

    def _start(self, line: n.Expression | None) -> str:
        """`100`, or `lambda: convert.word(k * 100)`, which may fail: GW-BASIC opens the file before that."""
        if line is None:
            return ""
        return f"{'' if self.e.failures.safe(line, 'word') else 'lambda: '}{self.e.given(line, 'word')}"

    def _handed(self, variable: n.Variable | n.Whole) -> str:
        """`"N%": n`, `"C!()": c`; nothing for an array that the program does not use."""
        if isinstance(variable, n.Variable):
            return f"{quoted(variable.name + self.e.kind(variable))}: {self.e.expression(variable).code}"
        kind = self.e.ranges.types.kind(variable.name, variable.sigil)
        if (variable.name, kind, "()") not in self.e.names.known:
            return ""
        return f"{quoted(variable.name + kind + '()')}: {self.e.array(variable.name, variable.sigil)}"

    def _handover(self, function: str, file: n.Expression, **named: str) -> Lines:
        return self.calls.call(
            f"{self.e.imports.use('basic', 'handover')}.{function}", "gw", self.calls.operand(file, "text"), **named
        )
