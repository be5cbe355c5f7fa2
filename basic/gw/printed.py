"""What stands in a PRINT of a ported program: numbers with their blanks, texts, TAB, SPC and commas."""

from __future__ import annotations

from basic.arithmetic.ranges import EXACT
from basic.gw.plain import scaled
from basic.library import printing
from basic.machine.writer import Writer
from basic.record import record
from basic.values import convert, single
from basic.values import text as texts
from basic.values.using import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


@record
class Tab:
    """`TAB(10)` among the items of PRINT; what is no whole number is rounded when it is printed"""

    count: float


class Spc(Tab):
    """`SPC(3)` among the items of PRINT"""


ZONE = Tab(0)  # a comma between the items of PRINT
PLACES: frozenset[type] = frozenset((Tab, Spc))

Item = str | int | float | Number | Tab


class Output:
    """What PRINT and WRITE write to: the screen with `gw.print`, then there are `gw.printer.print` and
    `gw.file(1).print`."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def print(self, *items: Item, sep: str = "", end: str = "\n") -> None:
        """`PRINT "A";B,C`: numbers with their blanks, ZONE for a comma, Tab and Spc; `end=""` for a last `;`.

        With `end="\\n\\n"` an empty line follows, and with `sep="\\n"` each item is a line: `PRINT "A": PRINT "B"`.
        """
        while sep and len(items) > 1:
            print_items(self.writer, items[:1], sep)
            items = items[1:]
        print_items(self.writer, items, end)

    def put(self, *items: Item) -> Self:
        """`gw.put(a).print(singles.divide(b, c))`: the items are shown before more is worked out, which may fail."""
        print_items(self.writer, items, "")
        return self

    def using(self, form: str, *values: str | float | Number, end: str = "\n") -> None:
        """`PRINT USING "##.##";A;B`"""
        printing.print_using(self.writer, form, _items(values), bool(end))

    def form(self, form: str) -> Form:
        """`gw.form("## ##").put(a).using(singles.divide(b, c))`: what may fail is worked out behind what is shown."""
        return Form(self.writer, form)

    def write(self, *values: str | float | Number, end: str = "\n") -> None:
        """`WRITE A,B$`; with `end=","` more of it follows."""
        printing.write_items(self.writer, _items(values), None if end == "\n" else end)


class Form:
    """A PRINT USING at work."""

    def __init__(self, writer: Writer, form: str) -> None:
        self.writer, self.layout = writer, printing.using(form)
        printing.using_lead(writer, self.layout)

    def put(self, *values: str | float | Number) -> Self:
        """Values that others follow."""
        for value in _items(values):
            printing.using_value(self.writer, self.layout, value)
            printing.using_lead(self.writer, self.layout)
        return self

    def using(self, *values: str | float | Number, end: str = "\n") -> None:
        """The last values."""
        *before, last = values
        self.put(*before)
        printing.using_value(self.writer, self.layout, *_items((last,)))
        printing.using_end(self.writer, self.layout, bool(end))


def _items(values: tuple[str | float | Number, ...]) -> list[str | Number]:
    return [value if isinstance(value, str) else tagged(value) for value in values]


def print_items(writer: Writer, items: tuple[Item, ...], end: str) -> None:
    if end == "\n" and PLACES.isdisjoint(map(type, items)):
        writer.line(*[item if isinstance(item, str) else number_text(item) + " " for item in items])  # type: ignore[arg-type]
        return
    last = len(items) - 1
    for position, item in enumerate(items):
        if isinstance(item, str):
            writer.put(item)
        elif item is ZONE:
            writer.zone()
        elif isinstance(item, Tab):
            (writer.spc if isinstance(item, Spc) else writer.tab)(rounded(item.count))
        else:
            shown = number_text(item) + " "
            if position < last and items[position + 1] is ZONE:
                writer.number_before_comma(shown)
            else:
                writer.put(shown)
    for _ in end:
        writer.newline()


def rounded(count: float) -> int:
    """What TAB and SPC count."""
    return count if count.__class__ is int and 0 <= count <= 255 else convert.word(float(count))


def as_value(x: float) -> float:
    """A number as `basic.values` has it: a fraction as the nearest single, 0 for what is too small to be one."""
    if x.__class__ is int and -EXACT <= x <= EXACT:
        return x
    value = single.nearest(float(x))
    if not abs(value) <= single.MAX:
        raise OverflowError
    return value if abs(value) >= single.MIN else 0


def tagged(value: float | Number) -> Number:
    """A number with its kind, as `basic.library` takes it."""
    return value if isinstance(value, Number) else Number("!", as_value(value))


def double(x: float) -> Number:
    """A number as PRINT shows one of double precision."""
    return Number("#", scaled(x))


def number_text(value: int | float | Number) -> str:
    """`STR$(x)`: a number as PRINT shows it, without the blank behind."""
    if value.__class__ is int and 0 <= value < 10_000_000:
        return f" {value}"
    if isinstance(value, Number):
        return texts.str_text(value.value, value.kind)
    return texts.str_text(as_value(value), "!")
