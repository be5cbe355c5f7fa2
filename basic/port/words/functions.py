"""The functions that Python has itself, or nearly: `LEN(A$)` is `len(a)`, `LEFT$(A$,2)` is `a[:2]`.

Each gives None where the call is not of its common form: then the library's function is called and complains.
"""

from __future__ import annotations

import ast
from functools import partial

from ...analysis.variables.located import meet
from ...analysis.variables.types import EXACT, INTEGER, INTEGER_BOUNDS, Range, bare, drawn, function_range
from ...analysis.writers import writers
from ...errors import TYPE_MISMATCH
from ...syntax import nodes as n
from ..lines.trees import expression
from . import harmless, quotients
from .expressions import OWN, Expressions
from .printing import on_screen
from .value import ATOM, PRODUCT, SIGN, SUM, Value, formatted, lasting, level, quoted, shifted

Arguments = tuple[n.Expression, ...]
own = writers(OWN)


# ---- texts ----------------------------------------------------------------------------------------------------------


@own("LEN", 1)
def _len(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    return Value(f"len({e.text(value)})", "%", Range(True, 0, 255), safe=value.safe and value.kind == "$")


@own("CHR$", 1)
def _chr(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    known = value.whole and value.range.within(0, 255)
    if value.constant and known:
        character = chr(int(value.code))
        shown = on_screen(character) or character if e.modern and character >= " " else character
        return Value(quoted(shown), "$", safe=True, constant=True)
    return Value(f"chr({e.byte(value)})", "$", safe=value.safe and known)


@own("ASC", 1)
def _asc(e: Expressions, arguments: Arguments) -> Value | None:
    value = e.expression(arguments[0])
    code = value.code
    if e.modern and value.kind == "$" and not _is_letter(code):
        match bare(arguments[0]):
            case n.Function(name="LEFT$", arguments=(text, _)):
                code = f"{e.expression(text).at(ATOM)}[0]"
            case n.Function(name="RIGHT$", arguments=(text, n.Number(value=1))):
                code = f"{e.expression(text).at(ATOM)}[-1]"
            case n.Function(name="MID$", arguments=(_, _, n.Number(value=1))):
                pass  # a text of one character, it is hoped
            case _:
                code = f"{value.at(ATOM)}[0]"
    elif not _is_letter(code):
        return None
    return Value(f"ord({code})", "%", Range(True, 0, 255), safe=value.safe)


@own("LEFT$", 2)
def _left(e: Expressions, arguments: Arguments) -> Value:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    safe = text.safe and count.safe and count.whole and count.range.within(0, 255) and text.kind == "$"
    return Value(f"{_sliced(e, text)}[:{e.column(count) if e.modern else e.byte(count)}]", "$", safe=safe)


def _sliced(e: Expressions, text: Value) -> str:
    """A text before a slice: `("-" * 20)[:n]`."""
    return text.at(ATOM) if text.kind == "$" else e.text(text)


@own("RIGHT$", 2)
def _right(e: Expressions, arguments: Arguments) -> Value | None:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    low = count.range.low
    if count.whole and low is not None and low >= 1 and (e.modern or count.range.within(1, 255)):
        return Value(f"{_sliced(e, text)}[-{count.at(SIGN)}:]", "$", safe=text.safe and count.safe and text.kind == "$")
    return Value(f"{_sliced(e, text)}[max(0, len({text.code}) - {e.integer(count)}) :]", "$") if e.modern else None


def _mid(e: Expressions, arguments: Arguments) -> Value | None:
    values = [e.expression(argument) for argument in arguments]
    if not 2 <= len(values) <= 3:
        return None
    text, start, *counts = values
    if len(values) == 2 and (digits := digits_of(e, arguments[0], text, start)) is not None:
        return digits
    known = start.whole and start.range.within(1, 255) and all(c.whole and c.range.within(0, 255) for c in counts)
    if not known and not e.modern:
        return None
    start, *counts = (value if value.whole else Value(e.column(value), "%") for value in values[1:])
    code = f"{_sliced(e, text)}[{_part(e, arguments, start, counts)}]"
    node = bare(arguments[0])
    known = isinstance(node, n.String) and start.range.within(1, len(node.value))
    if known and counts and counts[0].code == "1":
        code = f"{_sliced(e, text)}[{shifted(start.code, -1)}]"
    return Value(code, "$", safe=all(value.safe for value in values) and text.kind == "$")


def _is_letter(code: str) -> bool:
    """Whether a text is surely a single character: `"ABC"[i]`."""
    match expression(code):
        case ast.Subscript(ast.Constant(), index):
            return not isinstance(index, ast.Slice)
        case _:
            return False


OWN["MID$"] = _mid


def _part(e: Expressions, arguments: Arguments, start: Value, counts: list[Value]) -> str:
    """The bounds of a slice."""
    first = shifted(start.code, -1)
    if not counts:
        return f"{first}:"
    (count,) = counts
    if not lasting(arguments[1]):
        return f"{first} :][:{count.at(SUM)}"
    after = shifted(start.code, int(count.code) - 1) if count.constant else f"{first} + {count.at(PRODUCT)}"
    return f"{first}:{after}" if level(first) == level(after) == ATOM else f"{first} : {after}"




def digits_of(e: Expressions, node: n.Expression, text: Value, start: Value) -> Value | None:
    """`MID$(STR$(N),2)` of a whole number that is shown with all its digits: those, without its sign."""
    node = bare(node)
    if not (isinstance(node, n.Function) and node.name == "STR$" and start.constant and start.code == "2"):
        return None
    number = e.expression(node.arguments[0])
    if not number.whole or text.code != formatted(number.code, " d"):
        return None
    positive = number.range.low is not None and number.range.low >= 0
    return Value(f"str({number.code})" if positive else f"str(abs({number.code}))", "$", safe=text.safe)


@own("STR$", 1)
def _str(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    code = e.fail(TYPE_MISMATCH, value.code) if value.kind == "$" else e.shown(value)
    return Value(code, "$", safe=value.safe and value.kind != "$")


@own("VAL", 1)
def _val(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    return Value(f"val({value.code})", "!") if e.modern else Value(f"gw.val{'_double' * e.exact}({e.text(value)})", "#")


@own("SPACE$", 1)
def _space(e: Expressions, arguments: Arguments) -> Value:
    count = e.expression(arguments[0])
    code = e.byte(count)
    times = count.at(SIGN) if code == count.code else code
    return Value(f'" " * {times}', "$", safe=harmless.fits(count, 0, 255))


@own("STRING$", 2)
def _string(e: Expressions, arguments: Arguments) -> Value:
    count, pattern = e.expression(arguments[0]), e.expression(arguments[1])
    code = e.byte(count)
    times = count.at(SIGN) if code == count.code else code
    safe = harmless.fits(count, 0, 255)
    node, one = bare(arguments[1]), ""
    if pattern.constant and pattern.whole and pattern.range.within(0, 255):
        one = quoted(chr(int(pattern.code)))
    elif isinstance(node, n.String) and len(node.value) == 1:
        one = pattern.code
    elif e.modern:
        one = f"{pattern.at(ATOM)}[:1]" if pattern.kind == "$" else f"chr({e.column(pattern)})"
    if one:
        return Value(f"{one} * {times}", "$", safe=safe)
    if pattern.kind == "$":
        safe = safe and _has_characters(node)
        return Value(f"{e.tool('string_of')}({code}, {pattern.code})", "$", safe=safe)
    safe = safe and harmless.fits(pattern, 0, 255)
    return Value(f"{e.tool('string_of')}({code}, {e.byte(pattern)})", "$", safe=safe)


def _based(e: Expressions, arguments: Arguments, form: str) -> Value | None:
    value = e.expression(arguments[0]) if len(arguments) == 1 else None
    if value is None or not (e.modern or (value.whole and value.range.within(0, 65535))):
        return None
    code = value.code if value.whole and value.range.within(0, 65535) else e.integer(value)
    return Value(formatted(code, form), "$", safe=value.safe)


OWN["HEX$"] = partial(_based, form="X")
OWN["OCT$"] = partial(_based, form="o")


def _has_characters(node: n.Expression) -> bool:
    """Whether a text is a constant that is not empty."""
    return isinstance(node, n.String) and node.value != ""


def _instr(e: Expressions, arguments: Arguments) -> Value | None:
    if len(arguments) not in (2, 3):
        return None
    *starts, one, two = (e.expression(argument) for argument in arguments)
    if one.kind != "$" or two.kind != "$":
        return None
    first = not starts or (starts[0].constant and starts[0].code == "1")
    sure = _is_letter(two.code) or any(map(_has_characters, arguments[-2:]))
    safe = one.safe and two.safe and first
    if e.modern or (safe and sure):  # none is empty, in an empty one
        begin = f", {shifted(e.integer(starts[0]), -1)}" if starts and not first else ""
        code = f"{one.at(ATOM)}.find({two.code}{begin}) + 1"
        most = len(arguments[-2].value) if isinstance(arguments[-2], n.String) else 255
        return Value(code, "%", Range(True, 0, most), safe)
    e.use("basic.library", "strings")
    begin = e.byte(starts[0]) if starts else "1"
    return Value(f"strings.instr({begin}, {one.code}, {two.code})", "%", Range(True, 0, 255), safe=safe)


OWN["INSTR"] = _instr


# ---- numbers --------------------------------------------------------------------------------------------------------


def _rounded(e: Expressions, arguments: Arguments, word: str) -> Value | None:
    if len(arguments) != 1:
        return None
    value, inner = e.expression(arguments[0]), bare(arguments[0])
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
            return Value(f"gw.randrange({below.code})", "!", bounds, safe=e.lenient)
    return Value(_down(e, word, value), "!", bounds, safe=value.safe)


OWN["INT"] = partial(_rounded, word="INT")
OWN["FIX"] = partial(_rounded, word="FIX")


def _down(e: Expressions, word: str, value: Value) -> str:
    """`int(x)`, where that is the same as `math.floor(x)`."""
    if word == "FIX" or (value.range.low is not None and value.range.low >= 0):
        return f"int({value.code})"
    e.use("", "math")
    return f"math.floor({value.code})"


@own("ABS", 1)
def _abs(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return value
    kind = "!" if value.kind == "%" else value.kind
    return Value(f"abs({value.code})", kind, function_range("ABS", value.range), safe=value.safe)


@own("SGN", 1)
def _sgn(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    if e.modern and lasting(arguments[0]):
        code = value.at(SUM)
        return Value(f"({code} > 0) - ({code} < 0)", "%", Range(True, -1, 1), value.safe)
    return Value(f"{e.tool('sign')}({value.code})", "%", Range(True, -1, 1), safe=value.safe)


@own("CINT", 1)
def _cint(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    bounds = value.range.clipped(*INTEGER_BOUNDS) if value.whole else INTEGER
    code = e.integer(value)
    return Value(code, "%", bounds, safe=harmless.fits(value))


@own("CSNG", 1)
def _csng(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    return Value(e.single(value), "!") if value.kind == "$" else e.operations.to_single(value)


@own("CDBL", 1)
def _cdbl(e: Expressions, arguments: Arguments) -> Value:
    return e.operations.to_double(e.expression(arguments[0]))


def _rnd(e: Expressions, arguments: Arguments) -> Value | None:
    bounds = Range(False, 0, 1)
    call = "rnd" if e.modern else "gw.rnd"
    if not arguments:
        return Value(f"{call}()", "!", bounds, safe=e.lenient)
    if len(arguments) > 1:
        return None
    value = e.expression(arguments[0])
    if not e.modern:
        safe = e.lenient and value.safe and value.kind in "%!"
        return Value(f"gw.rnd({e.single(value)})", "!", bounds, safe=safe)
    if value.range.high is not None and value.range.high <= 0:
        zero = value.constant and value.range.high == 0
        return Value("last_rnd()" if zero else f"rnd_from({value.code})", "!", bounds)
    return Value("rnd()", "!", bounds)


OWN["RND"] = _rnd


# ---- the machine ----------------------------------------------------------------------------------------------------


@own("TIMER", 0)
def _timer(e: Expressions, arguments: Arguments) -> Value | None:
    return Value("timer()", "!", Range(False, 0, 86400)) if e.modern else None


def _clock(e: Expressions, arguments: Arguments, code: str) -> Value | None:
    if not e.modern:
        return None
    e.use("datetime", "datetime")
    return Value(code, "$")


OWN["DATE$"] = partial(_clock, code='f"{datetime.now():%m-%d-%Y}"')
OWN["TIME$"] = partial(_clock, code='f"{datetime.now():%H:%M:%S}"')


@own("ERR", 0)
def _err(e: Expressions, arguments: Arguments) -> Value:
    return Value("gw.err", "%", Range(True, 0, 255), safe=True)


@own("ERL", 0)
def _erl(e: Expressions, arguments: Arguments) -> Value:
    return Value("gw.erl", "!", Range(True, 0, 65535), safe=True)


def _input_chars(e: Expressions, arguments: Arguments) -> Value | None:
    if len(arguments) == 1:
        return Value(f"keyboard.input_chars({e.byte(e.expression(arguments[0]))})", "$")
    if len(arguments) == 2:
        channel = arguments[1].number if isinstance(arguments[1], n.Channel) else arguments[1]
        count = e.byte(e.expression(arguments[0]))
        return Value(f"files.input_chars({count}, {e.integer(e.expression(channel))})", "$")
    return None


OWN["INPUT$"] = _input_chars


@own("ENVIRON$", 1)
def _environ(e: Expressions, arguments: Arguments) -> Value:
    value = e.expression(arguments[0])
    return Value(f"devices.environ_text({value.code if value.kind == '$' else e.integer(value)})", "$")


@own("POS", 1)
def _pos(e: Expressions, arguments: Arguments) -> Value | None:
    """The argument does not matter, so that it may be a text."""
    value = e.expression(arguments[0])
    if value.kind != "$":
        return None
    code = "screen.pos(0)"
    return Value(code if value.safe else f"({value.code}, {code})[1]", "%", Range(True, 1, 255))


def _fre(e: Expressions, arguments: Arguments) -> Value:
    """The argument does not matter, unless that fails."""
    argument, code = e.expression(arguments[0]), f"gw.free({e.size})"
    return Value(code if argument.safe else f"({code}, {argument.code})[0]", "!", Range(True, 0, None))


OWN["FRE"] = _fre
