"""Pictures on a terminal: as half blocks, by sixels, by kitty's protocol. What is sent is read back here."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from io import StringIO
from types import SimpleNamespace

import pytest

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.blocks import Blocks
from basic.machine.frames import BLINK, Frames
from basic.machine.headless import HeadlessTerminal
from basic.machine.inline import QUERY, Inline, understood
from basic.machine.machine import Machine
from basic.machine.pictures import Sight
from basic.machine.tty import TtyTerminal

FLAG = '10 SCREEN 1: KEY OFF: CLS: LINE (0,0)-(159,99),1,BF: LINE (160,100)-(319,199),2,BF: PSET (0,199),3\n'


def machine_after(program: str) -> Machine:
    machine = Machine(HeadlessTerminal(lambda: b""))
    interpreter = Interpreter(machine)
    interpreter.load(basic.parse(program))
    interpreter.run()
    return machine


def painted(machine: Machine, painter: Blocks | Inline, size: tuple[int, int] = (80, 25), cursor: bool = False) -> str:
    screen = machine.console.screen
    assert screen.video
    return painter.paint(screen, screen.video, machine.console.csrlin, machine.console.pos, cursor, size)


def cells(text: str) -> dict[tuple[int, int], tuple[str, str, str]]:
    """What stands in each cell of the terminal: character, colour, background."""
    found, row, column, colours = {}, 0, 0, {"38": "", "48": ""}
    for sequence, end, character in re.findall(r"\x1b\[([?\d;]*)([A-Za-z])|([^\x1b])", text):
        if character:
            found[row, column] = character, colours["38"], colours["48"]
            column += 1
        elif end == "H":
            row, column = (int(part) - 1 for part in sequence.split(";"))
        elif end == "m" and ";" in sequence:
            colours[sequence[:2]] = sequence[5:]
    return found


def test_half_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    text = painted(machine_after(FLAG), Blocks())
    seen = cells(text)
    cyan, magenta, black, white = "85;255;255", "255;85;255", "0;0;0", "255;255;255"
    assert len(seen) == 80 * 25
    assert seen[0, 0][0] == " " and seen[0, 0][2] == cyan
    assert seen[11, 39][2] == cyan and seen[11, 40][2] == black
    # 100 rows of 200 end in the middle of the 13th of 25 rows: cells with cyan above black, and black above magenta.
    assert seen[12, 0] == ("▀", cyan, black)
    assert seen[12, 79] == ("▀", black, magenta)
    assert seen[24, 0] == ("▀", black, white)  # a single pixel is seen


def test_half_blocks_again_are_those_that_changed() -> None:
    machine, painter = machine_after(FLAG), Blocks()
    painted(machine, painter)
    assert cells(painted(machine, painter)) == {}
    video = machine.video
    video.raster.pixels[50 * 320] = 2
    changed = cells(painted(machine, painter))
    assert {row for row, _ in changed} == {6}  # 8 rows of pixels in each: the 51st is in the seventh
    video.palette[1] = 4
    assert len(cells(painted(machine, painter))) == 80 * 25


def test_characters_are_characters() -> None:
    program = '10 SCREEN 2: KEY OFF: CLS: PRINT "AB": LOCATE 2,1: PRINT "CD": LINE (0,8)-(7,15)\n'
    machine = machine_after(program)
    seen = cells(painted(machine, Blocks(), (160, 50), cursor=True))
    assert [seen[0, column][0] for column in range(4)] == ["A", " ", "B", " "]  # two cells for each, two rows
    assert seen[2, 0][0] != "C"  # a line goes through it
    assert seen[2, 2][0] == "D"
    assert painted(machine, Blocks(), (160, 50), cursor=True).endswith("\x1b[5;1H\x1b[?25h")


@pytest.mark.parametrize(("phase", "left", "right"), [(0, "0;0;0", "255;255;255"), (1, "170;170;170", "170;170;170")])
def test_what_blinks(monkeypatch: pytest.MonkeyPatch, phase: int, left: str, right: str) -> None:
    """In SCREEN 10 attribute 2 is dark and then lit; colour 7 is bright and then lit."""
    program = "10 SCREEN 10: KEY OFF: PALETTE 1,7: LINE (0,0)-(319,349),2,BF: LINE (320,0)-(639,349),1,BF\n"
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr("basic.machine.blocks.phase", lambda: phase)
    machine = machine_after(program)
    assert machine.video.blinks
    seen = cells(painted(machine, Blocks()))
    assert (seen[12, 0][2], seen[12, 79][2]) == (left, right)
    raster, colours = Sight(machine).look(phase)
    shown = [";".join(map(str, colours[raster.pixels[175 * 640 + x]])) for x in (0, 639)]
    assert shown == [left, right]
    raster, colours = Sight(machine).look()  # of a picture that is kept: as it is when it is brighter
    assert [colours[raster.pixels[175 * 640 + x]][0] for x in (0, 639)] == [170, 255]


def test_a_picture_that_blinks_is_drawn_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("basic.machine.frames.monotonic", lambda: now[0])
    monkeypatch.setattr(Frames, "_set_timer", lambda *_: True)  # only the polls below look at the time
    target = StringIO()
    keyboard = SimpleNamespace(poll=lambda: "", line_mode=lambda: None)
    terminal = TtyTerminal(StringIO(), target, keyboard, graphics="blocks")  # type: ignore[arg-type]
    interpreter = Interpreter(Machine(terminal))
    try:
        for start, palette, pictures in ((0, "", [True, False, True, True]), (8, "PALETTE 2,4", [False] * 4)):
            now[0] = start * BLINK
            interpreter.load(basic.parse(f"10 SCREEN 10: KEY OFF: CLS: LINE (0,0)-(639,349),2,BF: {palette}\n"))
            interpreter.run()
            terminal.flush()
            seen = []
            for turns in (1, 1.5, 2, 3):
                now[0] = (start + turns) * BLINK
                target.truncate(0)
                terminal.poll_key()
                seen.append("\x1b[2J" in target.getvalue())
            assert seen == pictures
    finally:
        terminal.close()


def test_a_picture_that_comes_within_a_statement_is_drawn_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does nothing but draw is hardly ever between two statements when the timer looks."""
    now, drawn, timers = [0.0], [], []
    monkeypatch.setattr("basic.machine.frames.monotonic", lambda: now[0])
    monkeypatch.setattr(Frames, "_set_timer", lambda _, seconds: timers.append(seconds) or True)
    frames = Frames(lambda: drawn.append(now[0]))
    frames.touch()
    assert drawn == []
    now[0] = 1.0
    frames._alarm(0, SimpleNamespace(f_globals={"__name__": "basic.machine.raster"}, f_back=None))  # type: ignore[arg-type]
    assert drawn == []
    now[0] = 1.01
    frames.touch()
    frames.touch()
    assert drawn == [1.01] and timers[-1] == pytest.approx(1 / 30)  # the next is not at once
    now[0] = 1.1
    frames._alarm(0, SimpleNamespace(f_globals={"__name__": "<program>"}, f_back=None))  # type: ignore[arg-type]
    assert drawn == [1.01, 1.1]


SWITCHING = """10 FOR I=1 TO 2:SCREEN 9:PRINT "A":SCREEN 0:WIDTH 40:PRINT "B":SCREEN 1:WIDTH 80:PRINT "C"
20 SCREEN 7,,2,1:PCOPY 2,1:WIDTH 80:SCREEN 3:KEY ON:SCREEN 0:WIDTH 80:VIEW PRINT 3 TO 9
30 FOR J=1 TO 30:PRINT J:NEXT:VIEW PRINT:SCREEN 2:KEY OFF:SCREEN 10:PALETTE 1,7:CLS:SCREEN 8:COLOR 3,2
40 CLS 0:SCREEN ,,1,0:SCREEN 0,0,0,0:WIDTH 40:SCREEN 0,0,7,7:WIDTH 80:SCREEN 1:LOCATE 25,40:PRINT "X";:NEXT
50 SCREEN 9,,1,1:WIDTH 40:SCREEN 0:SCREEN ,,7,7:SCREEN 2:SCREEN 1:SCREEN 0:SCREEN 7:CLEAR
"""


@pytest.mark.parametrize("kind", ["blocks", "sixel", "kitty"])
def test_a_picture_may_be_drawn_whenever_something_changes(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Also while one mode becomes another."""
    drawn = []
    monkeypatch.setattr(Frames, "touch", lambda frames: drawn.append(frames.draw()))
    keyboard = SimpleNamespace(poll=lambda: "", line_mode=lambda: None)
    terminal = TtyTerminal(StringIO(), StringIO(), keyboard, graphics=kind)  # type: ignore[arg-type]
    interpreter = Interpreter(Machine(terminal))
    interpreter.load(basic.parse(SWITCHING))
    assert interpreter.run().reason == "end"
    assert len(drawn) > 200
    terminal.close()


@pytest.mark.parametrize(("mode", "rows", "row"), [(1, 50, 50), (1, 10, 25), (0, 50, 25)])
def test_what_comes_afterwards_stands_below(monkeypatch: pytest.MonkeyPatch, mode: int, rows: int, row: int) -> None:
    """A picture may take the whole terminal, text has 25 rows."""
    monkeypatch.setattr(TtyTerminal, "_size", lambda _: (140, rows))
    target = StringIO()
    keyboard = SimpleNamespace(poll=lambda: "", line_mode=lambda: None)
    terminal = TtyTerminal(StringIO(), target, keyboard, graphics="blocks")  # type: ignore[arg-type]
    interpreter = Interpreter(Machine(terminal))
    interpreter.load(basic.parse(f"10 KEY OFF: SCREEN {mode}: LOCATE 5,5: PRINT 1\n"))
    interpreter.run()
    terminal.close()
    assert target.getvalue().endswith(f"\x1b[{row};1H\r\n")


def test_colours_of_256() -> None:
    seen = cells(painted(machine_after(FLAG), Blocks()))
    assert seen[0, 0][2] == str(16 + 36 * 1 + 6 * 5 + 5)  # 85,255,255 lies next to 95,255,255


def pixels_of(text: str) -> tuple[int, int, list[list[int]], dict[int, tuple[int, int, int]]]:
    """What sixels say: width, height, rows, and the colours in hundredths."""
    body = re.search(r'\x1bP(?:;1)?q"1;1;(\d+);(\d+)(.*)\x1b\\', text, re.S)
    assert body
    width, height = int(body[1]), int(body[2])
    rows = [[0] * width for _ in range(height + 5)]
    palette, x, y, colour = {}, 0, 0, 0
    for token in re.findall(r"#\d+(?:;\d+){0,4}|!\d+.|[$-]|[?-~]", body[3]):
        if token[0] == "#":
            number, *parts = (int(part) for part in token[1:].split(";"))
            colour = number
            if parts:
                palette[number] = tuple(parts[1:])
        elif token == "$":
            x = 0
        elif token == "-":
            x, y = 0, y + 6
        else:
            count, dots = (int(token[1:-1]), token[-1]) if token[0] == "!" else (1, token)
            for bit in range(6):
                if ord(dots) - 63 >> bit & 1:
                    rows[y + bit][x : x + count] = [colour] * count
            x += count
    return width, height, rows[:height], palette


def test_sixels() -> None:
    machine = machine_after(FLAG)
    width, height, rows, palette = pixels_of(painted(machine, Inline("sixel")))
    assert (width, height) == (640, 400)  # each pixel twice, and each row
    raster = machine.video.shown
    for y in range(0, 400, 7):
        assert rows[y] == [pixel for pixel in raster.pixels[y // 2 * 320 : (y // 2 + 1) * 320] for _ in range(2)]
    assert palette == {0: (0, 0, 0), 1: (33, 100, 100), 2: (100, 33, 100), 3: (100, 100, 100)}


def test_sixels_again_are_the_bands_that_changed() -> None:
    machine, painter = machine_after(FLAG), Inline("sixel")
    painted(machine, painter)
    machine.video.raster.pixels[60 * 320 : 60 * 320 + 9] = bytes([3] * 9)  # in the bands of six from 120 on
    text = painted(machine, painter)
    assert text.count("$") == 3 and "\x1bP;1q" in text  # cyan, white and black: the rest is let be
    drawn = pixels_of(text)[2]
    assert drawn[120][:20] == [3] * 18 + [1] * 2 and drawn[126] == [0] * 640
    machine.video.palette[1] = 4
    assert "\x1bPq" in painted(machine, painter)  # all of it in other colours
    painter.forget()
    assert "\x1b[2J" in painted(machine, painter)


def test_kitty() -> None:
    machine = machine_after("10 SCREEN 9: KEY OFF: CIRCLE (320,175),150,12: PAINT (320,175),1,12\n")
    painter = Inline("kitty")
    text = painted(machine, painter)
    data = b64decode("".join(re.findall(r"\x1b_G[^;]*;([^\x1b]*)\x1b\\", text)))
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (640, 350)
    packed = data[data.index(b"IDAT") + 4 : data.index(b"IEND") - 8]
    rows = zlib.decompress(packed)
    assert rows[1:641] == machine.video.shown.pixels[:640] and rows[175 * 641 + 321] == 1
    assert painted(machine, painter) == ""  # nothing has changed


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("\x1b_Gi=31;OK\x1b\\\x1b[?62;c", "kitty"),
        ("\x1b[?62;4;22c", "sixel"),
        ("\x1b[?1;2c", "blocks"),
        ("", "blocks"),
    ],
)
def test_what_a_terminal_says(answer: str, kind: str) -> None:
    assert understood(answer) == kind
    assert QUERY.endswith("\x1b[c")
