"""The machine a program runs on: everything it can reach outside itself.

    machine = Machine(MemoryTerminal(["1,5"]), clock=FixedClock(datetime(1990, 1, 2)))

Time, randomness, keys, memory and files are reached through it alone, so that every run can be repeated; two machines
live in one process side by side.
"""

from __future__ import annotations

from basic.machine.channels import MOST_FILES, Channels
from basic.machine.clock import Clock, Source
from basic.machine.console import Console
from basic.machine.devices import LineEnds
from basic.machine.disk import Disk, MemoryDisk
from basic.machine.drives import Drives
from basic.machine.memory import Memory
from basic.machine.terminal import Terminal
from basic.machine.writer import Writer
from basic.record import record
from basic.values.functions import Random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from basic.machine.devices import Sink
    from basic.machine.serial import SerialLine


@record(frozen=False)
class Limits:
    """What `GWBASIC /F:3 /S:128` and CLEAR set: the figures that errors 7, 14 and 67 depend on."""

    memory: int = 60300  # bytes free after the greeting
    stack: int = 512
    files: int = MOST_FILES
    record: int = 128


class Machine:
    """What a program finds around it.

    Without `disks` there is an empty one in memory as drive C; without `printers` what LPRINT writes is gathered in
    `printed`. `environment` is the program's own copy. Who keeps the program and its variables sets `free_memory`.
    """

    def __init__(
        self,
        terminal: Terminal,
        *,
        clock: Source | None = None,
        disks: Mapping[str, Disk | str] | None = None,
        printers: Sequence[Sink] = (),
        lines: Mapping[int, SerialLine] | None = None,
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.console = Console(terminal)
        self.clock = Clock(clock)
        self.random = Random()
        self.memory = Memory(self.console, self.clock)
        self.drives = Drives(disks or {"C": MemoryDisk()})
        self.printed: list[str] = []
        printers = self._printers = printers or (self.printed.append,)
        self.printer = Writer(LineEnds(printers[0]), 80)  # LPRINT
        self.channels = Channels(self.console, self.drives, printers, lines, self.limits.files)
        self.environment = dict(environment or {})
        self.trap_keys: dict[int, str] = {}  # KEY 15,CHR$(4)+CHR$(30)
        self.free_memory: Callable[[], int] = lambda: self.limits.memory

    def close(self) -> None:
        """The end of the run: files are closed and what was written has gone out."""
        try:
            self.channels.close_all()
        finally:
            self.console.terminal.flush()
            self.console.terminal.close()
            for printer in self._printers:
                close = getattr(printer, "close", None)
                if close is not None:
                    close()
