"""Two fast solvers: the report's depth-first search on bit masks, and Knuth's Algorithm X on an exact cover.

Both expect a grid without collisions.  The first takes the same steps as the report's own function (`recursion`), 20 to
30 times as fast; but on a puzzle of 17 givens they are 9,727,396, and Algorithm X needs a few hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from pyport.sudoku.rules import BOXES, CELLS, COLUMNS, ROWS, SIDE, UNITS, Grid, Unit, empty_cells

ALL_DIGITS = (1 << SIDE) - 1

Watcher: TypeAlias = Callable[[int, Grid], None]


@dataclass(frozen=True, slots=True)
class Search:
    """How a depth-first search ended: the first solution or None, and the number of digits placed on the way."""

    solution: Grid | None
    steps: int


def depth_first(grid: Grid, watch: Watcher | None = None, every: int = 1000) -> Search:
    """Fill the empty cells row by row, each with the smallest digit that fits; go back where none does (5040 to 5190).

    A step is a digit placed, whether it lasts or not.  `watch(steps, grid)` is called after every so many steps.

    A digit is one bit of a mask: `rows`, `columns` and `boxes` hold the digits still free in each unit, `untried` the
    digits still to be tried in each empty cell up to the one in hand.
    """
    rows, columns, boxes = (_free_digits(grid, units) for units in (ROWS, COLUMNS, BOXES))
    cells = empty_cells(grid)
    where = [(cell // SIDE, cell % SIDE, cell // (3 * SIDE) * 3 + cell % SIDE // 3) for cell in cells]
    placed = [0] * len(cells)
    untried = [0] * len(cells)
    last = len(cells) - 1
    steps = 0
    due = every if watch else -1

    def filled(depth: int) -> Grid:
        digits = list(grid)
        for cell, bit in zip(cells[: depth + 1], placed, strict=False):
            digits[cell] = bit.bit_length()
        return tuple(digits)

    if last < 0:
        return Search(grid, 0)
    depth = 0
    row, column, box = where[0]
    choices = rows[row] & columns[column] & boxes[box]
    while True:
        if choices:
            bit = choices & -choices
            placed[depth] = bit
            steps += 1
            if steps == due and watch:
                watch(steps, filled(depth))
                due += every
            if depth == last:
                return Search(filled(depth), steps)
            untried[depth] = choices ^ bit
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
            depth += 1
            row, column, box = where[depth]
            choices = rows[row] & columns[column] & boxes[box]
        else:
            depth -= 1
            if depth < 0:
                return Search(None, steps)
            row, column, box = where[depth]
            bit = placed[depth]
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
            choices = untried[depth]


def _free_digits(grid: Grid, units: tuple[Unit, ...]) -> list[int]:
    """For each unit, a mask of the digits that do not occur in it."""
    return [ALL_DIGITS & ~sum(1 << grid[cell] - 1 for cell in unit if grid[cell]) for unit in units]


# --- Exact cover -----------------------------------------------------------------------------------------------------

Placement: TypeAlias = tuple[int, int]  # a cell and its digit
Demand: TypeAlias = tuple[int, int]  # (number of a unit, a digit it needs), or (-1, a cell that needs a digit)

NUMBERED_UNITS_OF = tuple(tuple(number for number, unit in enumerate(UNITS) if cell in unit) for cell in range(CELLS))


def demands_of(placement: Placement) -> tuple[Demand, ...]:
    """The four demands a digit in a cell meets: the cell's own, and those of its row, column and box."""
    cell, digit = placement
    return ((-1, cell), *((unit, digit) for unit in NUMBERED_UNITS_OF[cell]))


def solutions(grid: Grid) -> Iterator[Grid]:
    """All ways to fill the grid, each once, by Knuth's Algorithm X.

    Every cell demands a digit, and every unit each of the nine digits: 324 demands, each to be met exactly once by
    one of 729 placements.  Take the demand with the fewest placements left, try each of them, and set aside all
    that meet a demand it has met.
    """
    open_demands: dict[Demand, set[Placement]] = {}
    for placement in ((cell, digit) for cell in range(CELLS) for digit in range(1, SIDE + 1)):
        for demand in demands_of(placement):
            open_demands.setdefault(demand, set()).add(placement)
    givens = [(cell, digit) for cell, digit in enumerate(grid) if digit]
    for given in givens:
        if any(demand not in open_demands for demand in demands_of(given)):
            return  # two givens clash
        _settle(open_demands, given)
    for placements in _covers(open_demands, []):
        filled = dict(givens + placements)
        yield tuple(filled[cell] for cell in range(CELLS))


def _covers(open_demands: dict[Demand, set[Placement]], chosen: list[Placement]) -> Iterator[list[Placement]]:
    """All ways to meet the open demands, each after the placements already chosen."""
    if not open_demands:
        yield chosen
        return
    scarcest = min(open_demands, key=lambda demand: len(open_demands[demand]))
    for placement in sorted(open_demands[scarcest]):
        settled = _settle(open_demands, placement)
        yield from _covers(open_demands, [*chosen, placement])
        _reopen(open_demands, placement, settled)


def _settle(open_demands: dict[Demand, set[Placement]], placement: Placement) -> list[set[Placement]]:
    """Close the demands that the placement meets, and strike every placement that would meet one of them again."""
    settled = []
    for demand in demands_of(placement):
        rivals = open_demands.pop(demand)
        for rival in rivals:
            for other in demands_of(rival):
                if other in open_demands:
                    open_demands[other].discard(rival)
        settled.append(rivals)
    return settled


def _reopen(open_demands: dict[Demand, set[Placement]], placement: Placement, settled: list[set[Placement]]) -> None:
    """Undo `_settle`, last demand first: each demand's rivals go back to exactly the places they were struck from."""
    for demand, rivals in zip(reversed(demands_of(placement)), reversed(settled), strict=True):
        for rival in rivals:
            for other in demands_of(rival):
                if other in open_demands:
                    open_demands[other].add(rival)
        open_demands[demand] = rivals


def count_solutions(grid: Grid, limit: int) -> int:
    """The number of solutions, or `limit` if there are at least so many."""
    return sum(1 for _ in islice(solutions(grid), limit))
