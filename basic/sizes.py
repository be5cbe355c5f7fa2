"""GW-BASIC's stack: how large it is, and what FOR, WHILE, GOSUB and parentheses take of it; what values take of memory;
where the screen is.

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
VALUE_SIZES = {"%": 2, "!": 4, "#": 8, "$": 3}  # bytes of a value in memory; of a string its length and address


def array_size(size: int, bounds: Iterable[int], lowest: int) -> int:
    """What elements of some size up to these subscripts take."""
    for bound in bounds:
        size *= bound + 1 - lowest
    return size


def is_too_large(size: int, bounds: Iterable[int], lowest: int, memory: float = MEMORY) -> bool:
    """Whether memory has no room for an array, whatever else is in it: elements of some size up to these subscripts."""
    return array_size(size, bounds, lowest) > memory
