"""Where another program takes over: `handover.run_file(gw, "PART2")`, and the interpreter goes on with that file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...errors import BasicError
from ...library.files import read_program_file
from ...machine.machine import Machine
from ...machine.terminal import MemoryTerminal
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..program.prepare import Handing, Lost, Whole, chains_replaced, lost
from .assigning import Lines
from .expressions import Expressions, Unportable, tagged
from .value import quoted


def known(program: n.Program, folders: Iterable[str | Path]) -> n.Program:
    """The program without CHAIN to a file that is in none of the folders: what it will be given is not known before it
    runs. RUN takes nothing along.
    """

    def found(chain: n.Chain) -> n.Chain:
        if _changes_text(chain):
            return chain
        if not isinstance(chain.file, n.String):
            return lost(chain, "CHAIN to a file that only a run can name")
        name = chain.file.value
        there = any(_there(folder, name) for folder in folders)
        return chain if there else lost(chain, f'CHAIN to "{name}", which is not there yet')

    chained = any(isinstance(node, n.Chain) for line in program.lines for node in walk(line))
    return chains_replaced(program, found) if chained else program


def _changes_text(statement: n.Chain) -> bool:
    return bool(statement.merge or statement.delete)


def _there(folder: str | Path, name: str) -> bool:
    machine = Machine(MemoryTerminal([]), disks={"C": str(folder)})
    try:
        return bool(read_program_file(machine, name))
    except BasicError:
        return False


class Succession:
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
        if _changes_text(statement):
            raise Unportable("CHAIN with MERGE or DELETE")
        if self.e.moving:
            raise Unportable("CHAIN after an OPTION BASE that depends on the way")
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

    def _handed(self, variable: n.Variable | Whole) -> str:
        """`"N%": n`, `"C!()": c`; nothing for an array that the program does not use."""
        if isinstance(variable, n.Variable):
            return f"{quoted(variable.name + self.e.kind(variable))}: {tagged(self.e, self.e.expression(variable))}"
        kind = self.e.ranges.types.kind(variable.name, variable.sigil)
        if (variable.name, kind, "()") not in self.e.names.known:
            return ""
        return f"{quoted(variable.name + kind + '()')}: {self.e.array(variable.name, variable.sigil)}"

    def _lost(self, statement: Lost) -> Lines:
        raise Unportable(statement.reason)

    def _handover(self, function: str, file: n.Expression, *codes: str) -> Lines:
        home = self.e.use("basic", "handover")
        return [f"{home}.{function}({', '.join(['gw', self.e.text(self.e.expression(file)), *codes])})"]
