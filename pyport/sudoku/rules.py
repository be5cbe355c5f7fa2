"""The rules: a grid is 81 digits, 0 for an empty cell; collisions are counted and reported, never forbidden.

Cells are numbered 0 to 80, row by row.  On paper rows are 1 to 9 and columns a to i: `5c6` puts 6 in row 5, column c.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

SIDE = 9
CELLS = SIDE * SIDE

Grid: TypeAlias = tuple[int, ...]
Unit: TypeAlias = tuple[int, ...]

ROWS: tuple[Unit, ...] = tuple(tuple(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE))
COLUMNS: tuple[Unit, ...] = tuple(zip(*ROWS, strict=True))
BOXES: tuple[Unit, ...] = tuple(
    tuple(SIDE * row + column for row in range(top, top + 3) for column in range(left, left + 3))
    for top in (0, 3, 6)
    for left in (0, 3, 6)
)
UNITS = ROWS + COLUMNS + BOXES
UNITS_OF: tuple[tuple[Unit, Unit, Unit], ...] = tuple(
    (ROWS[row], COLUMNS[column], BOXES[row // 3 * 3 + column // 3]) for row in range(SIDE) for column in range(SIDE)
)

BEGINNING = "This is the beginning"
ENDED = "You End the game"
FIXED = "You cannot change this value"
LEGAL = "It's a legal operation"
FINISHED = "Congratulations! You finish the sudoku"
MEMORY = "It's so bad that you've run out of all memory, Game Over"
ORIGIN_COMPLETED = "The origin data has been completed."
SOLVED = "The sudoku has been completed"
UNSOLVABLE = "The sudoku is unsolvable"


class BadGrid(ValueError):
    """A text that does not hold 81 digits."""


class BadEntry(ValueError):
    """A line that is no move; the message says why."""


def parse_grid(text: str) -> Grid:
    """The first 81 numbers of `text`, which blanks and control characters separate; each is one digit (2060 to 2160).

    >>> parse_grid("1 " * 81) == (1,) * 81
    True
    """
    words = re.findall(r"[^\0- ]+", text)[:CELLS]
    if len(words) < CELLS or any(len(word) > 1 or word not in "0123456789" for word in words):
        raise BadGrid("does not hold 81 numbers from 0 to 9")
    return tuple(int(word) for word in words)


def has_repeats(grid: Grid, unit: Unit) -> bool:
    """Whether some digit occurs more than once in the row, column or box (3240 to 3260)."""
    digits = [grid[cell] for cell in unit if grid[cell]]
    return len(set(digits)) < len(digits)


def repeated_units(grid: Grid) -> frozenset[Unit]:
    """The rows, columns and boxes in which some digit occurs more than once."""
    return frozenset(unit for unit in UNITS if has_repeats(grid, unit))


def collisions(grid: Grid) -> int:
    """How many rows, columns and boxes repeat a digit, 0 to 27; one bad entry may count three (3200 to 3300)."""
    return len(repeated_units(grid))


def is_finished(grid: Grid) -> bool:
    """Whether the grid is full and nothing is repeated (3290)."""
    return 0 not in grid and not collisions(grid)


def clashes(grid: Grid, cell: int) -> bool:
    """Whether the digit of this cell occurs again in its row, column or box; an empty cell clashes with nothing."""
    digit = grid[cell]
    return digit != 0 and any(grid[other] == digit for unit in UNITS_OF[cell] for other in unit if other != cell)


# --- A game ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """What a move covered: the cell and the digit it held before.  Each record knows the one before it."""

    cell: int
    digit: int
    earlier: Record | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Game:
    """A grid in play: the givens stay, every move can be taken back."""

    grid: Grid
    givens: frozenset[int]
    history: Record | None = None

    @classmethod
    def start(cls, grid: Grid) -> Game:
        """A new game in which every digit already there is a given."""
        return cls(grid, frozenset(cell for cell, digit in enumerate(grid) if digit))


def play(game: Game, cell: int, digit: int) -> Game:
    """The game after `digit` was put into `cell`, 0 to empty it; what changes nothing is recorded, too (3500)."""
    if cell in game.givens:
        raise BadEntry(FIXED)
    return replace(game, grid=put(game.grid, cell, digit), history=Record(cell, game.grid[cell], game.history))


def undo(game: Game) -> tuple[Game, int]:
    """The game before its last move, and the cell of that move; an undo cannot itself be undone (3550 to 3600)."""
    last = game.history
    if last is None:
        raise BadEntry(BEGINNING)
    return replace(game, grid=put(game.grid, last.cell, last.digit), history=last.earlier), last.cell


def put(grid: Grid, cell: int, digit: int) -> Grid:
    """The grid with one cell changed."""
    return (*grid[:cell], digit, *grid[cell + 1 :])


# --- What a player types ---------------------------------------------------------------------------------------------


class Command(Enum):
    """The two words a player may type instead of a move."""

    UNDO = "bk"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """`5c6`: the cell in row 5, column c gets a 6."""

    cell: int
    digit: int


def parse_entry(text: str) -> Move | Command:
    """The move or command in a typed line; BadEntry has the first complaint, in the order of lines 4200 to 4300.

    >>> parse_entry("5c6")
    Move(cell=38, digit=6)
    >>> parse_entry("BK")
    <Command.UNDO: 'bk'>
    """
    word = ascii_lower(text)
    if word == Command.UNDO.value:
        return Command.UNDO
    if len(word) != 3:
        raise BadEntry("Input Error")
    if word == Command.END.value:
        return Command.END
    row, column, value = "123456789".find(word[0]), "abcdefghi".find(word[1]), "0123456789".find(word[2])
    if row < 0:
        raise BadEntry(f"line {text[0]} does not fall in [1,9]")
    if column < 0:
        raise BadEntry(f"column {text[1]} does not fall in [a,i]")
    if value < 0:
        raise BadEntry(f"value {text[2]} does not fall in [0,9]")
    return Move(SIDE * row + column, value)


def ascii_lower(text: str) -> str:
    """The letters A to Z in lower case, all else as it is: `str.lower` would turn a Kelvin sign into a k."""
    return "".join(character.lower() if "A" <= character <= "Z" else character for character in text)


# --- What the game says ----------------------------------------------------------------------------------------------


def count_of_collisions(number: int) -> str:
    """`There is 1 collision` or `There are 3 collisions` (3700)."""
    return "There is 1 collision" if number == 1 else f"There are {number} collisions"


def origin_report(grid: Grid) -> str | None:
    """Why this grid, as loaded, cannot be played or solved; None if it can (3400 to 3450)."""
    if number := collisions(grid):
        return f"{count_of_collisions(number)} in the origin data, please check it again !!"
    return ORIGIN_COMPLETED if is_finished(grid) else None


def move_report(grid: Grid) -> str:
    """What there is to say after a move or an undo (3610 to 3630)."""
    if number := collisions(grid):
        return f"{count_of_collisions(number)} inside"
    return FINISHED if is_finished(grid) else LEGAL


def empty_cells(grid: Iterable[int]) -> list[int]:
    """The cells without a digit, row by row."""
    return [cell for cell, digit in enumerate(grid) if not digit]
