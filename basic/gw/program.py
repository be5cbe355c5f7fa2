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
from contextlib import contextmanager
from functools import cached_property

from basic.errors import (
    DIVISION_BY_ZERO,
    ILLEGAL,
    NO_RESUME,
    OUT_OF_DATA,
    OUT_OF_MEMORY,
    OVERFLOW,
    RESUME_WITHOUT_ERROR,
    SUBSCRIPT,
    SYNTAX,
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
    whole,
)
from basic.gw.printed import ZONE, Item, Spc, Tab, double, number_text, print_items, tagged
from basic.gw.reckoning import Reckoning
from basic.library import files as _files
from basic.library import input as _typed
from basic.library import items, printing
from basic.machine.machine import Machine
from basic.machine.memory import NobodysData
from basic.machine.printers import attached, ends_with_lf
from basic.machine.terminal import standard_terminal
from basic.machine.writer import Writer
from basic.values import text as texts
from basic.values.functions import atn, cos, sin
from basic.values.using import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Any, NoReturn, Self, TypeVar, TypeVarTuple

    from basic.gw.places import Places

    Given = TypeVarTuple("Given")
    Result = TypeVar("Result")

__all__ = [
    "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "FieldArray", "Number", "Program", "Resumed",
    "Spc", "Tab", "atn", "byte", "cos", "counting", "defined", "double", "double_value", "index", "integer", "join",
    "look", "number_text", "past", "real", "scaled", "sign", "sin", "string_of", "undefined_function",
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


class Program(Reckoning, Computer):
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
        super().__init__()
        self.exact = exact
        self.data = data
        self.data_lines = data_lines or {}
        self.machine = machine or self.computer()
        self.console = self.machine.console
        self.machine.memory.keep_data(NobodysData(lines))
        self.handler = 0  # the state at which the handler begins, in a program that is a loop over states
        self.ending: Callable[[], object] | None = None  # handles the errors that nothing else takes, and ends
        self.handling = False  # an error is being handled
        self.returned = False  # its handler has ended in RETURN
        self.failed = 0  # the state at which it was, in a program that is a loop over states
        self.err, self.erl = 0, 0
        self.fields = Fields(self.machine)
        self._data = 0
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
        self._data = 0
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

    def resume(self, handler: Callable[[], Any]) -> Any:
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

    def fail(self, number: int, *_: object, line: int | None = None) -> Any:
        """Raise the error, after the operands beside it have been worked out."""
        raise BasicError(number or 5, line)

    def again(self) -> NoReturn:
        """`ON ERROR GOTO 0` in a handler: the error once more, and now it is final."""
        self.handling = True
        raise BasicError(self.err, self.erl)

    def free(self, used: int) -> int:
        """`FRE(0)`: what a program of this size leaves of GW-BASIC's memory; variables take nothing of it."""
        return max(0, self.machine.limits.memory - used)

    # -- printing -------------------------------------------------------------------------------------------------

    def print(self, *items: Item, sep: str = "", end: str = "\n") -> None:
        """`PRINT "A";B,C`: numbers with their blanks, ZONE for a comma, Tab and Spc; `end=""` for a last `;`.

        With `end="\\n\\n"` an empty line follows, and with `sep="\\n"` each item is a line: `PRINT "A": PRINT "B"`.
        """
        while sep and len(items) > 1:
            print_items(self.console, items[:1], sep)
            items = items[1:]
        print_items(self.console, items, end)

    def put(self, *items: Item) -> Self:
        """`gw.put(a).print(gw.divide(b, c))`: the items are shown before more is worked out, which may fail."""
        print_items(self.console, items, "")
        return self

    def print_to(self, writer: Writer, *items: Item, end: str = "\n") -> None:
        """`PRINT #1,A`, `LPRINT A`"""
        print_items(writer, items, end)

    def using(self, form: str, *values: str | int | float | Number, end: str = "\n", to: Writer | None = None) -> None:
        """`PRINT USING "##.##";A;B`"""
        printing.print_using(to or self.console, form, [tagged(value) for value in values], bool(end))

    def using_to(self, writer: Writer, form: str, *values: str | int | float | Number, end: str = "\n") -> None:
        """`PRINT #1,USING "##.##";A;B`"""
        self.using(form, *values, end=end, to=writer)

    def write(self, *values: str | int | float | Number, end: str = "\n") -> None:
        """`WRITE A,B$`; with `end=","` more of it follows."""
        self.write_to(self.console, *values, end=end)

    def write_to(self, writer: Writer, *values: str | int | float | Number, end: str = "\n") -> None:
        """`WRITE #1,A,B$`"""
        printing.write_items(writer, [tagged(value) for value in values], None if end == "\n" else end)

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

    def file(self, number: int) -> Writer:
        """What `PRINT #1` writes to."""
        return _files.writer(self.machine, number)

    # -- typing ---------------------------------------------------------------------------------------------------

    def input(self, prompt: str, kinds: str, question: bool = True, same_line: bool = False) -> list[Any]:
        """`INPUT "Prompt";A,B$`: a value for each kind, once what is typed fits."""
        values = _typed.input_values(self.machine, prompt, question, same_line, self._taken(kinds))
        return [self._own(value, kind) for value, kind in zip(values, kinds, strict=True)]

    def input_items(self, number: int, kinds: str) -> list[Any]:
        """`INPUT #1,A,B$`: a value for each kind."""
        return [
            self._own(self.function(_files.read_item, self.machine, number, self._taken(kind)), kind) for kind in kinds
        ]

    def _taken(self, kinds: str) -> str:
        """What is read for variables of these kinds: all the digits of a number."""
        return kinds if self.exact else kinds.replace("!", "#")

    def _own(self, value: Any, kind: str) -> Any:
        """What was read, as the program has it."""
        if kind not in "!#" or (self.exact and kind == "#"):
            return value
        return whole(value) if self.exact else real(value)

    def input_number_from(self, number: int) -> float:
        """`INPUT #1,A`"""
        value: float = self.input_items(number, "!")[0]
        return value

    def input_text_from(self, number: int) -> str:
        """`INPUT #1,A$`"""
        text: str = self.input_items(number, "$")[0]
        return text

    def input_integer_from(self, number: int) -> int:
        """`INPUT #1,A%`"""
        value: int = self.input_items(number, "%")[0]
        return value

    def input_double_from(self, number: int) -> Any:
        """`INPUT #1,A#`"""
        return self.input_items(number, "#")[0]

    def input_number(self, prompt: str = "", question: bool = True, same_line: bool = False) -> float:
        """`INPUT "Prompt";A`"""
        number: float = self.input(prompt, "!", question, same_line)[0]
        return number

    def input_text(self, prompt: str = "", question: bool = True, same_line: bool = False) -> str:
        """`INPUT "Prompt";A$`"""
        text: str = self.input(prompt, "$", question, same_line)[0]
        return text

    def input_integer(self, prompt: str = "", question: bool = True, same_line: bool = False) -> int:
        """`INPUT "Prompt";A%`"""
        number: int = self.input(prompt, "%", question, same_line)[0]
        return number

    def input_double(self, prompt: str = "", question: bool = True, same_line: bool = False) -> int:
        """`INPUT "Prompt";A#`"""
        number: int = self.input(prompt, "#", question, same_line)[0]
        return number

    def prompt(self, text: str) -> None:
        """What LINE INPUT prints before it looks for its variable."""
        _typed.show_prompt(self.machine, text)

    def line_input(self, prompt: str = "", same_line: bool = False) -> str:
        """`LINE INPUT "Prompt";A$`"""
        return _typed.line_input(self.machine, prompt, same_line)

    # -- DATA -----------------------------------------------------------------------------------------------------

    def read(self, kinds: str, end: bool = True) -> Any:
        """`READ A`: the next constant as a value of a kind; of several kinds a list.

        Without its `end` the variable gets what it takes, 2 of 2X and A of "A"B, before `end_constant` fails.
        """
        if len(kinds) > 1:
            with self.reading():
                return [self.read(kind) for kind in kinds]
        if self._data >= len(self.data):
            raise BasicError(OUT_OF_DATA)
        text = str(self.data[self._data])
        value: Any
        if kinds == "$":
            in_quotes, quoted, behind = text[1:].partition('"') if text.startswith('"') else ("", "", "")
            value = in_quotes if quoted else text
        else:
            value, behind = self._constant(text, kinds)
        self._spoilt = bool(behind.strip())
        self._data += not self._spoilt
        if end:
            self.end_constant()
        return value

    def _constant(self, text: str, of: str) -> tuple[Any, str]:
        """The number that a constant begins with, and what is behind it."""
        kind = self._taken(of)
        try:
            value, found, end = texts.read_number(text, kind=kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soft(beyond), beyond.kind, beyond.end
        if self.exact and kind == "!" and found == "#":
            return self.single(int(value)), text[end:]
        return self._own(items.as_kind(value, found, kind), of), text[end:]

    def end_constant(self) -> None:
        """What stands behind a constant is seen when its variable has it."""
        if self._spoilt:
            line = [line for index, line in self.data_lines.items() if index <= self._data]
            raise BasicError(SYNTAX, line[-1] if line else None)

    def read_text(self, end: bool = True) -> str:
        """`READ A$`"""
        text: str = self.read("$", end)
        return text

    def read_number(self, end: bool = True) -> Any:
        """`READ A`"""
        return self.read("!", end)

    def read_integer(self, end: bool = True) -> int:
        """`READ A%`"""
        number: int = self.read("%", end)
        return number

    def read_double(self, end: bool = True) -> Any:
        """`READ A#`"""
        return self.read("#", end)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A READ of several variables: where an error ends it, those constants are read again."""
        begun = self._data
        try:
            yield
        except ERRORS:
            self._data = begun
            raise

    def restore(self, index: int = 0) -> None:
        """`RESTORE`"""
        self._data = index
