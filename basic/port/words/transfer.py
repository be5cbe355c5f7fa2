"""Where another program takes over: `handover.run_file(gw, "PART2")`, and the interpreter goes on with that file."""

from __future__ import annotations

from ...syntax import nodes as n
from ..program.prepare import Handing
from .assigning import Lines
from .expressions import Expressions, Unportable
from .value import quoted


class Transfer:
    """The statements after which a port comes back only if they fail; `Statements` is one."""

    e: Expressions

    def _run(self, statement: n.Run) -> Lines:
        assert statement.file is not None  # else it is a jump
        return self._handover("run_file", statement.file, *["keep_open=True"] * statement.keep_open)

    def _filecommand(self, statement: n.FileCommand) -> Lines:
        if statement.word != "LOAD":
            raise Unportable(f"{statement.word} of the program itself")
        if statement.option != "R":
            return self._handover("load", statement.file)
        return self._handover("run_file", statement.file, "keep_open=True")

    def _chain(self, statement: n.Chain) -> Lines:
        if statement.merge or statement.delete:
            raise Unportable("CHAIN with MERGE or DELETE")
        if isinstance(statement, Handing) and statement.refused:
            raise Unportable(statement.refused)
        codes = [] if statement.start is None else [f"start={self._start(statement.start)}"]
        codes += ["base=1"] * self.e.base
        handed = [self._handed(each) for each in statement.variables] if isinstance(statement, Handing) else []
        if any(handed):
            codes.append(f"common={{{', '.join(filter(None, handed))}}}")
        return self._handover("chain", statement.file, *codes)

    _handing = _chain

    def _start(self, line: n.Expression) -> str:
        """`100`, or `lambda: convert.word(k * 100)`, which may fail: GW-BASIC opens the file before that."""
        value = self.e.expression(line)
        sure = value.safe and value.whole and value.range.within(-32768, 65535)
        return f"{'' if sure else 'lambda: '}{self.e.word(value)}"

    def _handed(self, variable: n.Variable | n.Whole) -> str:
        """`"N%": n`, `"C!()": c`; nothing for an array that the program does not use."""
        if isinstance(variable, n.Variable):
            return f"{quoted(variable.name + self.e.kind(variable))}: {self.e.expression(variable).code}"
        kind = self.e.ranges.types.kind(variable.name, variable.sigil)
        if (variable.name, kind, "()") not in self.e.names.known:
            return ""
        return f"{quoted(variable.name + kind + '()')}: {self.e.array(variable.name, variable.sigil)}"

    def _handover(self, function: str, file: n.Expression, *codes: str) -> Lines:
        home = self.e.use("basic", "handover")
        return [f"{home}.{function}({', '.join(['gw', self.e.text(self.e.expression(file)), *codes])})"]
