"""The command line: without options the menu of SUDOKU.BAS, with one a single puzzle played, solved, graded or made."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pyport.console import carry_out, command_line
from pyport.sudoku import grading, rules, session
from pyport.sudoku.drawing import as_svg, plain
from pyport.sudoku.files import puzzle_files, puzzle_from
from pyport.sudoku.rules import Game, Grid
from pyport.sudoku.solvers import count_solutions, solutions

DESCRIPTION = """\
Sudoku: fill the empty cells so that every row, every column and every 3x3 box has the digits 1 to 9 once each.
Without an option a menu asks what to do, as SUDOKU.BAS does."""
EPILOG = """\
PUZZLE is a file with 81 numbers, 0 for an empty cell, separated by white space, or the 81 digits themselves
(0 or . for an empty cell). LEVEL is easy, medium, hard or very hard.
Exit status: 0 done, 1 no solution or the input ended early, 2 wrong usage or no such puzzle, 130 interrupted."""


def parser() -> argparse.ArgumentParser:
    """The options."""
    parser = command_line("sudoku", DESCRIPTION, EPILOG, needs="search")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--play", metavar="PUZZLE", help="play with typed moves: 5c6, bk, end")
    action.add_argument("--tui", metavar="PUZZLE", nargs="?", const="", help="play full-screen with keys and mouse")
    action.add_argument("--solve", metavar="PUZZLE", help="print the first solution (exact cover)")
    action.add_argument("--search", metavar="PUZZLE", help="the same by depth-first search, with the step counter")
    action.add_argument("--count", metavar="PUZZLE", help="count the solutions")
    action.add_argument("--grade", metavar="PUZZLE", help="how hard it is")
    action.add_argument("--make", metavar="LEVEL", choices=grading.LEVELS, help="make a puzzle file of that grade")
    action.add_argument("--svg", metavar="PUZZLE", help="the puzzle as a picture")
    action.add_argument("--list", action="store_true", help="list the puzzle files here")
    parser.add_argument("--drawn", action="store_true", help="with --play: draw the board with lines")
    parser.add_argument("--seed", type=int, default=0, help="with --make: another puzzle for each number (0)")
    parser.add_argument(
        "--limit", metavar="N", type=positive, default=1000, help="with --count: stop at N solutions (%(default)s)"
    )
    return parser


def positive(text: str) -> int:
    """A number from the command line: 1 or more."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    options = parser().parse_args(argv)
    return carry_out("sudoku", lambda: run(options, Path()))


def run(options: argparse.Namespace, folder: Path) -> int | None:
    """Do what the options ask for."""
    if options.list:
        print("\n".join(path.name for path in puzzle_files(folder)) or "No Files")
    elif options.play is not None:
        puzzle = puzzle_from(options.play, folder)
        session.typed_game(puzzle.grid, session.show_drawn if options.drawn else session.show_plain)
    elif options.search is not None:
        solved = session.automatic(puzzle_from(options.search, folder).grid, options.watch, options.speed)
        return 0 if solved else 1
    elif options.solve is not None:
        return solve(puzzle_from(options.solve, folder).grid)
    elif options.count is not None:
        number = count_solutions(puzzle_from(options.count, folder).grid, options.limit)
        print(f"{number} or more" if number == options.limit else number)
    elif options.grade is not None:
        print(level := grading.grade(puzzle_from(options.grade, folder).grid))
        return 0 if level in grading.LEVELS else 1
    elif options.make is not None:
        print(as_file(grading.make(options.make, options.seed)))
    elif options.svg is not None:
        print(as_svg(Game.start(puzzle_from(options.svg, folder).grid)), end="")
    elif options.tui is not None:
        session.full_screen(folder, puzzle_from(options.tui, folder) if options.tui else None)
    else:
        return session.menu(folder)
    return None


def solve(grid: Grid) -> int:
    """Print the first solution, or why there is none."""
    solution = next(solutions(grid), None)
    print(plain(solution) if solution else rules.origin_report(grid) or rules.UNSOLVABLE)
    return 0 if solution else 1


def as_file(grid: Grid) -> str:
    """The puzzle as SUDOKU.BAS reads it: nine lines of nine digits."""
    return "\n".join(" ".join(str(grid[cell]) for cell in row) for row in rules.ROWS)
