"""PRINT, PRINT USING and WRITE: by Python's own `print`, where that will do, else by BASIC's."""

from __future__ import annotations

from ...syntax import nodes as n
from ...values.text import str_text
from ..program.texts import Widths, on_screen
from ..shape.columns import FOLDED
from ..shape.columns import WIDTH as SCREEN
from . import harmless
from .assigning import Assigning, Lines
from .expressions import Expressions, tagged
from .value import Value, braced, quoted

NUMBER = len("-1.234567E+38 ")  # the longest that PRINT makes of a single
MOST_IN_TURN = 95  # characters of a line


class Printing(Assigning):
    """Writes what is shown."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.plain = False  # Python's own print will do
        self.obstacles: list[str] = []  # why it will not
        self.widths: Widths  # how long texts can be
        self.tracking = False  # the column is known at run time
        self.at_margin = True  # the statement in hand surely begins in the first column
        self.printed = (0, False)  # by the PRINT in hand: characters, and whether it ends the line

    def _print(self, statement: n.Print) -> Lines:
        return self.print(statement)

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if self.plain:
            return self._plain_print(statement, ended)
        if statement.channel is not None:
            call = f"gw.print_to(gw.file({self.e.integer(self.e.expression(statement.channel))})"
        elif statement.word == "LPRINT":
            call = "gw.print_to(gw.printer"
        else:
            call = "gw.print("
        if statement.using is not None:
            return self._using(statement, ended)
        groups: list[list[str]] = [[]]
        items = list(statement.items)
        for item in items:
            code, safe = self._item(item)
            if not code:
                continue
            if groups[-1] and not safe:
                groups.append([])
            groups[-1].append(code)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if not (groups[-1] or newline):
            return []
        joined = [", ".join(group) for group in groups]
        if call == "gw.print(":
            return in_turn(joined, newline)
        ends = [*[', end=""'] * (len(groups) - 1), "" if newline else ', end=""']
        return [f"{call}{', ' * bool(group)}{group}{end})" for group, end in zip(joined, ends, strict=True)]

    def _plain_print(self, statement: n.Print, ended: bool) -> Lines:
        """`print(f"A {n: d} ")`"""
        if statement.channel is not None or statement.using is not None or statement.word != "PRINT":
            self.obstacles.append("files, the printer or PRINT USING")
        codes: list[tuple[str, bool]] = []  # what an f-string has of each item, and whether that is in braces
        width = 0
        for item in statement.items:
            if isinstance(item, n.Separator) and item.mark == ";":
                continue
            if isinstance(item, n.Separator | n.Tab):
                self.obstacles.append("columns")
                continue
            value = self.e.expression(item)
            size = self._plain_width(item, value)
            if size is None or not value.safe or ("\"" in value.code and not isinstance(item, n.String)):
                self.obstacles.append("what is printed")
                continue
            width += size
            if isinstance(item, n.String):
                codes.append((quoted(on_screen(item.value))[1:-1], False))
            elif value.kind == "$":
                codes.append((braced(value.code), True))
            elif value.constant and value.code.lstrip("-")[0] in ".0123456789":
                codes.append((str_text(float(value.code), "!") + " ", False))
            else:
                number = self.e.ints(value).code
                codes.append((f" {{{number}}} " if never_negative(value) else f"{{{number}: d}} ", True))
        newline = ended and not (statement.items and isinstance(statement.items[-1], n.Separator | n.Tab))
        if width > SCREEN and newline:
            self.printed = (FOLDED, newline)
            return [f"show({', '.join(_formatted([code]) for code in codes)})"]
        self.printed = (width, newline)
        text = _formatted(codes)
        if newline:
            return [f"print({text})"]
        return [f'print({text}, end="")'] if text else []

    def _plain_width(self, item: n.PrintItem, value: Value) -> int | None:
        """The most characters of an item, if Python formats it as BASIC does."""
        if isinstance(item, n.String) and on_screen(item.value):
            return len(item.value)
        if value.kind == "$":
            return self.widths.of(item) if not isinstance(item, n.Separator | n.Tab) else None
        if value.kind == "#":
            return None
        if value.constant and value.code.lstrip("-")[0] in ".0123456789":
            return NUMBER
        if not shown_whole(value) or '"' in value.code:
            return None
        return max(len(str(value.range.low)), len(str(value.range.high))) + 2

    def _item(self, item: n.PrintItem) -> tuple[str, bool]:
        match item:
            case n.Separator(mark=mark):
                return (self.e.tool("ZONE"), True) if mark == "," else ("", True)
            case n.Tab(word=kind, count=count):
                value = self.e.expression(count)
                safe = harmless.fits(value, -32768, 65535)
                code = f"{self.e.tool(kind.capitalize())}({self.e.column(value)})"
                if not safe:
                    self.e.unsound.add(code)
                return code, safe
            case _:
                return tagged(self.e, self.e.expression(item)), self.silent(item)

    def silent(self, node: n.Expression) -> bool:
        """Whether it makes no difference to the screen that an expression is worked out before others are printed."""
        if self.e.natural:
            return True  # the program has been run
        self.e.lenient = True
        value = self.e.expression(node)
        self.e.lenient = False
        return value.safe

    def _using(self, statement: n.Print, ended: bool) -> Lines:
        assert statement.using is not None
        codes = [self.e.text(self.e.expression(statement.using))]
        for item in statement.items:
            if not isinstance(item, n.Separator | n.Tab):
                codes.append(tagged(self.e, self.e.expression(item)))
        last = statement.items[-1] if statement.items else None
        if not ended or isinstance(last, n.Separator):
            codes.append('end=""')
        if statement.channel is not None:  # looked for before what is written there is worked out
            file = f"gw.file({self.e.integer(self.e.expression(statement.channel))})"
            return [f"gw.using_to({', '.join([file, *codes])})"]
        if statement.word == "LPRINT":
            codes.append("to=gw.printer")
        return [f"gw.using({', '.join(codes)})"]

    def _write(self, statement: n.Write) -> Lines:
        return self.write_items(statement)

    def write_items(self, statement: n.Write, ended: bool = True) -> Lines:
        """`gw.write(a, end=",")` and `gw.write(gw.divide(b, c))`: each item is shown before the next may fail."""
        call, first = "gw.write", []
        if statement.channel is not None:
            call, first = "gw.write_to", [f"gw.file({self.e.integer(self.e.expression(statement.channel))})"]
        groups: list[list[str]] = [[]]
        for item in statement.items:
            if groups[-1] and not self.silent(item):
                groups.append([])
            groups[-1].append(tagged(self.e, self.e.expression(item)))
        last = [] if ended else ['end=","' if statement.going_on else 'end=""']
        ends = [*[['end=","']] * (len(groups) - 1), last]
        return [f"{call}({', '.join([*first, *codes, *end])})" for codes, end in zip(groups, ends, strict=True)]


def _formatted(codes: list[tuple[str, bool]]) -> str:
    """A string, an f-string if there is a need, or the one text itself."""
    if len(codes) == 1 and codes[0][1] and codes[0][0][-1] == "}" and ": d}" not in codes[0][0]:
        return codes[0][0][1:-1]
    formatted = any(braced for _, braced in codes)
    text = "".join(
        code.replace("{", "{{").replace("}", "}}") if formatted and not braced else code for code, braced in codes
    )
    return f'{"f" * formatted}"{text}"' if text else ""


def in_turn(groups: list[str], newline: bool) -> Lines:
    """`gw.put(a).print(gw.divide(b, c))`: what stands before is on the screen when an item prints its message."""
    lines: Lines = []
    while groups:
        taken = 1
        while taken < len(groups) and sum(map(len, groups[: taken + 1])) + 6 * taken < MOST_IN_TURN:
            taken += 1
        *before, last = groups[:taken]
        groups = groups[taken:]
        end = "" if newline and not groups else ", " * bool(last) + 'end=""'
        lines.append(f"gw{''.join(f'.put({group})' for group in before)}.print({last}{end})")
    return lines


def never_negative(value: Value) -> bool:
    """Whether there is always a blank in the place of the sign of a whole number."""
    return value.range.low is not None and value.range.low >= 0 and not value.condition


def shown_whole(value: Value) -> bool:
    """Whether a number is a whole one that PRINT shows with all its digits."""
    return value.whole and value.range.within(-9_999_999, 9_999_999)
