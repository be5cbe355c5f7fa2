"""Tu Yangyang's improved merging (2013): cells join into boxes, and boxes are mended until both conditions hold.

Where the paper is vague, each step does what KENKEN.BAS does, in the same order of random numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from itertools import count

from pyport.kenken.chance import Dice
from pyport.kenken.puzzle import draw_boxes, is_connected, neighbours

LAYOUTS = 20  # begun before P and Q are given up

Layout = list[int]  # for each cell, row by row, the number of its box; 0 where it has none yet
Watcher = Callable[[Layout, str], None]  # is told after each step what it was


def unwatched(layout: Layout, step: str) -> None:
    """Nobody looks on."""


def picture(layout: Layout, step: str) -> str:
    """The boxes so far, with the numbers of their cells as in the paper's figures 7 to 9, and the step (8500)."""
    cells = [str(cell) if box else "" for cell, box in enumerate(layout, start=1)]
    return f"{draw_boxes(layout, cells, {})}{step}\n"


def singles_allowed(size: int, largest: int) -> range:
    """The numbers of one-cell boxes that the dialogue offers for N and P (line 260).

    With P = 2 each mending that makes a single cell makes a box of three, and the mending of that takes the single cell
    away again; with P = 3 a quarter of the cells is the most that ever came out.
    """
    cells = size * size
    if largest == 2:
        return range(cells % 2, cells % 2 + 1)
    return range((cells + 3) // 4 + 1 if largest == 3 else cells // 3 + 1)


def make_layout(size: int, largest: int, singles: int, dice: Dice, watch: Watcher = unwatched) -> Layout | None:
    """Boxes of at most `largest` cells, exactly `singles` of one cell; None if none turned up (3000 to 3030)."""
    for _ in range(LAYOUTS):
        layout = merge(size, dice, watch)
        if adjust(layout, largest, singles, dice, watch):
            return layout
    return None


def merge(size: int, dice: Dice, watch: Watcher = unwatched) -> Layout:
    """First layout: each cell still free joins the cell to its right or below, or that cell's box (3100 to 3210)."""
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
        step = "joins the box of" if layout[partner] else "makes a box with"
        layout[partner] = layout[partner] or next(boxes)
        layout[cell] = layout[partner]
        watch(layout, f"cell {cell + 1} {step} cell {partner + 1}" if onward else f"cell {cell + 1} stays alone")
    return layout


def adjust(layout: Layout, largest: int, singles: int, dice: Dice, watch: Watcher = unwatched) -> bool:
    """Mend a layout, box after box, until both conditions hold; False where that fails (3300 to 3440)."""
    for _ in layout:
        sizes = dict(sorted(Counter(layout).items()))
        too_large = [box for box, cells in sizes.items() if cells > largest]
        single = [box for box, cells in sizes.items() if cells == 1]
        if len(single) == singles and not too_large:
            return True
        if len(single) == singles:
            mended = give_away(layout, dice.pick(too_large), largest, dice, watch, in_one_piece=True)
        elif len(single) > singles:
            mended = give_away(layout, dice.pick(single), largest, dice, watch)
        else:
            least = min(cells for cells in sizes.values() if cells > 1)
            mended = split(layout, dice.pick([box for box in sizes if sizes[box] == least]), largest, dice, watch)
        if not mended:
            return False
    return False


def split(layout: Layout, box: int, largest: int, dice: Dice, watch: Watcher = unwatched) -> bool:
    """Keep one cell of a box as a box of its own, give the others away; False if that gets stuck (3650 to 3695)."""
    kept = dice.pick(cells_of(layout, box))
    layout[kept] = max(layout) + 1
    watch(layout, f"cell {kept + 1} becomes a box of its own")
    while box in layout:
        if not give_away(layout, box, largest, dice, watch, kept=kept):
            return False
    return True


def give_away(
    layout: Layout,
    box: int,
    largest: int,
    dice: Dice,
    watch: Watcher = unwatched,
    *,
    in_one_piece: bool = False,
    kept: int | None = None,
) -> bool:
    """Move one cell of a box to a neighbouring box; False if there is no way (3700 to 3850).

    Looking ahead, receivers that are neither single cells nor full are preferred: mending one condition must not break
    the other.  `in_one_piece` demands that what stays of the box is connected; the cell `kept` receives nothing.
    """
    size = math.isqrt(len(layout))
    cells = cells_of(layout, box)
    moves = [
        (cell, other)
        for cell in cells
        if not in_one_piece or is_connected((stays for stays in cells if stays != cell), size)
        for other in neighbours(cell, size)
        if layout[other] != box and other != kept
    ]
    harmless = [move for move in moves if 1 < layout.count(layout[move[1]]) < largest]
    if not moves:
        return False
    cell, other = dice.pick(harmless or moves)
    layout[cell] = layout[other]
    watch(layout, f"cell {cell + 1} goes over to the box of cell {other + 1}")
    return True


def cells_of(layout: Layout, box: int) -> list[int]:
    """The cells of a box in reading order."""
    return [cell for cell, owner in enumerate(layout) if owner == box]
