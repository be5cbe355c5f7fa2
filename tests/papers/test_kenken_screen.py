"""KenKen's full-screen game: played without a screen, and once in a real terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import full_screen
import pytest
from dialogue import recorded
from full_screen import Script, message
from paths import PROGRAMS
from tmux import Screen, needs_tmux

from pyport import kenken

PUZZLE = "a a b\nc d b\nc d e\na = 3+\nb = 2-\nc = 1-\nd = 3x\ne = 2\n"  # by hand: 123 / 231 / 312 fits, 213 does not
SOLUTION = (1, 2, 3, 2, 3, 1, 3, 1, 2)


def played(script: Script) -> Any:
    pytest.importorskip("textual")
    from pyport.kenken.terminal import KenKenApp

    return full_screen.played(KenKenApp(kenken.parse(PUZZLE)), script)


def test_the_puzzle_has_the_solution_that_these_tests_type() -> None:
    assert list(kenken.solutions(kenken.parse(PUZZLE))) == [SOLUTION]


def test_cursor_keys_digits_and_backspace() -> None:
    async def script(app: Any, pilot: Any) -> None:
        board = app.screen.board
        await pilot.press("1", "right", "1")
        assert board.digits[:3] == [1, 1, 0]
        assert message(app) == "1 comes twice in row 1; these digits do not make 3+"
        await pilot.press("backspace")
        assert board.digits[:3] == [1, 0, 0] and board.chosen == 1 and message(app) == ""
        await pilot.press("backspace", "backspace")
        assert message(app) == "This is the beginning."
        await pilot.press("up", "left", "9")  # round the edge; no digit of a 3 x 3 square
        assert board.chosen == 8 and not any(board.digits)
        await pilot.press("escape")

    assert played(script).return_code == 0


def test_hints_lead_to_the_end() -> None:
    async def script(app: Any, pilot: Any) -> None:
        board = app.screen.board
        await pilot.press("h")
        assert message(app) == "Row 3, column 3 can be known: the clue of its box leaves only one digit there."
        assert board.chosen == 8
        await pilot.press("h")
        assert message(app) == "Row 3, column 3 is 2."
        await pilot.press("1", "h")
        assert message(app) == "Some digit here is wrong."
        while 0 in board.digits or board.digits[8] != 2:
            await pilot.press("backspace" if board.digits[8] == 1 else "h")
            await pilot.press(str(SOLUTION[board.chosen]))
        assert message(app) == "Solved!"
        await pilot.press("h")
        assert message(app) == "Nothing is left to do."

    played(script)


def test_the_mouse_chooses() -> None:
    async def script(app: Any, pilot: Any) -> None:
        await pilot.click(app.screen.board, offset=(9, 4))
        assert app.screen.board.chosen == 4
        await pilot.click(app.screen.board, offset=(6, 4))  # a wall
        assert app.screen.board.chosen == 4
        await pilot.press("ctrl+c")

    assert played(script).return_code == 130


@needs_tmux
def test_in_a_terminal(tmp_path: Path) -> None:
    """A puzzle is made to be easy, and played from its first hint; Escape leaves."""
    (tmp_path / "puzzle").write_text(PUZZLE)
    with Screen(tmp_path, tmp_path, f"{sys.executable} -m pyport.kenken --play puzzle") as screen:
        shown = screen.expect("3 x 3, ", "|3+         |2-   |", "h Hint")
        assert shown[1] == "+-----+-----+-----+"
        screen.press("1", "Right", "2")  # as fast as can be: they are taken in this order
        screen.expect("|  1     2  |     |")
        screen.press("1")
        screen.expect("1 comes twice in row 1")
        screen.press("Escape")
        screen.expect("[over]")


@needs_tmux
def test_the_program_in_a_terminal(tmp_path: Path) -> None:
    """KENKEN.BAS asks again for what is no number, then without the range, and prints what the port prints."""
    with Screen(PROGRAMS, tmp_path, f"{sys.executable} -m basic run KENKEN.BAS") as screen:
        for prompt, answer in (
            ("Seed (0 to 32767, 0 for none)?", "1"),
            ("Size of the square (3 to 9)?", "4"),
            ("Go on until there is only one solution (Y/N)?", "n"),
            ("Watch the boxes being made (Y/N)?", "N"),
            ("Most cells of a box (2 to 6)?", "4"),
            ("Boxes of one cell (0 to 5)?", "two"),
        ):
            screen.expect(prompt)
            screen.type(answer)
        screen.expect("Boxes of one cell (0 to 5)? two\n?Redo from start\n?")
        screen.type("6")
        screen.expect("Please type a whole number from 0 to 5.\nBoxes of one cell (0 to 5)?")
        screen.type("2")
        screen.expect("Show the solution (Y/N)?")
        screen.type("y")
        shown = "\n".join(screen.expect("[over]"))
        made = recorded("kenken_1_4_4_2_any.txt")
        assert made[made.rindex("\n\n") :].rstrip("\n") in shown


@needs_tmux
def test_watching_in_a_terminal(tmp_path: Path) -> None:
    """The last picture stays where the first was."""
    command = f"{sys.executable} -m pyport.kenken --make 4 4 2 --seed 5 --watch --speed 50"
    with Screen(tmp_path, tmp_path, command) as screen:
        shown = screen.expect("cell 9 goes over to the box of cell 13", "[over]")
        assert [place for place, line in enumerate(shown) if line == "+-----+" + "-----+" * 3] == [0, 12]
        assert shown[14] == "[over]"


def test_playing_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert kenken.main(["--make", "4", "4", "2", "--play"]) == 2
    assert capsys.readouterr().err == "kenken: The full-screen game needs a terminal.\n"
