"""Programs run in today's arithmetic (`ieee.py`), to see which printed digits depend on GW-BASIC's own.

The generated code calls the same words; here they mean something else, and single operations are not written inline.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import partial

from ..arithmetic.ranges import Range, arithmetic
from ..arithmetic.value import Value
from ..engine.expressions import Expressions
from ..engine.interpreter import Arithmetic
from ..engine.runtime import Runtime
from ..errors import ILLEGAL, OVERFLOW, BasicError
from ..library import files, strings
from ..library import input as typed
from ..machine.writer import Writer
from ..record import replace
from ..syntax import nodes as n
from ..values import convert, double, single
from ..values.using import Layout, Number, format_values
from ..values.using import Value as Item
from .ieee import DOUBLE, Format, constant, on_doubles, to_double, to_float

BITS = {"ieee32": 24, "ieee64": 53}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqr": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "atn": math.atan,
}
EXPONENT = re.compile(r"D(?=[+-]\d\d)")


def arithmetic_of(numbers: str) -> Arithmetic:
    """`ieee32` or `ieee64`"""
    return Arithmetic(EXPRESSIONS[numbers], partial(modernise, Format(BITS[numbers])))


def modernise(form: Format, rt: Runtime) -> None:
    """Give a runtime's words another meaning."""

    def csng(d: int) -> float:
        return form.nearest(to_float(d))

    def read_single() -> float:
        return int(x) if (x := rt.namespace["csng"](read_double())) == int(x) else x

    def read_double() -> int:
        return to_double(to_float(rt.read_double()))

    def input_values(prompt: str, question: bool, same_line: bool, kinds: str) -> list[float | str]:
        values = typed.input_values(rt.machine, prompt, question, same_line, kinds.replace("!", "#"))
        return [given(value, kind) for value, kind in zip(values, kinds, strict=True)]

    def read_item(channel: int, kind: str) -> float | str:
        return given(files.read_item(rt.machine, channel, "#" if kind == "!" else kind), kind)

    def given(value: float | str, kind: str) -> float | str:
        if kind in "%$" or isinstance(value, str):
            return value
        return to_double(to_float(int(value))) if kind == "#" else csng(int(value))

    def shown(value: float, kind: str) -> str:
        if kind == "%":
            return str(value)
        return DOUBLE.text(to_float(int(value)), "D") if kind == "#" else form.text(value, "E")

    def str_text(kind: str, value: float) -> str:
        text = shown(value, kind)
        return text if text[0] == "-" else " " + text

    def write_items(writer: Writer, items: Iterable[Item], end: str | None = None) -> None:
        texts = (f'"{item}"' if isinstance(item, str) else shown(item.value, item.kind) for item in items)
        writer.emit(",".join(texts) + (end or ""))
        if end is None:
            writer.newline()

    rt.namespace.update(
        {
            **{word: rt.soft2(getattr(form, word)) for word in ("add", "subtract", "multiply", "divide", "power")},
            **{f"{word}_whole": rt.whole(getattr(form, word)) for word in ("add", "subtract", "multiply")},
            **{
                f"{word}_d": rt.soft2(on_doubles(getattr(DOUBLE, word)))
                for word in ("add", "subtract", "multiply", "divide")
            },
            **{f"f_{word}": rt.soft(form.function(function)) for word, function in FUNCTIONS.items()},
            "csng": rt.soft(csng),
            "cdbl": to_double,
            "val": lambda text: to_double(to_float(strings.val(text))),
            "str_single": partial(str_text, "!"),
            "str_double": partial(str_text, "#"),
            "print_using": print_using,
            "using_value": using_value,
            "write_items": write_items,
            "input_values": input_values,
            "read_item": read_item,
            "read_single": read_single,
            "read_double": read_double,
            "f_mks_t": lambda x: convert.mks(_stored(x)),
            "f_mkd_t": lambda d: convert.mkd(double.nearest(d)),
        }
    )


def print_using(writer: Writer, form: str, items: Iterable[Item], newline: bool = True) -> None:
    """PRINT USING with the digits of doubles for all numbers, as far as the old format goes."""
    given = list(items)
    as_doubles = [_as_double(item) if isinstance(item, Number) and item.kind == "!" else item for item in given]
    if not form:
        raise BasicError(ILLEGAL)
    for position, piece in enumerate(format_values(form, as_doubles)):
        item = given[position // 2] if position % 2 else None
        writer.emit(EXPONENT.sub("E", piece) if isinstance(item, Number) and item.kind == "!" else piece)
    if newline:
        writer.newline()


def using_value(writer: Writer, layout: Layout, item: Item) -> None:
    if isinstance(item, Number) and item.kind == "!":
        writer.emit(EXPONENT.sub("E", layout.put(_as_double(item))))
    else:
        writer.emit(layout.put(item))


def _as_double(item: Number) -> Number:
    return Number("#", to_double(_within(item.value, single.MAX)))


def _stored(x: float) -> float:
    """A single as MKS$ can keep it."""
    return single.nearest(_within(x, single.MAX))


def _within(x: float, largest: float) -> float:
    if abs(x) > largest:
        raise BasicError(OVERFLOW)
    return float(x)


class ModernExpressions(Expressions):
    """Writes every operation that may have to be rounded as a call."""

    def _float(self, operator: str, left: Value, right: Value) -> Value:
        word = {"+": "add", "-": "subtract", "*": "multiply"}[operator]
        bounds = arithmetic(operator, left.range, right.range)
        return Value(f"{word}({left.code}, {right.code})", "!", Range(False, bounds.low, bounds.high))

    def _double(self, operator: str, left: Value, right: Value) -> Value:
        word = {"+": "add_d", "-": "subtract_d", "*": "multiply_d", "/": "divide_d"}[operator]
        return Value(f"{word}({self.double(left)}, {self.double(right)})", "#")

    def _divide(self, left: Value, right: Value) -> Value:
        return Value(f"divide({left.code}, {right.code})", "!", arithmetic("/", left.range, right.range))

    def power(self, left: Value, right: Value) -> Value:
        return Value(f"power({self.single(left)}, {self.single(right)})", "!")

    def _number(self, node: n.Number) -> Value:
        if node.kind == "#":
            node = replace(node, value=to_double(to_float(int(node.value))))
        return super()._number(node)


class WideExpressions(ModernExpressions):
    """Constants have all the bits that their decimals mean."""

    def _number(self, node: n.Number) -> Value:
        return super()._number(replace(node, value=constant(node.value)) if node.kind == "!" else node)


EXPRESSIONS = {"ieee32": ModernExpressions, "ieee64": WideExpressions}
