"""The screen editor's keys, one after the other: what stands on the screen then, and what was typed.

What each does is told by the published source: SCNEDT (the loop) and SCNDRV (the keys).
"""

from __future__ import annotations

import pytest

from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine

UP, DOWN, LEFT, RIGHT, END, INS, DEL = "\0H", "\0P", "\0K", "\0M", "\0O", "\0R", "\0S"
BACK, ON, AWAY = "\x02", "\x06", "\x17"  # Ctrl-B, Ctrl-F: a word; Ctrl-W takes one away


def edited(keys: str) -> tuple[Machine, list[str], list[str]]:
    """The rows below the first Ok, and the program's lines, after these keys."""
    machine = Machine(HeadlessTerminal(lambda: ("KEY OFF:CLS\r" + keys).encode("latin-1")))
    interpreter = Interpreter(machine)
    Session(interpreter).run(greeting=False)
    rows = [row.replace("\xff", "") for row in machine.console.screen.page.lines]
    while not rows[-1]:
        rows.pop()
    return machine, rows[1:], [f"{number} {line.text}" for number, line in interpreter.program.items()]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("10 REM ABC DEF" + BACK + "X", "10 REM ABC XEF"),
        ("10 REM ABC DEF" + BACK * 2 + "X", "10 REM XBC DEF"),
        ("10 REM ABC DEF" + BACK * 2 + ON + "X", "10 REM ABC XEF"),
        ("10 REM ABC" + BACK + ON + "X", "10 REM XBC"),  # there is no next one
        ("10 REM ABC DEF" + BACK + "\x05", "10 REM ABC"),
        ("10 REM ABC" + BACK * 2 + "\x0eX", "10 REM ABCX"),
        ("10 REM ABC" + BACK * 2 + END + "X", "10 REM ABCX"),
        ("10 REM ABC" + BACK + "\x12XY", "10 REM XYABC"),
        ("10 REM ABC" + BACK + INS * 2 + "XY", "10 REM XYC"),
        ("10 REM ABC" + BACK + INS + "X" + RIGHT + "Y", "10 REM XAYC"),  # moving ends inserting
        ("10 REM ABC\x1b20 X", "20 X"),
        ("10 REM ABC\x1520 X", "20 X"),
        ("10 REM ABC DEF GHI" + BACK * 3 + AWAY, "10 REM DEF GHI"),
        ("10 REM ABCD EFG" + BACK * 2 + RIGHT + AWAY, "10 REM AEFG"),
        ("10 PRINT A;B;C" + BACK * 3 + AWAY, "10 PRINT B;C"),
        ("10 REM ABC" + LEFT + DEL, "10 REM AB"),
        ("10 REM ABC" + DEL, "10 REM ABC"),
        ("10 REM ABC\b", "10 REM AB"),
        ("10 REM ABC" + LEFT + "\b", "10 REM AC"),
        ("10\tREM", "10      REM"),
        ("10 REM ABCDEFG" + LEFT * 14 + "\tX", "10 REM AXCDEFG"),
        ("10 REM ABC" + LEFT * 3 + INS + "\tX", "10 REM  XABC"),
        ("10 REM" + RIGHT * 3 + "X", "10 REM   X"),
        ("10 REM\x01A\x04B\x0fC\x10D\x11E\x16F\x18G\x19H", "10 REMABCDEFGH"),  # these are no keys
        ("10 REM\x07A", "10 REMA"),
        ("10 \0\x19A", "10 PRINT A"),  # Alt-P
        ("10 REM ABC\x0c20 X", "20 X"),
        ("10 REM ABC\0w20 X", "20 X"),  # Ctrl-Home
        ("10 REM" + DOWN + "20 X", "20 X"),
    ],
)
def test_keys(keys: str, line: str) -> None:
    assert edited(keys + "\r")[2] == [line]


def test_lines_over_several_rows() -> None:
    full, rest = "10 REM " + "A" * 73, "A" * 7
    assert edited(full + rest + "\r")[1:] == ([full, rest], [full + rest])
    shorter = full + rest[3:]
    assert edited(full + rest + LEFT * 20 + DEL * 3 + "\r")[1:] == ([full, rest[3:]], [shorter])
    longer = full[:-3] + "XYZAAA"
    assert edited(full + LEFT * 3 + INS + "XYZ\r")[1:] == ([longer[:80], longer[80:]], [longer])
    assert len(edited("10 REM " + "A" * 300 + "\r")[2][0]) == 255


def test_other_rows() -> None:
    assert edited("10 REM A\r20 REM B\r" + UP * 2 + RIGHT * 7 + "Z\r")[1:] == (
        ["10 REM Z", "20 REM B"], ["20 REM B", "10 REM Z"],
    )  # fmt: skip
    for key in ("\x1a", "\0v"):  # Ctrl-Z and Ctrl-PgDn erase to the end of the window
        assert edited("10 REM ABC\r20 REM DEF\r" + UP * 2 + RIGHT * 6 + key + "\r")[1] == ["10 REM"]


def test_row_25_is_switched_by_a_key() -> None:
    for keys, shown in (("\x14", True), ("\x14\x14", False)):
        machine, rows, lines = edited("10 REM A" + keys + "B\r")
        assert machine.console.screen.keys_shown == shown
        assert rows[0] == "10 REM AB" and lines == ["10 REM AB"]
        assert machine.console.screen.page.lines[24].startswith("1LIST   2RUN") == shown
