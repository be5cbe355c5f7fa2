"""How hard a puzzle is, by what a solver must notice; and puzzles made to be so hard, with one solution.

The grades have the names of `pyport.kenken`: `easy` needs only the first skill, `very hard` a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import combinations
from random import Random

from pyport.console import Refuted
from pyport.sudoku.rules import BOXES, CELLS, SIDE, UNITS, UNITS_OF, Grid, put
from pyport.sudoku.solvers import count_solutions, solutions

ALL_DIGITS = (1 << SIDE) - 1
MOST = 300  # boards are dug out before a grade is given up

PEERS = tuple(frozenset(other for unit in UNITS_OF[cell] for other in unit if other != cell) for cell in range(CELLS))


class Skill(IntEnum):
    """What a solver notices, each one on top of those before."""

    PLACES = 1  # a digit that only one cell of a row, column or box can take
    CELLS = 2  # a cell that can take only one digit
    PAIRS = 3  # two cells of a unit that share two digits; a digit whose cells in one unit all lie in another


LEVELS = ("easy", "medium", "hard", "very hard")  # one for each skill, and one for what takes guesses


class Notes:
    """A board with the digits that each cell can still take, a bit for each."""

    def __init__(self, grid: Grid) -> None:
        self.board = [0] * CELLS
        self.marks = [ALL_DIGITS] * CELLS
        for cell, digit in enumerate(grid):
            if digit:
                self.write(cell, 1 << digit - 1)

    def write(self, cell: int, bit: int) -> None:
        """Fill a cell: no other of its units takes that digit any more."""
        self.board[cell] = bit.bit_length()
        self.marks[cell] = 0
        for peer in PEERS[cell]:
            self.marks[peer] &= ~bit

    def only_places(self) -> Iterator[tuple[int, int]]:
        """Digits that only one cell of a unit can take."""
        for unit in UNITS:
            once = twice = 0
            for cell in unit:
                twice |= once & self.marks[cell]
                once |= self.marks[cell]
            for cell in unit:
                if bit := self.marks[cell] & once & ~twice:
                    yield cell, bit

    def only_digits(self) -> Iterator[tuple[int, int]]:
        """Cells that can take only one digit."""
        return ((cell, marks) for cell, marks in enumerate(self.marks) if marks and not marks & marks - 1)

    def strike(self) -> bool:
        """Strike marks out by pairs and by units that cross; whether there was any."""
        before = list(self.marks)
        for unit in UNITS:
            for first, second in combinations([cell for cell in unit if self.marks[cell].bit_count() == 2], 2):
                if self.marks[first] == self.marks[second]:
                    self.deny((cell for cell in unit if cell not in (first, second)), self.marks[first])
        for box in BOXES:
            for line in {line for cell in box for line in UNITS_OF[cell][:2]}:
                for one, other in ((box, line), (line, box)):
                    outside = 0
                    for cell in one:
                        if cell not in other:
                            outside |= self.marks[cell]
                    self.deny((cell for cell in other if cell not in one), ALL_DIGITS & ~outside & ~self.placed(one))
        return self.marks != before

    def placed(self, unit: tuple[int, ...]) -> int:
        """The digits that stand in a unit already."""
        return sum(1 << self.board[cell] - 1 for cell in unit if self.board[cell])

    def deny(self, cells: Iterator[int], digits: int) -> None:
        """These cells do not take these digits."""
        for cell in cells:
            self.marks[cell] &= ~digits


def is_solved_by(grid: Grid, skill: Skill) -> bool:
    """Whether these skills, without a guess, fill the board."""
    notes = Notes(grid)
    while True:
        found = next(notes.only_places(), None)
        if found is None and skill >= Skill.CELLS:
            found = next(notes.only_digits(), None)
        if found is not None:
            notes.write(*found)
        elif skill < Skill.PAIRS or not notes.strike():
            return all(notes.board)


def grade(grid: Grid) -> str:
    """How hard a puzzle with one solution is; for others, that it has none or more."""
    found = count_solutions(grid, 2)
    if found != 1:
        return "more than one solution" if found else "no solution"
    return next((LEVELS[skill - 1] for skill in Skill if is_solved_by(grid, skill)), LEVELS[-1])


def make(level: str, seed: int = 0) -> Grid:
    """A puzzle of a grade: digits are taken from a full board, as many as the skills for it still put back.

    What skills alone put back has only one solution; where guesses are allowed the solutions are counted.
    """
    chance = Random(seed)
    skill = LEVELS.index(level) + 1
    for _ in range(MOST):
        grid = full_board(chance)
        for cell in chance.sample(range(CELLS), CELLS):
            dug = put(grid, cell, 0)
            if is_solved_by(dug, Skill(skill)) if skill <= Skill.PAIRS else count_solutions(dug, 2) == 1:
                grid = dug
        if grade(grid) == level:
            return grid
    raise Refuted(f"none of {MOST} puzzles is {level}")


def full_board(chance: Random) -> Grid:
    """A solution: the boxes on the diagonal by chance, as they do not concern each other, and what goes with them."""
    board = [0] * CELLS
    for box in (BOXES[0], BOXES[4], BOXES[8]):
        for cell, digit in zip(box, chance.sample(range(1, SIDE + 1), SIDE), strict=True):
            board[cell] = digit
    return next(solutions(tuple(board)))
