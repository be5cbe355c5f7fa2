"""Where two transcripts differ: line by line, exactly, or as loosely as was asked for.

>>> Looseness().same("A = 1", "a = 1")
False
>>> Looseness(case=True, digits=3).same("A = .33333", "a = .33334")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from math import floor, isfinite, log10

_PIECE = re.compile(r"(?P<blank>[ \t]+)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[EDed][+-]?\d+)?)|(?P<other>.)", re.DOTALL)
LAST = 6  # digits to which numbers agree whose last digit alone differs: a single shows seven
MOST_ALIGNED = 4000  # lines beyond which lines are paired in order, without a search for what was left out


@dataclass(frozen=True, slots=True)
class Piece:
    """A number, some blanks or any other character of a line, and its column from 0."""

    kind: str
    text: str
    column: int


def pieces(line: str) -> list[Piece]:
    """A line taken apart."""
    return [Piece(str(m.lastgroup), m.group(), m.start()) for m in _PIECE.finditer(line)]


@dataclass(frozen=True, slots=True)
class Looseness:
    """What is not looked at: the amount of blanks, the case of letters, digits of numbers behind the first few."""

    blanks: bool = False
    case: bool = False
    digits: int = 0

    def __str__(self) -> str:
        used = []
        if self.blanks:
            used.append("the amount of blanks ignored")
        if self.case:
            used.append("letter case ignored")
        if self.digits:
            used.append(f"numbers compared to {self.digits} digit{'s' if self.digits > 1 else ''}")
        return ", ".join(used) or "exact"

    @property
    def exact(self) -> bool:
        return not (self.blanks or self.case or self.digits)

    def same(self, left: str, right: str) -> bool:
        """Whether two lines count as equal."""
        return left == right or (not self.exact and self.columns(left, right) is None)

    def columns(self, left: str, right: str) -> tuple[int, int] | None:
        """Where two lines begin to differ, as a column in each; None if they do not."""
        if self.exact:
            if left == right:
                return None
            column = next(i for i, (a, b) in enumerate(zip_longest(left, right)) if a != b)
            return column, column
        for a, b, alike in self._compared(left, right):
            if not alike:
                return (a.column if a else len(left)), (b.column if b else len(right))
        return None

    def other_digits(self, left: str, right: str) -> int:
        """How many numbers of two lines that count as equal are not shown with the same digits."""
        pairs = self._compared(left, right) if left != right else ()
        return sum(bool(a and b and a.kind == "number" and a.text != b.text) for a, b, _ in pairs)

    def to_last_digits(self) -> Looseness:
        """The same, but numbers may differ in their last digit."""
        return self if 0 < self.digits <= LAST else replace(self, digits=LAST)

    def _compared(self, left: str, right: str) -> Iterator[tuple[Piece | None, Piece | None, bool]]:
        """The pieces of both, and whether they count as equal. Blanks may make up for digits more or less before them,
        as those up to the next zone do."""
        longer = 0  # so many characters more have the numbers on the left
        for a, b in zip_longest(self._looked_at(left), self._looked_at(right)):
            if a is None or b is None:
                yield a, b, False
                continue
            more = len(a.text) - len(b.text)
            if longer and a.kind == b.kind == "blank" and more == -longer:
                longer = 0
                yield a, b, True
                continue
            if a.kind == b.kind == "number":
                longer += more
            yield a, b, self._alike(a, b)

    def _looked_at(self, line: str) -> list[Piece]:
        if not self.blanks:
            return pieces(line)
        found = pieces(line.rstrip())
        return found[1:] if found and found[0].kind == "blank" else found

    def _alike(self, a: Piece, b: Piece) -> bool:
        if a.text == b.text:
            return True
        if a.kind != b.kind:
            return False
        if a.kind == "blank":
            return self.blanks
        if a.kind == "number":
            return bool(self.digits) and self._close(_value(a.text), _value(b.text))
        return self.case and a.text.casefold() == b.text.casefold()

    def _close(self, x: float, y: float) -> bool:
        """Less than one unit apart in the last digit that counts."""
        largest = max(x, y)
        return x == y or (
            isfinite(largest) and abs(x - y) < 10.0 ** (floor(log10(largest)) + 1 - self.digits) * (1 + 1e-9)
        )


def _value(number: str) -> float:
    return float(number.upper().replace("D", "E"))


@dataclass(frozen=True, slots=True)
class Row:
    """Two lines beside each other; None where one side has no such line."""

    left: str | None
    right: str | None
    same: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where two transcripts begin to differ: the row, and on each side line (from 1) and column (from 0)."""

    row: int
    line: tuple[int, int]
    column: tuple[int, int]


def aligned(left: str, right: str, loose: Looseness) -> list[Row]:
    """The lines of both transcripts beside each other; a line end that only one of them has at its end is a row."""
    a, b = left.split("\n"), right.split("\n")
    if not a[-1] and not b[-1]:
        del a[-1], b[-1]
    begin = 0
    while begin < min(len(a), len(b)) and loose.same(a[begin], b[begin]):
        begin += 1
    end = 0
    while end < min(len(a), len(b)) - begin and loose.same(a[-1 - end], b[-1 - end]):
        end += 1
    rows = [Row(x, y, True) for x, y in zip(a[:begin], b[:begin], strict=True)]
    rows += _middle(a[begin : len(a) - end], b[begin : len(b) - end], loose)
    rows += [Row(x, y, True) for x, y in zip(a[len(a) - end :], b[len(b) - end :], strict=True)]
    return rows


def _middle(a: Sequence[str], b: Sequence[str], loose: Looseness) -> list[Row]:
    if len(a) + len(b) > MOST_ALIGNED:
        return [Row(x, y, x is not None and y is not None and loose.same(x, y)) for x, y in zip_longest(a, b)]
    rows = []
    for _, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        for x, y in zip_longest(a[a1:a2], b[b1:b2]):
            rows.append(Row(x, y, x is not None and y is not None and loose.same(x, y)))
    return rows


def first_difference(rows: Sequence[Row], loose: Looseness) -> Place | None:
    """The first row that differs."""
    number = [0, 0]
    for index, row in enumerate(rows):
        number[0] += row.left is not None
        number[1] += row.right is not None
        if not row.same:
            columns = loose.columns(row.left or "", row.right or "") or (0, 0)
            line = number[0] + (row.left is None), number[1] + (row.right is None)
            return Place(index, line, columns)
    return None


def other_digits(left: str, right: str, loose: Looseness) -> int:
    """In how many numbers transcripts differ that are equal but for last digits of numbers; else 0."""
    loose = loose.to_last_digits()
    rows = [] if left == right else aligned(left, right, loose)
    if not all(row.same for row in rows):
        return 0
    return sum(loose.other_digits(row.left or "", row.right or "") for row in rows)
