"""What to say to a player: what is wrong, and which cell can be known next, by the least skill that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyport.kenken.puzzle import Puzzle
from pyport.kenken.solver import Skill, certain_digits, narrow, solve, start

WHY = {
    None: "the clue of its box leaves only one digit there",
    Skill.CELLS: "other cells of its row and column are certain",
    Skill.BOXES: "other boxes must have the other digits in its row or column",
    Skill.PLACES: "no other box can bring a digit into its row or column",
}


class Hint(NamedTuple):
    """A cell, its digit, and why."""

    cell: int
    digit: int
    why: str


def faults(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[str]:
    """What is wrong in a square of which 0 is an empty cell: digits that come twice, clues that do not hold."""
    size = puzzle.size
    lines = [(f"row {row + 1}", digits[size * row : size * row + size]) for row in range(size)]
    lines += [(f"column {column + 1}", digits[column::size]) for column in range(size)]
    for name, line in lines:
        for digit in range(1, size + 1):
            if list(line).count(digit) > 1:
                yield f"{digit} comes twice in {name}"
    for box in puzzle.boxes:
        values = [digits[cell] for cell in box.cells]
        if all(values) and not box.allows(values):
            yield f"these digits do not make {box.clue}"


def is_solved(puzzle: Puzzle, digits: Sequence[int]) -> bool:
    """Whether the square is full and nothing is wrong."""
    return all(digits) and not any(faults(puzzle, digits))


def hint(puzzle: Puzzle, digits: Sequence[int]) -> Hint | None:
    """The next cell that can be known; None where the digits that are there already lead nowhere, or all are there."""
    solution = solve(puzzle, digits)
    if solution is None or 0 not in digits:
        return None
    options = start(puzzle, digits)
    for skill in (None, *Skill):
        known = certain_digits(narrow(options, puzzle.size, skill) if skill else options, puzzle.size)
        for cell, digit in sorted(known.items()):
            if not digits[cell]:
                return Hint(cell, digit, WHY[skill])
    cell = list(digits).index(0)
    return Hint(cell, solution[cell], "only trying shows it")
