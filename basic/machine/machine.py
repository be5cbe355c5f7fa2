"""The machine a program runs on: everything it can reach outside itself.

    machine = Machine(MemoryTerminal(["1,5"]), clock=FixedClock(datetime(1990, 1, 2)))

Time, randomness, keys, memory and files are reached through it alone, so that every run can be repeated; two machines
live in one process side by side.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, OUT_OF_MEMORY, BasicError
from basic.machine.clock import Clock, Source
from basic.machine.console import Console
from basic.machine.memory import Memory
from basic.machine.terminal import Terminal
from basic.machine.writer import Writer
from basic.record import cached_property, record, values
from basic.values.functions import Random

from ..sizes import MEMORY, RESERVED, STACK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from basic.machine.channels import Channels
    from basic.machine.devices import Printer, Sink
    from basic.machine.disk import Disk
    from basic.machine.drives import Drives
    from basic.machine.music import Music
    from basic.machine.pointing import Pen, Sticks
    from basic.machine.serial import SerialLine
    from basic.machine.speaker import Speaker
    from basic.machine.video import Video

# The parts that are always there, and those that come when a program needs them.
ALWAYS = ("clock", "random", "drives", "printer", "console")
ON_DEMAND = ("video", "speaker", "music", "pen", "sticks", "channels")


@record(frozen=False)
class Limits:
    """What `GWBASIC /F:3 /S:128` and CLEAR set: the figures that errors 7, 14 and 67 depend on."""

    memory: int = MEMORY
    stack: int = STACK
    files: int = 15
    record: int = 128

    @staticmethod
    def none() -> Limits:
        """`--unlimited`"""
        return Limits(memory=1 << 30, stack=1 << 30)

    def set(self, memory: float | None, stack: float | None) -> None:
        """`CLEAR ,32000,2000`: how much memory the program may have is not counted."""
        if memory is not None and not memory:
            raise BasicError(ILLEGAL)
        if stack is not None:
            if stack < RESERVED:
                raise BasicError(ILLEGAL if not stack else OUT_OF_MEMORY)
            self.stack = int(stack)


class Machine:
    """What a program finds around it.

    Without `disks` there is an empty one in memory as drive C; without `printers` what LPRINT writes is gathered in
    `printed`. `environment` is the program's own copy. With `lf` the lines of its text files end with LF alone. Who
    keeps the program and its variables sets `free_memory`.
    """

    STATE = "environment", "trap_keys"

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
        lf: bool = False,
    ) -> None:
        self.limits = limits or Limits()
        self.lf = lf
        self.notices: list[str] = []  # what its user should know of its files, and no program does
        self.console = Console(terminal)
        self.clock = Clock(clock)
        self.random = Random()
        self.memory = Memory(self.console, self.clock)
        self._disks = disks
        self._lines = lines
        self.printed: list[str] = []
        self.sinks = printers or (self.printed.append,)
        self.printer = Writer(lambda text: self.printers[0].ends(text), 80)  # LPRINT
        self.environment = dict(environment or {})
        self.trap_keys: dict[int, str] = {}  # KEY 15,CHR$(4)+CHR$(30)
        self.free_memory: Callable[[], int] = lambda: self.limits.memory

    # What files, devices and pictures take is there when a program comes to them: few do.

    @cached_property
    def video(self) -> Video:
        from basic.machine.graphics.memory import PLACES, VideoMemory
        from basic.machine.video import Video

        video = Video()
        video.settle = self.console.screen.settle
        video.touched = self.console.touched
        self.memory.keep_pixels(PLACES, VideoMemory(video))
        return video

    @property
    def drawing(self) -> Video | None:
        """The graphics card while it shows pixels: None in SCREEN 0."""
        video: Video | None = self.__dict__.get("video")
        return video if video and video.pages else None

    @cached_property
    def speaker(self) -> Speaker:
        from basic.machine.speaker import Speaker

        return Speaker(self.clock, self.sleep)

    @cached_property
    def music(self) -> Music:
        from basic.machine.music import Music

        return Music()

    @cached_property
    def pen(self) -> Pen:
        from basic.machine.pointing import Pen

        return Pen(self._extent, self.console.look_ahead)

    def use_pen(self, on: bool) -> None:
        """`PEN ON`: the terminal's mouse is the light pen."""
        self.pen.on = on
        self.console.use_screen()
        self.console.terminal.use_pen(self.pen)

    def _extent(self) -> tuple[int, int, int]:
        columns = self.console.width
        mode = self.drawing and self.drawing.mode
        return (mode.width, mode.height, columns) if mode else (8 * columns, 200, columns)

    @cached_property
    def sticks(self) -> Sticks:
        from basic.machine.pointing import Sticks

        sticks = Sticks(self.console.look_ahead)
        self.console.terminal.use_sticks(sticks)
        return sticks

    def received(self, number: int) -> bool:
        """Whether something has come in on COM1: or COM2:."""
        line = (self._lines or {}).get(number)
        return line is not None and line.opened and line.waiting() > 0

    def sleep(self, seconds: float) -> None:
        """So much time passes; what is on the screen can be seen meanwhile, and Ctrl-C acts at once."""
        self.console.wait(lambda: self.clock.source.sleep(seconds))

    @cached_property
    def drives(self) -> Drives:
        from basic.machine.disk import MemoryDisk
        from basic.machine.drives import Drives

        return Drives(self._disks or {"C": MemoryDisk()})

    @cached_property
    def channels(self) -> Channels:
        from basic.machine.channels import Channels

        return Channels(self.console, self.drives, self.printers, self._lines, self.limits.files, self.lf, self.notices)

    @cached_property
    def printers(self) -> list[Printer]:
        from basic.machine.devices import Printer

        return [Printer(sink, None if at else self.printer) for at, sink in enumerate(self.sinks)]

    def state(self) -> dict[str, Any]:
        """What has become of all of it, to come back to; Irretrievable where there is no way back."""
        from basic.machine.state import Irretrievable, fields, of

        own = self.__dict__
        if any(hasattr(sink, "close") for sink in self.sinks):
            raise Irretrievable("what was printed on a file of the host")
        state: dict[str, Any] = {name: of(getattr(self, name), name) for name in (*ALWAYS, "memory")}
        for name in ON_DEMAND:
            if name in own:
                state[name] = of(own[name], name)
        state["screen"] = self.console.screen.state()
        state["printers"] = [(fields(printer.ends), fields(printer.writer)) for printer in own.get("printers", ())]
        state["limits"] = values(self.limits)
        state["own"] = fields(self), tuple(self.printed), tuple(self.notices)
        return state

    def restore(self, state: dict[str, Any]) -> None:
        """All is as it was then, on this machine or one made in the same way."""
        from basic.machine.state import put, put_fields

        for name, value in zip(self.limits.__match_args__, state["limits"], strict=True):
            setattr(self.limits, name, value)
        self.__dict__.pop("printers", None)
        for name in ALWAYS:
            put(getattr(self, name), state[name])
        for name in ON_DEMAND:
            if name in state:
                put(getattr(self, name), state[name])
            elif self.__dict__.pop(name, None) is not None and name == "video":
                self.memory.forget_pixels()
        self.memory.restore(state["memory"])
        self.console.screen.restore(state["screen"], self.drawing)
        for number, (ends, writer) in enumerate(state["printers"]):
            put_fields(self.printers[number].ends, ends)
            put_fields(self.printers[number].writer, writer)
        own, self.printed[:], self.notices[:] = state["own"]
        put_fields(self, own)
        self.console.touched()

    def keep_host(self) -> None:
        """Before a run to which there is to be a way back: what it writes stays in memory."""
        self.drives.overlay()

    def close_files(self) -> None:
        """Every file is closed."""
        if "channels" in self.__dict__:
            self.channels.close_all()

    def forget(self) -> None:
        """CLEAR: there are no variables any more that a file's buffer could belong to, and music is over."""
        self.__dict__.pop("music", None)
        if "speaker" in self.__dict__:
            self.speaker.stop()
        if "channels" in self.__dict__:
            self.channels.forget()

    def close(self) -> None:
        """The end of the run: files are closed and what was written has gone out."""
        terminal = self.console.terminal
        closing = [printer.close for printer in self.sinks if hasattr(printer, "close")]
        _each(iter([self.close_files, terminal.flush, terminal.close, *closing]))


def _each(acts: Iterator[Callable[[], object]]) -> None:
    """All are done, whatever goes wrong with one."""
    for act in acts:
        try:
            act()
        finally:
            _each(acts)
