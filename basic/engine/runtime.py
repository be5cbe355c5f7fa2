"""What generated code runs against: GW-BASIC's stack, its variables and DATA pointer, and the words of the code.

`namespace` is the one dictionary that holds everything a piece of generated code can name: the runtime's functions in
small letters, and the BASIC variables under the names of `names.py`. A compiled block takes the variables into its
locals and gives them back when it leaves; a single step works on the dictionary directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NoReturn

from ..analysis.flow import Constant, Flow
from ..analysis.types import DefTypes
from ..errors import BasicError
from ..library import clock as clock_words
from ..library import devices, events, files, keyboard, maths, memory, printing, screen, strings
from ..library import input as typed
from ..library.later import not_yet
from ..library.registry import Entry
from ..machine.machine import Machine
from ..machine.memory import DATA_SEGMENT, SEGMENT_SIZE
from ..values import convert, double, functions, single
from ..values import text as texts
from ..values.soft import DivisionByZero, SoftError
from ..values.using import Number
from . import names
from .segment import Segment

# What entries take of GW-BASIC's stack, and what of its 512 bytes is kept for the interpreter itself. The sizes are
# chosen to agree with the real machine: the 15th nested FOR and the 33rd GOSUB find no room.
FOR_SIZE, WHILE_SIZE, GOSUB_SIZE, RESERVED = 18, 8, 8, 252
STACK = 512
NESTING_SIZE = 4  # of a parenthesis


class Leave(Exception):
    """Compiled code stops before this point: it is to be carried out step by step."""

    def __init__(self, point: int) -> None:
        super().__init__(point)
        self.point = point


class Recompile(Exception):
    """DEFINT or OPTION BASE has changed what the code was compiled for; it goes on at the next point."""


class Loop:
    """The stack's entry of FOR: where it stands and ends, its variable, limit and step."""

    __slots__ = ("end", "limit", "point", "step", "variable")

    def __init__(self, point: int, end: int, variable: str, limit: Any, step: Any) -> None:
        self.point, self.end, self.variable, self.limit, self.step = point, end, variable, limit, step


class WhileLoop:
    """The stack's entry of WHILE."""

    __slots__ = ("end", "point")

    def __init__(self, point: int, end: int) -> None:
        self.point, self.end = point, end


class Undimensioned:
    """An array before its DIM: the first use of an element makes one with subscripts up to 10."""

    __slots__ = ("array", "identifier", "rank", "runtime")

    def __init__(self, runtime: Runtime, identifier: str, rank: int) -> None:
        self.runtime, self.identifier, self.rank = runtime, identifier, rank
        self.array: list[Any] | None = None

    def made(self, rank: int = 0) -> list[Any]:
        if self.array is None:
            self.array = self.runtime.dim(self.identifier, (10,) * (rank or self.rank or 1))
        return self.array

    def __getitem__(self, subscript: int) -> Any:
        return self.made()[subscript]

    def __setitem__(self, subscript: int, value: Any) -> None:
        self.made()[subscript] = value


class Elements:
    """An array that the program uses with different numbers of subscripts: `Elements(A_sa, 2)[1, 2]`."""

    __slots__ = ("array", "rank")

    def __init__(self, array: Any, rank: int) -> None:
        self.array = array.made(rank) if isinstance(array, Undimensioned) else array
        self.rank = rank

    def _row(self, subscripts: tuple[int, ...]) -> list[Any]:
        row = self.array
        for subscript in subscripts[:-1]:
            row = row[subscript]
            if not isinstance(row, list):
                raise BasicError(9)
        if isinstance(row[0], list):
            raise BasicError(9)
        return row

    def __getitem__(self, subscripts: tuple[int, ...]) -> Any:
        return self._row(subscripts)[subscripts[-1]]

    def __setitem__(self, subscripts: tuple[int, ...], value: Any) -> None:
        self._row(subscripts)[subscripts[-1]] = value


class _LateRow:
    """A row of an array that has no DIM yet: made when an element is asked for."""

    __slots__ = ("array", "subscript")

    def __init__(self, array: Undimensioned, subscript: int) -> None:
        self.array, self.subscript = array, subscript

    def __getitem__(self, subscript: int) -> Any:
        return self.array.made()[self.subscript][subscript]

    def __setitem__(self, subscript: int, value: Any) -> None:
        self.array.made()[self.subscript][subscript] = value


def row(array: Any, subscript: int) -> Any:
    """The row of a table that a loop works along; an empty one if it is not there, for the error to come in time."""
    if type(array) is list:
        return array[subscript] if subscript < len(array) else []
    return _LateRow(array, subscript)


class Runtime:
    """The state of one run, beside the machine's."""

    def __init__(self, machine: Machine, unlimited: bool = False) -> None:
        self.machine = machine
        self.unlimited = unlimited
        self.flow = Flow()
        self.types = DefTypes()
        self.base = 0
        self.assumed = self.types, self.base  # what the running code was compiled for
        self.stack: list[Any] = []
        self.bounds: dict[str, tuple[int, ...]] = {}  # arrays and their highest subscripts
        self.ranks: dict[str, int] = {}  # how many subscripts the program gives an array before its DIM
        self.variables: set[str] = set()
        self.generation = 0  # how often variables have been forgotten
        self.data = 0  # index of the next constant
        self.mark: int | None = None  # where the pointer stood when the running READ began
        self.trap: int | None = None  # point of the ON ERROR handler
        self.handling: int | None = None  # point of the error that is being handled, for RESUME
        self.error_number = 0
        self.error_line = 0
        self.program_size = 0
        self.based = False  # whether OPTION BASE has been given
        self.direct = False  # a line typed at the prompt is running
        self.text_room = 0  # so much more text fits into memory at least
        self.locals: Callable[[], Mapping[str, Any]] = dict  # variables of the code that is running
        self.segment = Segment(self)
        machine.memory.areas.append((DATA_SEGMENT * 16, SEGMENT_SIZE, self.segment))
        self.namespace: dict[str, Any] = self._words()
        machine.free_memory = self.free

    # -- variables ------------------------------------------------------------------------------------------------

    def know(self, scalars: Iterable[str], arrays: dict[str, int], called: dict[str, Entry]) -> None:
        """Code that uses these names is about to run: each has a value."""
        namespace = self.namespace
        for name, entry in called.items():
            if name not in namespace:
                function = partial(entry.function, self.machine) if entry.machine else entry.function
                namespace[name] = self.soft(function) if entry.result in ("single", "double") else function
                if name == "f_screen":
                    self.machine.console.keep_page()
        for identifier in scalars:
            if identifier not in namespace:
                namespace[identifier] = None if identifier.startswith("FN_") else names.initial(identifier)
                self.variables.add(identifier)
        for identifier, rank in arrays.items():
            self.ranks.setdefault(identifier, rank)
            if identifier not in namespace:
                namespace[identifier] = Undimensioned(self, identifier, rank)
                self.variables.add(identifier)

    def forget(self, keep: Iterable[str] = ()) -> None:
        """CLEAR's part: variables, arrays and functions are as at the start."""
        self.generation += 1
        self.segment.forget()
        kept = set(keep)
        for identifier in self.variables - kept:
            del self.namespace[identifier]
            self.bounds.pop(identifier, None)
        self.variables &= kept
        self.ranks = {identifier: rank for identifier, rank in self.ranks.items() if identifier in kept}
        self.text_room = 0

    def clear(self, keep_open: bool = False) -> None:
        """CLEAR and RUN: variables, loops, DATA pointer, random numbers, traps and default types."""
        self.forget()
        self.stack.clear()
        self.data = 0
        self.trap = self.handling = None
        self.types = DefTypes()
        self.base, self.based = 0, False
        self.machine.random.reset()
        if not keep_open:
            files.close_all(self.machine)
        self.machine.channels.forget()

    # -- arrays ---------------------------------------------------------------------------------------------------

    def dim(self, identifier: str, bounds: tuple[int, ...]) -> list[Any]:
        if identifier in self.bounds:
            raise BasicError(10)
        if len(bounds) > 255:
            raise BasicError(9)
        for bound in bounds:
            if bound < 0:
                raise BasicError(5)
            if bound < self.base:
                raise BasicError(9)
        size = names.SIZE[names.kind_of(identifier)]
        count = 1
        for bound in bounds:
            count *= bound + 1 - self.base
        if size * count > self.free() and not self.unlimited:
            raise BasicError(7)
        array = _nested([bound + 1 for bound in bounds], names.initial(identifier))
        self.bounds[identifier] = bounds
        self.ranks[identifier] = len(bounds)
        waiting = self.namespace.get(identifier)
        if isinstance(waiting, Undimensioned):
            waiting.array = array
        self.namespace[identifier] = array
        self.variables.add(identifier)
        self.text_room = 0
        return array

    def erase(self, identifier: str) -> Undimensioned:
        if self.bounds.pop(identifier, None) is None:
            raise BasicError(5)
        self.segment.forget(identifier)
        rank = self.ranks.get(identifier, 0)
        empty = Undimensioned(self, identifier, rank)
        self.namespace[identifier] = empty
        return empty

    def option_base(self, value: int) -> None:
        if (self.based and value != self.base) or (value != self.base and self.bounds):
            raise BasicError(10)
        self.based = True
        self.base = value
        if value != self.assumed[1]:
            raise Recompile

    def default_types(self, letters: str, kind: str) -> None:
        self.types = self.types.with_letters(letters, kind)
        if self.types != self.assumed[0]:
            raise Recompile

    def free(self) -> int:
        """FRE(0): what program, variables and strings leave of the memory."""
        used = self.program_size
        present = self.locals()
        for identifier in self.variables:
            length = len(identifier.rsplit("_", 1)[0])
            size = names.SIZE[names.kind_of(identifier)] if "_" in identifier else 2
            value = self.namespace.get(identifier)
            if identifier in self.bounds:
                bounds = self.bounds[identifier]
                count = 1
                for bound in bounds:
                    count *= bound + 1 - self.base
                used += 1 + max(length, 3) + 3 + 2 * len(bounds) + size * count
                if size == 3:
                    used += _text_size(value)
            elif not isinstance(value, Undimensioned | None):
                value = present.get(identifier, value)
                used += 1 + max(length, 3) + size
                if isinstance(value, str):
                    used += len(value)
        return max(0, self.machine.limits.memory - used)

    def kept(self, text: str) -> str:
        """A string that an array is to hold: error 14 where the memory is full. It is measured when it may be."""
        if len(text) > self.text_room:
            self.text_room = self.free()
            if len(text) > self.text_room and not self.unlimited:
                raise BasicError(14)
        self.text_room -= len(text)
        return text

    # -- the stack ------------------------------------------------------------------------------------------------

    def room(self, needed: int) -> None:
        if self.unlimited:
            return
        used = needed
        for entry in self.stack:
            used += FOR_SIZE if type(entry) is Loop else WHILE_SIZE if type(entry) is WhileLoop else GOSUB_SIZE
        if used > self.machine.limits.stack - RESERVED:
            raise BasicError(7)

    def room_for_gosub(self) -> None:
        self.room(GOSUB_SIZE)

    def nested(self, depth: int, value: Any) -> Any:
        """Parentheses so deep that the stack may not hold them."""
        self.room(NESTING_SIZE * depth)
        return value

    def drop_loop(self, point: int) -> None:
        """A FOR that is carried out anew ends its old loop in the same subroutine, and all loops inside that."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            entry = stack[index]
            if type(entry) is Loop:
                if entry.point == point:
                    del stack[index:]
                    return
            elif type(entry) is not WhileLoop:
                return

    def drop_while(self, point: int) -> None:
        """A WHILE that needs no entry begins anew, or is reached from its WEND: an entry from before goes."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            entry = stack[index]
            if type(entry) is WhileLoop:
                if entry.point == point:
                    del stack[index:]
                    return
            elif type(entry) is not Loop:
                return

    def ends_loop(self, point: int) -> None:
        """A FOR within loops without entries is to end its old loop: it would take those off as well."""
        for entry in reversed(self.stack):
            if type(entry) is Loop:
                if entry.point == point:
                    raise Leave(point)
            elif type(entry) is not WhileLoop:
                return

    def enter_loop(self, point: int, size: int) -> None:
        """A loop that needs no entry begins; `size` is what it and the ones around it would take."""
        self.drop_loop(point)
        self.room(size)

    def enter_for(self, point: int, end: int, variable: str, limit: Any, step: Any) -> None:
        stack = self.stack
        if stack:
            self.drop_loop(point)
            if len(stack) > 10:
                self.room(FOR_SIZE)
        stack.append(Loop(point, end, variable, limit, step))

    def next_frame(self, point: int, variable: str | None) -> Loop:
        """The loop that a NEXT closes: the innermost, or that of its variable; and it must be its own."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            entry = stack[index]
            if type(entry) is Loop:
                if variable is None or entry.variable == variable:
                    if entry.end != point:
                        break
                    del stack[index + 1 :]
                    return entry
            elif type(entry) is not WhileLoop:
                break
        raise BasicError(1)

    def enter_while(self, point: int, end: int) -> None:
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            entry = stack[index]
            if type(entry) is WhileLoop:
                if entry.point == point:
                    del stack[index + 1 :]
                    return
            elif type(entry) is not Loop:
                break
        self.room(WHILE_SIZE)
        stack.append(WhileLoop(point, end))

    def wend_frame(self, end: int) -> None:
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            entry = stack[index]
            if type(entry) is WhileLoop:
                if entry.end == end:
                    del stack[index + 1 :]
                    return
            elif type(entry) is not Loop:
                break
        raise BasicError(30)

    def unwind(self) -> int:
        """RETURN: off with the subroutine's loops; gives the point to go back to."""
        stack = self.stack
        index = len(stack)
        while index and type(stack[index - 1]) in (Loop, WhileLoop):
            index -= 1
        if not index:
            raise BasicError(3)
        entry = stack[index - 1]
        del stack[index - 1 :]
        if type(entry) is not int:
            raise entry  # back to the line that was typed at the prompt
        return entry

    # -- errors ---------------------------------------------------------------------------------------------------

    def on_error(self, target: int | None) -> None:
        if target is None and self.handling is not None:
            number = self.error_number
            self.trap = self.handling = None
            raise BasicError(number, self.error_line)
        self.trap = target

    def on_event(self, event: str, argument: float | None, line: int) -> None:
        if line and line not in self.flow.starts:
            raise BasicError(8)
        events.on_event(event, argument, line)

    def resumed(self) -> None:
        if self.handling is None:
            raise BasicError(20)
        self.handling = None
        self.error_number = 0

    def soften(self, error: SoftError) -> Any:
        """Overflow and division by zero in arithmetic: a message, and on with the largest number.

        After ON ERROR GOTO they are errors like the others, also within the handler.
        """
        if self.trap is not None:
            raise BasicError(error.number) from None
        console = self.machine.console
        console.put(error.text)
        console.newline()
        return error.result

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

    def product(self, t: float, r: float) -> Any:
        """The product `t` of two singles, of which `r` is the nearest single: what the fast code was not sure of."""
        try:
            return single.settled_product(t, r)
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

    def _constant(self) -> Constant:
        if self.data >= len(self.flow.data):
            raise BasicError(4)
        return self.flow.data[self.data]

    def begin_read(self) -> None:
        self.mark = self.data

    def end_read(self) -> None:
        self.mark = None

    def read_text(self) -> str:
        text = self._constant().item.text
        self.data += 1
        return text

    def _read_number(self, kind: str) -> tuple[Any, str]:
        constant = self._constant()
        item = constant.item
        try:
            value, found, end = texts.read_number(item.text, 0, kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soften(beyond), beyond.kind, beyond.end
        if item.quoted or item.text[end:].strip():
            raise BasicError(2, constant.line)
        self.data += 1
        return value, found

    def read_single(self) -> Any:
        value, kind = self._read_number("!")
        if kind == "#":
            value = self.namespace["csng"](value)
        return int(value) if value == int(value) else value

    def read_integer(self) -> int:
        value, kind = self._read_number("%")
        return convert.cint_double(int(value)) if kind == "#" else convert.cint(value)

    def read_double(self) -> int:
        value, kind = self._read_number("#")
        return int(value) if kind == "#" else double.from_single(value)

    def restore(self, line: int | None = None) -> None:
        if line is None:
            self.data = 0
        elif line in self.flow.restores:
            self.data = self.flow.restores[line]
        else:
            raise BasicError(8)

    # -- strings and files ----------------------------------------------------------------------------------------

    def refresh(self, identifier: str, value: Any) -> Any:
        """A FIELD variable as the buffers have it now; `value` is what it holds otherwise."""
        if not names.is_array(identifier):
            return files.value(self.machine, identifier, value)
        for key in [key for key in self.machine.channels.fielded() if isinstance(key, tuple) and key[0] == identifier]:
            row = value.made() if isinstance(value, Undimensioned) else value
            for subscript in key[1:-1]:
                row = row[subscript]
            row[key[-1]] = files.value(self.machine, key, row[key[-1]])
        return value

    def justify(self, right: bool, key: Any, old: str, text: str) -> str:
        stored = (files.rset if right else files.lset)(self.machine, key, text)
        return strings.justified(len(old), text, right) if stored is None else stored

    # -- the words of generated code --------------------------------------------------------------------------------

    def _words(self) -> dict[str, Any]:
        m = self.machine
        console = m.console
        random = m.random
        words: dict[str, Any] = {
            "rt": self,
            "m": m,
            "stack": self.stack,
            "Leave": Leave,
            "Loop": Loop,
            "Number": Number,
            "Elements": Elements,
            "row": row,
            # numbers
            "add": self.soft2(single.add),
            "subtract": self.soft2(single.subtract),
            "multiply": self.soft2(single.multiply),
            "product": self.product,
            "divide": self.soft2(single.divide),
            "power": self.soft2(functions.power),
            "add_whole": self.whole(single.add),
            "subtract_whole": self.whole(single.subtract),
            "multiply_whole": self.whole(single.multiply),
            "add_d": self.soft2(double.add),
            "subtract_d": self.soft2(double.subtract),
            "multiply_d": self.soft2(double.multiply),
            "divide_d": self.soft2(double.divide),
            "quotient": self.soft2(quotient),
            "modulo": self.soft2(modulo),
            "past": past,
            "cint": convert.cint,
            "cint_double": convert.cint_double,
            "csng": self.soft(double.to_single),
            "cdbl": double.from_single,
            "byte": byte,
            "word": convert.word,
            "word_double": convert.word_double,
            "floor": convert.floor,
            "trunc": convert.fix,
            "floor_double": double.floor,
            "fix_double": double.fix,
            "val": strings.val,
            "rnd": random.next,
            # strings
            "str_single": str_single,
            "str_double": str_double,
            "repeat": repeat,
            "replace_middle": strings.mid_assigned,
            "lset": partial(self.justify, False),
            "rset": partial(self.justify, True),
            "instr": strings.instr,
            # errors
            "fail": fail,
            "error": error,
            "overflow": overflow,
            "too_long": too_long,
            "position": position,
            "outside": outside,
            "not_yet": later,
            "undefined_function": undefined_function,
            # printing and typing
            "out": console,
            "printer": m.printer,
            "print_using": printing.print_using,
            "write_items": printing.write_items,
            "input_values": partial(typed.input_values, m),
            "line_input": partial(typed.line_input, m),
            "typed_chars": partial(keyboard.input_chars, m),
            "randomize": partial(maths.randomize, m),
            "key_text": partial(keyboard.key_text, m),
            "key_switch": partial(keyboard.key_switch, m),
            "screen_width": partial(screen.width, m),
            "printer_width": partial(screen.width_printer, m),
            "view_print": partial(screen.view_print, m),
            "event_switch": events.event_switch,
            "set_date": partial(clock_words.set_date, m),
            "set_time": partial(clock_words.set_time, m),
            "define_segment": partial(memory.def_seg, m),
            "varptr": self.segment.varptr,
            "varptr_text": self.segment.varptr_text,
            "varptr_file": self.segment.varptr_file,
            # files
            "writer": partial(files.writer, m),
            "open_file": partial(files.open_, m),
            "close_files": partial(files.close, m),
            "read_item": partial(files.read_item, m),
            "file_line_input": partial(files.line_input, m),
            "input_chars": partial(files.input_chars, m),
            "field": partial(files.field, m),
            "get_record": partial(files.get, m),
            "put_record": partial(files.put, m),
            "lock": partial(files.lock, m),
            "unlock": partial(files.unlock, m),
            "rename": partial(files.rename, m),
            "device_width": partial(devices.device_width, m),
            "file_width": partial(files.width, m),
            "environ_text": partial(devices.environ_text, m),
            "ioctl": partial(devices.ioctl, m),
            "detach": partial(files.detach, m),
            "store": partial(files.store, m),
        }
        for name in ("put", "zone", "tab", "spc", "newline", "line", "number_before_comma"):
            words[f"out_{name}"] = getattr(console, name)
        for name in (
            *("dim", "erase", "option_base", "default_types", "check_program", "on_error", "resumed"),
            *("room", "room_for_gosub", "nested", "ends_loop", "enter_loop", "enter_for", "next_frame", "enter_while"),
            *("drop_while", "wend_frame", "unwind", "restore", "refresh", "on_event", "kept"),
            *("begin_read", "end_read", "read_text", "read_single", "read_integer", "read_double"),
        ):
            words[name] = getattr(self, name)
        return words

    def check_program(self) -> None:
        """DEF FN is for programs."""
        if self.direct:
            raise BasicError(12)


def _nested(sizes: list[int], initial: Any) -> list[Any]:
    if len(sizes) == 1:
        return [initial] * sizes[0]
    return [_nested(sizes[1:], initial) for _ in range(sizes[0])]


def _text_size(array: Any) -> int:
    if isinstance(array, list):
        return sum(_text_size(element) for element in array)
    return len(array) if isinstance(array, str) else 0


# ---- words that need no state ---------------------------------------------------------------------------------------


def fail(number: int, *_: object) -> NoReturn:
    """The error, after the operands beside it have been worked out."""
    raise BasicError(number)


def error(number: int) -> NoReturn:
    """ERROR n"""
    raise BasicError(number or 5)


def later(word: str, *_: object) -> NoReturn:
    not_yet(word)


def overflow() -> NoReturn:
    raise BasicError(6)


def too_long() -> NoReturn:
    raise BasicError(15)


def undefined_function(*_: object) -> NoReturn:
    raise BasicError(18)


def position(start: int) -> NoReturn:
    """MID$'s start outside 1 to 255."""
    raise BasicError(5 if -32768 <= start <= 32767 else 6)


def outside(subscript: int) -> NoReturn:
    """A subscript below the first: negative is error 5, 0 under OPTION BASE 1 is error 9."""
    raise BasicError(5 if subscript < 0 else 9)


def byte(number: int) -> int:
    if 0 <= number <= 255:
        return number
    raise BasicError(5)


def past(value: Any, limit: Any, step: Any) -> bool:
    """Whether a FOR loop is done; with step 0 it never is."""
    return bool(value > limit if step > 0 else step and value < limit)


def quotient(a: int, b: int) -> int:
    r"""`a\b`, cut towards zero."""
    if not b:
        raise _division_by_zero(a)
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def modulo(a: int, b: int) -> int:
    """`a MOD b`, with the sign of a."""
    if not b:
        raise _division_by_zero(a)
    return a % abs(b) if a >= 0 else -(-a % abs(b))


def _division_by_zero(a: int) -> DivisionByZero:
    r"""`5\0` and `5 MOD 0` go on with the largest single-precision number, as 5/0 does."""
    return DivisionByZero(int(-single.MAX if a < 0 else single.MAX))


def repeat(count: int, pattern: str) -> str:
    """STRING$(n,a$): the first character."""
    if not pattern:
        raise BasicError(5)
    return count * pattern[0]


def str_single(x: Any) -> str:
    text = texts.single_text(x)
    return text if text[0] == "-" else " " + text


def str_double(d: int) -> str:
    text = texts.double_text(d)
    return text if text[0] == "-" else " " + text
