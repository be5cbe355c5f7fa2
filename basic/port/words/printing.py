"""PRINT, PRINT USING and WRITE: by Python's own `print`, where that will do, else by BASIC's."""

from __future__ import annotations

from collections.abc import Iterable

from ...syntax import nodes as n
from .assigning import Lines
from .expressions import Expressions
from .joining import LONG


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
        match item:
            case n.Separator(mark=mark):
                return ("ZONE" if mark == "," else "", True)
            case n.Tab(word=kind, count=count):
                value = self.e.expression(count)
                safe = self.e.failures.safe(count, "word")
                return f"{kind.capitalize()}({self.e.convert.column(value)})", safe
            case _:
                return self.e.convert.item(self.e.expression(item)), self.silent(item)

    def silent(self, node: n.Expression) -> bool:
        """Whether it makes no difference to the screen that an expression is worked out before others are printed."""
        return self.e.modern or self.e.failures.safe(node, idle=True)  # the program has been run

    def _using(self, statement: n.Print, ended: bool) -> Lines:
        assert statement.using is not None
        codes = [self.e.given(statement.using, "text")]
        for item in statement.items:
            if not isinstance(item, n.Separator | n.Tab):
                codes.append(self.e.convert.item(self.e.expression(item)))
        last = statement.items[-1] if statement.items else None
        if not ended or isinstance(last, n.Separator):
            codes.append('end=""')
        return [f"{self._writer(statement)}.using({', '.join(codes)})"]

    def write_items(self, statement: n.Write, ended: bool = True) -> Lines:
        """`gw.write(a, end=",")` and `gw.write(singles.divide(b, c))`: each item is shown before the next may fail."""
        writer = self._writer(statement)
        groups = grouped(map(self._item, statement.items))
        last = "" if ended else 'end=","' if statement.going_on else 'end=""'
        ends = [*['end=","'] * (len(groups) - 1), last]
        return [f"{writer}.write({', '.join(filter(None, each))})" for each in zip(groups, ends, strict=True)]


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
        while taken < len(groups) and sum(map(len, groups[: taken + 1])) + 6 * taken < LONG:
            taken += 1
        *before, last = groups[:taken]
        groups = groups[taken:]
        end = "" if newline and not groups else ", " * bool(last) + 'end=""'
        lines.append(f"{writer}{''.join(f'.put({group})' for group in before)}.print({last}{end})")
    return lines
