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
    DIVISION_BY_ZERO,
    ILLEGAL,
    NO_RESUME,
    OUT_OF_MEMORY,
    OVERFLOW,
    RESUME_WITHOUT_ERROR,
    SUBSCRIPT,
    BasicError,
    InputEnded,
)
from basic.gw.arrays import Array
from basic.gw.computer import Computer
from basic.gw.fields import FieldArray, Fields, Part
from basic.gw.handlers import RESUME, RESUME_NEXT, Resumed, Resuming, Trap
from basic.gw.plain import (
    byte,
    counting,
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
    string_of,
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

    from basic.gw.places import Places

    Result = TypeVar("Result")

__all__ = [
    "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "Double", "FieldArray", "Number", "Program",
    "Resumed", "Spc", "Tab", "atn", "byte", "cos", "counting", "defined", "double", "double_value", "index", "integer",
    "join", "look", "number_text", "past", "real", "scaled", "sign", "sin", "string_of", "undefined_function",
]  # fmt: skip

DIRECT = 65535  # ERL where there is no line

# What Python's own errors are in BASIC: of lists, of arithmetic, of the functions of `math` and of `chr`.
PYTHONS: dict[type[BaseException], int] = {
    IndexError: SUBSCRIPT, ZeroDivisionError: DIVISION_BY_ZERO, OverflowError: OVERFLOW, ValueError: ILLEGAL,
    RecursionError: OUT_OF_MEMORY, MemoryError: OUT_OF_MEMORY,
}  # fmt: skip
ERRORS: tuple[type[BaseException], ...] = (BasicError, *PYTHONS)  # what ON ERROR GOTO can take


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
        self.writer = self.console = self.machine.console
        self.machine.memory.keep_data(NobodysData(lines))
        self.handler = 0  # the state at which the handler begins, in a program that is a loop over states
        self.ending: Callable[[], object] | None = None  # handles the errors that nothing else takes, and ends
        self.handling = False  # an error is being handled
        self.returned = False  # its handler has ended in RETURN
        self.failed = 0  # the state at which it was, in a program that is a loop over states
        self.err, self.erl = 0, 0
        self.fields = Fields(self.machine)
        self.tracing = False
        self.made: set[str] = set()  # variables that nothing but SWAP makes

    # -- running --------------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> Places:
        from basic.gw.places import Places  # only errors ask, and it reads Python

        return Places()

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
            if self.ending is None or not self.caught(error, error.__traceback__, self.ending):
                raise
            self.ending()

    def restart(self) -> NoReturn:
        """`RUN`: everything from the beginning."""
        raise Restart

    def clear(self) -> None:
        """`CLEAR`: of what is not a variable. Files are closed, and there are no traps."""
        self.restore()
        self.trapping = self.handling = False
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
        if self.ending is not None and self.caught(error, trace, self.ending):
            try:
                self.ending()
            except BaseException as another:  # SystemExit, or an error of its own
                error, trace = another, another.__traceback__
        if error is not None and isinstance(error, ERRORS):
            self._report(*self._noted(error, trace))
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

    # -- errors ---------------------------------------------------------------------------------------------------

    def _noted(self, error: BaseException, trace: TracebackType | None) -> tuple[BasicError, int | None]:
        """The error in BASIC's terms and the BASIC line it happened in, if that is known."""
        if not isinstance(error, BasicError):
            later = self.places.later_error(trace) if isinstance(error, IndexError) else None
            error = later or BasicError(next(PYTHONS[kind] for kind in type(error).__mro__ if kind in PYTHONS))
        return error, self.places.line(trace) if error.line is None else error.line

    def caught(self, error: BaseException | None, trace: TracebackType | None, handler: object) -> bool:
        """Whether ON ERROR GOTO (CLEAR may have ended it) takes an exception to this handler; sets ERR and ERL then."""
        if error is None or not isinstance(error, ERRORS) or self.handling or not self.trapping:
            return False
        if self.ending is not None and self.ending is not handler:  # another ON ERROR has come since
            return False
        known, line = self._noted(error, trace or error.__traceback__)
        self.err, self.erl = known.number, DIRECT if line is None else line
        self.handling = True
        return True

    def resume(self, handler: Callable[[], Result]) -> Result:
        """Handle the error that was caught; gives what the handler says."""
        result = handler()
        if not self.returned:
            self.err = 0
            self.handling = False
        self.returned = False
        return result

    def returning(self, line: int) -> int:
        """`RETURN` in a handler: done where the error was, which is still being handled."""
        self.returned = True
        return line

    def trap(self, handler: Callable[[], int | None]) -> Trap:
        """A trap for errors, which takes them where ON ERROR GOTO has been carried out (`trapping`)."""
        return Trap(self, handler)

    def on_error(self, handler: Callable[[], object] | None = None, state: int = 0) -> None:
        """`ON ERROR GOTO 900`: what handles the errors that no `with` takes, and does not come back from them; or the
        state at which the handler begins."""
        self.trapping, self.handler = True, state
        self.ending = handler

    def handle(self, error: BaseException, state: int) -> int:
        """Where the handler begins of an error at a state, for which ON ERROR GOTO is active; else it is final."""
        if not self.caught(error, error.__traceback__, None):
            raise error
        self.failed = state
        return self.handler

    def resumed(self) -> int:
        """`RESUME`: the state at which the error was."""
        if not self.handling:
            raise BasicError(RESUME_WITHOUT_ERROR)
        self.err, self.handling = 0, False
        return self.failed

    def trap_off(self) -> None:
        """`ON ERROR GOTO 0`: in a handler the error is final now."""
        if self.handling:
            self.again()
        self.trapping = False

    def ended(self, line: int) -> None:
        """The program ends behind its last line: a handler should not."""
        if self.handling:
            raise BasicError(NO_RESUME, line)

    def resuming(self, *lines: int) -> Resuming:
        return Resuming(lines)

    def fail(self, number: int, *_: object, line: int | None = None) -> NoReturn:
        """Raise the error, after the operands beside it have been worked out."""
        raise BasicError(number or 5, line)

    def again(self) -> NoReturn:
        """`ON ERROR GOTO 0` in a handler: the error once more, and now it is final."""
        self.handling = True
        raise BasicError(self.err, self.erl)

    def free(self, used: int) -> int:
        """`FRE(0)`: what a program of this size leaves of GW-BASIC's memory; variables take nothing of it."""
        return max(0, self.machine.limits.memory - used)

    # -- files ----------------------------------------------------------------------------------------------------

    def field(self, number: int, *parts: tuple[str | Part, int], **named: int) -> None:
        """`FIELD #1,20 AS N$`: `gw.field(1, n=20)`, and then `gw.fields.n`; an element is `n.part(5)`."""
        every = [(part if isinstance(part, Part) else self.fields.part(part), width) for part, width in parts]
        every += [(self.fields.part(name), width) for name, width in named.items()]
        try:
            _files.field(self.machine, number, [(width, part.key) for part, width in every])
        finally:  # an error leaves the parts before it attached
            for part, _ in every:
                if part.key in self.machine.channels.attached:
                    part.forget()

    def lset(self, place: str | Part, text: str) -> None:
        """`LSET N$="BOLT"`"""
        (place if isinstance(place, Part) else self.fields.part(place)).justify(text, False)

    def rset(self, place: str | Part, text: str) -> None:
        """`RSET N$="BOLT"`"""
        (place if isinstance(place, Part) else self.fields.part(place)).justify(text, True)

    def file(self, number: int) -> Output:
        """What `PRINT #1` writes to."""
        return Output(_files.writer(self.machine, number))
