"""Where another program takes over: `handover.run_file(gw, "PART2")`, and the interpreter goes on with that file."""

from __future__ import annotations

from ..syntax import nodes as n
from .expressions import Expressions, Unportable, tagged
from .prepare import Handing
from .value import quoted

Lines = list[str]


class Succession:
    """The statements after which a port comes back only if they fail; `Statements` is one."""

    e: Expressions

    def _run(self, statement: n.Run) -> Lines:
        assert statement.file is not None  # else it is a jump
        return self._handover("run_file", statement.file, *["keep_open=True"] * statement.keep_open)

    def _filecommand(self, statement: n.FileCommand) -> Lines:
        if statement.word != "LOAD" or statement.option != "R":
            raise Unportable(statement.word)
        return self._handover("run_file", statement.file, "keep_open=True")

    def _chain(self, statement: n.Chain) -> Lines:
        if statement.merge or statement.all or statement.delete:
            raise Unportable("CHAIN with MERGE, ALL or DELETE")
        codes = [] if statement.start is None else [f"start={self.e.single(self.e.expression(statement.start))}"]
        handed = statement.variables if isinstance(statement, Handing) else ()
        if handed:
            items = (f"{quoted(v.name + self.e.kind(v))}: {tagged(self.e, self.e.expression(v))}" for v in handed)
            codes.append(f"common={{{', '.join(items)}}}")
        return self._handover("chain", statement.file, *codes)

    _handing = _chain

    def _handover(self, function: str, file: n.Expression, *codes: str) -> Lines:
        home = self.e.use("basic", "handover")
        return [f"{home}.{function}({', '.join(['gw', self.e.text(self.e.expression(file)), *codes])})"]
