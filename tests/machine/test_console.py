"""The console and its terminals: columns, rows, zones, wrapping, keys. Expected values are those of the real
GW-BASIC's transcripts and screens, or counted by hand where a comment says so."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from datetime import date, datetime, time

import pytest

from basic import codepage
from basic.errors import InputEnded
from basic.machine.clock import Clock, FixedClock
from basic.machine.console import Console
from basic.machine.keyboard import open_keyboard
from basic.machine.terminal import POLLS, MemoryTerminal, PipeTerminal
from basic.machine.tty import TtyTerminal
from basic.machine.writer import Writer

if sys.platform != "win32":
    import termios


class Screen:
    """A console with its transcript."""

    def __init__(self, *lines: str) -> None:
        self.terminal = MemoryTerminal(lines)
        self.console = Console(self.terminal)

    @property
    def text(self) -> str:
        return self.terminal.text

    def place(self) -> tuple[int, int]:
        return self.console.csrlin, self.console.pos


@pytest.fixture
def screen() -> Screen:
    return Screen()


def number(value: int | str) -> str:
    return f" {value} "


# ---- PRINT's items --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filled", "item", "expected"),
    [
        (70, number(1234567), "{} 1234567 "),
        (75, number(1234), "{}\n 1234 "),
        (74, number(123), "{} 123 "),
        (76, number(123), "{}\n 123 "),
        (79, "a", "{}a"),  # by hand: the 80th column is still free
        (79, "ab", "{}\nab"),
        (0, "x" * 100, "{}" + "x" * 100),  # an item longer than a line starts where it can
        (5, "x" * 100, "{}\n" + "x" * 100),
    ],
)
def test_an_item_that_does_not_fit_starts_a_line(screen: Screen, filled: int, item: str, expected: str) -> None:
    screen.console.put("x" * filled)
    screen.console.put(item)
    assert screen.text == expected.format("x" * filled)


def test_numbers_fill_lines(screen: Screen) -> None:
    for i in range(1, 41):
        screen.console.put(number(i))
    screen.console.newline()
    assert screen.text == (
        " 1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16  17  18  19  20  21  22 \n"
        " 23  24  25  26  27  28  29  30  31  32  33  34  35  36  37  38  39  40 \n"
    )


def test_zones(screen: Screen) -> None:
    for index, item in enumerate("abcdef"):
        if index:
            screen.console.zone()
        screen.console.put(item)
    screen.console.newline()
    for item in ("exactly-13-ch", "fourteen chars", "fifteen letters"):
        screen.console.put(item)
        screen.console.zone()
        screen.console.line("x")
    screen.console.zone()
    screen.console.zone()
    screen.console.line("third")
    assert screen.text == (
        "a             b             c             d             e\nf\n"
        "exactly-13-ch x\n"
        "fourteen chars              x\n"
        "fifteen letters             x\n"
        "                            third\n"
    )


def test_zones_of_40_columns(screen: Screen) -> None:
    screen.console.set_width(40)
    for item in "1234":
        screen.console.number_before_comma(number(item))
        if item != "4":
            screen.console.zone()
    assert screen.text == " 1             2 \n 3             4 "


@pytest.mark.parametrize(
    ("before", "digits", "expected"),
    [
        ("", " 123456789012 ", " 123456789012 x"),  # 13 columns and a blank fill the zone: the comma adds nothing
        ("", " 12345678901 ", " 12345678901  x"),
        ("", " 1234567890123 ", " 1234567890123" + " " * 14 + "x"),  # by hand
        ("x" * 42, " 123456789012 ", "x" * 42 + " 123456789012 x"),
        ("x" * 56, " 123456789012 ", "x" * 56 + " 123456789012 \nx"),  # beyond the last whole zone
    ],
)
def test_a_number_that_fills_its_zone(screen: Screen, before: str, digits: str, expected: str) -> None:
    screen.console.put(before)
    screen.console.number_before_comma(digits)
    screen.console.zone()
    screen.console.put("x")
    assert screen.text == expected


@pytest.mark.parametrize(
    ("width", "items", "expected"),
    [
        (80, [5, "a", 10, "b", 12, "c"], "    a    b c"),
        (80, ["abcdef", 3, "x"], "abcdef\n  x"),
        (80, [0, "z", 1, "one"], "z\none"),
        (80, ["1234", 5, "5"], "12345"),
        (80, ["12345", 5, "5"], "12345\n    5"),
        (80, [-5, "x"], "x"),
        (40, [30, "a"], " " * 29 + "a"),
        (40, [50, "b"], " " * 9 + "b"),
    ],
)
def test_tab(screen: Screen, width: int, items: list[int | str], expected: str) -> None:
    screen.console.set_width(width)
    for item in items:
        if isinstance(item, int):
            screen.console.tab(item)
        else:
            screen.console.put(item)
    assert screen.text == expected


@pytest.mark.parametrize(("width", "count", "blanks"), [(80, 3, 3), (80, 0, 0), (80, -5, 0), (40, 45, 5), (80, 80, 0)])
def test_spc(screen: Screen, width: int, count: int, blanks: int) -> None:
    screen.console.set_width(width)
    screen.console.spc(count)
    assert screen.text == " " * blanks


def test_the_fast_line_and_the_slow_one_agree() -> None:
    for texts in (("a", " 1 ", "b"), ("x" * 70, " 1234567 ", " 5 "), ("a\tb", "c"), ("x" * 80,), ("x" * 79, "y"), ()):
        fast, slow = Screen(), Screen()
        fast.console.line(*texts)
        for text in texts:
            slow.console.put(text)
        slow.console.newline()
        assert (fast.text, fast.place()) == (slow.text, slow.place())


# ---- the cursor -----------------------------------------------------------------------------------------------------


def test_pos_and_csrlin(screen: Screen) -> None:
    c = screen.console
    places = [screen.place()]
    c.put("abc")
    places.append(screen.place())
    c.newline()
    places.append(screen.place())
    c.locate(20, 79)
    places.append(screen.place())
    for char in "xyz":
        c.put(char)
        places.append(screen.place())
    assert places == [(1, 1), (1, 4), (2, 1), (20, 79), (20, 80), (21, 1), (21, 2)]
    assert screen.text == "abc\nxyz"  # LOCATE writes nothing, nor does the screen's own wrapping


def test_scrolling_keeps_row_24(screen: Screen) -> None:
    for i in range(1, 24):
        screen.console.line(number(i))
    screen.console.put("last")
    assert screen.place() == (24, 5)
    screen.console.line("x")
    assert screen.place() == (24, 1)
    screen.console.put("z" * 200)
    assert screen.place() == (24, 41)


def test_a_full_row_and_a_line_end(screen: Screen) -> None:
    screen.console.put("x" * 80)
    assert screen.place() == (2, 1)
    screen.console.newline()
    assert screen.place() == (3, 1)


def test_row_25_does_not_scroll(screen: Screen) -> None:
    screen.console.locate(25, 70)
    screen.console.put("x" * 11)
    assert screen.place() == (25, 1)
    screen.console.line()
    assert screen.place() == (24, 1)


@pytest.mark.parametrize(
    ("row", "column", "text", "place"),
    [
        (10, 10, "A\x1fB\x1e\x1eC\x1d\x1dD\x1c\x1cE", (9, 15)),
        (1, 1, "\x1eT", (1, 2)),
        (5, 80, "\x1cR", (6, 2)),
        (8, 1, "\x1dL", (8, 1)),  # back to row 7, column 80; then the next character goes to row 8
        (24, 5, "\x1fD", (24, 6)),
        (1, 1, "a\tb\tc", (1, 18)),
        (4, 1, "12345678\tx", (4, 18)),
        (2, 1, "one\ntwo\rthree", (4, 6)),
        (6, 3, "\r", (7, 1)),
        (6, 3, "\r\n", (7, 1)),
        (6, 3, "\n\r", (8, 1)),
        (9, 9, "\x0bx", (1, 2)),
        (9, 9, "\x0cx", (1, 2)),
        (9, 9, "\x07\x01", (9, 10)),
        (3, 60, "x" * 100, (4, 80)),  # by hand: 59+100 = 159
    ],
)
def test_control_characters_move(screen: Screen, row: int, column: int, text: str, place: tuple[int, int]) -> None:
    screen.console.locate(row, column)
    screen.console.emit(text)
    assert screen.place() == place
    assert screen.text == text.replace("\r\n", "\r").replace("\r", "\n")  # a CR is a line end, an LF behind it is not


def test_width_and_window(screen: Screen) -> None:
    c = screen.console
    c.put("gone")
    c.set_width(80)
    assert screen.place() == (1, 5)  # no change, nothing happens
    c.set_width(40)
    assert screen.place() == (1, 1)
    c.put("x" * 41)
    assert screen.place() == (2, 2)
    c.set_window(5, 10)
    c.locate(5, 1)
    for _ in range(10):
        c.line("y")
    assert screen.place() == (10, 1)
    c.clear()
    assert screen.place() == (5, 1)


# ---- the page -------------------------------------------------------------------------------------------------------


@pytest.fixture
def paged(screen: Screen) -> Screen:
    screen.console.show_keys(False)
    return screen


def page(screen: Screen) -> dict[int, str]:
    """The rows that are not blank."""
    return {row: text for row, text in enumerate(screen.console.screen.page.lines, 1) if text}


def test_the_bottom_wraps(paged: Screen) -> None:
    for i in range(1, 23):
        paged.console.line(number(i))
    paged.console.put("z" * 200)
    rows = page(paged)
    assert (rows[1], rows[21]) == (" 2", " 22")
    assert [rows[row] for row in (22, 23, 24)] == ["z" * 80, "z" * 80, "z" * 40]


def test_items_from_a_column(paged: Screen) -> None:
    c = paged.console
    c.locate(1, 75)
    c.line("1234567")
    c.locate(4, 75)
    c.line(number(123456))
    c.locate(7, 70)
    c.line("x" * 100)
    c.locate(12, 60)
    c.line(*map(number, range(1, 11)))
    assert page(paged) == {
        2: "1234567",
        5: " 123456",
        8: "x" * 80,
        9: "x" * 20,
        12: " " * 60 + "1  2  3  4  5  6  7",
        13: " 8  9  10",
    }
    assert paged.place() == (14, 1)


def test_line_25_stays(paged: Screen) -> None:
    c = paged.console
    c.locate(25, 5)
    c.put("BOTTOM")
    c.locate(23, 1)
    for i in range(1, 7):
        c.line("push", number(i))
    expected = {17 + i: f"push {i}" for i in range(1, 7)}
    assert page(paged) == expected | {25: "    BOTTOM"}
    assert paged.place() == (24, 1)


def test_control_characters_on_the_page(paged: Screen) -> None:
    c = paged.console
    c.locate(10, 10)
    c.emit("A\x1fB\x1e\x1eC\x1d\x1dD\x1c\x1cE")
    assert page(paged) == {9: "          DC E", 10: "         A", 11: "          B"}
    c.emit("\x0c")
    assert page(paged) == {}
    c.line("a\tb\tc")
    c.line("one\ntwo\rthree")
    c.line("12345678\tx")
    c.line("\rafter cr")
    assert page(paged) == {
        1: "a       b       c",
        2: "one",
        3: "two",
        4: "three",
        5: "12345678        x",
        7: "after cr",
    }
    c.clear()
    c.emit("\x1eT")
    c.locate(5, 80)
    c.emit("\x1cR")
    c.locate(8, 1)
    c.emit("\x1dL")
    c.locate(24, 5)
    c.emit("\x1fD")
    assert page(paged) == {1: "T", 6: "R", 7: " " * 79 + "L", 24: "    D"}


def test_colours(paged: Screen) -> None:
    c = paged.console
    for i in range(1, 24):
        c.line(number(i))
    c.set_colours(0, 7, 0)
    for i in range(1, 6):
        c.line("rev", number(i))
    assert [c.screen.page.attribute(19, column) for column in (1, 6, 7, 80)] == [0x70, 0x70, 7, 7]
    assert {c.screen.page.attribute(row, 80) for row in range(20, 25)} == {0x70}
    c.set_colours(28, 1, 0)
    assert c.screen.attribute == 0x9C  # by hand: blinking 80h, background 10h, foreground 0Ch


def test_function_keys_on_row_25(paged: Screen) -> None:
    c = paged.console
    c.show_keys(True)
    keys = "1LIST   2RUN\x1b   3LOAD\"  4SAVE\"  5CONT\x1b  6,\"LPT1 7TRON\x1b  8TROFF\x1b 9KEY    0SCREEN"
    assert page(paged) == {25: keys}
    c.set_width(40)
    c.line("forty")
    assert page(paged) == {1: "forty", 25: keys[:38]}
    assert [c.screen.page.attribute(25, column) for column in range(1, 9)] == [7, *[0x70] * 6, 7]


# ---- files and the printer ------------------------------------------------------------------------------------------


def test_a_printer_folds_lines() -> None:
    sent: list[str] = []
    printer = Writer(sent.append, 20)
    printer.line("x" * 25)
    printer.put("y" * 15)
    printer.line("z" * 10)
    assert "".join(sent) == "x" * 20 + "\r\nxxxxx\r\n" + "y" * 15 + "\r\n" + "z" * 10 + "\r\n"


def test_an_endless_line_has_endless_zones() -> None:
    sent: list[str] = []
    file = Writer(sent.append)
    for _ in range(10):
        file.put("a")
        file.zone()
    assert "".join(sent) == ("a" + " " * 13) * 10
    assert file.column == 140
    file.put("b" * 200)
    assert file.column == (140 + 200) % 256


@pytest.mark.parametrize(("text", "column"), [("ab\bc", 2), ("ab\x07c", 3), ("ab\rc", 1), ("\b", 0)])
def test_control_characters_in_a_file(text: str, column: int) -> None:
    file = Writer(lambda text: None)
    file.put(text)
    assert file.column == column


# ---- input ----------------------------------------------------------------------------------------------------------


def test_a_line_is_echoed_with_one_line_end() -> None:
    screen = Screen("12", "30", "text")
    c = screen.console
    c.emit("A? ")
    assert c.read_line(same_line=True) == "12"
    c.emit(" B? ")
    assert c.read_line() == "30"
    assert screen.text == "A? 12 B? 30\n"
    assert screen.place() == (2, 1)


def test_a_typed_line_wraps_without_a_trace() -> None:
    screen = Screen("abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz")
    screen.console.locate(3, 60)
    screen.console.emit("long? ")
    screen.console.read_line()
    assert screen.place() == (5, 1)


def test_keys_lines_and_the_end() -> None:
    screen = Screen("abcdrest", "")
    c = screen.console
    assert [c.read_key() for _ in range(4)] == list("abcd")
    assert c.read_line() == "rest"
    assert c.poll_key() == "\r"
    assert c.poll_key() == ""
    with pytest.raises(InputEnded):
        c.read_line()
    with pytest.raises(InputEnded):
        c.read_key()
    assert screen.text == "rest\n"


def test_polling_for_ever_ends() -> None:
    screen = Screen()
    for _ in range(3):
        for _ in range(POLLS - 1):
            assert screen.console.poll_key() == ""
        screen.console.put(".")  # whoever writes in between goes on
    with pytest.raises(InputEnded):
        for _ in range(POLLS + 1):
            screen.console.poll_key()


def test_function_keys_type_their_texts() -> None:
    class Keys(MemoryTerminal):
        def poll_key(self) -> str:
            return "\0\x3b"

    console = Console(Keys())
    console.screen.keys[0] = "ab"
    assert [console.poll_key() for _ in range(3)] == ["a", "b", "a"]
    console.screen.keys[0] = ""
    assert [console.poll_key() for _ in range(2)] == ["b", "\0\x3b"]


# ---- streams --------------------------------------------------------------------------------------------------------


def test_a_pipe_speaks_utf_8() -> None:
    target = io.BytesIO()
    terminal = PipeTerminal(io.BytesIO("é\r\n½☺\n".encode()), target)
    assert terminal.read_line() == "\x82"
    assert terminal.read_line() == "\xab\x01"
    terminal.write("\xe1\x01\x07\x1b\x00\r\n")
    terminal.flush()
    assert target.getvalue() == "ß☺\x07\x1b\0\r\n".encode()


def test_a_raw_pipe_keeps_bytes() -> None:
    target = io.BytesIO()
    terminal = PipeTerminal(io.BytesIO(b"\x82\xe9"), target, raw=True)
    assert terminal.read_line() == "\x82\xe9"
    terminal.write("\xe1\x01")
    terminal.flush()
    assert target.getvalue() == b"\xe1\x01"


def test_input_that_is_not_utf_8_is_the_code_page() -> None:
    assert PipeTerminal(io.BytesIO(b"\x82\n"), io.BytesIO()).read_line() == "\x82"


def test_the_code_page_goes_both_ways() -> None:
    for code in range(256):
        if code not in codepage.KEPT:
            assert codepage.to_bytes(codepage.to_unicode(chr(code))) == chr(code)
    assert codepage.to_unicode("\x80\xff\xb3\x7f") == "Ç\xa0│⌂"
    assert codepage.to_bytes("Ж") == "?"


class NoKeys:
    echoing = True

    def read(self) -> str:
        raise InputEnded

    def poll(self) -> str:
        return ""

    def line_mode(self) -> None:
        pass


@pytest.mark.parametrize(
    ("act", "sent"),
    [
        (lambda c: c.line("ab"), "ab\r\n"),
        (lambda c: c.put("x" * 81), "x" * 80 + "\r\nx"),
        (lambda c: c.emit("a\x07b"), "a\x07b"),
        (lambda c: c.emit("a\r\nb\rc"), "a\r\nb\r\nc"),
        (lambda c: c.beep(), "\x07"),
    ],
)
def test_a_terminal_gets_sequences(act: Callable[[Console], None], sent: str) -> None:
    target = io.StringIO()
    terminal = TtyTerminal(io.StringIO(), target, NoKeys())
    act(Console(terminal))
    assert target.getvalue() == sent
    terminal.close()


def test_a_terminal_rings_while_it_shows_the_screen() -> None:
    target = io.StringIO()
    console = Console(TtyTerminal(io.StringIO(), target, NoKeys()))
    console.emit("\a")
    console.clear()
    console.emit("A\aB")
    assert target.getvalue().count("\a") == 2
    console.terminal.close()


def shown(target: io.StringIO) -> str:
    """What was sent since the last look."""
    text = target.getvalue()
    target.seek(0)
    target.truncate()
    return text


def test_a_terminal_shows_the_screen_once_it_is_used_as_one() -> None:
    target = io.StringIO()
    console = Console(TtyTerminal(io.StringIO(), target, NoKeys()))
    console.line("paper")
    assert shown(target) == "paper\r\n"
    assert console.poke(2 * 80 * 2 + 8, 1)  # row 3, column 5; a control character is a picture there
    assert console.poke(2 * 80 * 2 + 9, 0x9C)  # blinking, light red on blue
    console.terminal.flush()
    text = shown(target)
    assert "\x1b[1;1H\x1b[0;37;40mpaper\x1b" in text  # what was printed before is on the screen, too
    assert "\x1b[3;1H\x1b[0;37;40m    \x1b[0;91;44;5m☺\x1b" in text
    assert (console.csrlin, console.pos) == (2, 1)
    assert not console.poke(25 * 80 * 2, 65)  # behind the last row
    console.line("x")
    console.terminal.flush()
    assert shown(target).count("\x1b[2;1H") == 1  # only the row that has changed (and the cursor's place)
    console.terminal.close()
    assert shown(target).endswith("\x1b[25;1H\x1b[2K")  # the row of the function keys is free again


def test_a_line_typed_at_a_terminal_is_shown_by_it() -> None:
    target = io.StringIO()
    terminal = TtyTerminal(io.StringIO("é" * 100 + "\n5\n"), target, NoKeys())
    console = Console(terminal)
    assert console.read_line() == "\x82" * 100
    assert (target.getvalue(), console.csrlin, console.pos) == ("", 3, 1)
    assert console.screen.page.lines[:2] == ["\x82" * 80, "\x82" * 20]
    assert console.read_line(same_line=True) == "5"
    assert (console.csrlin, console.pos) == (3, 2)
    assert terminal.live  # the cursor stays behind what was typed, which a terminal's own editing cannot do
    with pytest.raises(InputEnded):
        console.read_line()
    terminal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX terminal")
def test_keys_of_a_terminal() -> None:
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    keys = open_keyboard(slave)
    assert keys.poll() == ""
    assert termios.tcgetattr(slave) != before
    os.write(master, "aé\r\x7f\x1b[A\x1bOP\x1b[3~".encode())
    assert [keys.read() for _ in range(7)] == ["a", "é", "\r", "\b", "\0H", "\0;", "\0S"]
    os.write(master, b"\x1b")
    assert keys.read() == "\x1b"
    keys.line_mode()
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


# ---- the clock ------------------------------------------------------------------------------------------------------


def test_a_fixed_clock_goes_on_by_ticks() -> None:
    clock = Clock(FixedClock(datetime(1990, 1, 2, 12)))
    first = clock.timer()
    assert first == 43200
    for _ in range(17):
        clock.timer()
    assert 43200.9 < clock.timer() < 43201  # 18 ticks of 1/18.2065 second


def test_setting_the_clock() -> None:
    clock = Clock(FixedClock(datetime(1990, 1, 2, 12)))
    clock.set_time(time(23, 59, 59))
    clock.set_date(date(1999, 12, 31))
    assert clock.now().strftime("%m-%d-%Y %H:%M") == "12-31-1999 23:59"
    for _ in range(20):
        clock.now()
    assert clock.now().strftime("%m-%d-%Y %H:%M") == "01-01-2000 00:00"
