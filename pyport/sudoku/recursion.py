"""The report's search, which calls itself for the next cell, and its three tables of counts.

SUDOKU.BAS has no room for 81 calls within each other and keeps the way it went in a list instead (lines 5000 to
5190); `solvers.depth_first` goes the same way with bit masks, and is there for hard puzzles.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from pyport.sudoku.rules import CELLS, SIDE, Grid


class Tables:
    """A board, and how often each digit is in each row, column and box: X, Y and Z of SUDOKU.BAS (3000 to 3140)."""

    def __init__(self, grid: Grid) -> None:
        self.board = [0] * CELLS
        self.rows, self.columns, self.boxes = ([[0] * (SIDE + 1) for _ in range(SIDE)] for _ in range(3))
        for cell, digit in enumerate(grid):
            if digit:
                self.put(cell, digit)

    def counts_for(self, cell: int) -> tuple[list[int], list[int], list[int]]:
        """The counts of the cell's row, column and box; boxes are numbered as in line 190."""
        row, column = divmod(cell, SIDE)
        return self.rows[row], self.columns[column], self.boxes[row // 3 * 3 + column // 3]

    def is_free(self, cell: int, digit: int) -> bool:
        """Whether the digit is in no unit of the cell (line 5130)."""
        return not any(counts[digit] for counts in self.counts_for(cell))

    def put(self, cell: int, digit: int) -> None:
        """Place a digit (line 5140)."""
        self.board[cell] = digit
        for counts in self.counts_for(cell):
            counts[digit] += 1

    def take(self, cell: int) -> None:
        """Take it away again (line 5180)."""
        for counts in self.counts_for(cell):
            counts[self.board[cell]] -= 1
        self.board[cell] = 0


def fill(tables: Tables, cell: int = 0) -> Generator[Grid, None, bool]:
    """Fill the cells from this one on: `dfs` of the report, which yields the board after each digit it places.

    What it returns is whether the board is full.
    """
    if cell == CELLS:
        return True
    if tables.board[cell]:  # a given: the cells behind are still empty
        return (yield from fill(tables, cell + 1))
    for digit in range(1, SIDE + 1):
        if tables.is_free(cell, digit):
            tables.put(cell, digit)
            yield tuple(tables.board)
            if (yield from fill(tables, cell + 1)):
                return True
            tables.take(cell)
    return False


def steps(grid: Grid) -> Iterator[Grid]:
    """The board after each step of the search, the solution last if there is one.

    >>> sum(1 for _ in steps((0,) * 81))
    391
    """
    yield from fill(Tables(grid))
