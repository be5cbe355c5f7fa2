"""The functions that Python has itself, or nearly: `LEN(A$)` is `len(a)`, `LEFT$(A$,2)` is `a[:2]`.

Each gives None where the call is not of its common form: then the library's function is called and complains.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from ...analysis.variables.located import meet
from ...analysis.variables.types import EXACT, INTEGER, INTEGER_BOUNDS, Range, bare, drawn, function_range
from ...errors import TYPE_MISMATCH
from ...syntax import nodes as n
from ..lines.trees import expression
from . import harmless, quotients
from .expressions import OWN, Expressions, Own
from .printing import on_screen
from .value import ATOM, PRODUCT, SIGN, SUM, Value, at, formatted, lasting, level, quoted, shifted, slice_of

BYTE = Range(True, 0, 255)
SIGNS = Range(True, -1, 1)
NOW = {"DATE$": "%m-%d-%Y", "TIME$": "%H:%M:%S"}


def own(*words: str, count: int | tuple[int, ...] = 1) -> Callable[[Own], Own]:
    """Enters what writes a call with so many arguments."""
    counts = count if isinstance(count, tuple) else (count,)

    def enter(write: Own) -> Own:
        for word in words:
            OWN[word] = counts, write
        return write

    return enter


# ---- texts ----------------------------------------------------------------------------------------------------------


@own("LEN")
def _len(e: Expressions, node: n.Function, text: Value) -> Value:
    return Value(f"len({e.text(text)})", "%", BYTE, text.safe and text.kind == "$")


@own("CHR$")
def _chr(e: Expressions, node: n.Function, number: Value) -> Value:
    known = number.whole and number.range.within(0, 255)
    if known and number.number is not None:
        character = chr(number.number)
        shown = on_screen(character) or character if e.modern and character >= " " else character
        return Value(quoted(shown), "$", safe=True, constant=True)
    return Value(f"chr({e.byte(number)})", "$", safe=number.safe and known)


@own("ASC")
def _asc(e: Expressions, node: n.Function, text: Value) -> Value | None:
    code = text.code
    if not _is_letter(code):
        if not e.modern:
            return None
        match bare(node.arguments[0]):
            case n.Function(name="LEFT$", arguments=(inner, _)):
                code = f"{e.expression(inner).at(ATOM)}[0]"
            case n.Function(name="RIGHT$", arguments=(inner, n.Number(value=1))):
                code = f"{e.expression(inner).at(ATOM)}[-1]"
            case n.Function(name="MID$", arguments=(_, _, n.Number(value=1))):
                pass  # a text of one character, it is hoped
            case _ if text.kind == "$":
                code = f"{text.at(ATOM)}[0]"
    return Value(f"ord({code})", "%", BYTE, text.safe)


def _is_letter(code: str) -> bool:
    """Whether a text is surely a single character: `"ABC"[i]`."""
    match expression(code):
        case ast.Subscript(ast.Constant(), index):
            return not isinstance(index, ast.Slice)
        case _:
            return False


def _sliced(e: Expressions, text: Value) -> str:
    """A text before a slice: `("-" * 20)[:n]`."""
    return text.at(ATOM) if text.kind == "$" else e.text(text)


@own("LEFT$", count=2)
def _left(e: Expressions, node: n.Function, text: Value, count: Value) -> Value:
    safe = text.safe and count.safe and count.whole and count.range.within(0, 255) and text.kind == "$"
    return Value(f"{_sliced(e, text)}[{slice_of('', e.column(count) if e.modern else e.byte(count))}]", "$", safe=safe)


@own("RIGHT$", count=2)
def _right(e: Expressions, node: n.Function, text: Value, count: Value) -> Value | None:
    low = count.range.low
    if count.whole and low is not None and low >= 1 and (e.modern or count.range.within(1, 255)):
        safe = text.safe and count.safe and text.kind == "$"
        return Value(f"{_sliced(e, text)}[{slice_of(f'-{count.at(SIGN)}', '')}]", "$", safe=safe)
    first = f"max(0, len({text.code}) - {e.integer(count)})"
    return Value(f"{_sliced(e, text)}[{slice_of(first, '')}]", "$") if e.modern else None


@own("MID$", count=(2, 3))
def _mid(e: Expressions, node: n.Function, text: Value, start: Value, *counts: Value) -> Value | None:
    if not counts and (digits := _digits(e, node.arguments[0], text, start)) is not None:
        return digits
    known = start.whole and start.range.within(1, 255) and all(c.whole and c.range.within(0, 255) for c in counts)
    if not known and not e.modern:
        return None
    first, *sizes = (value if value.whole else Value(e.column(value), "%") for value in (start, *counts))
    inner = bare(node.arguments[0])
    if isinstance(inner, n.String) and first.range.within(1, len(inner.value)) and counts and sizes[0].number == 1:
        part = shifted(first.code, -1)
    else:
        part = _part(node.arguments[1], first, sizes)
    safe = text.safe and text.kind == "$" and all(value.safe for value in (start, *counts))
    return Value(f"{_sliced(e, text)}[{part}]", "$", safe=safe)


def _part(node: n.Expression, start: Value, counts: list[Value]) -> str:
    """The bounds of a slice."""
    first = shifted(start.code, -1)
    if not counts:
        return slice_of(first, "")
    (count,) = counts
    if not lasting(node):
        return f"{slice_of(first, '')}][{slice_of('', count.at(SUM))}"
    number = count.number
    after = f"{first} + {count.at(PRODUCT)}" if number is None else shifted(start.code, number - 1)
    return slice_of(first, after)


def _digits(e: Expressions, node: n.Expression, text: Value, start: Value) -> Value | None:
    """`MID$(STR$(N),2)` of a whole number that is shown with all its digits: those, without its sign."""
    node = bare(node)
    if not (isinstance(node, n.Function) and node.name == "STR$" and start.number == 2):
        return None
    number = e.expression(node.arguments[0])
    if not number.whole or text.code != formatted(number.code, " d"):
        return None
    positive = number.range.low is not None and number.range.low >= 0
    return Value(f"str({number.code})" if positive else f"str(abs({number.code}))", "$", safe=text.safe)


@own("STR$")
def _str(e: Expressions, node: n.Function, number: Value) -> Value:
    code = e.fail(TYPE_MISMATCH, number.code) if number.kind == "$" else e.shown(number)
    return Value(code, "$", safe=number.safe and number.kind != "$")


@own("VAL")
def _val(e: Expressions, node: n.Function, text: Value) -> Value:
    return Value(f"val({text.code})", "!") if e.modern else Value(f"gw.val{'_double' * e.exact}({e.text(text)})", "#")


@own("SPACE$")
def _space(e: Expressions, node: n.Function, count: Value) -> Value:
    return Value(f'" " * {at(SIGN, e.byte(count))}', "$", safe=harmless.fits(count, 0, 255))


@own("STRING$", count=2)
def _string(e: Expressions, node: n.Function, count: Value, pattern: Value) -> Value:
    safe = harmless.fits(count, 0, 255)
    inner, one = bare(node.arguments[1]), ""
    if pattern.number is not None and 0 <= pattern.number <= 255:
        one = quoted(chr(pattern.number))
    elif isinstance(inner, n.String) and len(inner.value) == 1:
        one = pattern.code
    elif e.modern:
        one = f"{pattern.at(ATOM)}[:1]" if pattern.kind == "$" else f"chr({e.column(pattern)})"
    if one:
        return Value(f"{one} * {at(SIGN, e.byte(count))}", "$", safe=safe)
    sure = _has_characters(inner) if pattern.kind == "$" else harmless.fits(pattern, 0, 255)
    code = pattern.code if pattern.kind == "$" else e.byte(pattern)
    return Value(f"{e.tool('string_of')}({e.byte(count)}, {code})", "$", safe=safe and sure)


@own("HEX$", "OCT$")
def _based(e: Expressions, node: n.Function, number: Value) -> Value | None:
    known = number.whole and number.range.within(0, 65535)
    code = number.code if known else e.integer(number)
    form = "X" if node.name == "HEX$" else "o"
    return Value(formatted(code, form), "$", safe=number.safe) if known or e.modern else None


def _has_characters(node: n.Expression) -> bool:
    """Whether a text is a constant that is not empty."""
    return isinstance(node, n.String) and node.value != ""


@own("INSTR", count=(2, 3))
def _instr(e: Expressions, node: n.Function, *values: Value) -> Value | None:
    *starts, one, two = values
    if one.kind != "$" or two.kind != "$":
        return None
    first = not starts or starts[0].number == 1
    safe = one.safe and two.safe and first
    if e.modern or (safe and (_is_letter(two.code) or any(map(_has_characters, node.arguments[-2:])))):
        begin = "" if first else f", {shifted(e.integer(starts[0]), -1)}"  # none is empty, in an empty one
        text = node.arguments[-2]
        most = len(text.value) if isinstance(text, n.String) else 255
        return Value(f"{one.at(ATOM)}.find({two.code}{begin}) + 1", "%", Range(True, 0, most), safe)
    e.use("basic.library", "strings")
    begin = e.byte(starts[0]) if starts else "1"
    return Value(f"strings.instr({begin}, {one.code}, {two.code})", "%", BYTE, safe)


# ---- numbers --------------------------------------------------------------------------------------------------------


@own("INT", "FIX")
def _rounded(e: Expressions, node: n.Function, value: Value) -> Value | None:
    word, inner = node.name, bare(node.arguments[0])
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    if value.whole:
        return value
    if value.kind == "#":
        return e.operations.down(word, value)
    bounds = function_range(word, value.range)
    if word == "INT" and isinstance(inner, n.Binary) and inner.operator == "/":
        left, right = e.expression(inner.left), e.expression(inner.right)
        if left.whole and right.whole and (level(value.code) == PRODUCT or e.divides(left, right)):
            return quotients.floored(e, left, right)
    if word == "INT":
        bounds = meet(bounds, e.ranges.expression(n.Function(0, "INT", (inner,))))
        below = None if e.modern or (limit := drawn(inner)) is None else e.expression(limit)
        if below is not None and below.whole and below.safe and below.range.within(1, EXACT):
            return Value(f"gw.randrange({below.code})", "!", bounds, e.lenient)
    if word == "FIX" or (value.range.low is not None and value.range.low >= 0):
        return Value(f"int({value.code})", "!", bounds, value.safe)
    e.use("", "math")
    return Value(f"math.floor({value.code})", "!", bounds, value.safe)


@own("ABS")
def _abs(e: Expressions, node: n.Function, value: Value) -> Value:
    if value.kind == "$":
        return value
    kind = "!" if value.kind == "%" else value.kind
    return Value(f"abs({value.code})", kind, function_range("ABS", value.range), value.safe)


@own("SGN")
def _sgn(e: Expressions, node: n.Function, value: Value) -> Value:
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    if e.modern and lasting(node.arguments[0]):
        code = value.at(SUM)
        return Value(f"({code} > 0) - ({code} < 0)", "%", SIGNS, value.safe)
    return Value(f"{e.tool('sign')}({value.code})", "%", SIGNS, value.safe)


@own("CINT")
def _cint(e: Expressions, node: n.Function, value: Value) -> Value:
    bounds = value.range.clipped(*INTEGER_BOUNDS) if value.whole else INTEGER
    return Value(e.integer(value), "%", bounds, harmless.fits(value))


@own("CSNG")
def _csng(e: Expressions, node: n.Function, value: Value) -> Value:
    return Value(e.single(value), "!") if value.kind == "$" else e.to_single(value)


@own("CDBL")
def _cdbl(e: Expressions, node: n.Function, value: Value) -> Value:
    return e.to_double(value)


@own("RND", count=(0, 1))
def _rnd(e: Expressions, node: n.Function, *values: Value) -> Value:
    if not e.modern:
        safe = e.lenient and all(value.safe and value.kind in "%!" for value in values)
        return Value(f"gw.rnd({', '.join(map(e.single, values))})", "!", Range(False, 0, 1), safe)
    code = "rnd()"
    for value in values:
        if value.range.high is not None and value.range.high <= 0:
            code = "last_rnd()" if value.number == 0 else f"rnd_from({value.code})"
    return Value(code, "!", Range(False, 0, 1), e.lenient and not values)


# ---- the machine ----------------------------------------------------------------------------------------------------


@own("TIMER", count=0)
def _timer(e: Expressions, node: n.Function) -> Value | None:
    return Value("timer()", "!", Range(False, 0, 86400)) if e.modern else None


@own("DATE$", "TIME$", count=0)
def _clock(e: Expressions, node: n.Function) -> Value | None:
    if not e.modern:
        return None
    e.use("datetime", "datetime")
    return Value(f'f"{{datetime.now():{NOW[node.name]}}}"', "$")


@own("ERR", count=0)
def _err(e: Expressions, node: n.Function) -> Value:
    return Value("gw.err", "%", BYTE, True)


@own("ERL", count=0)
def _erl(e: Expressions, node: n.Function) -> Value:
    return Value("gw.erl", "!", Range(True, 0, 65535), True)


@own("INPUT$", count=(1, 2))
def _input_chars(e: Expressions, node: n.Function, count: Value, *files: Value) -> Value:
    codes = ", ".join([e.byte(count), *map(e.integer, files)])
    return Value(f"{'files' if files else 'keyboard'}.input_chars({codes})", "$")


@own("ENVIRON$")
def _environ(e: Expressions, node: n.Function, value: Value) -> Value:
    return Value(f"devices.environ_text({value.code if value.kind == '$' else e.integer(value)})", "$")


@own("POS")
def _pos(e: Expressions, node: n.Function, value: Value) -> Value | None:
    """The argument does not matter, so that it may be a text."""
    code = "screen.pos(0)"
    found = Value(code if value.safe else f"({value.code}, {code})[1]", "%", Range(True, 1, 255))
    return found if value.kind == "$" else None


@own("FRE")
def _fre(e: Expressions, node: n.Function, value: Value) -> Value:
    """The argument does not matter, unless that fails."""
    code = f"gw.free({e.size})"
    return Value(code if value.safe else f"({code}, {value.code})[0]", "!", Range(True, 0, None))
