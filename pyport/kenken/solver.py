"""Solves KenKen puzzles and says how hard they are.

A way to fill a box is written as one large integer, a bit for each fact: "row r has the digit d", "column c has the
digit d" and, above those, "this cell has the digit d".  A solution takes one filling for every box such that no two
claim the same digit of the same row or column: an exact cover.  KENKEN.BAS goes through the cells of one box after the
other instead and stops at the second solution (lines 6000 to 7200).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache, reduce
from itertools import islice
from operator import and_, or_

from pyport.kenken.puzzle import CALCULATE, Box, Grid, Puzzle

Options = list[list[int]]  # for each box the fillings still possible; empty if there is no solution


@lru_cache(maxsize=4096)
def digits_for(shape: tuple[tuple[int, int], ...], operation: str, result: int, size: int) -> tuple[Grid, ...]:
    """All digits that make a clue in cells at these (row, column) places, no digit twice in a row or column."""

    def extend(digits: Grid) -> Iterator[Grid]:
        value = CALCULATE[operation](digits) if digits else 0
        if len(digits) == len(shape):
            if value == result:
                yield digits
        elif operation in {"-", "/"} or value <= result:
            row, column = shape[len(digits)]
            taken = {
                digit
                for digit, (other_row, other_column) in zip(digits, shape, strict=False)
                if other_row == row or other_column == column
            }
            for digit in range(1, size + 1):
                if digit not in taken:
                    yield from extend((*digits, digit))

    return tuple(extend(()))


def fillings(box: Box, size: int) -> list[int]:
    """All ways to fill one box, as integers."""
    places = [divmod(cell, size) for cell in box.cells]
    top, left = places[0]
    shape = tuple((row - top, column - left) for row, column in places)
    return [
        sum(
            1 << size * line + digit - 1
            for cell, (row, column), digit in zip(box.cells, places, digits, strict=True)
            for line in (row, size + column, 2 * size + cell)
        )
        for digits in digits_for(shape, box.operation, box.result, size)
    ]


class Skill(IntEnum):
    """What a solver notices, each one on top of those before."""

    CELLS = 1  # a cell that is certain: no other cell of its row and column has that digit
    BOXES = 2  # a digit that a box must have in a row or column: no other box has it there
    PLACES = 3  # a digit that only one box can still supply to a row or column: it comes from there


LEVELS = ("easy", "medium", "hard", "very hard")  # one for each skill, and one for what takes guesses


def all_lines(size: int) -> int:
    """The bits of all digits in all rows and columns."""
    return (1 << 2 * size * size) - 1


def lines_of(claim: int, size: int) -> int:
    """What the certain cells of a claim mean for their rows and columns."""
    certain = claim >> 2 * size * size
    lines = 0
    while certain:
        cell, place = divmod(certain.bit_length() - 1, size)
        row, column = divmod(cell, size)
        lines |= 1 << size * row + place | 1 << size * (size + column) + place
        certain ^= 1 << size * cell + place
    return lines


def deny_claimed(options: Options, size: int, skill: Skill) -> Options:
    """What all fillings of a box claim, no other box may have."""
    claims = [reduce(and_, choices) for choices in options]
    if skill is Skill.CELLS:
        claims = [lines_of(claim, size) for claim in claims]
    else:
        claims = [claim & all_lines(size) for claim in claims]
    claimed = reduce(or_, claims)
    if sum(claims) != claimed:  # two boxes claim the same
        return []
    return [
        [filling for filling in choices if not filling & claimed & ~claim]
        for choices, claim in zip(options, claims, strict=True)
    ]


def take_only_places(options: Options, size: int) -> Options:
    """What one box alone can supply to a row or column, it must supply."""
    supplies = [reduce(or_, choices) & all_lines(size) for choices in options]
    seen = repeated = 0
    for supply in supplies:
        repeated |= seen & supply
        seen |= supply
    if seen != all_lines(size):
        return []
    return [
        [filling for filling in choices if not supply & ~repeated & ~filling]
        for choices, supply in zip(options, supplies, strict=True)
    ]


def narrow(options: Options, size: int, skill: Skill = Skill.PLACES) -> Options:
    """Strike out fillings until nothing more follows; empty if a box is left without any."""
    left = -1
    while options and all(options) and left != sum(map(len, options)):
        left = sum(map(len, options))
        options = deny_claimed(options, size, skill)
        if skill is Skill.PLACES and options and all(options):
            options = take_only_places(options, size)
    return options if all(options) else []


def branches(options: Options) -> Iterator[Options]:
    """The cases of a guess: each filling of the open box that has the fewest."""
    box = min((box for box, choices in enumerate(options) if len(choices) > 1), key=lambda box: len(options[box]))
    for filling in options[box]:
        yield [*options[:box], [filling], *options[box + 1 :]]


def is_decided(options: Options) -> bool:
    """Whether each box has one filling, or there is no solution at all."""
    return all(len(choices) == 1 for choices in options)


def start(puzzle: Puzzle, digits: Sequence[int] = ()) -> Options:
    """All fillings of all boxes that agree with the digits that are there already (0: none)."""
    size = puzzle.size
    filled = [(size * (2 * size + cell), digit) for cell, digit in enumerate(digits) if digit]
    wanted = sum(1 << place + digit - 1 for place, digit in filled)
    denied = sum((1 << size) - 1 << place for place, _ in filled) ^ wanted
    return [[filling for filling in fillings(box, size) if not filling & denied] for box in puzzle.boxes]


def certain_digits(options: Options, size: int) -> dict[int, int]:
    """The cells that have the same digit in all fillings of their boxes, and those digits."""
    facts = sum(reduce(and_, choices) for choices in options if choices) >> 2 * size * size
    digits = ((cell, (facts >> size * cell & (1 << size) - 1).bit_length()) for cell in range(size * size))
    return {cell: digit for cell, digit in digits if digit}


def solutions(puzzle: Puzzle, digits: Sequence[int] = ()) -> Iterator[Grid]:
    """All solutions with the digits that are there already, one after the other."""
    size = puzzle.size

    def search(options: Options) -> Iterator[Options]:
        options = narrow(options, size)
        if not is_decided(options):
            for case in branches(options):
                yield from search(case)
        elif options:
            yield options

    for decided in search(start(puzzle, digits)):
        yield tuple(digit for _, digit in sorted(certain_digits(decided, size).items()))


def solve(puzzle: Puzzle, digits: Sequence[int] = ()) -> Grid | None:
    """A solution, or None if there is none."""
    return next(solutions(puzzle, digits), None)


def count_solutions(puzzle: Puzzle, limit: int = 2) -> int:
    """How many solutions there are, but no more than `limit`."""
    return sum(1 for _ in islice(solutions(puzzle), limit))


def grade(puzzle: Puzzle) -> tuple[str, int]:
    """How hard a puzzle is, by the skill that solves it, and how many guesses that takes.

    `easy`, `medium` and `hard` need no guess, only the skills CELLS, BOXES and PLACES; `very hard` does.
    """

    def guesses(options: Options) -> int:
        options = narrow(options, puzzle.size)
        return 0 if is_decided(options) else 1 + sum(map(guesses, branches(options)))

    found = count_solutions(puzzle)
    if found != 1:
        return ("more than one solution" if found else "no solution"), 0
    options = start(puzzle)
    for skill, level in zip(Skill, LEVELS, strict=False):
        if is_decided(narrow(options, puzzle.size, skill)):
            return level, 0
    return LEVELS[-1], guesses(options)
