"""PRINT, PRINT USING and WRITE: by Python's own `print`, where that will do, else by BASIC's."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from ...syntax import nodes as n
from ...values.using import Item, Literal, NumericField, StringField, parse_format
from ..lines.page import WIDE
from ..lines.trees import SIGN
from ..shape.margin import WIDTH as SCREEN
from .assigning import Lines
from .columns import Columns
from .expressions import Expressions
from .functions import Unportable
from .value import Value, braced, doubled, has_texts, quoted


class NoColumns(Exception):
    """A line has to know in which column it stands."""


class Printing:
    """Writes what is shown."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.tracking = False  # the column is known at run time
        self.tracked = False  # some line had to know its column
        self.at_margin = True  # the statement in hand surely begins in the first column
        self.begin: int | None = 0  # the column in which it begins, and
        self.end: int | None = 0  # the one behind it, where they are known
        self.asks = False  # INPUT follows

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if statement.using is not None:
            return self._using(statement, ended)
        items = statement.items
        groups = grouped(map(self._item, items))
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        return in_turn(self._writer(statement), groups, newline) if groups[-1] or newline else []

    def _writer(self, statement: n.Print | n.Write) -> str:
        """What is written to; a file is looked for before what is written there is worked out."""
        if statement.channel is not None:
            return f"gw.file({self.e.given(statement.channel, '%')})"
        return "gw.printer" if isinstance(statement, n.Print) and statement.word == "LPRINT" else "gw"

    def _item(self, item: n.PrintItem) -> tuple[str, bool]:
        """Its code, and whether nothing on the screen tells that it is worked out before others are printed."""
        match item:
            case n.Separator(mark=mark):
                return ("ZONE" if mark == "," else "", True)
            case n.Tab(word=kind, count=count):
                value = self.e.expression(count)
                safe = self.e.failures.safe(count, "word")
                return f"{kind.capitalize()}({self.e.convert.column(value)})", safe
            case _:
                return self.e.convert.item(self.e.expression(item)), self.e.failures.safe(item, idle=True)

    def _using(self, statement: n.Print, ended: bool) -> Lines:
        """`gw.using("##", a)`; what may fail is worked out behind what is shown: `gw.form("##").using(1 / b)`."""
        assert statement.using is not None
        form, groups = self.e.given(statement.using, "text"), [list[str]()]
        for item in statement.items:
            if not isinstance(item, n.Separator | n.Tab):
                code, safe = self._item(item)
                groups += [[]] * (not safe)
                groups[-1].append(code)
        last = statement.items[-1] if statement.items else None
        if not ended or isinstance(last, n.Separator):
            groups[-1].append('end=""')
        if not groups[0] and _begins_with_field(statement.using):
            groups = groups[1:]
        if len(groups) == 1:
            return [f"{self._writer(statement)}.using({', '.join([form, *groups[0]])})"]
        before = "".join(f".put({', '.join(group)})" for group in groups[:-1] if group)
        return [f"{self._writer(statement)}.form({form}){before}.using({', '.join(groups[-1])})"]

    def write_items(self, statement: n.Write, ended: bool = True) -> Lines:
        """`gw.write(a, end=",")` and `gw.write(singles.divide(b, c))`: each item is shown before the next may fail."""
        writer = self._writer(statement)
        groups = grouped(map(self._item, statement.items))
        last = "" if ended else 'end=","' if statement.going_on else 'end=""'
        ends = [*['end=","'] * (len(groups) - 1), last]
        return [f"{writer}.write({', '.join(filter(None, each))})" for each in zip(groups, ends, strict=True)]


class ModernPrinting(Printing):
    """PRINT by f-strings. Where `tracking`, commas, TAB and the right margin are right everywhere."""

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if statement.channel is not None or statement.word != "PRINT":
            raise Unportable("files or the printer")
        items = list(statement.items)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if statement.using is not None:
            return self._using_format(statement, newline)
        line = Columns(self.e, self.begin)
        for item in items:
            line.item(item)
        self.end = 0 if newline else line.column
        fits = line.sure and (line.width <= SCREEN or not newline or self.e.convert.hopes.narrow)
        if not (self.tracking or fits):
            raise NoColumns
        if self.tracking and not (fits and (newline or self.asks) and self.at_margin):
            return self._tracked(items, newline)
        code = line.code()
        end = [] if newline else ['end=""']
        return [f"print({', '.join([*[code] * bool(code), *end])})"] if newline or code else []

    def _tracked(self, items: list[n.PrintItem], newline: bool) -> Lines:
        """`write("A", None, f"{num(b)} ", end="")`"""
        self.tracked = True
        codes: list[str] = []
        for before, item in zip([None, *items], items, strict=False):
            match item:
                case n.Separator(mark=","):
                    blank = isinstance(before, n.Tab) or (isinstance(before, n.String) and before.value.endswith(" "))
                    codes += ['""'] * blank + ["None"]  # which is no number's, and stays where it fills its zone
                case n.Separator():
                    pass
                case n.Tab(word="TAB", count=count):
                    codes.append(self.e.convert.column(self.e.expression(count)))
                case n.Tab(count=count):
                    value = self.e.expression(count)
                    codes.append(f'" " * {value.at(SIGN) if value.whole else self.e.convert.integer(value)}')
                case _:
                    one = Columns(self.e, self.begin)
                    one.item(item)
                    codes.append(one.code() or '""')
        if not codes and not newline:
            return []
        return [f"write({', '.join(codes + ['end=' + quoted('')] * (not newline))})"]

    def _using_format(self, statement: n.Print, newline: bool) -> Lines:
        """`print(using("##.##", x))`"""
        assert statement.using is not None
        form = self.e.expression(statement.using)
        if form.kind != "$" or not statement.items:
            raise Unportable("formats")
        values = [self.e.expression(item) for item in statement.items if not isinstance(item, n.Separator | n.Tab)]
        text = ast.literal_eval(form.code) if form.constant else ""
        fractions = any(not value.whole and value.kind != "$" for value in values)  # Python rounds 2.5 to 2
        sure = self.e.convert.hopes.small or not fractions
        code, width = _in_braces(text, values) if form.constant and sure else ("", None)
        if not code:
            exponents = any(isinstance(part, NumericField) and part.exponent for part in parse_format(text))
            if exponents or "_" in text:  # which `using` does not have
                raise Unportable("formats")
            code = f"using({', '.join(value.code for value in [form, *values])})"
        self.end = 0 if newline else None if width is None or self.begin is None else self.begin + width
        plain = not self.tracking or (newline and self.at_margin)
        self.tracked |= not plain
        return [f"{'print' if plain else 'write'}({code}{'' if newline else ', end=' + quoted('')})"]


def _begins_with_field(form: n.Expression) -> bool:
    """Whether nothing is shown before the first value."""
    return isinstance(form, n.String) and not any(isinstance(part, Literal) for part in parse_format(form.value)[:1])


def grouped(items: Iterable[tuple[str, bool]]) -> list[str]:
    """What is shown by one call each: an item that is not safe begins another; empty ones are left out."""
    groups: list[list[str]] = [[]]
    for code, safe in items:
        if groups[-1] and not safe:
            groups.append([])
        groups[-1] += [code] * bool(code)
    return [", ".join(group) for group in groups]


def in_turn(writer: str, groups: list[str], newline: bool) -> Lines:
    """`gw.put(a).print(singles.divide(b, c))`: what stands before is on the screen when an item prints its message."""
    lines: Lines = []
    while groups:
        taken = 1
        while taken < len(groups) and sum(map(len, groups[: taken + 1])) + 6 * taken < WIDE:
            taken += 1
        *before, last = groups[:taken]
        groups = groups[taken:]
        end = "" if newline and not groups else ", " * bool(last) + 'end=""'
        lines.append(f"{writer}{''.join(f'.put({group})' for group in before)}.print({last}{end})")
    return lines


def _in_braces(form: str, values: list[Value]) -> tuple[str, int | None]:
    """`f"TOTAL{t:9,.2f}"` for `"TOTAL##,###.##"`, and its width if that is known: the fields that Python has, too,
    again while there are values. Nothing where it has not."""
    parts = parse_format(form)
    fields = [part for part in parts if not isinstance(part, Literal)]
    shown, width, waiting = "", 0, [*values]
    for part in [*parts] * -(-len(values) // len(fields)) if fields else ():
        if isinstance(part, Literal):
            shown += doubled(quoted(part.text)[1:-1])
            width += len(part.text)
            continue
        if not waiting:
            break
        how = _python_format(part, waiting[0])
        if how is None:
            return "", None
        shown += braced(waiting.pop(0).code, how)
        width += part.width if isinstance(part, StringField) else part.places
    unknown = any(isinstance(field, StringField) and not field.width for field in fields)
    return (f'f"{shown}"', None if unknown else width) if fields else ("", None)


def _python_format(field: Item, value: Value) -> str | None:
    """The format in which Python shows a value as a field does, if it has one and the value surely fits."""
    if has_texts(value.code) or "\\" in value.code:
        return None
    match field:
        case StringField(width=width) if value.kind == "$":
            return f"{width}.{width}" if width else ""
        case NumericField(before=before, after=after, point=point, comma=comma, plus=plus) if value.kind != "$":
            plain = field == NumericField(before, after, point, comma, plus=plus)
            digits = before - plus - before // 4 * comma  # a comma takes the place of a digit
            most = 10**digits
            bounds = value.range.low, value.range.high
            fits = all(bound is None or -most < 10 * bound < most * 10 for bound in bounds)
            flags = "+" * plus + "#" * (point and not after)  # which shows the point
            return f"{flags}{field.places}{',' * comma}.{after}f" if digits > 0 and plain and fits else None
    return None
