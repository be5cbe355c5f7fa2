"""A KenKen puzzle: what it is, and how it is drawn, written to a file and read back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Grid = tuple[int, ...]  # N*N digits, row by row


@dataclass(frozen=True)
class Box:
    """Connected cells in reading order and what their digits make: operation `+ - x /` (or none) and result."""

    cells: tuple[int, ...]
    operation: str
    result: int

    @property
    def clue(self) -> str:
        """As it is printed: `12x`."""
        return f"{self.result}{self.operation}"

    def allows(self, digits: Sequence[int]) -> bool:
        """Whether these digits make the clue."""
        return CALCULATE[self.operation](digits) == self.result


@dataclass(frozen=True)
class Puzzle:
    """An N x N square without its digits."""

    size: int
    boxes: tuple[Box, ...]

    def layout(self) -> list[int]:
        """For each cell the number of its box, from 1."""
        owners = {cell: number for number, box in enumerate(self.boxes, start=1) for cell in box.cells}
        return [owners[cell] for cell in range(self.size * self.size)]


def difference(digits: Sequence[int]) -> int:
    """The larger digit less the smaller."""
    return max(digits) - min(digits)


def quotient(digits: Sequence[int]) -> int:
    """The larger digit by the smaller, or -1 (no clue) where that leaves a rest."""
    whole, rest = divmod(max(digits), min(digits))
    return -1 if rest else whole


CALCULATE: Mapping[str, Callable[[Sequence[int]], int]] = {
    "": max,
    "+": sum,
    "-": difference,
    "x": math.prod,
    "/": quotient,
}


def neighbours(cell: int, size: int) -> list[int]:
    """The cells beside, in the order right, below, left, above (KENKEN.BAS 1000 to 1090)."""
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


def is_connected(cells: Iterable[int], size: int) -> bool:
    """Whether one can walk between all the cells without leaving them (3900 to 4030)."""
    rest = set(cells)
    front = [rest.pop()]
    while front:
        reached = rest.intersection(neighbours(front.pop(), size))
        rest -= reached
        front.extend(reached)
    return not rest


# --- On paper --------------------------------------------------------------------------------------------------------


def draw(puzzle: Puzzle, digits: Sequence[int] | None = None) -> str:
    """The puzzle in characters, a line of clues and a line for the digits in every row (8000 to 8150); 0 is empty."""
    layout = puzzle.layout()
    clues = {box.cells[0]: box.clue for box in puzzle.boxes}
    return draw_boxes(layout, [str(digit or "") for digit in digits] if digits else [""] * len(layout), clues)


def draw_boxes(layout: Sequence[int], contents: Sequence[str], clues: Mapping[int, str]) -> str:
    """Cells with walls between those of different boxes; each may have a clue and a content."""
    size = math.isqrt(len(layout))
    width = drawn_width(clues.values())
    text = ""
    for row in range(size):
        border = above = below = ""
        for column in range(size):
            cell = size * row + column
            is_joined = row > 0 and layout[cell - size] == layout[cell]
            wall = " " if column > 0 and layout[cell - 1] == layout[cell] else "|"
            border += "+" + (" " if is_joined else "-") * width
            above += wall + clues.get(cell, "").ljust(width)
            below += wall + (" " * (width // 2) + contents[cell]).ljust(width)
        text += f"{border}+\n{above}|\n{below}|\n"
    return text + ("+" + "-" * width) * size + "+\n"


def drawn_width(clues: Iterable[str]) -> int:
    """The columns of a drawn cell: five, or as many as the longest clue needs (lines 5030 and 5190)."""
    return max([5, *map(len, clues)])


def draw_svg(puzzle: Puzzle, digits: Grid | None = None) -> str:
    """The puzzle as an SVG picture: thin lines between cells, thick ones between boxes."""
    size, side = puzzle.size, 60
    owner = puzzle.layout()
    thin: list[str] = []
    thick: list[str] = []
    texts: list[str] = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        x, y = side * column, side * row
        if column:
            (thin if owner[cell - 1] == owner[cell] else thick).append(f"M{x} {y}v{side}")
        if row:
            (thin if owner[cell - size] == owner[cell] else thick).append(f"M{x} {y}h{side}")
        if digits:
            texts.append(f'<text x="{x + 22}" y="{y + 48}" font-size="28">{digits[cell]}</text>')
    for box in puzzle.boxes:
        row, column = divmod(box.cells[0], size)
        clue = box.clue.replace("x", "\u00d7").replace("/", "\u00f7").replace("-", "\u2212")
        texts.append(f'<text x="{side * column + 5}" y="{side * row + 17}" font-size="14">{clue}</text>')
    edge = side * size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {edge + 6} {edge + 6}" font-family="sans-serif">',
            f'<rect width="{edge}" height="{edge}" fill="white" stroke="black" stroke-width="4"/>',
            f'<path d="{"".join(thin)}" stroke="silver" fill="none"/>',
            f'<path d="{"".join(thick)}" stroke="black" stroke-width="3" stroke-linecap="square" fill="none"/>',
            *texts,
            "</svg>\n",
        ]
    )


def write_text(puzzle: Puzzle, digits: Grid | None = None) -> str:
    """The puzzle as a file that `parse` reads: the names of the boxes cell by cell, then their clues.

    The digits are remarks.
    """
    size = puzzle.size
    layout = puzzle.layout()
    starts = range(0, size * size, size)
    lines = [" ".join(f"b{number}" for number in layout[start : start + size]) for start in starts]
    lines += ["", *(f"b{number} = {box.clue}" for number, box in enumerate(puzzle.boxes, start=1))]
    if digits:
        lines += ["", *("# " + " ".join(map(str, digits[start : start + size])) for start in starts)]
    return "\n".join(lines) + "\n"


def parse(text: str) -> Puzzle:
    """Read a puzzle: N lines of N box names between blanks, then a line `NAME = CLUE` for each box; `#` is a remark.

    >>> parse("a a\\nb c\\na = 3+\\nb = 2\\nc = 1").boxes[0]
    Box(cells=(0, 1), operation='+', result=3)

    A `ValueError` says what is wrong.
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    rows = [line.split() for line in lines if "=" not in line]
    size = len(rows)
    if not rows or any(len(row) != size for row in rows):
        raise ValueError(f"{size} lines of box names: each must have {size} names")
    layout = [name for row in rows for name in row]
    clues = {}
    for line in lines:
        if "=" in line:
            name, _, clue = (part.strip() for part in line.partition("="))
            match = re.fullmatch(r"(\d+)\s*([-+x*/]?)", clue)
            if name not in layout or name in clues or not match:
                raise ValueError(f"not the clue of a box: {line}")
            clues[name] = int(match[1]), match[2].replace("*", "x")
    boxes = []
    for name in dict.fromkeys(layout):
        cells = tuple(cell for cell, owner in enumerate(layout) if owner == name)
        if name not in clues:
            raise ValueError(f"box {name} has no clue")
        if not is_connected(cells, size):
            raise ValueError(f"box {name} is in pieces")
        result, operation = clues[name]
        if (len(cells) == 1) != (operation == "") or (len(cells) != 2 and operation in ("-", "/")):
            raise ValueError(f"box {name} of {len(cells)} cells cannot have the clue {result}{operation}")
        boxes.append(Box(cells, operation, result))
    return Puzzle(size, tuple(boxes))
