"""The queens puzzle: place N queens on an N x N board so that none attacks another, after Arsac.

A solution is written as the column of the queen in row 1, in row 2 and so on.  Run without options this is the twin of
QUEENS.BAS and prints the 92 solutions on the ordinary board; `--symmetric` makes it the twin of QUEENS2.BAS, which
searches only half of the first row and adds the mirror image of each solution, `--zeros` that of QUEENS0.BAS, which
marks the squares themselves.
"""

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyport.console import Refuted, carry_out, command_line, watch
from pyport.inputs import QUEENS as INPUTS
from pyport.picture import svg

PROGRAM = "QUEENS.BAS"
VARIANTS: Mapping[str, Sequence[str]] = {
    "QUEENS2.BAS": ["--symmetric"],
    "QUEENS0.BAS": ["--zeros"],
    "QUEENSW.BAS": ["--watch"],
}
__all__ = ["INPUTS", "PROGRAM", "VARIANTS", "main"]

Solution = tuple[int, ...]  # the column of each row's queen, counted from 1


@dataclass
class Work:
    """What a search did: squares tried, queens placed before the last row, entries touched to take and free lines."""

    tried: int = 0
    placed: int = 0
    touched: int = 0


# --- Arsac's search --------------------------------------------------------------------------------------------------


@dataclass
class Tables:
    """The queens placed so far, and his three tables: the row of the queen that takes a line, or 0 (lines 20 to 90)."""

    size: int
    c: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.st = [0] * (self.size + 1)  # columns
        self.dp = [0] * (2 * self.size)  # diagonals on which row + column - 1 is the same
        self.dm = [0] * (2 * self.size)  # those on which row - column + size is

    def is_free(self, k: int, i: int) -> bool:
        """Whether no queen takes a line through row k, column i (line 130)."""
        return not (self.st[i] or self.dp[k + i - 1] or self.dm[k - i + self.size])

    def set_lines(self, k: int, i: int, row: int) -> int:
        """Take the lines through a square for its row, or free them with 0 (lines 200 and 260); how many entries."""
        self.st[i] = self.dp[k + i - 1] = self.dm[k - i + self.size] = row
        return 3

    def named(self) -> list[tuple[str, list[int]]]:
        """The tables with their names."""
        return [("st", self.st), ("dp", self.dp), ("dm", self.dm)]


class Zeros(Tables):
    """The chessboard itself in place of the three tables: "very long", he says, and leaves it (QUEENS0.BAS)."""

    def __post_init__(self) -> None:
        self.squares = [[0] * (self.size + 1) for _ in range(self.size + 1)]

    def is_free(self, k: int, i: int) -> bool:
        """Whether there is a 0."""
        return not self.squares[k][i]

    def set_lines(self, k: int, i: int, row: int) -> int:
        """Write the row on every free square that the queen attacks (line 500), or look for it everywhere (600)."""
        every = range(1, self.size + 1)
        if row:
            attacked = [(r, j) for r in every for j in every if j == i or r + j == k + i or r - j == k - i]
        else:
            attacked = [(r, j) for r in every for j in every]
        for r, j in attacked:
            if self.squares[r][j] == (0 if row else k):
                self.squares[r][j] = row
        return len(attacked)

    def named(self) -> list[tuple[str, list[int]]]:
        """The rows of the board."""
        return [("", row) for row in self.squares[1:]]


def search(tables: Tables, first: int, work: Work) -> Iterator[Tables]:
    """The tables whenever a queen has come or gone; with one in each row they are a solution."""

    def fill(k: int) -> Iterator[Tables]:
        for i in range(first if k == 1 else 1, tables.size + 1):
            work.tried += 1
            if not tables.is_free(k, i):
                continue
            tables.c.append(i)
            if k == tables.size:
                yield tables
                tables.c.pop()
                break  # the other queens leave only one column
            work.touched += tables.set_lines(k, i, k)
            work.placed += 1
            yield tables
            yield from fill(k + 1)
            work.touched += tables.set_lines(k, i, 0)
            tables.c.pop()
            yield tables

    return fill(1)


def queens(
    size: int = 8, first: int = 1, work: Work | None = None, kind: Callable[[int], Tables] = Tables
) -> Iterator[Solution]:
    """All solutions in lexicographic order, the first row's queen in column `first` or beyond.

    >>> next(queens(8))
    (1, 5, 8, 6, 3, 7, 2, 4)
    """
    for tables in search(kind(size), first, work or Work()):
        if len(tables.c) == size:
            yield tuple(tables.c)


# --- Symmetry --------------------------------------------------------------------------------------------------------


def mirror(solution: Solution) -> Solution:
    """Left and right exchanged.

    >>> mirror((5, 1, 4, 6, 8, 2, 7, 3))
    (4, 8, 5, 3, 1, 7, 2, 6)
    """
    return tuple(len(solution) + 1 - column for column in solution)


def transpose(solution: Solution) -> Solution:
    """Rows and columns exchanged: the reflection in the diagonal."""
    return tuple(solution.index(column) + 1 for column in range(1, len(solution) + 1))


def symmetric(size: int = 8, work: Work | None = None) -> Iterator[Solution]:
    """All solutions from those with the first queen in the right half, each followed by its mirror image.

    On a board of odd size the solutions with the first queen in the middle mirror each other already.
    """
    middle = (size + 1) / 2
    for solution in queens(size, size // 2 + 1, work):
        yield solution
        if solution[0] > middle:
            yield mirror(solution)


def images(solution: Solution) -> set[Solution]:
    """The solution turned and reflected in all eight ways; fewer if it is symmetric itself."""
    turned = [solution]
    for _ in range(3):
        turned.append(mirror(transpose(turned[-1])))
    return {*turned, *map(mirror, turned)}


def essential(solutions: Iterable[Solution]) -> Iterator[Solution]:
    """One of each kind of solution: the first in order among its turned and reflected images."""
    return (solution for solution in solutions if solution == min(images(solution)))


# --- Pictures --------------------------------------------------------------------------------------------------------


def draw(solution: Sequence[int], size: int = 0) -> str:
    """The board in characters; of a given size if there are not queens in all rows yet.

    >>> print(draw((2, 4, 1, 3)), end="")
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    columns = range(1, (size or len(solution)) + 1)
    rows = [*solution, *[0] * (len(columns) - len(solution))]
    return "".join(" ".join("Q" if column == queen else "." for column in columns) + "\n" for queen in rows)


def draw_svg(solution: Solution) -> str:
    """The board as an SVG picture."""
    size, side = len(solution), 40
    squares = [(row, column) for row in range(size) for column in range(size)]
    dark = [f"M{side * column} {side * row}h{side}v{side}h{-side}z" for row, column in squares if (row + column) % 2]
    return svg(
        side * size,
        side * size,
        [
            f'<path d="{"".join(dark)}" fill="silver"/>',
            f'<rect width="{side * size}" height="{side * size}" fill="none" stroke="black" stroke-width="2"/>',
            *(
                f'<path d="M{side * column - 32} {side * row + 30}l-2-18 8 10 6-14 6 14 8-10-2 18z"/>'
                for row, column in enumerate(solution)
            ),
        ],
    )


def frames(size: int, first: int, kind: Callable[[int], Tables]) -> Iterator[str]:
    """The search as QUEENSW.BAS shows it: the board, and the tables with the row of the queen that takes each line."""
    for tables in search(kind(size), first, Work()):
        rows = [(f"{name:<3}", table) for name, table in tables.named()]
        shown = "\n".join(name + "".join(f"{entry or '.':>3}" for entry in table[1:]) for name, table in rows)
        columns = numbers(tables.c).rstrip("\n")
        verdict = "  a solution" if len(tables.c) == size else ""
        yield f"{draw(tables.c, size)}\nc  {columns}{verdict}\n{shown}"


def numbers(solution: Sequence[int]) -> str:
    """The columns as BASIC prints numbers, a blank on either side (line 300)."""
    return "".join(f" {column} " for column in solution) + "\n"


# --- The command -----------------------------------------------------------------------------------------------------


def board_size(text: str) -> int:
    """A size from the command line: 1 or more."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the solutions for a board."""
    parser = command_line("queens", __doc__, excludes=["essential", "board", "svg", "count"])
    parser.add_argument("--size", type=board_size, default=8, metavar="N", help="queens and rows of the board (8)")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--symmetric", action="store_true", help="search half of the first row, add mirror images")
    way.add_argument("--zeros", action="store_true", help="mark the squares of the board in place of three tables")
    parser.add_argument("--essential", action="store_true", help="only one of those that turning and reflecting join")
    parser.add_argument("--board", action="store_true", help="draw each board")
    parser.add_argument("--svg", action="store_true", help="write the first solution as a picture")
    parser.add_argument("--count", action="store_true", help="print only how many there are, and the work it took")
    options = parser.parse_args(argv)

    def act() -> None:
        work, kind = Work(), Zeros if options.zeros else Tables
        if options.watch:
            watch(frames(options.size, options.size // 2 + 1 if options.symmetric else 1, kind), options.speed)
            return
        found = symmetric(options.size, work) if options.symmetric else queens(options.size, 1, work, kind)
        shown = essential(found) if options.essential else found
        if options.count:
            print(f"{len(list(shown))} solutions, {work.tried} squares tried, {work.placed} queens placed on the way,")
            print(f"{work.touched} entries touched to take lines and to free them")
        elif options.svg:
            if (solution := next(shown, None)) is None:
                raise Refuted(f"there is no solution for {options.size} queens")
            print(draw_svg(solution), end="")
        else:
            for solution in shown:
                print(f"{draw(solution)}\n" if options.board else numbers(solution), end="")

    return carry_out("queens", act)


if __name__ == "__main__":
    sys.exit(main())
