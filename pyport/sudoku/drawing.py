"""The board as text: plain rows of digits, or drawn with lines and in the sixteen colours of a PC.

The drawn board is a list of lines, each a list of pieces; only the cells have colours.  One drawing serves both the
terminal's escape sequences and the full-screen game.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple, TypeAlias

from pyport.sudoku.rules import SIDE, UNITS_OF, Game, Grid, Unit, clashes, repeated_units

BLACK, GREY, GREEN, CYAN, RED, YELLOW = 0, 7, 10, 11, 12, 14
ANSI_FOREGROUND = {GREEN: 92, CYAN: 96, RED: 91, YELLOW: 93}
ANSI_BACKGROUND = {BLACK: 40, GREY: 47}

FIRST_LINE, FIRST_COLUMN = 2, 3  # where the cell in row 1, column a is drawn
CELL_HEIGHT, CELL_WIDTH = 2, 4  # with the line that follows it


class Look(NamedTuple):
    """The colours of a cell."""

    foreground: int
    background: int


class Piece(NamedTuple):
    """A text in one look; None is the terminal's own."""

    text: str
    look: Look | None = None


Line: TypeAlias = list[Piece]


def plain(grid: Grid) -> str:
    """The board as an array of digits, an empty line before it and after every third row (7520 to 7550)."""
    lines = ["", "    a b c   d e f   g h i"]
    for row in range(SIDE):
        digits = [str(digit) for digit in grid[SIDE * row : SIDE * row + SIDE]]
        lines.append(f" {row + 1}  " + "   ".join(" ".join(digits[left : left + 3]) for left in (0, 3, 6)))
        if row % 3 == 2:
            lines.append("")
    return "\n".join(lines)


def look(game: Game, cell: int, last: int | None, repeated: Set[Unit]) -> Look:
    """Grey in a unit that repeats a digit; green the last move, red a clash, cyan a given, yellow the rest (7620)."""
    if cell == last:
        foreground = GREEN
    elif clashes(game.grid, cell):
        foreground = RED
    else:
        foreground = CYAN if cell in game.givens else YELLOW
    return Look(foreground, BLACK if repeated.isdisjoint(UNITS_OF[cell]) else GREY)


def drawn(game: Game, last: int | None = None, chosen: int | None = None) -> list[Line]:
    """The board with its lines, from the letters of the columns down to the lower edge; `[ ]` marks the chosen cell."""
    return list(_lines(game, last, chosen))


def _lines(game: Game, last: int | None, chosen: int | None) -> Iterator[Line]:
    repeated = repeated_units(game.grid)
    yield [Piece("    " + "   ".join("abcdefghi"))]
    yield [Piece("  " + _rule("╔═╤╦╗"))]
    for row in range(SIDE):
        line = [Piece(f"{row + 1} ║")]
        for column in range(SIDE):
            cell = SIDE * row + column
            digit = str(game.grid[cell] or " ")
            line.append(Piece(f"[{digit}]" if cell == chosen else f" {digit} ", look(game, cell, last, repeated)))
            line.append(Piece("║" if column % 3 == 2 else "│"))
        yield line
        if row < SIDE - 1:
            yield [Piece("  " + _rule("╠═╪╬╣" if row % 3 == 2 else "╟─┼╫╢"))]
    yield [Piece("  " + _rule("╚═╧╩╝"))]


def _rule(characters: str) -> str:
    """A line across the board, of left end, filling, thin and thick crossing, right end (7300 to 7340)."""
    left, filling, thin, thick, right = list(characters)
    return left + thick.join([thin.join([filling * 3] * 3)] * 3) + right


def cell_at(column: int, line: int) -> int | None:
    """The cell drawn at this place of the board, None for its edges and lines.

    >>> cell_at(4, 2), cell_at(6, 2), cell_at(4, 3)
    (0, None, None)
    """
    row, below = divmod(line - FIRST_LINE, CELL_HEIGHT)
    place, beside = divmod(column - FIRST_COLUMN, CELL_WIDTH)
    if row not in range(SIDE) or place not in range(SIDE) or below == CELL_HEIGHT - 1 or beside == CELL_WIDTH - 1:
        return None
    return SIDE * row + place


def as_text(lines: list[Line], coloured: bool) -> str:
    """The drawn board for a terminal, with escape sequences if `coloured`."""
    return "\n".join("".join(_escaped(piece) if coloured else piece.text for piece in line) for line in lines)


def _escaped(piece: Piece) -> str:
    if piece.look is None:
        return piece.text
    colours = f"{ANSI_FOREGROUND[piece.look.foreground]};{ANSI_BACKGROUND[piece.look.background]}"
    return f"\x1b[{colours}m{piece.text}\x1b[0m"


def as_svg(game: Game) -> str:
    """The board as a picture: thin lines between cells, thick ones between boxes, givens in black, the rest in blue."""
    side = 40
    edge = side * SIDE
    lines = {1: "", 3: ""}
    for number in range(1, SIDE):
        lines[3 if number % 3 == 0 else 1] += f"M{side * number} 0v{edge}M0 {side * number}h{edge}"
    digits = [
        f'<text x="{side * (cell % SIDE) + 20}" y="{side * (cell // SIDE) + 29}"'
        f' fill="{"black" if cell in game.givens else "blue"}">{digit}</text>'
        for cell, digit in enumerate(game.grid)
        if digit
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {edge + 6} {edge + 6}" font-family="sans-serif"'
            ' font-size="26" text-anchor="middle">',
            f'<rect width="{edge}" height="{edge}" fill="white" stroke="black" stroke-width="4"/>',
            *(f'<path d="{path}" stroke="black" stroke-width="{width}"/>' for width, path in lines.items()),
            *digits,
            "</svg>\n",
        ]
    )
