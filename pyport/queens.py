"""The queens puzzle: place N queens on an N x N board so that none attacks another, after Arsac.

A solution is written as the column of the queen in row 1, in row 2 and so on.  Run without options this is the twin of
QUEENS.BAS and prints the 92 solutions on the ordinary board; `--symmetric` makes it the twin of QUEENS2.BAS, which
searches only half of the first row and adds the mirror image of each solution.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyport.console import carry_out
from pyport.inputs import QUEENS as INPUTS

PROGRAM = "QUEENS.BAS"
VARIANTS: Mapping[str, Sequence[str]] = {"QUEENS2.BAS": ["--symmetric"]}
__all__ = ["INPUTS", "PROGRAM", "VARIANTS", "main"]

Solution = tuple[int, ...]  # the column of each row's queen, counted from 1


@dataclass
class Work:
    """What a search did: squares tried, and queens placed before the last row."""

    tried: int = 0
    placed: int = 0


def queens(size: int = 8, first: int = 1, work: Work | None = None) -> Iterator[Solution]:
    """All solutions in lexicographic order, the first row's queen in column `first` or beyond.

    >>> next(queens(8))
    (1, 5, 8, 6, 3, 7, 2, 4)
    """
    work = work or Work()

    def extend(placed: Solution, taken: frozenset[tuple[str, int]]) -> Iterator[Solution]:
        row = len(placed)
        for column in range(1 if placed else first, size + 1):
            work.tried += 1
            lines = {("column", column), ("sum", row + column), ("difference", row - column)}
            if not taken.isdisjoint(lines):
                continue
            if row == size - 1:
                yield (*placed, column)
                break  # the other queens leave only one column
            work.placed += 1
            yield from extend((*placed, column), taken | lines)

    return extend((), frozenset())


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


def draw(solution: Solution) -> str:
    """The board in characters.

    >>> print(draw((2, 4, 1, 3)), end="")
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    columns = range(1, len(solution) + 1)
    return "".join(" ".join("Q" if column == queen else "." for column in columns) + "\n" for queen in solution)


def numbers(solution: Solution) -> str:
    """The columns as BASIC prints numbers, a blank on either side."""
    return "".join(f" {column} " for column in solution) + "\n"


def board_size(text: str) -> int:
    """A size from the command line: 1 or more."""
    size = int(text)
    if size < 1:
        raise ValueError
    return size


def main(argv: Sequence[str] | None = None) -> int:
    """Print the solutions for a board."""
    parser = argparse.ArgumentParser(
        prog="python -m pyport.queens", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=board_size, default=8, metavar="N", help="queens and rows of the board (8)")
    parser.add_argument("--symmetric", action="store_true", help="search half of the first row, add mirror images")
    parser.add_argument("--essential", action="store_true", help="only one of those that turning and reflecting join")
    parser.add_argument("--board", action="store_true", help="draw each board")
    parser.add_argument("--count", action="store_true", help="print only how many there are, and the work it took")
    options = parser.parse_args(argv)

    def act() -> None:
        work = Work()
        found = symmetric(options.size, work) if options.symmetric else queens(options.size, work=work)
        shown = essential(found) if options.essential else found
        if options.count:
            print(f"{len(list(shown))} solutions, {work.tried} squares tried, {work.placed} queens placed on the way")
            return
        for solution in shown:
            print(f"{draw(solution)}\n" if options.board else numbers(solution), end="")

    return carry_out("queens", act)


if __name__ == "__main__":
    sys.exit(main())
