"""The library's words by themselves. Expected values are those of the real GW-BASIC's transcripts (tests/truth), or
follow by hand from what a comment says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any

import pytest

from basic.errors import BasicError, InputEnded, Unsupported
from basic.gw.computer import DEVICES
from basic.gw.program import Program
from basic.library import (
    clock,
    events,
    graphics,
    input,
    items,
    keyboard,
    maths,
    memory,
    printing,
    registry,
    screen,
    strings,
    words,
)
from basic.library.unsupported import UNSUPPORTED, unsupported
from basic.machine.clock import FixedClock
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.values import double
from basic.values.using import Number


class Desk(Machine):
    """A machine with its transcript."""

    def __init__(self, *lines: str) -> None:
        self.terminal = MemoryTerminal(lines)
        super().__init__(self.terminal, clock=FixedClock(datetime(1990, 1, 2, 13, 14, 15)))

    @property
    def text(self) -> str:
        return self.terminal.text


def error(act: Callable[[], Any]) -> int:
    with pytest.raises(BasicError) as caught:
        act()
    return caught.value.number


# ---- strings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (strings.mid("ABCDEFGH", 3), "CDEFGH"),
        (strings.mid("ABCDEFGH", 3, 2), "CD"),
        (strings.mid("ABCDEFGH", 9), ""),
        (strings.mid("ABCDEFGH", 3, 0), ""),
        (strings.mid("ABCDEFGH", 3, 99), "CDEFGH"),
        (strings.mid("", 5, 3), ""),
        (strings.left("ABC", 2), "AB"),
        (strings.left("ABC", 9), "ABC"),
        (strings.right("ABC", 2), "BC"),
        (strings.right("ABC", 0), ""),
        (strings.right("ABC", 9), "ABC"),
        (strings.space(3), "   "),
        (strings.string_(5, "*"), "*****"),
        (strings.string_(3, 65), "AAA"),
        (strings.string_(3, "xyz"), "xxx"),
        (strings.length("a" * 255), 255),
        (strings.asc("ba"), 98),
        (strings.chr_(255), "\xff"),
        (strings.instr(1, "HELLO", "L"), 3),
        (strings.instr(4, "HELLO", "L"), 4),
        (strings.instr(5, "HELLO", "L"), 0),
        (strings.instr(2, "HELLO", ""), 2),
        (strings.instr(6, "HELLO", ""), 0),
        (strings.hex_(255), "FF"),
        (strings.hex_(-1), "FFFF"),
        (strings.oct_(-32768), "100000"),
        (strings.str_(5), " 5"),
        (strings.str_(-0.0000117), "-.0000117"),
        (strings.val("12abc"), 12 << 184),
        (strings.val(""), 0),
        (strings.val("&HFF"), 255 << 184),
        (strings.justified(5, "abc", False), "abc  "),
        (strings.justified(5, "abc", True), "  abc"),
        (strings.justified(2, "abc", True), "ab"),
    ],
)
def test_strings(value: object, expected: object) -> None:
    assert value == expected


def test_mid_as_a_statement() -> None:
    text = "ABCDEFGH"
    for start, count, value, expected in [
        (3, 255, "xyz", "ABxyzFGH"),
        (7, 255, "12345", "ABxyzF12"),
        (1, 2, "qrst", "qrxyzF12"),
        (4, 0, "zz", "qrxyzF12"),
        (2, 5, "", "qrxyzF12"),
    ]:
        text = strings.mid_assigned(text, start, count, value)
        assert text == expected
    assert strings.mid_assigned(text, 2, 255, text, itself=True) == "qqqqqqqq"
    assert strings.mid_assigned("abcdefgh", 3, 4, "abcdefgh", itself=True) == "ababab" + "gh"  # by hand
    assert error(lambda: strings.mid_assigned(text, 9, 255, "x")) == 5
    assert error(lambda: strings.mid_assigned(text, 0, 255, "x")) == 5
    assert error(lambda: strings.mid_assigned("", 1, 255, "x")) == 5


@pytest.mark.parametrize(
    "act",
    [
        lambda: strings.asc(""),
        lambda: strings.mid("A", 0),
        lambda: strings.string_(3, ""),
        lambda: strings.instr(0, "A", "A"),
    ],
)
def test_illegal_strings(act: Callable[[], Any]) -> None:
    assert error(act) == 5


# ---- numbers --------------------------------------------------------------------------------------------------------


def test_random_numbers() -> None:
    m = Desk()
    numbers = [maths.rnd(m, 1), maths.rnd(m, 5), maths.rnd(m, 0), maths.rnd(m, 0), maths.rnd(m)]
    assert [strings.str_(x) for x in numbers] == [" .1213501", " .651861", " .651861", " .651861", " .8688611"]
    assert strings.str_(maths.rnd(Desk())) == " .1213501"  # each machine has its own


def test_randomize_asks() -> None:
    m = Desk("5", "-17", "40000")
    maths.randomize(m)
    m.console.line(strings.str_(maths.rnd(m)) + " ", strings.str_(maths.rnd(m)) + " ")
    maths.randomize(m)
    m.console.line(strings.str_(maths.rnd(m)) + " ")
    assert m.text == (
        "Random number seed (-32768 to 32767)? 5\n 3.537536E-02  .9370679 \n"
        "Random number seed (-32768 to 32767)? -17\n .789362 \n"
    )
    assert error(lambda: input.randomize_prompt(m)) == 6


def test_roundings() -> None:
    assert [maths.int_(-1.5), maths.fix(-1.5), maths.sgn(-3), maths.abs_(-2), maths.cint(2.5)] == [-2, -1, -1, 2, 3]


# ---- PRINT USING, WRITE ----------------------------------------------------------------------------------------------


def singles(*values: float) -> list[str | Number]:
    return [Number("!", value) for value in values]


@pytest.mark.parametrize(
    ("form", "values", "expected"),
    [
        ("## and ##", singles(1, 2, 3), " 1 and  2 3 and "),
        ("a##b", singles(1, 2, 3), "a 1ba 2ba 3b"),
        ("_###", singles(5), "# 5"),
        ("$$###,###.##", singles(1234.5), "   $1,234.50"),
        ("! & \\ \\", ["one", "two", "three"], "o two thr"),
        ("(###)", singles(-5), "( -5)"),
    ],
)
def test_print_using(form: str, values: list[str | Number], expected: str) -> None:
    m = Desk()
    printing.print_using(m.console, form, values)
    assert m.text == expected + "\n"


def test_print_using_shows_what_comes_before_an_error() -> None:
    m = Desk()
    assert error(lambda: printing.print_using(m.console, "##.# ", ["x"])) == 13
    assert error(lambda: printing.print_using(m.console, "Total ##.# ", [*singles(1), "x"])) == 13
    assert m.text == "Total  1.0 Total "
    assert error(lambda: printing.print_using(m.console, "", singles(1))) == 5


def test_write() -> None:
    m = Desk()
    printing.write_items(m.console, ["q", *singles(5, -1.5), "r s"])
    assert m.text == '"q",5,-1.5,"r s"\n'


# ---- INPUT ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "kinds", "expected"),
    [
        ("3.5", "!", [3.5]),
        ("1,2,3", "!!!", [1, 2, 3]),
        ('2,"Bob, Jr."', "!$", [2, "Bob, Jr."]),
        (" 12", "!", [12]),
        ("1E3", "!", [1000]),
        ("&H10", "!", [16]),
        ("1 2", "!", [12]),
        (".", "!", [0]),
        ("1.5D2", "!", [150]),
        ("1,", "!!", [1, 0]),
        ("", "!", [0]),
        ("", "$", [""]),
        ("", "!!", None),
        ("abc", "!", None),
        ("1", "!!", None),
        ("1,2,3", "!!", None),
        ("1;5", "!!", None),
        ("x,y", "%$", None),
        ("3,y", "%$", [3, "y"]),
        ("  a b  , c ", "$$", ["a b", "c"]),
        ('a"b"', "$", ['a"b"']),
        ('"a"b', "$", None),
        ('"a" , "b', "$$", ["a", "b"]),
        ("1E99", "!", None),
        ("12:30", "!", None),
        ("2.5", "%", [3]),
        ("1.5", "#", [3 << 183]),
        ("5", "#", [5 << 184]),
    ],
)
def test_items(line: str, kinds: str, expected: list[float | str] | None) -> None:
    assert items.split(line, kinds) == expected


def test_an_integer_that_is_too_large_is_an_overflow() -> None:
    assert error(lambda: items.split("40000", "%")) == 6


def test_redo_from_start() -> None:
    m = Desk("abc", "1,2", "5", "x,y", "3,y")
    assert input.input_values(m, "", True, False, "!") == [5]
    assert input.input_values(m, "N", True, False, "%$") == [3, "y"]
    assert m.text == (
        "? abc\n?Redo from start\n? 1,2\n?Redo from start\n? 5\nN? x,y\n?Redo from start\nN? 3,y\n"
    )
    with pytest.raises(InputEnded):
        input.input_values(m, "", True, False, "!")


def test_input_on_the_same_line() -> None:
    m = Desk("12", "30", "text", "9")
    assert input.input_values(m, "A", True, True, "!") == [12]
    assert input.input_values(m, " B", True, False, "!") == [30]
    assert input.line_input(m, "L? ", True) == "text"
    m.console.line("<text>")
    assert input.input_values(m, "", False, False, "!") == [9]
    assert m.text == "A? 12 B? 30\nL? text<text>\n9\n"


def test_keys() -> None:
    m = Desk("abcdrest")
    assert keyboard.input_chars(m, 3) == "abc"
    assert keyboard.inkey(m) == "d"
    assert input.line_input(m, "", False) == "rest"
    assert keyboard.inkey(m) == ""
    assert error(lambda: keyboard.input_chars(m, 0)) == 5
    with pytest.raises(InputEnded):
        keyboard.input_chars(m, 1)


def test_function_keys() -> None:
    m = Desk()
    keyboard.key_text(m, 1, "ABCDEFGHIJKLMNOPQRS")
    keyboard.key_text(m, 2, "")
    keyboard.key_text(m, 15, "\4\x1e")
    for number, text in [(0, "A"), (11, "A"), (21, "A"), (15, "ABC")]:
        assert error(partial(keyboard.key_text, m, number, text)) == 5
    keyboard.key_switch(m, "LIST")
    assert m.text.startswith('F1 ABCDEFGHIJKLMNO\nF2 \nF3 LOAD"\nF4 SAVE"\nF5 CONT\x1b\n')
    assert m.text.endswith("F10 SCREEN 0,0,0\x1b\n")


# ---- the screen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda m: screen.locate(m, 0, 1),
        lambda m: screen.locate(m, 26, 1),
        lambda m: screen.locate(m, 1, 81),
        lambda m: screen.locate(m, 25, 1),  # the function keys are shown
        lambda m: screen.locate(m, 1, 0),
        lambda m: screen.locate(m, 1, 1, 2),
        lambda m: screen.locate(m, 1, 1, 1, 32),
        lambda m: screen.color(m),
        lambda m: screen.color(m, 32),
        lambda m: screen.color(m, 7, 16),
        lambda m: screen.color(m, 7, 0, 16),
        lambda m: screen.cls(m, 3),
        lambda m: screen.width(m, 41),
        lambda m: screen.width(m, 20),
        lambda m: screen.width(m, 80, 24),
        lambda m: screen.view_print(m, 5, 3),
        lambda m: screen.view_print(m, 1, 25),
        lambda m: screen.width_printer(m, 0),
        lambda m: screen.screen(m, 26, 1),
        lambda m: screen.screen(m, 1, 0),
        lambda m: graphics.screen(m),
        lambda m: graphics.screen(m, 11),
        lambda m: graphics.screen(m, 0, 0, 8, 8),
        lambda m: events.pen(m, 10),
        lambda m: events.stick(m, 4),
        lambda m: events.strig(m, 8),
    ],
)
def test_arguments_out_of_range(act: Callable[[Machine], Any]) -> None:
    m = Desk()
    assert error(lambda: act(m)) == 5
    assert (m.text, screen.csrlin(m), screen.pos(m, 0)) == ("", 1, 1)


def test_the_screen_leaves_no_trace_in_a_stream() -> None:
    m = Desk()
    screen.cls(m)
    keyboard.key_switch(m, "OFF")
    screen.locate(m, 25, 70)
    assert (screen.csrlin(m), screen.pos(m, 0)) == (25, 70)
    screen.locate(m, 5)
    assert (screen.csrlin(m), screen.pos(m, 0)) == (5, 70)
    screen.locate(m, None, 9)
    assert (screen.csrlin(m), screen.pos(m, 0)) == (5, 9)
    screen.color(m, 12)
    screen.color(m, None, 2)
    assert (m.console.screen.foreground, m.console.screen.background) == (12, 2)
    graphics.screen(m, 0, 0, 0)
    screen.width(m, 40)
    assert (screen.csrlin(m), screen.pos(m, 0)) == (1, 1)
    assert m.text == ""


def test_the_text_window() -> None:
    m = Desk()
    screen.view_print(m, 5, 10)
    assert screen.csrlin(m) == 5
    assert error(lambda: screen.locate(m, 12, 1)) == 5
    screen.cls(m)
    assert screen.csrlin(m) == 5
    screen.view_print(m)
    screen.locate(m, 12, 1)
    assert screen.csrlin(m) == 12


def test_reading_the_screen() -> None:
    m = Desk()
    screen.color(m, 14, 1)
    m.console.put("AB")
    assert [screen.screen(m, 1, 2), screen.screen(m, 1, 2, 1), screen.screen(m, 1, 3, 0)] == [66, 0x1E, 32]


def test_the_printer() -> None:
    m = Desk()
    m.printer.put("abc")
    assert screen.lpos(m, 0) == 4
    m.printer.newline()
    assert "".join(m.printed) == "abc\r\n"
    screen.width_printer(m, 40)
    assert m.printer.width == 40


# ---- clock, memory, what is unsupported -----------------------------------------------------------------------------


def test_the_clock() -> None:
    m = Desk()
    assert (clock.date_(m), clock.time_(m)) == ("01-02-1990", "13:14:15")
    clock.set_time(m, "5:6.7")
    assert clock.time_(m) == "05:06:07"
    clock.set_time(m, "23")
    assert clock.time_(m) == "23:00:00"
    clock.set_date(m, "2/29/92")
    assert clock.date_(m) == "02-29-1992"
    clock.set_date(m, "12-31-2099")
    assert clock.date_(m) == "12-31-2099"
    assert 23 * 3600 <= clock.timer(m) < 23 * 3600 + 1
    for text in ("13-01-1990", "1/2/1979", "02-29-91", "1-2", ""):
        assert error(partial(clock.set_date, m, text)) == 5
    for text in ("24:00", "1:60", "x", "1:2:3:4"):
        assert error(partial(clock.set_time, m, text)) == 5


def test_memory() -> None:
    m = Desk()
    memory.poke(m, 100, 7)
    assert (memory.peek(m, 100), memory.peek(m, 101)) == (7, 0)
    memory.def_seg(m, 0)
    assert memory.peek(m, 100) == 0
    screen.locate(m, 5, 10)
    assert [memory.peek(m, at) for at in (0x44A, 0x450, 0x451)] == [80, 9, 4]
    memory.def_seg(m, 0x40)
    assert memory.peek(m, 0x4A) == 80
    memory.poke(m, 0x17, 64)
    memory.def_seg(m, 0)
    assert memory.peek(m, 0x417) == 64
    memory.def_seg(m)
    assert memory.peek(m, 100) == 7
    m.free_memory = lambda: 1234
    assert memory.fre(m) == 1234


def test_ports() -> None:
    m = Desk()
    memory.out(m, 0x61, 3)
    assert (memory.inp(m, 0x61), memory.inp(m, 0x60)) == (3, 0)
    memory.wait(m, 0x3DA, 8)
    memory.wait(m, 0x3DA, 8, 8)
    memory.wait(m, 0x61, 1)
    assert error(lambda: memory.wait(m, 0x61, 4)) == 24


def test_what_comes_later() -> None:
    with pytest.raises(Unsupported) as caught:
        unsupported("CALL")
    assert (caught.value.number, caught.value.text) == (73, "CALL is not there yet")


def test_a_word_is_there_or_unsupported() -> None:
    assert words
    assert not UNSUPPORTED.keys() & (registry.STATEMENTS.keys() | registry.FUNCTIONS.keys())
    for entry in [*registry.STATEMENTS.values(), *registry.FUNCTIONS.values()]:
        assert entry.function.__doc__, entry.word
    functions = (
        "ABS ASC ATN CDBL CHR$ CINT COS CSNG CSRLIN CVD CVI CVS DATE$ EXP FIX HEX$ INKEY$ INP INPUT$ INT LEFT$ LEN LOG "
        "LPOS MID$ MKD$ MKI$ MKS$ OCT$ PEEK PEN POS RIGHT$ RND SGN SIN SPACE$ SQR STICK STR$ STRIG TAN TIME$ TIMER VAL"
    )
    assert set(functions.split()) <= registry.FUNCTIONS.keys()
    assert {"BEEP", "CLS", "COLOR", "LOCATE", "OUT", "POKE", "SCREEN", "WAIT"} <= registry.STATEMENTS.keys()


def test_ports_have_every_word_of_their_devices() -> None:
    """`screen.locate(5, 10)`: what a port calls is a method of the device, with its machine where it takes one."""
    program = Program(machine=Machine(MemoryTerminal()))
    for entry in [*registry.STATEMENTS.values(), *registry.FUNCTIONS.values()]:
        device = entry.function.__module__.rpartition(".")[2]
        if device in DEVICES:
            method = getattr(getattr(program, device), entry.function.__name__.rstrip("_"))
            assert getattr(method, "func", method) is entry.function, entry.word


NUMBERS = [0, 1, -1, 0.5, -0.5, 3.7, 255, -255, 32767, -32768, 1e-38, 88.5, -88.5, 1e10, -1e38, 1.7e38]
GIVEN: dict[str, list[Any]] = {
    "integer": [0, 1, -1, 7, 255, 32767, -32768],
    "channel": [0, 1, 3, 255],
    "byte": [0, 1, 2, 100, 255],
    "word": [0, 1, 255, 32768, 65535],
    "single": NUMBERS,
    "number": NUMBERS,
    "double": [double.from_single(x) for x in NUMBERS],
    "string": ["", "A", "12", "-1.5E9", "1E99", "&HFFFF", "ABCDEFGHIJ", "x" * 255],
}


@pytest.mark.parametrize("word", sorted(word for word, entry in registry.FUNCTIONS.items() if entry.errors is not None))
def test_functions_do_as_their_entries_say(word: str) -> None:
    """No error that an entry does not have, no result beyond its bounds."""
    entry = registry.FUNCTIONS[word]
    assert entry.errors is not None
    desk = Desk()
    desk.channels.open(3, "O", "F", 128, "", "")
    low, high = entry.bounds
    given = [GIVEN[parameter.kind] for parameter in entry.parameters]
    lengths = range(entry.required, len(given) + 1)
    for arguments in (each for length in lengths for each in product(*given[:length])):
        try:
            result = entry.function(*[desk] * entry.machine, *arguments)
        except BasicError as problem:
            assert problem.number in entry.errors, arguments
            continue
        size = len(result) if entry.result == "string" else result
        assert isinstance(result, str) == (entry.result == "string")
        assert (low is None or low <= size) and (high is None or size <= high), (arguments, result)
        if entry.result == "integer":
            assert type(result) is int and -32768 <= result <= 32767, (arguments, result)
