"""One PRINT as an f-string, and in which columns what it shows stands.

    PRINT "X IS";X, Y$     f"X IS{num(x):10}{y}"

What stands between two columns that are known is a cell: where a comma or TAB ends it, it gets a width.
"""

from __future__ import annotations

import ast
from itertools import groupby

from ...machine.files import LONGEST
from ...machine.writer import ZONE
from ...syntax import nodes as n
from ...syntax.visit import walk
from ...values.text import str_text
from ..lines.page import WIDE
from ..lines.trees import SIGN, SUM, at, expression
from ..shape.margin import WIDTH as SCREEN
from .expressions import Expressions
from .functions import Unportable
from .joining import longest
from .value import Value, braced, doubled, on_screen, quoted, shifted

LAST_ZONE = (SCREEN // ZONE - 1) * ZONE  # a comma behind this column leads to the next line
# Characters that a whole number, another and a text are expected to take; and if runs confirm it.
USUAL, CONFIRMED = (8, 10, 20), (6, 8, 8)
TYPED = 15  # of a text that somebody types, since no run tells how long it is: more than a zone
# Literal; behind a number; a number never negative, `f" {n}"`; a text that is filled up to a column.
TEXT, BLANK, COUNT, FILLED = "text", "blank", "count", "filled"

Piece = tuple[str, str]  # code and format, or literal text


class Columns:
    """`begin`: the column in which it begins, if that is known."""

    def __init__(self, e: Expressions, begin: int | None) -> None:
        self.e, self.hoping = e, e.convert.hopes.narrow  # runs confirm that texts and numbers are short
        self.known = begin is not None  # where the cell begins
        self.margin = begin == 0  # the statement begins there
        self.zoned = False  # the cell begins in some print zone
        self.folding = False  # what stands before it may have come to another line
        self.begin = begin or 0  # of the cell, at most
        self.done: list[Piece] = []
        self.cell: list[Piece] = []
        self.most = 0  # characters of the cell
        self.width = 0  # how far any cell comes
        self.sure = True  # the columns are right, as far as texts and numbers are as long as expected

    @property
    def column(self) -> int | None:
        """Behind it all."""
        return self.begin if self.known and not self.cell and self.sure else None

    def item(self, item: n.PrintItem) -> None:
        match item:
            case n.Separator(mark=mark):
                if mark == ",":
                    self._comma()
            case n.Tab(word=word, count=count):
                self._tab(word, self.e.expression(count))
            case n.String(value=text):
                if text and not on_screen(text):
                    raise Unportable("characters of the PC")
                self._literal(on_screen(text))
            case _:
                self._value(item)
        self.width = max(self.width, self.begin + self.most)

    def _literal(self, text: str, form: str = TEXT) -> None:
        if self.cell or self.zoned:
            self._put(text, form, len(text))
        else:
            self.done.append((text, form))
            self.begin += len(text)

    def _put(self, code: str, form: str, size: int = 0) -> None:
        """What has at most so many characters."""
        self.cell.append((code, form))
        self.most += size

    def _blanks(self, count: str) -> None:
        self._put(f'" " * {at(SIGN, count)}', "")
        self._lose()

    def _lose(self) -> None:
        """Nothing is known of the columns from here on."""
        self.done += self.cell
        self.begin += self.most
        self.cell, self.most, self.known = [], 0, False

    def _value(self, item: n.Expression) -> None:
        value = self.e.expression(item)
        size = self._longest(item, value)
        if value.kind == "$" and value.constant and "\\" in value.code:
            self._literal(ast.literal_eval(value.code))
            self._lose()
        elif value.kind == "$":
            self._put(value.code, "", size)
        elif value.number is not None:
            plainly = self.e.convert.plainly(value)
            self._literal(f"{value.number: d}" if plainly else str_text(float(value.number), "!"))
            self._literal(" ", BLANK)
        else:
            plain = COUNT if value.range.at_least(0) and not value.condition else " d"  # with a blank for its sign
            shown = (value.code, plain) if self.e.convert.plainly(value) else (self.e.convert.shown(value), "")
            self._put(*shown, size)
            self._put(" ", BLANK)

    def _longest(self, item: n.Expression, value: Value) -> int:
        """How many characters an item may have."""
        whole, fraction, text = CONFIRMED if self.hoping else USUAL
        low, high = value.range.low, value.range.high
        if value.kind != "$":
            if not value.whole:
                return fraction
            return whole if low is None or high is None else min(whole, max(len(str(low)), len(str(high))) + 2)
        most = longest(self.e, item)
        nodes = (node for node in walk(item) if isinstance(node, n.Variable | n.Element))
        if self.hoping and any(self.e.key(node) in self.e.typed for node in nodes):
            text = TYPED
        counted = isinstance(item, n.Function) and item.name in ("STRING$", "SPACE$") and most < LONGEST
        return most if counted else min(text, most)

    def _comma(self) -> None:
        """To the next print zone, in the hope that what stands before is short; from the last one to the next line."""
        if self.known and not self.cell and self.begin >= LAST_ZONE:
            self._literal("\n")
            self.begin = 0
        elif self.width >= LAST_ZONE:
            self.sure = False
        elif not self._reach(self.begin + ZONE - (0 if self.zoned else self.begin % ZONE)):
            self.lose_blank()
            self._fill("zone")

    def _tab(self, word: str, value: Value) -> None:
        if value.kind == "$" or (value.constant and not value.whole):
            self.sure = False
        elif word == "SPC" and value.number is not None:
            self._literal(" " * value.number)
        elif word == "SPC":
            self._blanks(self.e.convert.column(value))
        elif self.cell or not self.known or value.number is not None:
            if value.number is None or self.zoned or not self._reach(value.number - 1):
                self._fill("tab", f", {self.e.convert.column(value)}")
        else:
            far = value.range.low is not None and value.range.low > self.begin
            self.sure &= far or self.hoping
            self._blanks(shifted(self.e.convert.column(value), -1 - self.begin))
            self.begin += USUAL[-1]

    def _reach(self, goal: int) -> bool:
        """On to a column: with blanks where the last one is known, else the cell gets a width. Whether that is so."""
        width = goal - self.begin
        if not (self.known or self.zoned) or self.most > width or (self.cell and not width):
            return False
        if not self.cell:
            self._literal(" " * width)
            return True
        whole = joined(self.cell)
        if len(self.cell) > 1 and ("'" in whole or "\\" in whole):
            return False
        self.lose_blank()
        code, form = self.cell[0] if len(self.cell) == 1 else (joined(self.cell), "")
        if form in (TEXT, BLANK):
            self.done.append((code.ljust(width), TEXT))
        else:
            self.done.append((code, f"< {width}d" if form in (" d", COUNT) else str(width)))
        self.cell, self.most, self.begin = [], 0, goal
        return True

    def _fill(self, helper: str, place: str = "") -> None:
        """On to a column by a function of the file, which looks at how long the text is: from where a zone begins, or
        else from the margin."""
        apart = helper == "zone" and (self.zoned or (self.known and self.begin % ZONE == 0))
        self.sure &= self.hoping and (apart or (self.margin and not (helper == "zone" and self.folding)))
        code = joined(self.cell if apart else [*self.done, *self.cell]) or '""'
        self.done = [*self.done * apart, (f"{helper}({code}{place})", FILLED)]
        self.cell, self.begin, self.most = [], self.begin + self.most, 0
        self.known, self.zoned = False, helper == "zone"
        self.folding |= helper == "tab"

    def lose_blank(self) -> None:
        """Before a comma a number loses its blank where that would fill the zone, as it may behind a text."""
        pieces = self.cell or self.done
        if pieces and pieces[-1][1] == BLANK:
            pieces.pop()

    def code(self) -> str:
        return joined([*self.done, *self.cell])


def joined(pieces: list[Piece]) -> str:
    """All of it as one text: nothing where there is none."""
    runs = [(form, [*run]) for form, run in groupby(pieces, lambda piece: piece[1] == FILLED)]
    codes = [code for filled, run in runs for code in ([each for each, _ in run] if filled else [" ".join(texts(run))])]
    codes = [code for code in codes if code]
    return " + ".join(at(SUM, code) for code in codes) if len(codes) > 1 else "".join(codes)


def texts(pieces: list[Piece]) -> list[str]:
    """The f-string, in several where it is long."""
    parts = [part for code, form in pieces for part in ([(" ", TEXT), (code, "")] if form == COUNT else [(code, form)])]
    parts = [(code, form) for code, form in parts if code]
    if len(parts) == 1 and not parts[0][1]:
        return [parts[0][0]]
    groups: list[list[tuple[str, bool]]] = []
    size = WIDE
    for code, form in parts:
        literal = form in (TEXT, BLANK)
        shown = quoted(code)[1:-1] if literal else _formatted(code, form)
        size += len(shown)
        if size > WIDE:
            groups.append([])
            size = len(shown)
        groups[-1].append((shown, literal))
    return [_together(group) for group in groups]


def _together(group: list[tuple[str, bool]]) -> str:
    if all(literal for _, literal in group):
        return f'"{"".join(shown for shown, _ in group)}"'
    return f'f"{"".join(doubled(shown) if literal else shown for shown, literal in group)}"'


def _formatted(code: str, form: str) -> str:
    """A value with its format in braces; a number in braces of its own, `f"{n: d}"`, has that already."""
    match expression(code):
        case ast.JoinedStr([ast.FormattedValue(number, format_spec=ast.JoinedStr([ast.Constant(str(own))]))]) if (
            not form
        ):
            return f"{{{ast.unparse(number)}:{own}}}"
    if '"' in code:
        if "'" in code or "\\" in code:
            raise Unportable("quotes in quotes")
        code = code.replace('"', "'")
    return braced(code, form)
