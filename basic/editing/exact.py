"""A line's text to the last bit, where LIST's seven or sixteen digits are not enough.

`A=16777216!` lists as `A=1.677722E+07`, which is another number when it is read again. Reading a tokenised file, or
tidying a text, must not change the constants of a program, so those few are spelt with more digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from basic.editing.lister import number_text, shown
from basic.editing.stored import Piece
from basic.syntax.stored import DOUBLE, SINGLE
from basic.values.convert import cvd, cvs
from basic.values.double import SCALE
from basic.values.text import LiteralOverflow, read_number


def exact_text(tokens: bytes) -> str:
    """The text of a stored line as LIST shows it, but for constants that would not read back to the same bits."""
    return shown(tokens, _spelling)


def _spelling(piece: Piece) -> str:
    code, payload = piece.code[0], piece.payload.decode("latin-1")
    listed = number_text(piece)
    if code == SINGLE:
        single = cvs(payload)
        return next((text for text in chain([listed], _singles(single)) if _read(text) == single), listed)
    if code == DOUBLE:
        double = cvd(payload)
        return next((text for text in chain([listed], _doubles(double)) if _read(text) == double), listed)
    return listed


def _read(text: str) -> float:
    """The value of a literal; a double is a whole number of its smallest unit."""
    try:
        return read_number(text)[0]
    except LiteralOverflow as beyond:
        return beyond.result


def _singles(value: float) -> Iterator[str]:
    """`16777216!`: without an exponent, since the mark and an exponent exclude each other."""
    from decimal import Decimal  # only for the few constants that need it: it takes a while to import

    decimal = Decimal(value)
    for digits in range(8, 13):
        # Zeros at the end count: the digits become a single before the point is put in its place.
        yield f"{decimal:.{max(0, digits - decimal.adjusted() - 1)}f}!"


def _doubles(value: int) -> Iterator[str]:
    """More digits and an exponent. Reading rounds as it goes along, so what it makes of them corrects the aim."""
    yield from (_with_digits(value, digits) for digits in range(8, 17))  # zeros at the end make a difference
    quarter = 1 << max(0, value.bit_length() - 58)  # of the last bit
    for digits in range(17, 23):
        aim = value
        for _ in range(3):
            text = _with_digits(aim, digits)
            yield text
            aim += value - int(_read(text))
        yield from (_with_digits(aim + step * quarter, digits) for step in (-1, 1, -2, 2, -3, 3))


def _with_digits(value: int, digits: int) -> str:
    from decimal import Context, Decimal

    return f"{Context(60).divide(Decimal(value), Decimal(1 << SCALE)):.{digits - 1}E}".replace("E", "D")
