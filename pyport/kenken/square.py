"""The solution: a regular square whose rows and columns are swapped (KENKEN.BAS 2000 to 2090).

The paper has two suggestions for how often: more than ten times, or until a measure of mixing is met, which it leaves
open.  `latin_square` follows the first, `measured_square` the second.
"""

from __future__ import annotations

import math

from pyport.kenken.chance import Dice
from pyport.kenken.puzzle import Grid, neighbours


def cyclic_square(size: int) -> Grid:
    """The regular square the mixing starts from (line 2010): 1234 / 2341 / 3412 / 4123."""
    return tuple((row + column) % size + 1 for row in range(size) for column in range(size))


def swap_rows(square: Grid, a: int, b: int) -> Grid:
    """The square with rows a and b (counted from 0) exchanged (line 2060)."""
    size = math.isqrt(len(square))
    rows = [square[start : start + size] for start in range(0, size * size, size)]
    rows[a], rows[b] = rows[b], rows[a]
    return sum(rows, ())


def transpose(square: Grid) -> Grid:
    """Rows become columns."""
    size = math.isqrt(len(square))
    return sum((square[column::size] for column in range(size)), ())


def swap_columns(square: Grid, a: int, b: int) -> Grid:
    """The square with columns a and b (counted from 0) exchanged (line 2060)."""
    return transpose(swap_rows(transpose(square), a, b))


def swap_once(square: Grid, dice: Dice) -> Grid:
    """Two rows or two columns exchanged, as the dice fall (lines 2040 to 2070)."""
    size = math.isqrt(len(square))
    swap = swap_rows if dice.roll(2) == 1 else swap_columns
    a = dice.roll(size)
    b = dice.roll(size - 1)
    return swap(square, a - 1, b if b >= a else b - 1)


def latin_square(size: int, dice: Dice) -> Grid:
    """The cyclic square after 11 to 20 swaps (lines 2000 to 2090).

    The paper finds more than ten swaps enough.  Their number is drawn because each swap changes the square's parity: a
    fixed number would reach only half of the squares.
    """
    square = cyclic_square(size)
    for _ in range(10 + dice.roll(10)):
        square = swap_once(square, dice)
    return square


def order(square: Grid) -> float:
    """Our measure of mixing: the share of neighbours that follow each other as in the regular square, where all do.

    >>> order(cyclic_square(4)), order((3, 2, 4, 1, 1, 4, 2, 3, 4, 3, 1, 2, 2, 1, 3, 4))
    (1.0, 0.16666666666666666)
    """
    size = math.isqrt(len(square))
    pairs = [(cell, other) for cell in range(len(square)) for other in neighbours(cell, size) if other > cell]
    return sum(square[other] == square[cell] % size + 1 for cell, other in pairs) / len(pairs)


def is_mixed(square: Grid) -> bool:
    """Whether no more neighbours follow each other than in a square whose rows and columns stand in a random order."""
    return order(square) <= 1 / (math.isqrt(len(square)) - 1)


def measured_square(size: int, dice: Dice) -> Grid:
    """The cyclic square after as many swaps as the measure demands: the paper's second suggestion."""
    square = cyclic_square(size)
    while not is_mixed(square):
        square = swap_once(square, dice)
    return square
