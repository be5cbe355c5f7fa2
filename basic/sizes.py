"""GW-BASIC's stack: how large it is, and what FOR, WHILE, GOSUB and parentheses take of it; where the screen is.

The sizes are chosen to agree with the real machine: the 15th nested FOR and the 33rd GOSUB find no room.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MEMORY = 60300  # bytes free after the greeting
STACK = 512  # before CLEAR changes it
RESERVED = 252  # of it for the interpreter itself
FOR_SIZE, WHILE_SIZE, GOSUB_SIZE = 18, 8, 8
NESTING_SIZE = 4  # of a parenthesis

LINE = 255  # more of a typed line is not taken
QUEUE = 256  # bytes of the receive buffer of a serial line, `/C:256`

SEGMENT_SIZE = 0x10000
FIRST_LINE = 0x126E  # where a program begins in BASIC's data segment
SCREEN, SCREEN_SIZE = 0xB8000, 0x4000  # the memory of the colour card

HIGHEST = 32767  # subscript
UNDECLARED = 10  # the highest of an array without DIM


def array_size(size: int, bounds: Iterable[int], lowest: int) -> int:
    """What elements of some size up to these subscripts take."""
    for bound in bounds:
        size *= bound + 1 - lowest
    return size
