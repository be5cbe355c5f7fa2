"""Sudoku's full-screen game, played without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import full_screen
import pytest
from full_screen import Script, message
from paths import PROGRAMS

from pyport.sudoku import FILES
from pyport.sudoku.files import load, puzzle_files, puzzle_from
from pyport.sudoku.rules import Grid

WIKIPEDIA = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def grid(digits: str) -> Grid:
    return tuple(int(digit) for digit in digits)


def played(script: Script, digits: str | None = WIKIPEDIA, folder: Path = PROGRAMS) -> Any:
    pytest.importorskip("textual")
    from pyport.sudoku.terminal import SudokuApp

    app = SudokuApp(puzzle_files(folder), puzzle_from(digits, folder) if digits else None)
    return full_screen.played(app, script)


def place(cell: int) -> tuple[int, int]:
    """The middle of a cell on the drawn board."""
    return 4 + cell % 9 * 4, 2 + cell // 9 * 2


def test_cursor_keys_digits_and_backspace() -> None:
    async def script(app: Any, pilot: Any) -> None:
        board = app.screen.board
        await pilot.press("right", "right", "right", "5")
        assert board.chosen == 2 and board.game.grid[2] == 5
        assert message(app) == "There are 2 collisions inside"
        await pilot.press("4")
        assert message(app) == "It's a legal operation"
        await pilot.press("down", "backspace")
        assert board.game.grid[2] == 5 and board.chosen == 2
        await pilot.press("backspace", "backspace")
        assert message(app) == "This is the beginning"
        await pilot.press("left", "9")
        assert message(app) == "You cannot change this value"
        await pilot.press("left", "left", "up")
        assert board.chosen == 80
        await pilot.press("escape")

    assert played(script).return_value == "You End the game"


def test_the_mouse_chooses_and_escape_drops_the_choice() -> None:
    async def script(app: Any, pilot: Any) -> None:
        board = app.screen.board
        await pilot.press("7")
        assert board.game.grid == grid(WIKIPEDIA)  # no cell is chosen yet
        await pilot.click(board, offset=place(2))
        assert board.chosen == 2
        await pilot.press("escape")
        assert board.chosen is None and app.is_running
        await pilot.click(board, offset=place(20 + 9))
        await pilot.click(board, offset=(2, 2))  # the edge of the board
        assert board.chosen == 29
        await pilot.press("2")
        assert board.game.grid[29] == 2 and board.chosen is None and board.last == 29
        await pilot.click(board, offset=place(2), button=3)

    assert played(script).return_value == "You End the game"


def test_the_last_move() -> None:
    async def script(app: Any, pilot: Any) -> None:
        board = app.screen.board
        await pilot.click(board, offset=place(80))
        await pilot.press("9")
        assert message(app) == "Congratulations! You finish the sudoku"
        await pilot.press("up", "1", "backspace")
        assert board.game.grid == grid(WIKIPEDIA_SOLVED)
        await pilot.press("escape")

    assert played(script, WIKIPEDIA_SOLVED[:80] + "0").return_value is None


def test_bad_data_cannot_be_played() -> None:
    async def script(app: Any, pilot: Any) -> None:
        assert message(app) == "There is 1 collision in the origin data, please check it again !!"
        await pilot.press("right", "right", "1")
        assert app.screen.board.game.grid == load("SUDOKU9.TXT", PROGRAMS).grid
        await pilot.press("escape")

    assert played(script, "SUDOKU9.TXT").return_value is None


def test_the_list_goes_round() -> None:
    async def script(app: Any, pilot: Any) -> None:
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        assert app.screen.heading == FILES[-2]
        await pilot.press("escape")

    assert played(script, None).return_value == "You End the game"


def test_a_bad_file_in_the_list_and_an_empty_list(tmp_path: Path) -> None:
    async def refused(app: Any, pilot: Any) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert message(app) == "SUDOKU1.TXT does not hold 81 numbers from 0 to 9"
        await pilot.press("escape")

    async def empty(app: Any, pilot: Any) -> None:
        assert "No Files" in [str(line.render()) for line in app.screen.query("Static")]
        await pilot.press("escape")

    played(empty, None, tmp_path)
    (tmp_path / "SUDOKU1.TXT").write_text("1 2 3")
    assert played(refused, None, tmp_path).return_value is None


def test_the_screen_shows_the_board_in_its_colours() -> None:
    async def script(app: Any, pilot: Any) -> None:
        await pilot.press("right")
        text = app.screen.board.render()
        assert text.plain.splitlines()[2] == "1 ║[5]│ 3 │   ║   │ 7 │   ║   │   │   ║"
        assert "bright_cyan on black" in {str(span.style) for span in text.spans}
        await pilot.press("ctrl+c")

    assert played(script).return_code == 130
