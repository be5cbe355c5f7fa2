"""What native code and Python must agree on: the 64-bit words in which they hand things to each other."""

from __future__ import annotations

FUEL, TOP, USED, MOST_USED, SEED = range(5)  # the first words of a region's state
MOST = 1 << 31  # of whole numbers in variables
# The stack's entries: what it is (the point to return to, or -1 - the point of a loop), the bytes of GW-BASIC's stack
# in use before it, limit and step.
ENTRY = 4

ZERO_EXPONENT = -(1 << 20)  # of a double that is zero: below all others


def packed(d: int) -> tuple[int, int]:
    """A double of `values.double` as mantissa and exponent with sign (signed words)."""
    if not d:
        return 0, ZERO_EXPONENT
    size = abs(d)
    length = size.bit_length()
    mantissa = size >> (length - 56) << 8
    return mantissa - (1 << 64), (length - 184) * 2 + (d < 0)


def unpacked(mantissa: int, exponent: int) -> int:
    """The way back."""
    if not mantissa:
        return 0
    size = ((mantissa & 0xFFFFFFFFFFFFFFFF) >> 8) << ((exponent >> 1) + 184 - 56)
    return -size if exponent & 1 else size
