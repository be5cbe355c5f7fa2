"""The functions that Python has itself, or nearly: `LEN(A$)` is `len(a)`, `LEFT$(A$,2)` is `a[:2]`.

A word of the tables is always written so. For others there is the code, or with more that is known of it the value; or
None where the call is not of its common form: then the library's function is called and complains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.variables.remainders import floored
from ...analysis.variables.types import EXACT, TRUTH, Range, bare, drawn
from ...gw.computer import DEVICES
from ...library import words as _words
from ...library.registry import FUNCTIONS, Entry
from ...record import record
from ...syntax import nodes as n
from ..lines.trees import ATOM, BIT_AND, LOW, PRODUCT, SIGN, SUM, at
from . import joining
from .failures import has_characters
from .value import Value, formatted, lasting, on_screen, quoted, shifted, slice_of

if TYPE_CHECKING:
    from .expressions import Expressions

    Found = Value | str | None

assert _words
BYTE = Range(True, 0, 255)


@record
class Form:
    """How a function is written: its code with the arguments, which bind so tightly."""

    code: str
    level: int = LOW


MATHS = {"SQR": "sqrt", "EXP": "exp", "LOG": "log", "SIN": "sin", "COS": "cos", "TAN": "tan", "ATN": "atan"}
FORMS = {
    "LEN": Form("len({})"),
    "SPACE$": Form('" " * {}', SIGN),
    **dict.fromkeys(("CINT", "CSNG"), Form("{}")),  # what they take is what they are
    "ERR": Form("errors.number"),
    "ERL": Form("errors.line"),
}
IN_FLOATS = {word: Form(f"math.{name}({{}})") for word, name in MATHS.items()}
# Those of each manner.
MODERN = FORMS | IN_FLOATS | {
    "TIMER": Form("timer()"),
    "DATE$": Form('f"{{datetime.now():%m-%d-%Y}}"'),
    "TIME$": Form('f"{{datetime.now():%H:%M:%S}}"'),
}  # fmt: skip
WITH_BASIC = FORMS | IN_FLOATS | {"SGN": Form("sign({})"), "VAL": Form("singles.val({})")}
EXACTLY = WITH_BASIC | {
    **{word: Form(f"singles.{word.lower()}({{}})") for word in ("SQR", "EXP", "LOG", "TAN")},
    **{word: Form(f"{word.lower()}({{}})") for word in ("SIN", "COS", "ATN")}, "VAL": Form("doubles.val({})"),
}  # fmt: skip
UNCHECKED = ("ABS", "FRE", "PEEK", "POS")  # which take texts as well


class Unportable(Exception):
    """An expression or statement with a word that cannot be ported."""


def called(e: Expressions, node: n.Function) -> Value | str:
    """How a call of a function is written."""
    values = [e.expression(argument) for argument in node.arguments]
    entry = FUNCTIONS.get(node.name)
    form = (MODERN if e.modern else EXACTLY if e.convert.exact else WITH_BASIC).get(node.name)
    if form is not None:
        return _formed(e, form, values, entry)
    kinds = [each.kind for each in entry.parameters] if entry is not None and node.name not in UNCHECKED else []
    fits = all((value.kind == "$") == (kind == "string") for value, kind in zip(values, kinds, strict=False))
    found = (_of_texts(e, node, values) or _of_numbers(e, node, values)) if fits else None
    return found or _library(e, node, values, entry)


def _formed(e: Expressions, form: Form, values: list[Value], entry: Entry | None) -> str:
    kinds = [parameter.kind for parameter in entry.parameters] if entry else []
    codes = [e.convert.as_kind(value, kind) for value, kind in zip(values, kinds, strict=True)]
    return form.code.format(*(at(form.level, code) for code in codes))


def _library(e: Expressions, node: n.Function, values: list[Value], entry: Entry | None) -> Value | str:
    if entry is None:
        raise Unportable(node.name)
    codes = [e.convert.as_kind(v, p.kind) for v, p in zip(values, entry.parameters, strict=False)]
    if node.name == "MKS$" and not e.convert.exact and not values[0].whole:
        codes = [f"nearest({codes[0]})"]
    code = f"{library(entry)}({', '.join(codes)})"
    if e.ranges.kind(node) == "#" and not e.convert.exact:
        return f"real({code})"
    return Value(code, "%", TRUTH, asked=code) if e.ranges.expression(node) == TRUTH else code  # EOF


def library(entry: Entry) -> str:
    """A function of the library under its module's name: `strings.left`, `screen.locate` of the program's own."""
    module, name = entry.function.__module__.rpartition(".")[2], entry.function.__name__
    return f"{module}.{name.rstrip('_') if module in DEVICES else name}"


def _of_texts(e: Expressions, node: n.Function, values: list[Value]) -> Found:
    """What takes texts or gives them."""
    match node.name, values:
        case "CHR$", [number] if number.number in range(256):
            return Value(quoted(_seen(e, number.number or 0)), "$", constant=True)
        case "CHR$", [number]:
            return f"chr({e.convert.byte(number)})"
        case "ASC", [text] if e.modern:
            one = joining.longest(e, node.arguments[0]) == 1  # and no less, it is hoped
            return f"ord({text.code})" if one else f"ord({text.at(ATOM)}[0])"
        case "LEFT$", [text, count]:
            return f"{text.at(ATOM)}[{slice_of('', e.convert.column(count) if e.modern else e.convert.byte(count))}]"
        case "RIGHT$", [text, count]:
            return _right(e, text, count)
        case "MID$", [text, start, *counts]:
            return _mid(e, node, text, start, *counts)
        case "STR$", [number]:
            return e.convert.shown(number)
        case "VAL", [text]:
            return Value(f"val({text.code})", "!")  # the file has no doubles but those of the program
        case "STRING$", [count, pattern]:
            return _string(e, bare(node.arguments[1]), count, pattern)
        case "INSTR", [*starts, one, two] if one.kind == two.kind == "$":
            return _instr(e, node, starts, one, two)
        case "HEX$" | "OCT$" as word, [number]:
            known = number.whole and (e.convert.hopes.in_range or number.range.within(0, 65535))
            code = number.code if known else f"{at(BIT_AND, e.convert.integer(number))} & 0xFFFF"
            return formatted(code, "X" if word == "HEX$" else "o") if known or e.modern else None
        case "INPUT$", [count, *files]:
            codes = ", ".join([e.convert.byte(count), *map(e.convert.integer, files)])
            return f"{'files' if files else 'keyboard'}.input_chars({codes})"
        case "ENVIRON$", [value]:
            return f"devices.environ_text({value.code if value.kind == '$' else e.convert.integer(value)})"
    return None


def _of_numbers(e: Expressions, node: n.Function, values: list[Value]) -> Found:
    """What takes numbers; the argument of POS and FRE does not matter, unless that fails."""
    match node.name, values:
        case "INT" | "FIX", [value]:
            return _rounded(e, node, value)
        case "ABS", [value]:
            return value if value.kind == "$" else f"abs({value.code})"
        case "SGN", [value] if lasting(node.arguments[0]):
            return f"({value.at(SUM)} > 0) - ({value.at(SUM)} < 0)"
        case "CDBL", [value]:
            return e.convert.as_kind(value, "#")
        case "RND", [*_] if not e.modern:
            return f"gw.rnd({', '.join(map(e.convert.single, values))})"
        case "RND", [value] if value.range.high is not None and value.range.high <= 0:
            return "last_rnd()" if value.number == 0 else f"rnd_from({value.code})"
        case "RND", [*_]:
            return "rnd()"
        case "POS", [value] if value.kind == "$":
            return "screen.pos(0)" if e.failures.safe(node.arguments[0]) else f"({value.code}, screen.pos(0))[1]"
        case "FRE", [value]:
            code = f"gw.free({e.size})"
            return code if e.failures.safe(node.arguments[0]) else f"({code}, {value.code})[0]"
    return None


def _seen(e: Expressions, number: int) -> str:
    """A character as Python prints it, where that makes its own text: most of the PC are elsewhere in Unicode."""
    return on_screen(chr(number)) or chr(number) if e.modern else chr(number)


def _right(e: Expressions, text: Value, count: Value) -> str | None:
    if count.whole and count.range.at_least(1) and (e.modern or count.range.within(1, 255)):
        return f"{text.at(ATOM)}[{slice_of(f'-{count.at(SIGN)}', '')}]"
    first = f"max(0, len({text.code}) - {at(PRODUCT, e.convert.integer(count))})"
    return f"{text.at(ATOM)}[{slice_of(first, '')}]" if e.modern else None


def _mid(e: Expressions, node: n.Function, text: Value, start: Value, *counts: Value) -> str | None:
    if not counts and (digits := _digits(e, node.arguments[0], start)) is not None:
        return digits
    known = start.whole and start.range.within(1, 255) and all(c.whole and c.range.within(0, 255) for c in counts)
    if not known and not e.modern:
        return None
    place, *sizes = (value if value.whole else Value(e.convert.column(value), "%") for value in (start, *counts))
    first, after, inner = shifted(place.code, -1), "", bare(node.arguments[0])
    for size in sizes:
        if isinstance(inner, n.String) and place.range.within(1, len(inner.value)) and size.number == 1:
            return f"{text.at(ATOM)}[{first}]"
        if not lasting(node.arguments[1]):
            return f"{text.at(ATOM)}[{slice_of(first, '')}][{slice_of('', size.code)}]"
        after = f"{first} + {size.at(PRODUCT)}" if size.number is None else shifted(place.code, size.number - 1)
    return f"{text.at(ATOM)}[{slice_of(first, after)}]"


def _digits(e: Expressions, node: n.Expression, start: Value) -> str | None:
    """`MID$(STR$(N),2)` of a whole number that is shown with all its digits: those, without its sign."""
    node = bare(node)
    if not (isinstance(node, n.Function) and node.name == "STR$" and start.number == 2):
        return None
    number = e.expression(node.arguments[0])
    if not e.convert.plainly(number):
        return None
    return f"str({number.code})" if number.range.at_least(0) else f"str(abs({number.code}))"


def _string(e: Expressions, inner: n.Expression, count: Value, pattern: Value) -> str:
    one = ""
    if pattern.number is not None and 0 <= pattern.number <= 255:
        one = quoted(_seen(e, pattern.number))
    elif isinstance(inner, n.String) and len(inner.value) == 1:
        one = pattern.code
    elif e.modern:
        one = f"{pattern.at(ATOM)}[:1]" if pattern.kind == "$" else f"chr({e.convert.column(pattern)})"
    if one:
        return f"{one} * {at(SIGN, e.convert.byte(count))}"
    code = pattern.code if pattern.kind == "$" else e.convert.byte(pattern)
    return f"strings.string_({e.convert.byte(count)}, {code})"


def _instr(e: Expressions, node: n.Function, starts: list[Value], one: Value, two: Value) -> Value | str:
    first = not starts or starts[0].number == 1
    if e.modern or (first and any(map(has_characters, node.arguments[-2:]))):
        begin = "" if first else f", {shifted(e.convert.integer(starts[0]), -1)}"  # none is empty, in an empty one
        there = f"{two.code} in {one.code}" if first else ""
        return Value(f"{one.at(ATOM)}.find({two.code}{begin}) + 1", "%", BYTE, asked=there)
    return f"strings.instr({e.convert.byte(starts[0]) if starts else '1'}, {one.code}, {two.code})"


def _rounded(e: Expressions, node: n.Function, value: Value) -> Value | str:
    word, inner = node.name, bare(node.arguments[0])
    if value.whole:
        return value
    if value.kind == "#":
        return e.operations.down(word, value)
    if (quotient := floored(node)) is not None and (found := e.of_quotient("//", quotient, node)) is not None:
        return found
    limit = None if e.modern or word == "FIX" else drawn(inner)
    below = limit and e.expression(limit)
    if limit and below and below.whole and below.range.within(1, EXACT) and e.failures.safe(limit):
        return f"gw.randrange({below.code})"
    if word == "FIX" or value.range.at_least(0):
        return f"int({value.code})"
    return f"math.floor({value.code})"
