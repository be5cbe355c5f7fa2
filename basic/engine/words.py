"""The words of generated code: what `add`, `cint` or `out_line` mean in it."""

from __future__ import annotations

from functools import partial

from ..errors import BasicError
from ..library import clock as clock_words
from ..library import devices, events, files, keyboard, maths, memory, printing, screen, strings
from ..library import input as typed
from ..library.later import not_yet
from ..values import convert, double, functions, single
from ..values import text as texts
from ..values.soft import DivisionByZero
from ..values.using import Number
from .arrays import Elements, row
from .signals import Halt, Leave
from .stack import Loop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from .runtime import Runtime


def vocabulary(rt: Runtime) -> dict[str, Any]:
    """Every word that generated code can use, bound to one runtime and its machine."""
    m = rt.machine
    console = m.console
    random = m.random
    words: dict[str, Any] = {
        "rt": rt,
        "m": m,
        "stack": rt.stack,
        "Halt": Halt,
        "Leave": Leave,
        "Loop": Loop,
        "Number": Number,
        "Elements": Elements,
        "row": row,
        # numbers
        "add": rt.soft2(single.add),
        "subtract": rt.soft2(single.subtract),
        "multiply": rt.soft2(single.multiply),
        "product": rt.product,
        "divide": rt.soft2(single.divide),
        "power": rt.soft2(functions.power),
        "add_whole": rt.whole(single.add),
        "subtract_whole": rt.whole(single.subtract),
        "multiply_whole": rt.whole(single.multiply),
        "add_d": rt.soft2(double.add),
        "subtract_d": rt.soft2(double.subtract),
        "multiply_d": rt.soft2(double.multiply),
        "divide_d": rt.soft2(double.divide),
        "quotient": rt.soft2(quotient),
        "modulo": rt.soft2(modulo),
        "past": past,
        "cint": convert.cint,
        "cint_double": convert.cint_double,
        "csng": rt.soft(double.to_single),
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
        "lset": partial(rt.justify, False),
        "rset": partial(rt.justify, True),
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
        "varptr": rt.segment.varptr,
        "varptr_text": rt.segment.varptr_text,
        "varptr_file": rt.segment.varptr_file,
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
        *("restore", "refresh", "on_event", "kept"),
        *("begin_read", "end_read", "read_text", "read_single", "read_integer", "read_double"),
    ):
        words[name] = getattr(rt, name)
    for name in (
        *("room", "room_for_gosub", "nested", "ends_loop", "enter_loop", "enter_for", "next_frame"),
        *("enter_while", "drop_while", "wend_frame", "unwind", "returned"),
    ):
        words[name] = getattr(rt.stack, name)
    return words


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
