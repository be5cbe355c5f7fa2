"""The words of generated code: what `add`, `cint` or `out_line` mean in it."""

from __future__ import annotations

from ..errors import ILLEGAL, OVERFLOW, STRING_TOO_LONG, SUBSCRIPT, UNDEFINED_FUNCTION, BasicError
from ..record import partial
from ..values import convert, double, functions, single
from ..values import text as texts
from .arrays import Elements, row
from .signals import Cleared, Halt, Leave
from .stack import Loop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeVar

    from .runtime import Runtime

    F = TypeVar("F", bound=Callable[..., Any])

STATELESS: dict[str, Callable[..., Any]] = {}  # the words below


def stateless(function: F) -> F:
    """Bind a word that needs no state."""
    STATELESS[function.__name__] = function
    return function


def vocabulary(rt: Runtime) -> dict[str, Any]:
    """Every word that generated code can use, bound to one runtime and its machine."""
    m = rt.machine
    console, random, stack = m.console, m.random, rt.stack
    words: dict[str, Any] = {
        **STATELESS,
        "rt": rt,
        "m": m,
        "stack": stack,
        "Cleared": Cleared,
        "Halt": Halt,
        "Leave": Leave,
        "Loop": Loop,
        "Elements": Elements,
        "row": row,
        # numbers
        "add": rt.soft2(single.add),
        "subtract": rt.soft2(single.subtract),
        "multiply": rt.soft2(single.multiply),
        "product": rt.product,
        "difference": single.difference,
        "divide": rt.soft2(single.divide),
        "power": rt.soft2(functions.power),
        "add_whole": rt.whole(single.add_whole),
        "subtract_whole": rt.whole(single.subtract_whole),
        "multiply_whole": rt.whole(single.multiply_whole),
        **double.words(rt.settled_double),
        "quotient": rt.soft2(single.quotient),
        "modulo": rt.soft2(single.modulo),
        "cint": convert.cint,
        "cint_double": convert.cint_double,
        "csng": rt.soft(double.to_single),
        "cdbl": double.from_single,
        "word": convert.word,
        "word_double": convert.word_double,
        "floor": convert.floor,
        "trunc": convert.fix,
        "floor_double": double.floor,
        "fix_double": double.fix,
        "rnd": random.next,
        "lset": partial(rt.justify, False),
        "rset": partial(rt.justify, True),
        # places in memory, which few programs look at
        "varptr": lambda key: rt.segment.varptr(key),
        "varptr_text": lambda key: rt.segment.varptr_text(key),
        "varptr_file": lambda key: rt.segment.varptr_file(key),
        "elements": lambda *key: rt.segment.elements(*key),
        # printing and typing
        "out": console,
        "printer": m.printer,
    }
    methods: tuple[Callable[..., Any], ...] = (
        *(rt.dim, rt.erase, rt.option_base, rt.default_types, rt.check_program, rt.made, rt.new_variable, rt.place),
        *(rt.on_error, rt.resumed, rt.restore, rt.refresh, rt.on_event, rt.event_switch, rt.set_limits),
        *(rt.begin_read, rt.end_read, rt.end_constant, rt.read_text, rt.read_single, rt.read_integer, rt.read_double),
        *(stack.room, stack.room_for_gosub, stack.nested, stack.ends_loop, stack.enter_loop, stack.begin_for),
        *(stack.enter_for, stack.next_frame, stack.enter_while, stack.drop_while, stack.wend_frame, stack.unwind),
        *(stack.returned, rt.texts.kept),
    )
    words |= {method.__name__: method for method in methods}
    printing = (console.put, console.zone, console.tab, console.spc, console.newline, console.line)
    words |= {f"out_{method.__name__}": method for method in (*printing, console.number_before_comma)}
    return words


# ---- words that need no state ---------------------------------------------------------------------------------------


@stateless
def fail(number: int, *_: object) -> NoReturn:
    """The error, after the operands beside it have been worked out."""
    raise BasicError(number)


@stateless
def error(number: int) -> NoReturn:
    """ERROR n"""
    raise BasicError(number or 5)


@stateless
def unsupported(word: str, *_: object) -> NoReturn:
    from ..library.unsupported import unsupported as stop

    stop(word)


@stateless
def overflow(*_: object) -> NoReturn:
    raise BasicError(OVERFLOW)


@stateless
def too_long() -> NoReturn:
    raise BasicError(STRING_TOO_LONG)


@stateless
def undefined_function(*_: object) -> NoReturn:
    raise BasicError(UNDEFINED_FUNCTION)


@stateless
def outside(subscript: int) -> NoReturn:
    """A subscript below the first: negative is error 5, 0 under OPTION BASE 1 is error 9, both before the next one is
    worked out and the array is looked for (published source: INDLOP in PTRGET); 6 if it is no integer."""
    if not -32768 <= subscript <= 32767:
        overflow()
    raise BasicError(ILLEGAL if subscript < 0 else SUBSCRIPT)


@stateless
def byte(number: int) -> int:
    if 0 <= number <= 255:
        return number
    raise BasicError(ILLEGAL)


@stateless
def past(value: Any, limit: Any, step: Any) -> bool:
    """Whether a FOR loop is done; with step 0 it never is."""
    return bool(value > limit if step > 0 else step and value < limit)


@stateless
def repeat(count: int, pattern: str) -> str:
    """STRING$(n,a$): the first character."""
    if not pattern:
        raise BasicError(ILLEGAL)
    return count * pattern[0]


@stateless
def str_single(x: Any) -> str:
    text = texts.single_text(x)
    return text if text[0] == "-" else " " + text


@stateless
def str_double(d: int) -> str:
    text = texts.double_text(d)
    return text if text[0] == "-" else " " + text
