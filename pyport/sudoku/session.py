"""The game as a dialogue of typed lines: the menu, the choice of a file, typed moves and the solver at work."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from pyport.console import Unplayable, check_terminal, watch
from pyport.sudoku import rules
from pyport.sudoku.drawing import as_text, drawn, plain
from pyport.sudoku.files import Puzzle, directory, load, puzzle_files
from pyport.sudoku.recursion import steps
from pyport.sudoku.rules import BadEntry, Command, Game, Grid
from pyport.sudoku.solvers import depth_first

Show: TypeAlias = Callable[[Game, int | None], None]

MENU = """SUDOKU

1  Plain board, typed moves
2  Drawn board, typed moves
3  Automatic solver
4  Drawn board, cursor keys
5  Drawn board, light pen (mouse)
0  Leave
"""
MODE_PROMPT = "Mode: "
DRAW_PROMPT = "Draw every step (y/n)? "
FILE_PROMPT = "Puzzle file (Enter lists them, end = menu): "
ENTRY_HELP = "Enter row, column and value [5c6 puts 6 in row 5, column c],"
ENTRY_PROMPT = "bk to go back once, end to leave: "
STEPS_LABEL = "Current number of search steps:"


def show_plain(game: Game, last: int | None) -> None:
    """Print the board as an array of digits (7520 to 7550)."""
    print(plain(game.grid))


def show_drawn(game: Game, last: int | None) -> None:
    """Print the board with lines, and in colours on a terminal (7000 to 7700)."""
    print("\n" + as_text(drawn(game, last), sys.stdout.isatty()))


def menu(folder: Path) -> int:
    """Offer the five modes until the player leaves (220 to 410); the exit status."""
    while True:
        print(MENU)
        while (mode := input(MODE_PROMPT)) not in ("0", "1", "2", "3", "4", "5"):
            print("Please type one digit from 0 to 5")
        if mode == "0":
            return 0
        watched = mode == "3" and input(DRAW_PROMPT).startswith(("y", "Y"))
        if mode in "45":
            try:
                full_screen(folder, None)
            except Unplayable as problem:
                print(problem)
        elif puzzle := ask_for_puzzle(folder):
            match mode:
                case "1":
                    typed_game(puzzle.grid, show_plain)
                case "2":
                    typed_game(puzzle.grid, show_drawn)
                case _:
                    automatic(puzzle.grid, watched)
        print()


def ask_for_puzzle(folder: Path) -> Puzzle | None:
    """The puzzle in a file that the player names; None for `end` (1000 to 1140)."""
    while True:
        name = input(FILE_PROMPT)
        if not name:
            print(directory(folder))
        elif rules.ascii_lower(name) == "end":
            return None
        else:
            try:
                return load(name, folder)
            except Unplayable as problem:
                print(problem)


def typed_game(grid: Grid, show: Show) -> None:
    """Play with typed moves until the board is finished or the player leaves (4000 to 4120)."""
    game = Game.start(grid)
    last: int | None = None
    if problem := rules.origin_report(grid):
        show(game, last)
        print(problem)
        return
    while not rules.is_finished(game.grid):
        show(game, last)
        print(ENTRY_HELP)
        line = input(ENTRY_PROMPT)
        print(f"Your enter: {line[:243]}")
        last = None
        try:
            entry = rules.parse_entry(line)
            if entry is Command.END:
                print(rules.ENDED)
                return
            if entry is Command.UNDO:
                game, last = rules.undo(game)
            else:
                game, last = rules.play(game, entry.cell, entry.digit), entry.cell
        except BadEntry as complaint:
            print(complaint)
            continue
        except MemoryError:
            print(rules.MEMORY)
            return
        if rules.is_finished(game.grid):
            show(game, last)
        print(rules.move_report(game.grid))


def automatic(grid: Grid, watched: bool, speed: float = math.inf) -> bool:
    """Let the depth-first search solve the board, drawn at each step if `watched`; whether it did (5000 to 5240)."""
    game = Game.start(grid)
    if problem := rules.origin_report(grid):
        show_plain(game, None)
        print(problem)
        return False
    if watched:
        solved = watch_search(game, speed)
    else:
        show_plain(game, None)
        search = depth_first(grid, lambda number, _: print(STEPS_LABEL, number))
        print(STEPS_LABEL, search.steps)
        print(plain(search.solution or grid))
        solved = search.solution is not None
    # The verdicts have no line end of their own; the cursor then goes down two rows.
    print(rules.SOLVED if solved else rules.UNSOLVABLE, end="")
    print("\n")
    return solved


def watch_search(game: Game, speed: float) -> bool:
    """Show the board after each step of the search; whether it was solved (5300 to 5420)."""
    solved = False

    def picture(board: Grid, number: int, last: int | None = None) -> str:
        lines = drawn(Game(board, game.givens), last)
        return f"{as_text(lines, sys.stdout.isatty())}\n{STEPS_LABEL} {number}"

    def pictures() -> Iterator[str]:
        nonlocal solved
        number, board = 0, game.grid
        yield picture(board, number)
        for number, board in enumerate(steps(game.grid), start=1):
            yield picture(board, number, max(cell for cell in rules.empty_cells(game.grid) if board[cell]))
        solved = rules.is_finished(board)
        yield picture(board if solved else game.grid, number)

    watch(pictures(), speed)
    return solved


def full_screen(folder: Path, puzzle: Puzzle | None) -> None:
    """Play on the whole terminal with keys and mouse, modes 4 and 5 (6000 to 6530)."""
    check_terminal()
    from pyport.sudoku.terminal import SudokuApp

    if last_words := SudokuApp(puzzle_files(folder), puzzle).play():
        print(last_words)
