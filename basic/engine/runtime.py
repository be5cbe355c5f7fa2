"""What generated code runs against: GW-BASIC's stack, its variables and DATA pointer, and the words of the code.

`namespace` is the one dictionary that holds everything a piece of generated code can name: the runtime's functions in
small letters, and the BASIC variables under the names of `names.py`. A compiled block takes the variables into its
locals and gives them back when it leaves; a single step works on the dictionary directly.
"""

from __future__ import annotations

from math import inf

from ..analysis.defaults import DefTypes
from ..errors import (
    DUPLICATE,
    ILLEGAL,
    ILLEGAL_DIRECT,
    OUT_OF_DATA,
    OUT_OF_MEMORY,
    RESUME_WITHOUT_ERROR,
    SUBSCRIPT,
    SYNTAX,
    UNDEFINED_LINE,
    BasicError,
    LimitReached,
)
from ..lists import characters, nested
from ..machine.machine import Machine
from ..machine.room import Room
from ..record import cached_property, partial
from ..sizes import array_size
from ..values import convert, double, single
from ..values import text as texts
from ..values.soft import SoftError, went_on
from . import names
from .arrays import Undimensioned
from .signals import Recompile
from .stack import Stack
from .words import vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ..library.registry import Entry
    from .image import Definitions, Outline
    from .named import Named
    from .poll import Poll
    from .segment import Segment
    from .signals import ReturnToPrompt
    from .traps import Traps


class Runtime:
    """The state of one run, beside the machine's."""

    STATE = (
        *("types", "base", "based", "pointer", "mark", "spoilt", "trap", "handling", "error_number", "error_line"),
        *("swapped", "bounds", "ranks"),
    )

    def __init__(self, machine: Machine, unlimited: bool = False) -> None:
        self.machine = machine
        self.unlimited = unlimited
        self.poll: Poll  # who is asked between statements: the interpreter's
        self.most_memory: int | None = None  # that arrays may take, whatever else is allowed
        self.data: list[tuple[str, bool, bool, int]] = []  # the constants of DATA: text, whether quoted, whole, line
        self.restores: Mapping[int, int] = {}  # line number -> index of its first constant, or later
        self.starts: Mapping[int, int] = {}  # line number -> its first point
        self.types = DefTypes()
        self.base = 0
        self.assumed = self.types, self.base  # what the running code was compiled for
        self.stack = Stack(machine.limits, unlimited)
        self.bounds: dict[str, tuple[int, ...]] = {}  # arrays and their highest subscripts
        self.ranks: dict[str, int] = {}  # how many subscripts the program gives an array before its DIM
        self.variables: set[str] = set()
        self.swapped: set[str] = set()  # variables that have their place, as far as SWAP and VARPTR ask
        self.generation = 0  # how often variables have been forgotten
        self.pointer = 0  # index of the next constant
        self.mark: int | None = None  # where the pointer stood when the running READ began
        self.spoilt: int | None = None  # the line of DATA, where more stands behind the constant just read
        self.trap: int | None = None  # point of the ON ERROR handler
        self.handling: int | ReturnToPrompt | None = None  # where the error is that is being handled, for RESUME
        self.error_number = 0
        self.error_line = 0
        self.program_size = 0
        self.based = False  # whether OPTION BASE has been given
        self.direct = False  # a line typed at the prompt is running
        self.texts = Room(lambda: inf if unlimited else self.free())
        self.trace: Callable[[bool], object] = bool  # TRON and TROFF
        self.lines: Callable[[], bytes] = lambda: b"\0\0"  # of the program, as they are stored
        self.line: Callable[[], int] = lambda: 65535  # the one that is running
        self.locals: Callable[[], Mapping[str, Any]] = dict  # variables of the code that is running
        machine.memory.keep_data(self)
        self.namespace: dict[str, Any] = vocabulary(self)
        machine.free_memory = self.free

    def take(self, outline: Outline) -> None:
        """Another text is the program, or the same one changed."""
        self.data, self.restores, self.starts = outline.data, outline.restores, outline.starts
        self.program_size = outline.size

    # -- BASIC's memory -------------------------------------------------------------------------------------------

    @cached_property
    def segment(self) -> Segment:
        """The bytes behind VARPTR, PEEK and POKE, which few programs look at."""
        from .segment import Segment

        return Segment(self)

    @cached_property
    def named(self) -> Named:
        """The variables whose names stand in the texts of DRAW and PLAY."""
        from .named import Named

        return Named(self)

    def peek(self, offset: int) -> int | None:
        return self.segment.peek(offset)

    def poke(self, offset: int, value: int) -> bool:
        return self.segment.poke(offset, value)

    def _forget_places(self, identifier: str | None = None) -> None:
        if "segment" in self.__dict__:
            self.segment.forget(identifier)

    # -- variables ------------------------------------------------------------------------------------------------

    def know(self, scalars: Iterable[str], arrays: dict[str, int], called: dict[str, Entry]) -> None:
        """Code that uses these names is about to run: each has a value."""
        namespace = self.namespace
        for name, entry in called.items():
            if name not in namespace:
                function = partial(entry.function, self.machine) if entry.machine else entry.function
                namespace[name] = self.soft(function) if entry.soft else function
        for identifier in scalars:
            if identifier not in namespace:
                namespace[identifier] = None if identifier.startswith("FN_") else names.initial(identifier)
                self.variables.add(identifier)
        for identifier, rank in arrays.items():
            self.ranks.setdefault(identifier, rank)
            if identifier not in namespace:
                namespace[identifier] = Undimensioned(self, identifier, rank)
                self.variables.add(identifier)

    def hand(self, variable: str, value: float | str) -> None:
        """`A%` has a value that comes from elsewhere."""
        identifier = names.scalar(variable[:-1], variable[-1])
        self.namespace[identifier] = value
        self.variables.add(identifier)
        self.swapped.add(identifier)

    def hand_array(self, variable: str, bounds: tuple[int, ...], elements: Mapping[Any, float | str]) -> None:
        """The same of `A%` as an array, of which only some elements may be known."""
        array = self.dim(names.array(variable[:-1], variable[-1]), bounds)
        for place, value in elements.items():
            *rows, last = place if isinstance(place, tuple) else (place,)
            row = array
            for subscript in rows:
                row = row[subscript]
            row[last] = value

    def define_functions(self, definitions: Definitions) -> None:
        """The functions of DEF FN for single steps. What is defined stays so, as this code has it."""
        namespace = self.namespace
        for identifier, choices in definitions.items():
            defined = namespace.get(identifier)
            for position, (says, code) in enumerate(choices):
                function = namespace[f"{identifier}_{position}"] = eval(code, namespace)
                function.says = says
                if defined is not None and defined.says == says:
                    namespace[identifier] = function

    def forget(self, keep: Iterable[str] = ()) -> None:
        """CLEAR's part: variables, arrays and functions are as at the start."""
        self.generation += 1
        self._forget_places()
        kept = set(keep)
        for identifier in self.variables - kept:
            del self.namespace[identifier]
            self.bounds.pop(identifier, None)
        self.variables &= kept
        self.swapped = set(self.variables)
        self.ranks = {identifier: rank for identifier, rank in self.ranks.items() if identifier in kept}
        self.texts.forget()

    def clear(self, keep_open: bool = False) -> None:
        """CLEAR and RUN: variables, loops, DATA pointer, random numbers, traps and default types."""
        self.forget()
        self.stack.clear()
        self.pointer = 0
        self.trap = self.handling = None
        self.forget_traps()
        self.types = DefTypes()
        self.base, self.based = 0, False
        self.machine.random.reset()
        if not keep_open:
            self.machine.close_files()
        self.machine.forget()
        if "video" in self.machine.__dict__:
            self.machine.video.canvas.reset()

    def set_limits(self, ignored: float | None = None, memory: float | None = None, stack: float | None = None) -> None:
        """CLEAR [,memory][,stack]: the first argument is ignored, as in GW-BASIC."""
        self.machine.limits.set(memory, stack)

    def made(self, identifier: str) -> str:
        """VARPTR of a variable that has no place: an error."""
        if identifier not in self.swapped:
            raise BasicError(ILLEGAL)
        return identifier

    def place(self, identifier: str) -> None:
        """What SWAP or VARPTR may look for gets its place."""
        self.swapped.add(identifier)

    def new_variable(self, identifier: str) -> None:
        """SWAP with a variable that it makes first: the arrays have moved, which is an error."""
        if identifier not in self.swapped:
            self.swapped.add(identifier)
            raise BasicError(ILLEGAL)

    # -- arrays ---------------------------------------------------------------------------------------------------

    def dim(self, identifier: str, bounds: tuple[int, ...]) -> list[Any]:
        if identifier in self.bounds:
            raise BasicError(DUPLICATE)
        if len(bounds) > 255:
            raise BasicError(SUBSCRIPT)
        size = array_size(names.SIZE[names.kind_of(identifier)], bounds, self.base)
        if size > self.free() and not self.unlimited:
            raise BasicError(OUT_OF_MEMORY)
        if self.most_memory is not None and size + self._arrays_size() > self.most_memory:
            raise LimitReached(f"{self.most_memory:,} bytes of memory")
        lengths, initial = [bound + 1 for bound in bounds], names.initial(identifier)
        self.machine.console.waiting = True  # Ctrl-C breaks it off: nothing is changed yet, and it may take for ever
        try:
            array = nested(lengths, initial)
        finally:
            self.machine.console.waiting = False
        self.bounds[identifier] = bounds
        self.ranks[identifier] = len(bounds)
        waiting = self.namespace.get(identifier)
        if isinstance(waiting, Undimensioned):
            waiting.array = array
        self.namespace[identifier] = array
        self.variables.add(identifier)
        self.texts.forget()
        return array

    def _arrays_size(self) -> int:
        kinds = {identifier: names.SIZE[names.kind_of(identifier)] for identifier in self.bounds}
        return sum(array_size(kinds[identifier], bounds, self.base) for identifier, bounds in self.bounds.items())

    def erase(self, identifier: str) -> Undimensioned:
        if self.bounds.pop(identifier, None) is None:
            raise BasicError(ILLEGAL)
        self._forget_places(identifier)
        rank = self.ranks.get(identifier, 0)
        empty = Undimensioned(self, identifier, rank)
        self.namespace[identifier] = empty
        return empty

    def option_base(self, value: int) -> None:
        if (self.based and value != self.base) or (value != self.base and self.bounds):
            raise BasicError(DUPLICATE)
        self.based = True
        self.base = value
        if value != self.assumed[1]:
            raise Recompile

    def default_types(self, letters: str, kind: str) -> None:
        self.types = self.types.with_letters(letters, kind)
        if self.types != self.assumed[0]:
            raise Recompile

    def free(self) -> int:
        """FRE(0): what program, variables, functions and strings leave of the memory."""
        used = self.program_size
        present = self.locals()
        for identifier in self.variables:
            length = len(identifier.removeprefix("FN_").rsplit("_", 1)[0])
            size = names.SIZE[names.kind_of(identifier)] if "_" in identifier else 2
            value = self.namespace.get(identifier)
            if identifier in self.bounds:
                bounds = self.bounds[identifier]
                used += 1 + max(length, 3) + 3 + 2 * len(bounds) + array_size(size, bounds, self.base)
                if size == 3:
                    used += characters(self.namespace[identifier])
            elif not isinstance(value, Undimensioned):
                used += 1 + max(length, 3) + size
                value = present.get(identifier, value)
                if isinstance(value, str):
                    used += len(value)
        return max(0, self.machine.limits.memory - used)

    # -- errors ---------------------------------------------------------------------------------------------------

    def on_error(self, target: int | None) -> None:
        if target is None and self.handling is not None:
            number = self.error_number
            self.trap = self.handling = None
            raise BasicError(number, self.error_line)
        self.trap = target

    def forget_traps(self) -> None:
        """There are none any more."""
        if "traps" in self.__dict__:
            self.traps.clear()

    def without_traps(self) -> None:
        """As if there had never been any."""
        if "traps" in self.__dict__:
            self.traps.end()
            del self.__dict__["traps"]

    @cached_property
    def traps(self) -> Traps:
        from .traps import Traps

        return Traps(self)

    def on_event(self, event: str, argument: float | None, line: int) -> None:
        """`ON KEY(1) GOSUB 500`; line 0 takes the trap away."""
        if line and line not in self.starts:
            raise BasicError(UNDEFINED_LINE)
        self.traps.set(event, argument, self.starts[line] if line else None)

    def event_switch(self, event: str, argument: float | None, state: str) -> None:
        """`KEY(1) ON`"""
        self.traps.switch(event, argument, state)

    def resumed(self) -> None:
        if self.handling is None:
            raise BasicError(RESUME_WITHOUT_ERROR)
        self.handling = None
        self.error_number = 0

    def soften(self, error: SoftError) -> Any:
        """Overflow and division by zero in arithmetic."""
        return went_on(error, self.machine.console, self.trap is not None)

    def soft(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def softened(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except SoftError as error:
                return self.soften(error)

        return softened

    def soft2(self, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def softened(x: Any, y: Any) -> Any:
            try:
                return function(x, y)
            except SoftError as error:
                return self.soften(error)

        return softened

    def product(self, t: float) -> Any:
        """The product `t` of two singles, if it is not sure to be in range."""
        try:
            return single.settled_product(t)
        except SoftError as error:
            return self.soften(error)

    def settled_double(self, operation: Callable[[int, int], int], a: int, b: int) -> Any:
        """A rare case of double precision."""
        try:
            return operation(a, b)
        except SoftError as error:
            return self.soften(error)

    def whole(self, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], int]:
        def rounded(x: int, y: int) -> int:
            try:
                return int(function(x, y))
            except SoftError as error:
                return int(self.soften(error))

        return rounded

    # -- DATA -----------------------------------------------------------------------------------------------------

    def _constant(self) -> tuple[str, bool, bool, int]:
        if self.pointer >= len(self.data):
            raise BasicError(OUT_OF_DATA)
        return self.data[self.pointer]

    def begin_read(self) -> None:
        self.mark = self.pointer

    def end_read(self) -> None:
        self.mark = None

    def _taken(self, whole: bool, line: int) -> None:
        """The variable gets its value before GW-BASIC looks at what follows the constant: `READ A` of 12X is 12."""
        self.spoilt = None if whole else line
        self.pointer += whole

    def end_constant(self) -> None:
        if self.spoilt is not None:
            raise BasicError(SYNTAX, self.spoilt)

    def read_text(self) -> str:
        text, _, whole, line = self._constant()
        self._taken(whole, line)
        return text

    def _read_number(self, kind: str, convert: Callable[[Any, str], Any]) -> Any:
        text, quoted, _, line = self._constant()
        if quoted:
            text = '"'
        try:
            value, found, end = texts.read_number(text, 0, kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soften(beyond), beyond.kind, beyond.end
        value = convert(value, found)
        self._taken(not text[end:].strip(), line)
        return value

    def read_single(self) -> Any:
        return self._read_number("!", self._as_single)

    def _as_single(self, value: Any, kind: str) -> Any:
        if kind == "#":
            value = self.namespace["csng"](value)
        return int(value) if value == int(value) else value

    def read_integer(self) -> int:
        return int(self._read_number("%", lambda v, k: convert.cint_double(v) if k == "#" else convert.cint(v)))

    def read_double(self) -> int:
        return int(self._read_number("#", lambda v, k: v if k == "#" else double.from_single(v)))

    def restore(self, line: int | None = None) -> None:
        if line is None:
            self.pointer = 0
        elif line in self.restores:
            self.pointer = self.restores[line]
        else:
            raise BasicError(UNDEFINED_LINE)

    # -- strings and files ----------------------------------------------------------------------------------------

    def refresh(self, identifier: str, value: Any) -> Any:
        """A FIELD variable as the buffers have it now; `value` is what it holds otherwise."""
        from ..library import files

        if not names.is_array(identifier):
            return files.value(self.machine, identifier, value)
        for key in [key for key in self.machine.channels.fielded() if isinstance(key, tuple) and key[0] == identifier]:
            row = value.made() if isinstance(value, Undimensioned) else value
            for subscript in key[1:-1]:
                row = row[subscript]
            row[key[-1]] = files.value(self.machine, key, row[key[-1]])
        return value

    def justify(self, right: bool, key: Any, old: str, text: str) -> str:
        from ..library import files, strings

        stored = (files.rset if right else files.lset)(self.machine, key, text)
        return strings.justified(len(old), text, right) if stored is None else stored

    def check_program(self) -> None:
        """DEF FN is for programs."""
        if self.direct:
            raise BasicError(ILLEGAL_DIRECT)
