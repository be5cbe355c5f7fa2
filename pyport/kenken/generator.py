"""Tu Yangyang's generator (2013) as a whole: a square, boxes, clues (KENKEN.BAS 310 to 340)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from pyport.kenken.boxes import Layout, Watcher, cells_of, make_layout, unwatched
from pyport.kenken.chance import Dice
from pyport.kenken.puzzle import CALCULATE, Box, Grid, Puzzle, quotient
from pyport.kenken.square import latin_square


def generate(
    size: int,
    largest: int,
    singles: int,
    dice: Dice,
    square: Callable[[int, Dice], Grid] = latin_square,
    watch: Watcher = unwatched,
) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles without end, each with the square it was made from; ends at once if no layout turns up."""
    while True:
        digits = square(size, dice)
        layout = make_layout(size, largest, singles, dice, watch)
        if layout is None:
            return
        yield write_clues(digits, layout, dice), digits


def write_clues(square: Grid, layout: Layout, dice: Dice) -> Puzzle:
    """The puzzle that the square solves; boxes get their clues in the order of their first cells (5000 to 5210)."""
    boxes = []
    for owner in dict.fromkeys(layout):
        cells = cells_of(layout, owner)
        digits = [square[cell] for cell in cells]
        operation = choose_operation(digits, dice)
        boxes.append(Box(tuple(cells), operation, CALCULATE[operation](digits)))
    return Puzzle(math.isqrt(len(square)), tuple(boxes))


def choose_operation(digits: Sequence[int], dice: Dice) -> str:
    """Any of `+ - x /` for two digits (`/` only without a rest), `+` or `x` for more, none for one (line 5130)."""
    if len(digits) == 1:
        return ""
    if len(digits) > 2:
        return "+x"[dice.roll(2) - 1]
    return "+-x/"[dice.roll(3 if quotient(digits) < 0 else 4) - 1]
