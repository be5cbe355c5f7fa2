"""What a ported program has of GW-BASIC: its console, its arithmetic to the last bit, its errors and its devices.

    from basic.gw.program import Program

    with Program() as gw:
        number = gw.input_number("Number")
        gw.print("A hundred of them:", gw.singles.multiply(number, integer(100)))  # 20

The message of an error names the BASIC line that a comment at the end of the statement gives. Longer programs have a
`main`, and `gw.run(main)` at their end.

Numbers are Python's, rounded where they are shown. Of a program that is `exact` they are those of `basic.values`: ints
and floats for integers and singles, scaled ints for doubles. Screen and keyboard are BASIC's; where the standard
streams are redirected, what is read is not written back, as with `input`.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from math import floor

from basic.errors import BasicError, InputEnded
from basic.gw.arithmetic import Doubles, Singles, Soft
from basic.gw.arrays import Array
from basic.gw.computer import Computer
from basic.gw.fields import FieldArray, Fields
from basic.gw.handlers import ERRORS, RESUME, RESUME_NEXT, Errors, Resumed
from basic.gw.inputs import EXACTLY, IN_FLOATS, Data, Double, Inputs
from basic.gw.plain import (
    byte,
    defined,
    double_value,
    index,
    integer,
    join,
    look,
    past,
    real,
    scaled,
    sign,
    to_power,
    undefined_function,
)  # fmt: skip
from basic.gw.printed import ZONE, Output, Spc, Tab, as_value, double, number_text, tagged
from basic.library import files, maths
from basic.machine.machine import Machine
from basic.machine.memory import NobodysData
from basic.machine.printers import attached, ends_with_lf
from basic.machine.terminal import standard_terminal
from basic.values import single
from basic.values.functions import atn, cos, sin
from basic.values.single import modulo
from basic.values.using import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import NoReturn, Self

    from basic.gw.trapping import EventTraps
    from basic.machine.console import Console

__all__ = [
    "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "Double", "FieldArray", "Number", "Program",
    "Restart", "Resumed", "Spc", "Stop", "Tab", "atn", "byte", "cos", "defined", "double", "double_value", "index",
    "integer", "join", "look", "modulo", "number_text", "past", "real", "scaled", "sign", "sin", "to_power",
    "undefined_function",
]  # fmt: skip


class Restart(Exception):
    """`RUN`: everything from the beginning."""


class Stop(Exception):
    """`STOP`: Break in a line, and the end."""


def computer() -> Machine:
    """This computer as a ported program finds it; as for `basic GAME.BAS` JUNZI_PRINTER may say where a printer is."""
    terminal, printers = standard_terminal(echo=False), [attached()]
    return Machine(terminal, disks={"C": "."}, printers=printers, environment=os.environ, lf=ends_with_lf())


def _say(console: Console, message: str) -> None:
    if console.column:
        console.newline()
    console.line(message)


class Program(Inputs, Output, Computer):
    """One program with its machine."""

    computer: Callable[[], Machine] = staticmethod(computer)  # what they run on; who compares runs them on another

    def __init__(
        self,
        data: Sequence[str | float] = (),
        data_lines: Mapping[int, int] | None = None,
        machine: Machine | None = None,
        lines: int = 0,
        exact: bool = False,
    ) -> None:
        """`data` are the constants of DATA; from each place in `data_lines` on they stand in that line. `lines`: how
        many bytes its lines are, where it may POKE into them; `exact`: numbers are BASIC's."""
        self.machine = machine or self.computer()
        super().__init__(self.machine.console)
        self.errors = Errors()
        self.machine.memory.keep_data(NobodysData(lines))
        self.exact, self.kinds = exact, EXACTLY if exact else IN_FLOATS
        self.soft = Soft(self.machine.console, self.errors)
        self.singles, self.doubles = Singles(self.soft), Doubles(self.soft)
        self.data = Data(data, data_lines or {}, self.kinds, self.soft)
        self.fields = Fields(self.machine)
        self.tracing = False

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, main: Callable[[], object], state: object = None) -> None:
        """Run a program, report its error if it ends in one, and leave Python with its exit status.

        `state`, whose attributes the functions share, is made anew by RUN.
        """
        with self:
            while True:
                try:
                    try:
                        main()
                    except ERRORS as error:
                        ending = self.errors.ending
                        if ending is None or not self.errors.caught(error, error.__traceback__, ending):
                            raise
                        ending()
                    return
                except Restart:
                    self.clear()
                    if state is not None:
                        vars(state).update(vars(type(state)()))

    @cached_property
    def traps(self) -> EventTraps:
        """`ON KEY(1) GOSUB 500`"""
        from basic.gw.trapping import EventTraps

        return EventTraps(self.machine, self.errors)

    def clear(self) -> None:
        """`CLEAR`: of what is not a variable. Files are closed, and there are no traps."""
        self.data.restore()
        self.fields.clear()
        self.errors.trapping = self.errors.handling = False
        if "traps" in vars(self):
            self.traps.clear()
        self.machine.random.reset()
        files.close_all(self.machine)
        self.machine.channels.forget()

    def set_limits(self, memory: float | None = None, stack: float | None = None) -> None:
        """`CLEAR ,32000,2000`: Python has the room for it, too."""
        self.machine.limits.set(memory, stack)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + self.machine.limits.stack))

    def trace(self, line: int) -> None:
        """A line begins: after `TRON` it is shown."""
        if self.tracing:
            self.machine.console.put(f"[{line}]")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        status = 0
        if error is not None and isinstance(error, ERRORS):
            known, line = self.errors.noted(error, trace)
            _say(self.machine.console, known.text + (f" in {line}" if line is not None and line >= 0 else ""))
            status = 1
        elif isinstance(error, Stop):
            _say(self.machine.console, f"Break in {error.args[0]}")
        elif isinstance(error, InputEnded | EOFError):
            status = 1
        elif isinstance(error, KeyboardInterrupt):
            status = 130
        elif isinstance(error, BrokenPipeError):  # whoever read what it prints has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        elif isinstance(error, SystemExit):
            status = error.code if isinstance(error.code, int) else 0
        elif error is not None:
            return False
        self.machine.close()
        if status:
            sys.exit(status)
        return True

    def fail(self, number: int, *_: object, line: int | None = None) -> NoReturn:
        """Raise the error, after the operands beside it have been worked out."""
        raise BasicError(number or 5, line)

    def free(self, used: int) -> int:
        """`FRE(0)`: what a program of this size leaves of GW-BASIC's memory; variables take nothing of it."""
        return max(0, self.machine.limits.memory - used)

    def file(self, number: int) -> Output:
        """What `PRINT #1` writes to."""
        return Output(files.writer(self.machine, number))

    # -- random numbers -------------------------------------------------------------------------------------------

    def rnd(self, x: float | None = None) -> float:
        """`RND`, `RND(0)`, `RND(-1)`"""
        return maths.rnd(self.machine, None if x is None else as_value(x))

    def randrange(self, limit: int) -> int:
        """`INT(RND*limit)`: a whole number from 0, below the limit."""
        return floor(single.multiply(self.machine.random.next(), limit))

    def randomize(self, number: float | Number | None = None) -> None:
        """`RANDOMIZE 5`"""
        maths.randomize(self.machine, None if number is None else tagged(number))
