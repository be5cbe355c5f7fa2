"""Functions that are common enough to be written out in the generated code.

Each gives None where the call is not of its common form: then the library's function is called and complains.
"""

from __future__ import annotations

from collections.abc import Callable

from ..arithmetic.ranges import INTEGER, INTEGER_BOUNDS, Range, function_range
from ..arithmetic.texts import piece
from ..arithmetic.value import Value, text_value
from ..errors import ILLEGAL, TYPE_MISMATCH
from ..library.registry import FUNCTIONS
from ..syntax import nodes as n
from .expressions import INLINE, Expressions, number_text

LONGEST_NUMBER = 30  # characters that STR$ gives
Arguments = tuple[n.Expression, ...]
Inline = Callable[[Expressions, Arguments], "Value | None"]


def inline(word: str, count: int) -> Callable[[Inline], Inline]:
    """Enters what writes a function, for calls with so many arguments only."""

    def enter(write: Inline) -> Inline:
        INLINE[word] = lambda e, arguments: write(e, arguments) if len(arguments) == count else None
        return write

    return enter


def _small(value: Value, least: int) -> bool:
    """Whether a count needs no check."""
    return value.whole and value.range.within(least, 255)


@inline("LEN", 1)
def _len(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return Value(f"len({e.text(value)})", "%", Range(True, 0, 255), safe=value.safe and value.kind == "$")


@inline("ASC", 1)
def _asc(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return Value(f"ord(({e.text(value)} or fail({ILLEGAL}))[0])", "%", Range(True, 0, 255))


@inline("CHR$", 1)
def _chr(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    code = e.expression(arguments[0])
    return text_value(f"chr({e.byte(code)})", safe=code.safe and _small(code, 0), length=1)


@inline("LEFT$", 2)
def _left(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    length = count.range.high if _small(count, 0) else None
    safe = text.kind == "$" and text.safe and count.safe and length is not None
    return text_value(f"{e.text(text)}[:{e.byte(count)}]", safe=safe, length=255 if length is None else length)


@inline("RIGHT$", 2)
def _right(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    if not _small(count, 1):
        return None
    safe = text.kind == "$" and text.safe and count.safe
    return text_value(f"{e.text(text)}[-{count.code}:]", safe=safe, length=count.range.high or 255)


@inline("MID$", 3)
def _mid(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    length = e.ranges.expression(arguments[2])
    count = length.low
    if not (length.whole and count == length.high and count is not None and 1 <= count <= 255):
        return None
    text, start = e.expression(arguments[0]), e.expression(arguments[1])
    if not (text.simple and text.kind == "$" and start.whole):
        return None
    if count == 1 and (start.code, text.code) in e.within:
        return text_value(f"{text.code}[{start.code} - 1]", safe=True, length=1)
    return piece(e, text, start, count)


@inline("INT", 1)
def _int(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    inner = arguments[0]
    if isinstance(inner, n.Binary) and inner.operator == "/":
        value = e.quotient_floor(e.expression(inner.left), e.expression(inner.right))
        if value is not None:
            return value
    return _rounded(e, arguments[0], "INT", "floor", "floor_double")


@inline("FIX", 1)
def _fix(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return _rounded(e, arguments[0], "FIX", "trunc", "fix_double")


def _rounded(e: Expressions, argument: n.Expression, word: str, single: str, double: str) -> Value:
    value = e.expression(argument)
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    if value.whole:
        return value
    if value.kind == "#":
        return Value(f"{double}({value.code})", "#")
    return Value(f"{single}({value.code})", "!", function_range(word, value.range), safe=value.safe)


@inline("ABS", 1)
def _abs(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":  # only the sign is looked at, which texts have not (published MATH1)
        return value
    kind = "!" if value.kind == "%" else value.kind
    return Value(f"abs({value.code})", kind, function_range("ABS", value.range), safe=value.safe)


@inline("SGN", 1)
def _sgn(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    first, again = e.twice(value)
    return Value(f"(({first} > 0) - ({again} < 0))", "%", Range(True, -1, 1), safe=value.safe)


@inline("CINT", 1)
def _cint(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    bounds = value.range.clipped(*INTEGER_BOUNDS) if value.whole else INTEGER
    return Value(e.integer(value), "%", bounds)


@inline("CSNG", 1)
def _csng(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return value if value.kind in "%!" else Value(e.single(value), "!")


@inline("CDBL", 1)
def _cdbl(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value(e.double(e.expression(arguments[0])), "#")


@inline("STR$", 1)
def _str(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return text_value(number_text(e, value, ""), safe=value.safe and value.kind != "$", length=LONGEST_NUMBER)


@inline("VAL", 1)
def _val(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value(f"val({e.text(e.expression(arguments[0]))})", "#")


@inline("RND", 0)
def _rnd(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("rnd()", "!", Range(False, 0, 1, -24))


@inline("ERR", 0)
def _err(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("rt.error_number", "%", Range(True, 0, 255), safe=True, simple=True)


@inline("ERL", 0)
def _erl(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("rt.error_line", "!", Range(True, 0, 65535), safe=True, simple=True)


@inline("STRING$", 2)
def _string(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    count, pattern = e.expression(arguments[0]), e.expression(arguments[1])
    if pattern.kind == "$":
        return text_value(f"repeat({e.byte(count)}, {pattern.code})")
    return text_value(f"({e.byte(count)} * chr({e.byte(pattern)}))")


def _input_chars(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    if len(arguments) == 1:
        return text_value(f"typed_chars({e.byte(e.expression(arguments[0]))})")
    if len(arguments) == 2 and isinstance(arguments[1], n.Channel):
        channel = arguments[1].number
    elif len(arguments) == 2:
        channel = arguments[1]
    else:
        return None
    count = e.byte(e.expression(arguments[0]))
    return text_value(f"input_chars({count}, {e.integer(e.expression(channel))})")


INLINE["INPUT$"] = _input_chars


def _instr(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    if len(arguments) not in (2, 3):
        return None
    values = [e.expression(argument) for argument in arguments]
    start = e.byte(values[0]) if len(values) == 3 else "1"
    wanted = arguments[-1]
    if start == "1" and isinstance(wanted, n.String) and wanted.value:
        safe = values[-2].kind == "$" and values[-2].safe
        return Value(f"({e.text(values[-2])}.find({wanted.value!r}) + 1)", "%", Range(True, 0, 255), safe=safe)
    return Value(f"instr({start}, {e.text(values[-2])}, {e.text(values[-1])})", "%", Range(True, 0, 255))


INLINE["INSTR"] = _instr


@inline("ENVIRON$", 1)
def _environ(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return text_value(f"environ_text({value.code if value.kind == '$' else e.integer(value)})")


@inline("POS", 1)
def _pos(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    """The argument does not matter, so that it may be a string."""
    value = e.expression(arguments[0])
    if value.kind != "$":
        return None
    return Value(f"({value.code}, {FUNCTIONS['POS'].name}(0))[1]", "%", INTEGER)


@inline("FRE", 1)
def _fre(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value(f"(rt.free(), {e.expression(arguments[0]).code})[0]", "!", Range(True, 0, None))


def _varptr(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    argument = arguments[0]
    if isinstance(argument, n.Channel):
        return Value(f"varptr_file({e.integer(e.expression(argument.number))})", "%", INTEGER)
    return Value(f"varptr({_made(e, argument)})", "%", INTEGER)


def _varptr_text(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return text_value(f"varptr_text({_made(e, arguments[0])})")


def _made(e: Expressions, argument: n.Expression) -> str:
    """What VARPTR looks for, which must be there."""
    assert isinstance(argument, n.Variable | n.Element)
    key = e.key(argument)
    return f"made({key})" if isinstance(argument, n.Variable) and e.scalar(argument) in e.absent else key


INLINE["VARPTR"] = _varptr
INLINE["VARPTR$"] = _varptr_text


