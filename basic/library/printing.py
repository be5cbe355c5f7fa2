"""What PRINT does beyond single items: PRINT USING and WRITE.

    10 PRINT USING "##.## &";2.5;"kg": WRITE "A",1.5

Values carry their type: a string is a str, a number a `basic.values.using.Number`. Plain items, commas, TAB and SPC are
methods of `basic.machine.writer.Writer`.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, MISSING_OPERAND, BasicError
from basic.library.registry import helper
from basic.machine.writer import Writer
from basic.values.text import text
from basic.values.using import Layout, Number, Value, format_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


helper("Number")(Number)


@helper("print_using")
def print_using(writer: Writer, form: str, values: Iterable[Value], newline: bool = True) -> None:
    """`PRINT USING "Total ##.#";A`: what is formatted is written before an error in a later value shows."""
    if not form:
        raise BasicError(ILLEGAL)
    values = list(values)
    if not values:  # PRINT USING "Total ##";
        layout = Layout(form)
        writer.emit(layout.lead())
        raise BasicError(MISSING_OPERAND if layout.has_fields else ILLEGAL)
    for piece in format_values(form, values):
        writer.emit(piece)
    if newline:
        writer.newline()


@helper("using")
def using(form: str) -> Layout:
    """A PRINT USING whose values are worked out one by one."""
    if not form:
        raise BasicError(ILLEGAL)
    return Layout(form)


@helper("using_lead")
def using_lead(writer: Writer, layout: Layout) -> None:
    writer.emit(layout.lead())


@helper("using_value")
def using_value(writer: Writer, layout: Layout, value: Value) -> None:
    writer.emit(layout.put(value))


@helper("using_end")
def using_end(writer: Writer, layout: Layout, newline: bool) -> None:
    writer.emit(layout.end())
    if newline:
        writer.newline()


@helper("write_items")
def write_items(writer: Writer, values: Iterable[Value], end: str | None = None) -> None:
    """`WRITE "A",1.5` shows "A",1.5: strings in quotes, commas between, so that INPUT# can read them again.

    `end`: what follows them instead of the end of the line.
    """
    writer.emit(",".join(f'"{v}"' if isinstance(v, str) else text(v.value, v.kind) for v in values) + (end or ""))
    if end is None:
        writer.newline()
