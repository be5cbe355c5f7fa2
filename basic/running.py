"""A program run from Python: `basic.run("10 PRINT 1/3").text` is " .3333334 \\n"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from os import PathLike

from . import codepage
from .editing.load import load_lines
from .engine.interpreter import Interpreter, Outcome
from .library import words as _words
from .machine.clock import FixedClock
from .machine.disk import MemoryDisk
from .machine.host import HostDisk
from .machine.machine import Limits, Machine
from .machine.terminal import MemoryTerminal
from .syntax.nodes import Program
from .syntax.source import Loaded


class Transcript:
    """What a run printed (its console stream, in Unicode), how it ended, and the files it left in its memory disk."""

    def __init__(self, terminal: MemoryTerminal, outcome: Outcome, disk: MemoryDisk | None) -> None:
        self.raw = terminal.text
        self.outcome = outcome
        self._disk = disk

    @property
    def text(self) -> str:
        return codepage.to_unicode(self.raw)

    @property
    def status(self) -> int:
        return self.outcome.status

    def file(self, name: str) -> bytes:
        """The contents of a file that the program wrote where no folder was given."""
        if self._disk is None:
            raise KeyError(name)
        return self._disk[name]


def run(
    source: str | bytes | Program,
    input: str = "",
    *,
    clock: datetime | None = None,
    folder: str | PathLike[str] | None = None,
    files: Mapping[str, bytes] | None = None,
    columns: int = 80,
    engine: str = "auto",
    unlimited: bool = False,
    numbers: str = "gw",
    echo: bool = True,
    lf: bool = False,
) -> Transcript:
    """Run a program on a machine of its own; `input` is what is typed, echoed as on a console.

    Without `echo` what is typed leaves no trace in the transcript, as where Python's `input` reads from a file: neither
    its characters nor its end.

    `folder` is its drive C; without it the program has an empty disk in memory, or one with `files`. `clock` fixes
    the time, so that the run can be repeated exactly. With `lf` the lines of its text files end with LF alone.
    """
    assert _words
    if isinstance(source, Program):
        loaded = Loaded(source)
    else:
        loaded = load_lines(source.encode() if isinstance(source, str) else source, unlimited=unlimited)
    lines = codepage.to_bytes(input).split("\n")
    if not lines[-1]:
        lines.pop()
    terminal = MemoryTerminal(lines, echoes=not echo)
    memory = None if folder is not None else MemoryDisk(files or {})
    limits = Limits(memory=1 << 30, stack=1 << 30) if unlimited else Limits()
    machine = Machine(
        terminal,
        clock=FixedClock(clock) if clock else None,
        disks={"C": memory if memory is not None else HostDisk(folder or ".")},
        limits=limits,
        lf=lf,
    )
    if columns != 80:
        machine.console.set_width(columns)
    interpreter = Interpreter(machine, engine=engine, unlimited=unlimited, numbers=numbers)
    interpreter.load(loaded.program)
    try:
        outcome = interpreter.run() if loaded.fault is None else interpreter.refuse(loaded.fault)
    finally:
        machine.close()
    return Transcript(terminal, outcome, memory)
