"""SUDOKU.BAS's drawn modes and the port in a real terminal: what a person types and what the screen then shows."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from paths import PROGRAMS
from tmux import Screen, needs_tmux

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine
from basic.machine.pointing import Pen
from basic.machine.scripts import Typist

CP437 = {ord(sign): sign.encode("cp437").decode("latin-1") for sign in "║│"}  # as the screen's memory has them
EDGE = "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗"
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
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


def board(digits: str) -> list[str]:
    """The nine rows as they are drawn."""
    return [f"{number + 1} {row(digits[9 * number :][:9])}" for number in range(9)]


@needs_tmux
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


@needs_tmux
def test_the_solver_draws_its_steps(screen: Screen) -> None:
    """Mode 3, drawn: 200 steps to the solution; Esc stops a search."""
    with screen:
        screen.expect("Mode:")
        screen.type("3")
        screen.expect("Draw every step (y/n)?")
        screen.type("y")
        screen.expect("Up and down choose")
        screen.press("Enter")
        screen.expect(
            *board(EULER_SOLVED),
            "Current number of search steps: 200",
            "The sudoku has been completed",
            "Press any key",
        )


@needs_tmux
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


@needs_tmux
def test_the_mouse_chooses_cells(screen: Screen) -> None:
    """Mode 5: the terminal's mouse is the light pen; the last two empty cells are filled by it."""
    with screen:
        screen.expect("Mode:")
        screen.type("5")
        screen.expect("Up and down choose")
        screen.press("Down", "Enter")
        screen.expect("The light pen chooses a cell", "SUDOKU8.TXT")
        screen.click(19, 37)
        screen.press("9")
        screen.expect("It's a legal operation")
        screen.click(19, 5)
        screen.press("1")
        screen.expect("You cannot change this value")
        screen.click(19, 33)
        screen.press("7")
        screen.expect("Congratulations! You finish the sudoku", "Press any key")


@needs_tmux
def test_no_cell_is_chosen_without_a_pen(screen: Screen) -> None:
    """Mode 5 with nothing to point with: a digit goes nowhere, Esc leaves."""
    with screen:
        screen.expect("Mode:")
        screen.type("5")
        screen.expect("Up and down choose")
        screen.press("Enter")
        screen.expect("The light pen chooses a cell", "[END]", *board(EULER))
        screen.press("5", "Escape")
        screen.expect("You End the game", "Press any key", *board(EULER))
        screen.press("x")
        screen.expect("0  Leave", "Mode:")


class Hand(Typist):
    """Someone who types characters and touches places of the screen, (row, column), in turn."""

    def __init__(self, *acts: str | tuple[int, int]) -> None:
        super().__init__(lambda: b"")
        self.acts = [each for act in acts for each in (act if isinstance(act, str) else [act])]
        self.pen: Pen | None = None

    def key(self) -> str:
        act = self.acts.pop(0) if self.acts else ""
        if isinstance(act, str):
            return act
        assert self.pen is not None
        self.pen.press((act[1] - 1) * 8 + 4, (act[0] - 1) * 8 + 4)
        return ""


def lines_after(folder: Path, hand: Hand, change: tuple[str, str] = ("", "")) -> list[str]:
    """What SUDOKU.BAS, with one text of its listing changed, has on its screen when there is nothing more to do."""
    shutil.copy(PROGRAMS / "SUDOKU8.TXT", folder)
    terminal = HeadlessTerminal(lambda: b"")
    terminal.typist = hand
    machine = Machine(terminal, disks={"C": str(folder)})
    hand.pen = machine.pen
    interpreter = Interpreter(machine)
    listing = (PROGRAMS / "SUDOKU.BAS").read_text("latin-1")
    interpreter.load(basic.parse(listing.replace(*change) if change[0] else listing))
    interpreter.run()
    return machine.console.screen.page.lines


@pytest.mark.parametrize(
    ("acts", "said", "last"),
    [
        ([(19, 33), "7"], "It's a legal operation", "79"),
        ([(19, 33), "7", (19, 37), "9"], "Congratulations! You finish the sudoku", "79"),
        ([(19, 33), "7", "\b"], "It's a legal operation", "00"),
        ([(19, 33), "\x1b", "7"], "", "00"),  # Esc drops the cell
        ([(3, 5), "7"], "You cannot change this value", "00"),
        ([(14, 45)], "You End the game", "00"),
    ],
)
def test_the_light_pen(acts: list[str | tuple[int, int]], said: str, last: str, tmp_path: Path) -> None:
    """Mode 5: the pen chooses a cell or [END], a digit fills the cell."""
    lines = lines_after(tmp_path, Hand("5\r\r", *acts))
    assert lines[23].rstrip() == said
    digits = last if said.startswith("C") else last.replace("9", "0")
    assert lines[18].startswith("9 " + row("3452861" + digits).translate(CP437))


def test_without_a_light_pen_the_menu_comes_back(tmp_path: Path) -> None:
    """Where PEN ON is an error a line says so."""
    lines = lines_after(tmp_path, Hand("5\r\r"), ("PEN ON:", "ERROR 73:"))
    assert lines[23].rstrip() == "There is no light pen here: error 73 at PEN ON"
    assert lines[24].rstrip() == "Press any key"
    lines = lines_after(tmp_path, Hand("5\r\rx"), ("PEN ON:", "ERROR 73:"))
    assert [line.rstrip() for line in lines[7:9]] == ["0  Leave", ""]
    assert lines[9].startswith("Mode:")


@needs_tmux
def test_watching_the_port_search(tmp_path: Path) -> None:
    """The steps are drawn in one place; the last board is the solution."""
    command = f"{sys.executable} -m pyport.sudoku --search SUDOKU2.TXT --watch --speed 500"
    with Screen(PROGRAMS, tmp_path, command) as screen:
        shown = screen.expect("Current number of search steps: 200", "The sudoku has been completed", "[over]")
        assert shown[2] == "1 " + row(EULER_SOLVED[:9])
        assert [place for place, line in enumerate(shown) if EDGE in line] == [1]


@needs_tmux
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
