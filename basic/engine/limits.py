"""What a run may take, for programs that nobody has read: time, statements, output, memory, files.

    Limits(seconds=10, output=1_000_000).watch(interpreter)

Each ends the run with one line that says which it was, whatever the program's ON ERROR would do.
"""

from __future__ import annotations

from time import monotonic

from ..errors import LimitReached
from ..machine.terminal import MARGIN
from ..record import record
from .poll import LOOPS, STATEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .interpreter import Interpreter

LOOK = 1000  # statements between two looks at the clock, where they are counted


@record
class Limits:
    """None: as much as it likes."""

    seconds: float | None = None
    steps: int | None = None  # statements begun
    output: int | None = None  # characters
    memory: int | None = None  # bytes of arrays, with --unlimited, too
    disk: int | None = None  # bytes written to files
    files: int | None = None  # new ones

    def watch(self, interpreter: Interpreter) -> None:
        """From now on."""
        if self.steps is not None:
            _limit_steps(interpreter, self.steps)
        if self.seconds is not None:
            _limit_seconds(interpreter, self.seconds)
        if self.output is not None:
            _limit_output(interpreter, self.output)
        interpreter.rt.most_memory = self.memory


def _limit_steps(interpreter: Interpreter, most: int) -> None:
    def ask(point: int, done: int) -> float:
        if done > most:
            raise LimitReached(f"{most:,} statements")
        return most

    interpreter.poll.ask(ask, STATEMENTS)


def _limit_seconds(interpreter: Interpreter, seconds: float) -> None:
    end = monotonic() + seconds

    def ask(point: int, done: int) -> float:
        if monotonic() > end:
            raise LimitReached(f"{seconds:g} second{'s' * (seconds != 1)}")
        return done + LOOK

    interpreter.poll.ask(ask, LOOPS)


def _limit_output(interpreter: Interpreter, most: int) -> None:
    console = interpreter.machine.console
    write = console.write
    left = most

    def metered(text: str) -> None:
        nonlocal left
        left -= len(text) if text != MARGIN else 0  # a stream is not sent that
        if left < 0:
            write(text[: left + len(text)])
            raise LimitReached(f"{most:,} characters of output")
        write(text)

    console.write = metered
