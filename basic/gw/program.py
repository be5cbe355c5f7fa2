"""What a ported program has of GW-BASIC: its console, its arithmetic to the last bit, its errors and its devices.

    from basic.gw.program import Program

    with Program() as gw:
        number = gw.input_number("Number")
        gw.print("A hundred of them:", gw.multiply(number, integer(100)))  # 20

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

from basic.errors import (
    ILLEGAL,
    BasicError,
    InputEnded,
)
from basic.gw.arrays import Array
from basic.gw.computer import Computer
from basic.gw.fields import FieldArray, Fields, Part
from basic.gw.handlers import ERRORS, RESUME, RESUME_NEXT, Errors, Resumed
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
    undefined_function,
)
from basic.gw.printed import ZONE, Output, Spc, Tab, double, number_text
from basic.gw.reading import Double, Reading
from basic.library import files as _files
from basic.machine.machine import Machine
from basic.machine.memory import NobodysData
from basic.machine.printers import attached, ends_with_lf
from basic.machine.terminal import standard_terminal
from basic.values.functions import atn, cos, sin
from basic.values.using import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import NoReturn, Self, TypeVar

    from basic.gw.trapping import EventTraps

    Result = TypeVar("Result")

__all__ = [
    "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "Double", "FieldArray", "Number", "Program",
    "Resumed", "Spc", "Tab", "atn", "byte", "cos", "defined", "double", "double_value", "index", "integer",
    "join", "look", "number_text", "past", "real", "scaled", "sign", "sin", "undefined_function",
]  # fmt: skip

class Restart(Exception):
    """`RUN`"""


def computer() -> Machine:
    """This computer as a ported program finds it; as for `basic GAME.BAS` JUNZI_PRINTER may say where a printer is."""
    terminal, printers = standard_terminal(echo=False), [attached()]
    return Machine(terminal, disks={"C": "."}, printers=printers, environment=os.environ, lf=ends_with_lf())


class Program(Reading, Output, Computer):
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
        super().__init__(data, data_lines or {}, exact)
        self.machine = machine or self.computer()
        self.errors = Errors()
        self.writer = self.console = self.machine.console
        self.machine.memory.keep_data(NobodysData(lines))
        self.fields = Fields(self.machine)
        self.tracing = False
        self.made: set[str] = set()  # variables that nothing but SWAP makes

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, main: Callable[[], object], state: object = None) -> None:
        """Run a program, report its error if it ends in one, and leave Python with its exit status.

        `state` is what RUN makes new: an object whose attributes the functions share.
        """
        from copy import deepcopy

        fresh = {} if state is None else deepcopy(vars(state))
        with self:
            while True:
                try:
                    self._to_its_end(main)
                    return
                except Restart:
                    self.clear()
                    again = deepcopy(fresh)
                    if state is not None:
                        vars(state).update(again)

    def _to_its_end(self, main: Callable[[], object]) -> None:
        try:
            main()
        except ERRORS as error:
            ending = self.errors.ending
            if ending is None or not self.errors.caught(error, error.__traceback__, ending):
                raise
            ending()

    def restart(self) -> NoReturn:
        """`RUN`: everything from the beginning."""
        raise Restart

    @cached_property
    def traps(self) -> EventTraps:
        """`ON KEY(1) GOSUB 500`"""
        from basic.gw.trapping import EventTraps

        return EventTraps(self.machine, self.errors)

    def clear(self) -> None:
        """`CLEAR`: of what is not a variable. Files are closed, and there are no traps."""
        self.restore()
        self.errors.trapping = self.errors.handling = False
        if "traps" in vars(self):
            self.traps.clear()
        self.machine.random.reset()
        _files.close_all(self.machine)
        self.machine.channels.forget()
        self.made.clear()

    def set_limits(self, memory: float | None = None, stack: float | None = None) -> None:
        """`CLEAR ,32000,2000`: Python has the room for it, too."""
        self.machine.limits.set(memory, stack)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + self.machine.limits.stack))

    def new_variable(self, name: str) -> None:
        """SWAP with a variable that it makes first: the arrays have moved, which is an error."""
        if name not in self.made:
            self.made.add(name)
            raise BasicError(ILLEGAL)

    def trace(self, line: int) -> None:
        """A line begins: after `TRON` it is shown."""
        if self.tracing:
            self.console.put(f"[{line}]")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        status = 0
        ending = self.errors.ending
        if ending is not None and self.errors.caught(error, trace, ending):
            try:
                ending()
            except BaseException as another:  # SystemExit, or an error of its own
                error, trace = another, another.__traceback__
        if error is not None and isinstance(error, ERRORS):
            self._report(*self.errors.noted(error, trace))
            status = 1
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

    def _report(self, error: BasicError, line: int | None) -> None:
        if self.console.column:
            self.console.newline()
        self.console.line(error.text + (f" in {line}" if line is not None and line >= 0 else ""))

    def stop(self, line: int) -> NoReturn:
        """`STOP`: Break in the line, and the end."""
        if self.console.column:
            self.console.newline()
        self.console.line(f"Break in {line}")
        sys.exit()

    def fail(self, number: int, *_: object, line: int | None = None) -> NoReturn:
        """Raise the error, after the operands beside it have been worked out."""
        raise BasicError(number or 5, line)

    def free(self, used: int) -> int:
        """`FRE(0)`: what a program of this size leaves of GW-BASIC's memory; variables take nothing of it."""
        return max(0, self.machine.limits.memory - used)

    # -- files ----------------------------------------------------------------------------------------------------

    def field(self, number: int, *parts: tuple[str | Part, int], **named: int) -> None:
        """`FIELD #1,20 AS N$`: `gw.field(1, n=20)`, and then `gw.fields.n`; an element is `n.part(5)`."""
        every = [(self._part(part), width) for part, width in (*parts, *named.items())]
        try:
            _files.field(self.machine, number, [(width, part.key) for part, width in every])
        finally:  # an error leaves the parts before it attached
            for part, _ in every:
                if part.key in self.machine.channels.attached:
                    part.forget()

    def _part(self, place: str | Part) -> Part:
        return place if isinstance(place, Part) else self.fields.part(place)

    def lset(self, place: str | Part, text: str) -> None:
        """`LSET N$="BOLT"`"""
        self._part(place).justify(text, False)

    def rset(self, place: str | Part, text: str) -> None:
        """`RSET N$="BOLT"`"""
        self._part(place).justify(text, True)

    def file(self, number: int) -> Output:
        """What `PRINT #1` writes to."""
        return Output(_files.writer(self.machine, number))
