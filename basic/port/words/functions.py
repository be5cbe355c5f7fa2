"""The functions that Python has itself, or nearly: `LEN(A$)` is `len(a)`, `LEFT$(A$,2)` is `a[:2]`.

Each gives None where the call is not of its common form: then the library's function is called and complains.
"""

from __future__ import annotations

from ...analysis.variables.located import meet
from ...analysis.variables.types import EXACT, INTEGER, INTEGER_BOUNDS, Range, bare, drawn, function_range
from ...analysis.writers import writers
from ...errors import TYPE_MISMATCH
from ...syntax import nodes as n
from . import harmless, quotients
from .expressions import OWN, Expressions, tagged
from .value import ATOM, EXACTLY, PRODUCT, SIGN, SINGLE, SUM, Value, formatted, lasting, quoted, shifted

own = writers(OWN)


@own("LEN", 1)
def _len(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return Value(f"len({e.text(value)})", "%", Range(True, 0, 255), safe=value.safe and value.kind == "$")


@own("CHR$", 1)
def _chr(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.constant and value.whole and value.range.within(0, 255):
        return Value(quoted(chr(int(value.code))), "$", safe=True, constant=True)
    return Value(f"chr({e.byte(value)})", "$", safe=value.safe and value.whole and value.range.within(0, 255))


@own("LEFT$", 2)
def _left(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    safe = text.safe and count.safe and count.whole and count.range.within(0, 255) and text.kind == "$"
    return Value(f"{_sliced(e, text)}[:{e.byte(count)}]", "$", safe=safe)


def _sliced(e: Expressions, text: Value) -> str:
    """A text before a slice: `("-" * 20)[:n]`."""
    return text.at(ATOM) if text.kind == "$" else e.text(text)


@own("RIGHT$", 2)
def _right(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    text, count = e.expression(arguments[0]), e.expression(arguments[1])
    if count.whole and count.range.within(1, 255):
        count = e.ints(count)
        return Value(f"{_sliced(e, text)}[-{count.at(SIGN)}:]", "$", safe=text.safe and count.safe and text.kind == "$")
    return None


@own("MID$", 3)
def _mid(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    text, start, count = (e.expression(argument) for argument in arguments)
    if not (start.whole and start.range.within(1, 255) and count.whole and count.range.within(0, 255)):
        return None
    start, count = e.ints(start), e.ints(count)
    first = shifted(start, -1)
    safe = text.safe and start.safe and count.safe and text.kind == "$"
    letters = bare(arguments[0])
    if count.code == "1" and isinstance(letters, n.String) and start.range.within(1, len(letters.value)):
        return Value(f"{_sliced(e, text)}[{first}]", "$", safe=safe, letter=True)
    if not lasting(arguments[1]):
        return Value(f"{_sliced(e, text)}[{first} :][:{count.at(SUM)}]", "$", safe=safe)
    if count.constant and count.code == "1":
        return Value(f"{_sliced(e, text)}[{first} : {start.code}]" if not first.isdigit()
                     else f"{_sliced(e, text)}[{first}:{start.code}]", "$", safe=safe)
    if count.constant and start.constant:
        return Value(f"{_sliced(e, text)}[{first}:{int(first) + int(count.code)}]", "$", safe=safe)
    after = shifted(start, int(count.code) - 1) if count.constant else f"{first} + {count.at(PRODUCT)}"
    return Value(f"{_sliced(e, text)}[{first} : {after}]", "$", safe=safe)


@own("ASC", 1)
def _asc(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    value = e.expression(arguments[0])
    return Value(f"ord({value.code})", "%", Range(True, 0, 255), safe=value.safe) if value.letter else None


@own("MID$", 2)
def _unused(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    return None


def _mid_any(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    if len(arguments) == 3:
        return _mid(e, arguments)
    if len(arguments) == 2:
        text, start = (e.expression(argument) for argument in arguments)
        if (digits := digits_of(e, arguments[0], text, start)) is not None:
            return digits
        if start.whole and start.range.within(1, 255):
            safe = text.safe and start.safe and text.kind == "$"
            return Value(f"{_sliced(e, text)}[{shifted(e.ints(start), -1)}:]", "$", safe=safe)
    return None


OWN["MID$"] = _mid_any


def digits_of(e: Expressions, node: n.Expression, text: Value, start: Value) -> Value | None:
    """`MID$(STR$(N),2)` of a whole number that is shown with all its digits: those, without its sign."""
    node = bare(node)
    if not (isinstance(node, n.Function) and node.name == "STR$" and start.constant and start.code == "2"):
        return None
    number = e.ints(e.expression(node.arguments[0]))
    if not number.whole or text.code != formatted(number.code, " d"):
        return None
    positive = number.range.low is not None and number.range.low >= 0
    return Value(f"str({number.code})" if positive else f"str(abs({number.code}))", "$", safe=text.safe)


@own("INT", 1)
def _int(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return _rounded(e, arguments[0], "INT", "floor")


@own("FIX", 1)
def _fix(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return _rounded(e, arguments[0], "FIX", "trunc")


def _rounded(e: Expressions, argument: n.Expression, word: str, name: str) -> Value:
    value = e.expression(argument)
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    if value.whole:
        return value
    if value.kind == "#":
        return e.operations.double_down(word, value)
    bounds = function_range(word, value.range)
    inner = argument
    while isinstance(inner, n.Parenthesised):
        inner = inner.inner
    if word == "INT" and isinstance(inner, n.Binary) and inner.operator == "/":
        left, right = e.expression(inner.left), e.expression(inner.right)
        counts = SINGLE not in (left.form, right.form)
        if (value.level == PRODUCT and value.form == EXACTLY) or (counts and quotients.divides(left, right)):
            return quotients.floored(e, left, right)
    if word == "INT" and (limit := drawn(inner)) is not None:
        below = e.expression(limit)
        if below.whole and below.safe and below.range.within(1, EXACT):
            found = e.ranges.expression(n.Function(0, "INT", (inner,)))
            code = f"gw.randrange({e.ints(below).code})"
            return Value(code, "!", found, safe=e.lenient)
    e.use("math", name)
    if word == "INT":
        bounds = meet(bounds, e.ranges.expression(n.Function(0, "INT", (inner,))))
    return e.operations.down(name, value, bounds)


@own("ABS", 1)
def _abs(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return value
    kind = "!" if value.kind == "%" else value.kind
    return Value(f"abs({value.code})", kind, function_range("ABS", value.range), safe=value.safe, form=value.form)


@own("SGN", 1)
def _sgn(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "!")
    return Value(f"{e.tool('sign')}({value.code})", "%", Range(True, -1, 1), safe=value.safe)


@own("CINT", 1)
def _cint(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    bounds = value.range.clipped(*INTEGER_BOUNDS) if value.whole else INTEGER
    return Value(e.integer(value), "%", bounds, safe=harmless.fits(value))


@own("CSNG", 1)
def _csng(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return value if value.kind in "%!" else Value(e.single(value), "!", form=e.operations.given)


@own("CDBL", 1)
def _cdbl(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return e.operations.doubled(value)


@own("STR$", 1)
def _str(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    if value.kind == "$":
        return Value(e.fail(TYPE_MISMATCH, value.code), "$")
    if value.whole and value.range.within(-9_999_999, 9_999_999):
        return Value(formatted(e.ints(value).code, " d"), "$", safe=value.safe)
    return Value(f"{e.tool('number_text')}({tagged(e, value)})", "$", safe=value.safe)


@own("RND", 0)
def _rnd(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("gw.rnd()", "!", Range(False, 0, 1), safe=e.lenient, form=e.operations.given)


@own("RND", 1)
def _rnd_again(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    safe = e.lenient and value.safe and value.kind in "%!"
    return Value(f"gw.rnd({e.single(value)})", "!", Range(False, 0, 1), safe=safe, form=e.operations.given)


OWN["RND"] = lambda e, arguments: (_rnd_again if arguments else _rnd)(e, arguments)


@own("ERR", 0)
def _err(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("gw.err", "%", Range(True, 0, 255), safe=True)


@own("ERL", 0)
def _erl(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    return Value("gw.erl", "!", Range(True, 0, 65535), safe=True)


@own("STRING$", 2)
def _string(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    count, pattern = e.expression(arguments[0]), e.expression(arguments[1])
    safe = harmless.fits(count, 0, 255)
    one = pattern.code if pattern.kind == "$" and pattern.constant and len(pattern.code) == 3 else ""
    if pattern.constant and pattern.whole and pattern.range.within(0, 255):
        one = quoted(chr(int(pattern.code)))
    if one:
        count = e.ints(count)
        code = f"{one} * {count.at(SIGN) if count.code == e.byte(count) else e.byte(count)}"
        return Value(code, "$", level=PRODUCT, safe=safe)
    if pattern.kind == "$":
        safe = safe and pattern.constant and pattern.code != '""'
        return Value(f"{e.tool('string_of')}({e.byte(count)}, {pattern.code})", "$", safe=safe)
    safe = safe and harmless.fits(pattern, 0, 255)
    return Value(f"{e.tool('string_of')}({e.byte(count)}, {e.byte(pattern)})", "$", safe=safe)


def _has_characters(e: Expressions, node: n.Expression) -> bool:
    """Whether a text is a constant that is not empty."""
    if isinstance(node, n.Variable):
        return e.key(node) in e.texts
    return isinstance(node, n.String) and node.value != ""


def _instr(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    if len(arguments) not in (2, 3):
        return None
    values = [e.expression(argument) for argument in arguments]
    text, wanted = e.text(values[-2]), e.text(values[-1])
    first = len(values) == 2 or (values[0].constant and values[0].code == "1")
    safe = all(v.safe for v in values) and values[-1].kind == values[-2].kind == "$"
    sure = values[-1].letter or any(_has_characters(e, node) for node in arguments[-2:])
    if first and safe and sure:  # none is empty, in an empty one
        found = f"{values[-2].at(ATOM)}.find({wanted}) + 1"
        most = len(arguments[-2].value) if isinstance(arguments[-2], n.String) else 255
        return Value(found, "%", Range(True, 0, most), SUM, safe, inside=f"{wanted} in {text}")
    e.use("basic.library", "strings")
    start = e.byte(values[0]) if len(values) == 3 else "1"
    return Value(f"strings.instr({start}, {text}, {wanted})", "%", Range(True, 0, 255), safe=first and safe)


OWN["INSTR"] = _instr


def _input_chars(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    if len(arguments) == 1:
        return Value(f"keyboard.input_chars({e.byte(e.expression(arguments[0]))})", "$")
    if len(arguments) == 2:
        channel = arguments[1].number if isinstance(arguments[1], n.Channel) else arguments[1]
        count = e.byte(e.expression(arguments[0]))
        return Value(f"files.input_chars({count}, {e.integer(e.expression(channel))})", "$")
    return None


OWN["INPUT$"] = _input_chars


@own("ENVIRON$", 1)
def _environ(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    value = e.expression(arguments[0])
    return Value(f"devices.environ_text({value.code if value.kind == '$' else e.integer(value)})", "$")


@own("POS", 1)
def _pos(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value | None:
    """The argument does not matter, so that it may be a text."""
    value = e.expression(arguments[0])
    if value.kind != "$":
        return None
    code = "screen.pos(0)"
    return Value(code if value.safe else f"({value.code}, {code})[1]", "%", Range(True, 1, 255))


def _fre(e: Expressions, arguments: tuple[n.Expression, ...]) -> Value:
    """The argument does not matter, unless that fails."""
    argument, code = e.expression(arguments[0]), f"gw.free({e.size})"
    return Value(code if argument.safe else f"({code}, {argument.code})[0]", "!", Range(True, 0, None))


OWN["FRE"] = _fre
