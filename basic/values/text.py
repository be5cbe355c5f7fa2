"""Numbers as text, both ways: what PRINT and STR$ show, and what VAL, READ, INPUT and a program's lines mean.

``PRINT 1/3`` shows .3333334 and not .3333333: the digits are formed by scaling in the number's own
precision, so they show its roundings.
"""

from __future__ import annotations

from basic.errors import OVERFLOW, SYNTAX, BasicError
from basic.values import double, scaling
from basic.values.double import SCALE
from basic.values.soft import Overflow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Number = TypeVar("Number", int, float)

_BLANKS = " \t\n"


def integer_text(i: int) -> str:
    """``32767`` as PRINT shows it, without the blanks around it."""
    return str(i)


def single_text(x: float) -> str:
    """``-.5``, ``1234567``, ``1E+10``, ``3.333334E-02``: seven digits."""
    if -10000000.0 < x < 10000000.0 and x == int(x):
        return str(int(x))  # the scaling loses nothing of whole numbers
    if x < 0.0:
        return "-" + single_text(-x)
    m, power = scaling.bracket_single(x)
    return _free_format(scaling.digits_of_single(m), power, "E", scaling.trailing_zeros_of_single, m)


def double_text(d: int) -> str:
    """``.1``, ``1234567890123456``, ``1D+16``: sixteen digits."""
    if d < 0:
        return "-" + double_text(-d)
    if d < scaling.TENS[16] and not d & (double.ONE - 1):
        return str(d >> SCALE)  # the scaling loses nothing of whole numbers
    m, power = scaling.bracket_double(d)
    return _free_format(scaling.digits_of_double(m), power, "D", scaling.trailing_zeros_of_double, m)


def text(value: float, kind: str) -> str:
    """A number of kind ``%``, ``!`` or ``#`` as PRINT shows it, without the blanks around it."""
    if kind == "#":
        return double_text(int(value))
    return single_text(value) if kind == "!" else str(value)


def str_text(value: float, kind: str) -> str:
    """``STR$(value)``: with a blank in place of a plus sign."""
    shown = text(value, kind)
    return shown if shown[0] == "-" else " " + shown


def _free_format(digits: str, power: int, letter: str, zeros: Callable[[Number], int], m: Number) -> str:
    """``digits`` times 10**power, without exponent if that shows every digit; ``zeros(m)`` of them end it."""
    point = len(digits) + power
    if point >= 0 and power <= 0:
        return f"{digits[:point]}.{digits[point:]}".rstrip("0").rstrip(".")
    if point < 0 and zeros(m) + point >= 0:
        return f".{'0' * -point}{digits}".rstrip("0")
    shown = (digits[0] + "." + digits[1:]).rstrip("0").rstrip(".")
    return f"{shown}{letter}{'-' if point < 1 else '+'}{abs(point - 1):02d}"


class LiteralOverflow(Overflow):
    """A number too large for its kind: ``PRINT 1E39`` prints ``Overflow`` and goes on with ``result``.

    ``kind`` and ``end`` are what ``read_number`` would have returned with it.
    """

    def __init__(self, result: float, kind: str, end: int) -> None:
        super().__init__(result)
        self.kind = kind
        self.end = end


def val(text: str) -> tuple[float, str]:
    """``VAL(text$)``: (value, kind). It is double but for ``"&HFF"`` (an integer) and ``"1.5!"`` (a single)."""
    if not text:
        return 0, "%"
    value, kind, _ = read_number(text, kind="#")
    return value, kind


def read_number(text: str, start: int = 0, kind: str = "%") -> tuple[float, str, int]:
    """The number at ``start``: (value, kind, where it ends); without any digits it is 0.

    Blanks may stand anywhere in it; those after it are not part of it. It begins as an integer, becomes single
    beyond 32767 or at a decimal point, double at the eighth digit; E makes a single of an integer, D a double;
    ``%``, ``!`` and ``#`` come last. Decimals and exponent are applied at the end, in double precision.
    """
    reader = _Reader(text, start, kind)
    sign = reader.character
    if sign == "&":
        return reader.based()
    if sign and sign in "+-":
        reader.take()
    exponent = reader.decimal()
    if exponent:
        reader.scale(exponent)
    value, kind = reader.value, reader.kind
    if sign == "-":
        value = -value
        if kind == "!" and value == -32768.0:
            value, kind = -32768, "%"
    if reader.overflowed:
        raise LiteralOverflow(value, kind, reader.end)
    return value, kind, reader.end


class _Reader:
    """Reads one number, a character at a time, past blanks."""

    def __init__(self, text: str, start: int, kind: str) -> None:
        self.text = text
        self.next = start
        self.end = start
        self.kind = kind
        self.value: float = 0
        self.overflowed = False

    @property
    def character(self) -> str:
        """The next character that is not a blank; empty at the end."""
        while self.next < len(self.text):
            if (c := self.text[self.next]) not in _BLANKS:
                return c
            self.next += 1
        return ""

    def take(self) -> None:
        self.next += 1
        self.end = self.next

    def as_double(self) -> int:
        return int(self.value) if self.kind == "#" else double.from_single(self.value)

    def force(self, kind: str) -> None:
        if kind == "#":
            self.value = self.as_double()
        elif self.kind == "#":
            try:
                self.value = double.to_single(int(self.value))
            except Overflow as overflow:
                self.go_on(overflow)
        self.kind = kind

    def go_on(self, overflow: Overflow) -> None:
        self.value = overflow.result
        self.overflowed = True

    def digit(self, digit: int) -> None:
        """One digit more, in the kind it needs."""
        if self.kind == "%":
            if self.value * 10 + digit <= 32767:
                self.value = self.value * 10 + digit
                return
            self.kind = "!"
        elif self.kind == "!" and self.value >= 1000000:
            self.force("#")
        if self.kind == "#":
            try:
                self.value = double.add(double.multiply(int(self.value), scaling.TENS[1]), digit << SCALE)
            except Overflow as overflow:
                self.go_on(overflow)
        else:
            self.value = self.value * 10 + digit

    def decimal(self) -> int:
        """Digits, point, exponent and suffix; returns the power of ten still to be applied."""
        decimals = 0
        point = False
        while c := self.character:
            if "0" <= c <= "9":
                self.digit(ord(c) - 48)
                decimals += point
            elif c == "." and not point:
                point = True
                if self.kind == "%":
                    self.kind = "!"
            else:
                break
            self.take()
        if c and c in "%!#":
            self.take()
            if c != "%":
                self.force(c)
        elif c and (c in "dD" or (c in "eE" and not self.word_follows())):
            self.take()
            if self.kind != "#":
                self.force("#" if c in "dD" else "!")
            return self.exponent() - decimals
        return -decimals

    def scale(self, exponent: int) -> None:
        """Apply the power of ten, in double precision; an integer becomes a single."""
        kind = "#" if self.kind == "#" else "!"
        self.force("#")
        try:
            self.value = scaling.apply_exponent(int(self.value), exponent)
        except Overflow as overflow:
            self.go_on(overflow)
        self.force(kind)

    def word_follows(self) -> bool:
        """Whether the E is that of ELSE or EQV."""
        at = self.next + 1
        while at < len(self.text) and self.text[at] in _BLANKS:
            at += 1
        return self.text[at : at + 1] in ("l", "L", "q", "Q")

    def exponent(self) -> int:
        """The digits after E or D; there may be none."""
        sign = self.character
        if sign and sign in "+-":
            self.take()
        exponent = 0
        while "0" <= (c := self.character) <= "9":
            exponent = min(exponent * 10 + ord(c) - 48, 32767)
            self.take()
        return -exponent if sign == "-" else exponent

    def based(self) -> tuple[int, str, int]:
        """``&HFF``, ``&O17`` and ``&17``: 16 bits; error 6 beyond, error 2 for ``&8``."""
        self.take()
        base = self.character
        value = 0
        if base and base in "hH":
            self.take()
            digits = 0
            while (c := self.text[self.next : self.next + 1]) and c in "0123456789ABCDEFabcdef":
                value = value << 4 | int(c, 16)
                self.take()
                digits += 1
                if digits == 5:
                    raise BasicError(OVERFLOW)
        else:
            if base and base in "oO":
                self.take()
            while "0" <= (c := self.character) <= "9":
                if c > "7":
                    raise BasicError(SYNTAX)
                if value > 0o17777:
                    raise BasicError(OVERFLOW)
                value = value << 3 | int(c)
                self.take()
        return value - 65536 if value > 32767 else value, "%", self.end
