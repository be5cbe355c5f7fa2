"""SUDOKU.BAS's drawn modes and the port in a real terminal: what a person types and what the screen then shows."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from tmux import PROGRAMS, Screen, needs_tmux

pytestmark = needs_tmux
EDGE = "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗"
EULER_SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    """The program at its menu, in a folder with two puzzles."""
    folder = tmp_path / "disk"
    folder.mkdir()
    for name in ("SUDOKU.BAS", "SUDOKU2.TXT", "SUDOKU8.TXT"):
        shutil.copy(PROGRAMS / name, folder)
    return Screen(folder, tmp_path, f"{sys.executable} -m basic run SUDOKU.BAS")


def row(digits: str) -> str:
    """A row of the drawn board, without its number."""
    cells = [f" {digit} " for digit in digits.replace("0", " ")]
    return "║" + "║".join("│".join(cells[left : left + 3]) for left in (0, 3, 6)) + "║"


def test_typed_moves_on_the_drawn_board(screen: Screen) -> None:
    """Mode 2: the list goes round, moves and complaints appear under the board, `end` leads back to the menu."""
    with screen:
        screen.expect("0  Leave", "Mode:")
        screen.type("2")
        screen.expect("Sudoku sample files:", "SUDOKU2.TXT", "SUDOKU8.TXT", "Up and down choose")
        screen.press("Up", "Up", "Enter")
        screen.expect(EDGE, "1 " + row("003020600"), "bk to go back once, end to leave:")
        screen.type("1a4")
        screen.expect("1 " + row("403020600"), "Your enter: 1a4", "It's a legal operation")
        screen.type("2b4")
        screen.expect("2 " + row("940305001"), "There is 1 collision inside")
        screen.type("bk")
        screen.expect("2 " + row("900305001"), "Your enter: bk", "It's a legal operation")
        screen.type("1j1")
        screen.expect("column j does not fall in [a,i]")
        screen.type("end")
        screen.expect("You End the game", "Press any key")
        screen.press("x")
        screen.expect("0  Leave", "Mode:")
        screen.type("0")
        screen.expect("[over]")


def test_the_solver_draws_its_steps(screen: Screen) -> None:
    """Mode 3, drawn: 200 steps to the solution; Esc stops a search."""
    with screen:
        screen.expect("Mode:")
        screen.type("3")
        screen.expect("Draw every step (y/n)?")
        screen.type("y")
        screen.expect("Up and down choose")
        screen.press("Enter")
        shown = screen.expect("Current number of search steps: 200", "The sudoku has been completed", "Press any key")
        for number in range(9):
            assert any(line.startswith(f"{number + 1} " + row(EULER_SOLVED[9 * number :][:9])) for line in shown)


def test_cursor_keys(screen: Screen) -> None:
    """Mode 4: the cursor goes round the board, digits fill, Backspace takes back, a given stays; then the last move."""
    with screen:
        screen.expect("Mode:")
        screen.type("4")
        screen.expect("Up and down choose")
        screen.press("Down", "Enter")
        screen.expect("Cursor keys choose a cell", "SUDOKU8.TXT")
        screen.press("Up", "Left")
        screen.expect("[ ]║")
        screen.press("9")
        screen.expect("[9]║", "It's a legal operation")
        screen.press("BSpace")
        screen.expect("[ ]║")
        screen.press("BSpace")
        screen.expect("This is the beginning")
        screen.press("Down", "1")
        screen.expect("You cannot change this value")
        screen.press("Up", "9", "Left", "7")
        screen.expect("Congratulations! You finish the sudoku", "Press any key")


def test_the_light_pen(screen: Screen) -> None:
    """Mode 5 plays where there is a light pen; where there is none a line says so, and the menu comes back."""
    with screen:
        screen.expect("Mode:")
        screen.type("5")
        screen.expect("Up and down choose")
        screen.press("Enter")
        shown = "\n".join(screen.expect("The light pen chooses a cell", "[END]"))
        if "There is no light pen here: error 73 at PEN ON" not in shown:
            screen.press("5")  # no cell is chosen yet
            screen.press("Escape")
            shown = "\n".join(screen.expect("You End the game"))
        screen.expect("Press any key")
        screen.press("x")
        screen.expect("0  Leave", "Mode:")


def test_watching_the_port_search(tmp_path: Path) -> None:
    """The steps are drawn in one place; the last board is the solution."""
    command = f"{sys.executable} -m pyport.sudoku --search SUDOKU2.TXT --watch --speed 500"
    with Screen(PROGRAMS, tmp_path, command) as screen:
        shown = screen.expect("Current number of search steps: 200", "The sudoku has been completed", "[over]")
        assert shown[2] == "1 " + row(EULER_SOLVED[:9])
        assert [place for place, line in enumerate(shown) if EDGE in line] == [1]


def test_the_port_s_full_screen_game(tmp_path: Path) -> None:
    """A cell is chosen with the cursor keys and filled; Escape leaves."""
    with Screen(PROGRAMS, tmp_path, f"{sys.executable} -m pyport.sudoku --tui SUDOKU8.TXT") as screen:
        screen.expect("SUDOKU8.TXT", EDGE, "Back once")
        screen.press("Up")  # the first time it begins in the upper left corner
        screen.expect("1 ║[5]")
        screen.press("Up")
        screen.expect("9 ║[3]")
        screen.press("Left")
        screen.expect("│[ ]║")
        screen.press("9")
        screen.expect("│[9]║", "It's a legal operation")
        screen.press("Escape")
        screen.expect("You End the game", "[over]")
