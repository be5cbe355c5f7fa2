"""Between the kinds of numbers, and between numbers and the bytes that files hold.

``CINT(2.5)`` is 3 and ``CINT(-2.5)`` is -3: halves go away from zero, and only the first bit below the
point is looked at. ``MKS$`` and its kin show the Microsoft Binary Format: the mantissa, low byte first,
with the sign in the place of its leading 1, then the exponent + 128; exponent byte 0 is zero.
"""

from __future__ import annotations

from math import floor as _floor
from math import frexp, ldexp

from basic.errors import ILLEGAL, OVERFLOW, BasicError
from basic.values.double import SCALE, to_single

_HALF = 1 << (SCALE - 1)


def cint(x: float) -> int:
    """``CINT(x)`` for a single; error 6 outside -32768 to 32767."""
    i = int(x + 0.5) if x >= 0 else -int(0.5 - x)
    if -32768 <= i <= 32767:
        return i
    raise BasicError(OVERFLOW)


def cint_double(d: int) -> int:
    """``CINT(d#)``"""
    i = (d + _HALF) >> SCALE if d >= 0 else -((_HALF - d) >> SCALE)
    if -32768 <= i <= 32767:
        return i
    raise BasicError(OVERFLOW)


def word(x: float) -> int:
    """The 16 bits of ``HEX$(x)``, ``PEEK(x)`` and the like: -32768 to 65535 make 0 to 65535.

    From 32768 on 65536 is subtracted *before* the rounding: ``HEX$(65535.5)`` is FFFF, ``HEX$(32767.5)`` error 6.
    """
    return cint(x - 65536.0 if 32768 <= x < 65536 else x) & 65535


def word_double(d: int) -> int:
    """The same for a double, which becomes a single on the way."""
    if 32768 << SCALE <= d < 65536 << SCALE:
        return cint(to_single(d) - 65536.0) & 65535
    return cint_double(d) & 65535


class Nought(int):
    """A zero that has a mantissa, as bytes of a picture in an array may be: `MKS$` gives them back."""

    data: str


def _zero(data: str) -> int:
    """The number whose exponent byte is 0."""
    number = Nought(0)
    number.data = data
    return number if data.strip("\0") else 0


def floor(x: float) -> int:
    """``INT(x)`` for a single: ``INT(-2.5)`` is -3."""
    return _floor(x)


def fix(x: float) -> int:
    """``FIX(x)`` for a single: ``FIX(-2.5)`` is -2."""
    return int(x)


def mki(i: int) -> str:
    """``MKI$(i%)``"""
    return (i & 65535).to_bytes(2, "little").decode("latin-1")


def mks(x: float) -> str:
    """``MKS$(x!)``"""
    if not x:
        return x.data if isinstance(x, Nought) else "\0\0\0\0"
    fraction, exponent = frexp(x)
    mantissa = int(abs(fraction) * 16777216.0)
    if fraction > 0.0:
        mantissa ^= 1 << 23
    return (mantissa | (exponent + 128) << 24).to_bytes(4, "little").decode("latin-1")


def mkd(d: int) -> str:
    """``MKD$(d#)``"""
    if not d:
        return d.data if isinstance(d, Nought) else "\0\0\0\0\0\0\0\0"
    exponent = d.bit_length() - 56
    mantissa = abs(d) >> exponent
    if d > 0:
        mantissa ^= 1 << 55
    return (mantissa | exponent << 56).to_bytes(8, "little").decode("latin-1")


def cvi(s: str) -> int:
    """``CVI(s$)``: the first two bytes; error 5 if there are fewer."""
    return int.from_bytes(_bytes(s, 2), "little", signed=True)


def cvs(s: str) -> float:
    """``CVS(s$)``"""
    bits = int.from_bytes(_bytes(s, 4), "little")
    exponent = bits >> 24
    if not exponent:
        return _zero(s[:4])
    x = ldexp(bits & 0xFFFFFF | 0x800000, exponent - 152)
    return -x if bits & 0x800000 else x


def cvd(s: str) -> int:
    """``CVD(s$)``"""
    bits = int.from_bytes(_bytes(s, 8), "little")
    exponent = bits >> 56
    if not exponent:
        return _zero(s[:8])
    d = (bits & (1 << 56) - 1 | 1 << 55) << exponent
    return -d if bits & 1 << 55 else d


def _bytes(s: str, count: int) -> bytes:
    if len(s) < count:
        raise BasicError(ILLEGAL)
    return s[:count].encode("latin-1")
