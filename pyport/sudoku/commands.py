"""The command line: without options the menu of SUDOKU.BAS, with one a single puzzle played, solved or counted."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pyport.sudoku import rules, session
from pyport.sudoku.drawing import plain
from pyport.sudoku.files import NoPuzzle, puzzle_from
from pyport.sudoku.rules import Grid
from pyport.sudoku.solvers import count_solutions, solutions

DESCRIPTION = """\
Sudoku: fill the empty cells so that every row, every column and every 3x3 box has the digits 1 to 9 once each.
Without an option a menu asks what to do, as SUDOKU.BAS does."""
EPILOG = """\
PUZZLE is a file with 81 numbers, 0 for an empty cell, separated by white space, or the 81 digits themselves
(0 or . for an empty cell). Exit status: 0 done, 1 no solution or the input ended early, 2 wrong usage or no such
puzzle, 130 interrupted."""


def parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog="python -m pyport.sudoku",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--play", metavar="PUZZLE", help="play with typed moves: 5c6, bk, end")
    action.add_argument("--tui", metavar="PUZZLE", nargs="?", const="", help="play full-screen with keys and mouse")
    action.add_argument("--solve", metavar="PUZZLE", help="print the first solution (exact cover)")
    action.add_argument("--search", metavar="PUZZLE", help="the same by depth-first search, with the step counter")
    action.add_argument("--count", metavar="PUZZLE", help="count the solutions")
    action.add_argument("--list", action="store_true", help="list the puzzle files here")
    parser.add_argument("--drawn", action="store_true", help="with --play or --search: draw the board with lines")
    parser.add_argument(
        "--limit", metavar="N", type=_positive, default=1000, help="with --count: stop at N solutions (%(default)s)"
    )
    return parser


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    options = parser().parse_args(argv)
    try:
        return _run(options, Path())
    except NoPuzzle as problem:
        print(problem, file=sys.stderr)
        return 2
    except EOFError:
        print("The input ended before the game did.", file=sys.stderr)
        return 1
    except UnicodeError:
        print("The input is not text.", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit would fail again
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


def _run(options: argparse.Namespace, folder: Path) -> int:
    if options.list:
        session.list_puzzles(folder)
    elif options.play is not None:
        puzzle = puzzle_from(options.play, folder)
        session.typed_game(puzzle.grid, session.show_drawn if options.drawn else session.show_plain)
    elif options.search is not None:
        return 0 if session.automatic(puzzle_from(options.search, folder).grid, options.drawn) else 1
    elif options.solve is not None:
        return _solve(puzzle_from(options.solve, folder).grid)
    elif options.count is not None:
        number = count_solutions(puzzle_from(options.count, folder).grid, options.limit)
        print(f"{number} or more" if number == options.limit else number)
    elif options.tui is not None:
        if problem := session.full_screen(folder, puzzle_from(options.tui, folder) if options.tui else None):
            print(problem, file=sys.stderr)
            return 2
    else:
        return session.menu(folder)
    return 0


def _solve(grid: Grid) -> int:
    solution = next(solutions(grid), None)
    print(plain(solution) if solution else rules.origin_report(grid) or rules.UNSOLVABLE)
    return 0 if solution else 1
