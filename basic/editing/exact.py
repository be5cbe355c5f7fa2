"""A line's text to the last bit, where LIST's seven or sixteen digits are not enough.

`A=16777217!` lists as `A=1.677722E+07`, which is another number when it is read again. Reading a tokenised file, or
tidying a text, must not change the constants of a program, so those few are spelt with more digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal

from basic.editing.lister import number_text, shown
from basic.editing.stored import DOUBLE, SINGLE, Piece, stored
from basic.values.convert import cvd, cvs
from basic.values.double import SCALE


def exact_text(tokens: bytes) -> str:
    """The text of a stored line as LIST shows it, but for constants that would not read back to the same bits."""
    return shown(tokens, _spelling)


def _spelling(piece: Piece) -> str:
    text = number_text(piece)
    wanted = piece.code + piece.payload
    if piece.code[0] not in (SINGLE, DOUBLE) or stored(text) == wanted:
        return text
    spellings = _singles(piece.payload) if piece.code[0] == SINGLE else _doubles(piece.payload)
    return next((spelling for spelling in spellings if stored(spelling) == wanted), text)


def _singles(payload: bytes) -> Iterator[str]:
    """`16777217!`: without an exponent, since the mark and an exponent exclude each other."""
    value = Decimal(cvs(payload.decode("latin-1")))
    for digits in (8, 9, 10):
        yield f"{Context(digits).plus(value):f}!"


def _doubles(payload: bytes) -> Iterator[str]:
    """More digits and an exponent. Reading rounds as it goes along, so the neighbours are tried too."""
    value = Context(60).divide(Decimal(cvd(payload.decode("latin-1"))), Decimal(1 << SCALE))
    for digits in (17, 18):
        nearest = Context(digits).plus(value)
        unit = Decimal(1).scaleb(nearest.adjusted() - digits + 1)
        for step in sorted(range(-32, 33), key=abs):
            yield f"{Context(digits + 1).add(nearest, unit * step):E}".replace("E", "D")
