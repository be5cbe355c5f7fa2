"""Tu Yangyang's generator (2013): a shuffled Latin square, cells merged into boxes, boxes adjusted, clues.

Where the paper is vague, each step does what KENKEN.BAS does, in the same order of random numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from pyport.kenken.puzzle import CALCULATE, Box, Grid, Puzzle, quotient

ATTEMPTS = 20  # layouts begun before P and Q are given up

Layout = list[int]  # for each cell, row by row, the number of its box
Item = TypeVar("Item")


# --- Chance ----------------------------------------------------------------------------------------------------------


class Dice:
    """GW-BASIC's random numbers: RND steps a 24-bit generator, RANDOMIZE replaces its upper 16 bits and steps once.

    >>> dice = Dice()
    >>> [dice.roll(6) for _ in range(5)]
    [1, 4, 6, 5, 5]
    """

    def __init__(self, seed: int = 0) -> None:
        """Seed 0 keeps the numbers every GW-BASIC program starts with."""
        self._state = 5228370
        if seed:
            self._state = (seed & 0xFFFF) << 8 | self._state & 0xFF
            self._step()

    def _step(self) -> None:
        self._state = (self._state * 214013 + 2531011) % 2**24

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides`: `INT(INT(RND*32768)*SIDES/32768)+1`, which no rounding can disturb.

        The upper bits decide: the lower ones repeat after a few hundred steps.
        """
        self._step()
        return ((self._state >> 9) * sides >> 15) + 1

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each with the same chance: the k-th replaces its forerunners with chance 1/k.

        That is how BASIC picks in one pass without making a list.
        """
        chosen = items[0]
        for place, item in enumerate(items, start=1):
            if self.roll(place) == 1:
                chosen = item
        return chosen


# --- The square ------------------------------------------------------------------------------------------------------


def cyclic_square(size: int) -> Grid:
    """The regular square the shuffling starts from: 1234 / 2341 / 3412 / 4123."""
    return tuple((row + column) % size + 1 for row in range(size) for column in range(size))


def swap_rows(square: Grid, a: int, b: int) -> Grid:
    """The square with rows a and b (counted from 0) exchanged."""
    size = math.isqrt(len(square))
    rows = [square[start : start + size] for start in range(0, size * size, size)]
    rows[a], rows[b] = rows[b], rows[a]
    return sum(rows, ())


def transpose(square: Grid) -> Grid:
    """Rows become columns."""
    size = math.isqrt(len(square))
    return sum((square[column::size] for column in range(size)), ())


def swap_columns(square: Grid, a: int, b: int) -> Grid:
    """The square with columns a and b (counted from 0) exchanged."""
    return transpose(swap_rows(transpose(square), a, b))


def latin_square(size: int, dice: Dice) -> Grid:
    """Shuffle the cyclic square by 11 to 20 swaps.

    The paper finds more than ten swaps enough.  Their number is drawn because each swap changes the square's parity: a
    fixed number would reach only half of the squares.
    """
    square = cyclic_square(size)
    for _ in range(10 + dice.roll(10)):
        swap = swap_rows if dice.roll(2) == 1 else swap_columns
        a = dice.roll(size)
        b = dice.roll(size - 1)
        square = swap(square, a - 1, b if b >= a else b - 1)
    return square


# --- The boxes -------------------------------------------------------------------------------------------------------


def neighbours(cell: int, size: int) -> list[int]:
    """The cells beside, in the order right, below, left, above."""
    row, column = divmod(cell, size)
    return [
        other
        for other, inside in (
            (cell + 1, column < size - 1),
            (cell + size, row < size - 1),
            (cell - 1, column > 0),
            (cell - size, row > 0),
        )
        if inside
    ]


def merge(size: int, dice: Dice) -> Layout:
    """First layout: each cell still free joins the cell to its right or below, or that cell's box."""
    layout = [0] * (size * size)
    boxes = count(1)
    for cell in range(size * size):
        if layout[cell]:
            continue
        onward = [other for other in neighbours(cell, size) if other > cell]
        if len(onward) == 2:
            partner = onward[dice.roll(2) - 1]
        else:
            partner = onward[0] if onward else cell
        layout[partner] = layout[partner] or next(boxes)
        layout[cell] = layout[partner]
    return layout


def cells_of(layout: Layout, box: int) -> list[int]:
    """The cells of a box in reading order."""
    return [cell for cell, owner in enumerate(layout) if owner == box]


def is_connected(cells: Iterable[int], size: int) -> bool:
    """Whether one can walk between all the cells without leaving them."""
    rest = set(cells)
    front = [rest.pop()]
    while front:
        reached = rest.intersection(neighbours(front.pop(), size))
        rest -= reached
        front.extend(reached)
    return not rest


def give_away(
    layout: Layout, box: int, largest: int, dice: Dice, *, in_one_piece: bool = False, kept: int | None = None
) -> bool:
    """Move one cell of a box to a neighbouring box; False if there is no way.

    Looking ahead, receivers that are neither single cells nor full are preferred: mending one condition must not break
    the other.  `in_one_piece` demands that what stays of the box is connected; the cell `kept` receives nothing.
    """
    size = math.isqrt(len(layout))
    cells = cells_of(layout, box)
    moves = [
        (cell, layout[other])
        for cell in cells
        if not in_one_piece or is_connected((stays for stays in cells if stays != cell), size)
        for other in neighbours(cell, size)
        if layout[other] != box and other != kept
    ]
    harmless = [move for move in moves if 1 < layout.count(move[1]) < largest]
    if not moves:
        return False
    cell, receiver = dice.pick(harmless or moves)
    layout[cell] = receiver
    return True


def split(layout: Layout, box: int, largest: int, dice: Dice) -> bool:
    """Keep one cell of a box as a box of its own and give the others away; False if that gets stuck."""
    kept = dice.pick(cells_of(layout, box))
    layout[kept] = max(layout) + 1
    while box in layout:
        if not give_away(layout, box, largest, dice, kept=kept):
            return False
    return True


def adjust(layout: Layout, largest: int, singles: int, dice: Dice) -> bool:
    """Mend a layout step by step until no box is too large and exactly `singles` have one cell; False if it fails."""
    for _ in layout:
        sizes = {box: layout.count(box) for box in sorted(set(layout))}
        too_large = [box for box, cells in sizes.items() if cells > largest]
        single = [box for box, cells in sizes.items() if cells == 1]
        if len(single) == singles and not too_large:
            return True
        if len(single) == singles:
            mended = give_away(layout, dice.pick(too_large), largest, dice, in_one_piece=True)
        elif len(single) > singles:
            mended = give_away(layout, dice.pick(single), largest, dice)
        else:
            least = min(cells for cells in sizes.values() if cells > 1)
            mended = split(layout, dice.pick([box for box in sizes if sizes[box] == least]), largest, dice)
        if not mended:
            return False
    return False


def make_layout(size: int, largest: int, singles: int, dice: Dice) -> Layout | None:
    """Boxes of at most `largest` cells, exactly `singles` of them of one cell; None if none turned up."""
    for _ in range(ATTEMPTS):
        layout = merge(size, dice)
        if adjust(layout, largest, singles, dice):
            return layout
    return None


# --- The clues -------------------------------------------------------------------------------------------------------


def choose_operation(digits: Sequence[int], dice: Dice) -> str:
    """Any of `+ - x /` for two digits (`/` only without a rest), `+` or `x` for more, none for one."""
    if len(digits) == 1:
        return ""
    if len(digits) > 2:
        return "+x"[dice.roll(2) - 1]
    return "+-x/"[dice.roll(3 if quotient(digits) < 0 else 4) - 1]


def write_clues(square: Grid, layout: Layout, dice: Dice) -> Puzzle:
    """The puzzle that the square solves; the boxes get their clues in the order of their first cells."""
    boxes = []
    for owner in dict.fromkeys(layout):
        cells = cells_of(layout, owner)
        digits = [square[cell] for cell in cells]
        operation = choose_operation(digits, dice)
        boxes.append(Box(tuple(cells), operation, CALCULATE[operation](digits)))
    return Puzzle(math.isqrt(len(square)), tuple(boxes))


def generate(size: int, largest: int, singles: int, dice: Dice) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles without end, each with the square it was made from; ends at once if no layout turns up."""
    while True:
        square = latin_square(size, dice)
        layout = make_layout(size, largest, singles, dice)
        if layout is None:
            return
        yield write_clues(square, layout, dice), square
