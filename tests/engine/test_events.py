"""Event traps: each event, with a fixed clock and scripted keys, at the same statement in every engine and every run.

What is expected is worked out by hand from the manual's rules: an event calls its subroutine between two statements, is
held until that returns, is remembered once while it is held or stopped, and is lost while it is off.
"""

from __future__ import annotations

from datetime import datetime

import pytest

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.clock import FixedClock, Source
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine
from basic.machine.scancodes import matches, pressed

ENGINES = ("step", "python", "auto", "native")
F1, F2, UP, DOWN = "\0;", "\0<", "\0H", "\0P"


def machine_after(program: str, keys: str = "", engine: str = "auto", clock: Source | None = None) -> Machine:
    terminal = HeadlessTerminal(lambda: keys.encode("latin-1"))
    machine = Machine(terminal, clock=clock or FixedClock(datetime(1990, 1, 2)))
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse("1 KEY OFF\n" + program))
    interpreter.run()
    return machine


def shown(program: str, keys: str = "", engine: str = "auto", clock: Source | None = None) -> list[str]:
    lines = machine_after(program, keys, engine, clock).console.screen.page.lines
    while lines and not lines[-1]:
        lines.pop()
    return lines


def alike(program: str, keys: str = "") -> list[str]:
    """The same in all engines, and twice in a row."""
    expected = shown(program, keys, "step")
    for engine in ENGINES:
        assert shown(program, keys, engine) == expected, engine
    return expected


LOOP = "40 FOR I=1 TO 1000: N=N+1: NEXT\n50 PRINT N: END\n"


def test_a_key() -> None:
    program = "10 ON KEY(1) GOSUB 100: KEY(1) ON\n" + LOOP + '100 PRINT "HELP": RETURN\n'
    assert alike(program, F1 + F1) == ["HELP", "HELP", " 1000"]
    assert alike(program, F2) == [" 1000"]


def test_a_trapped_key_is_nobody_elses() -> None:
    program = (
        '10 ON KEY(1) GOSUB 100: ON KEY(11) GOSUB 200: KEY(1) ON: KEY(11) ON: KEY 2,""\n20 FOR I=1 TO 200: NEXT\n'
        '30 K$=INKEY$: IF K$<>"" THEN PRINT ASC(K$);ASC(RIGHT$(K$,1)): GOTO 30\n40 END\n'
        '100 PRINT "F1": RETURN\n200 PRINT "UP": RETURN\n'
    )
    assert alike(program, "a" + F1 + "b" + UP + DOWN + F2) == ["F1", "UP", " 97  97", " 98  98", " 0  80", " 0  60"]


def test_a_function_key_that_is_trapped_types_nothing() -> None:
    program = '10 ON KEY(1) GOSUB 100: KEY(1) ON: INPUT A$: PRINT "<";A$;">"\n20 FOR I=1 TO 99: NEXT: END\n'
    program += '100 PRINT "F1": RETURN\n'
    assert alike(program, "x" + F1 + "y\r") == ["? xy", "F1", "<xy>"]


def test_stopped_events_are_remembered_and_others_lost() -> None:
    program = (
        "10 ON KEY(1) GOSUB 100: KEY(1) STOP: FOR I=1 TO 200: NEXT: PRINT 1: KEY(1) ON: FOR I=1 TO 200: NEXT\n"
        '20 KEY(1) OFF: KEY(1) ON: PRINT 2: FOR I=1 TO 200: NEXT: END\n100 PRINT "F1": RETURN\n'
    )
    assert alike(program, F1) == [" 1", "F1", " 2"]
    assert alike(program.replace("STOP", "OFF"), "") == [" 1", " 2"]


def test_a_handler_is_not_interrupted_by_its_own_event() -> None:
    program = (
        "10 ON TIMER(1) GOSUB 100: TIMER ON\n20 FOR I=1 TO 9000: NEXT: TIMER OFF: PRINT D;M: END\n"
        "100 D=D+1: IF D>M THEN M=D\n110 FOR J=1 TO 300: NEXT: D=D-1: RETURN\n"
    )
    assert alike(program) == [" 0  1"]


def test_a_timer_counts_statements_on_a_fixed_clock() -> None:
    program = "10 ON TIMER(2) GOSUB 100: TIMER ON\n" + LOOP.replace("1000", "5000") + "100 T=T+1: PRINT T;N: RETURN\n"
    lines = [[int(word) for word in line.split()] for line in alike(program)]
    assert [line[0] for line in lines[:-1]] in ([1, 2, 3, 4], [1, 2, 3, 4, 5])  # the fifth is due at the very end
    turns = [line[1] for line in lines[:-1]]
    # 2 seconds are 2,000 statements, 1,000 turns of N=N+1 and NEXT, and a look comes every 50 statements.
    assert all(abs(later - earlier - 1000) <= 30 for earlier, later in zip([0, *turns], turns, strict=False))


def test_music_asks_for_more() -> None:
    program = (
        '10 ON PLAY(2) GOSUB 100: PLAY ON: PLAY "MB L8 CDEF"\n20 FOR I=1 TO 3000: NEXT: PRINT P: END\n'
        '100 P=P+1: IF P<3 THEN PLAY "GAB"\n110 RETURN\n'
    )
    assert alike(program) == [" 3"]


def test_notes_that_are_over_between_two_looks() -> None:
    program = (
        '10 ON PLAY(2) GOSUB 100: PLAY ON: PLAY "MB L64 CDEFG"\n20 FOR I=1 TO 900: NEXT: PRINT P: END\n'
        "100 P=P+1: RETURN\n"
    )
    assert alike(program) == [" 1"]


def test_music_that_ends_at_once_asks_for_more() -> None:
    program = '10 ON PLAY(2) GOSUB 100: PLAY ON: PLAY "MBT255L64CDEFG"\n20 FOR I=1 TO 900: NEXT: PRINT P: END\n'
    assert alike(program + "100 P=P+1: RETURN\n") == [" 1"]


def test_a_key_without_a_subroutine_is_no_trap() -> None:
    program = '10 KEY(1) ON: FOR I=1 TO 200: NEXT: KEY 1,"": K$=INKEY$: PRINT LEN(K$): END\n'
    assert alike(program, F1) == [" 2"]


def test_traps_are_not_those_of_the_next_program() -> None:
    program = '10 ON TIMER(1) GOSUB 100: TIMER ON: RUN 50\n50 FOR I=1 TO 2000: NEXT: PRINT T: END\n100 T=T+1: RETURN\n'
    assert alike(program) == [" 0"]


def test_a_return_to_a_line() -> None:
    program = (
        '10 ON KEY(1) GOSUB 100: KEY(1) ON\n20 FOR I=1 TO 200: NEXT: PRINT "NOT HERE": END\n'
        '60 PRINT "HERE": END\n100 RETURN 60\n'
    )
    assert alike(program, F1) == ["HERE"]


def test_no_trap_acts_while_an_error_is_handled() -> None:
    program = (
        "10 ON ERROR GOTO 200: ON KEY(1) GOSUB 100: KEY(1) ON: ERROR 5\n20 PRINT 2: FOR I=1 TO 99: NEXT: END\n"
        '100 PRINT "F1": RETURN\n200 FOR I=1 TO 200: NEXT: PRINT 1: RESUME NEXT\n'
    )
    assert alike(program, F1) == [" 1", "F1", " 2"]


def test_a_trap_is_taken_away() -> None:
    program = "10 ON KEY(1) GOSUB 100: KEY(1) ON: ON KEY(1) GOSUB 0\n" + LOOP + '100 PRINT "F1": RETURN\n'
    assert alike(program, F1) == [" 1000"]
    program = "10 ON KEY(1) GOSUB 100: KEY(1) ON: CLEAR\n" + LOOP + '100 PRINT "F1": RETURN\n'
    assert alike(program, F1) == [" 1000"]


def test_keys_of_ones_own() -> None:
    program = (
        "10 KEY 15,CHR$(4)+CHR$(45): KEY 16,CHR$(0)+CHR$(57): KEY 17,CHR$(8)+CHR$(30): KEY 18,CHR$(3)+CHR$(30)\n"
        "20 FOR K=15 TO 18: KEY(K) ON: NEXT: ON KEY(15) GOSUB 100: ON KEY(16) GOSUB 110\n"
        "30 ON KEY(17) GOSUB 120: ON KEY(18) GOSUB 130\n40 FOR I=1 TO 300: NEXT\n50 K$=INKEY$: PRINT K$;C;S;A;U: END\n"
        "100 C=C+1: RETURN\n110 S=S+1: RETURN\n120 A=A+1: RETURN\n130 U=U+1: RETURN\n"
    )
    assert alike(program, "\x18 a\0\x1eA") == ["a 1  1  1  1"]


def test_all_keys_at_once() -> None:
    program = "10 ON KEY(1) GOSUB 100: ON KEY(14) GOSUB 100: KEY(0) ON\n" + LOOP + "100 PRINT I>0: RETURN\n"
    assert alike(program, F1 + DOWN) == ["-1", "-1", " 1000"]


def test_the_pen_and_a_stick() -> None:
    program = (
        "10 PEN ON: ON PEN GOSUB 100: STRIG(0) ON: ON STRIG(0) GOSUB 200\n20 FOR I=1 TO 300: NEXT\n"
        "30 PRINT PEN(3);PEN(4);PEN(5);STICK(0);STICK(1): END\n"
        "100 PRINT PEN(0);PEN(1);PEN(2);PEN(6);PEN(7): RETURN\n200 PRINT STRIG(0);STRIG(1): RETURN\n"
    )
    for engine in ENGINES:
        machine = Machine(HeadlessTerminal(lambda: b""), clock=FixedClock(datetime(1990, 1, 2)))
        machine.pen.press(100, 50)
        machine.pen.move(120, 60)
        machine.sticks.move(0, 77)
        machine.sticks.press(0)
        interpreter = Interpreter(machine, engine=engine)
        interpreter.load(basic.parse("1 KEY OFF\n" + program))
        interpreter.run()
        lines = machine.console.screen.page.lines
        assert sorted(lines[:2]) == ["-1  100  50  7  13", "-1 -1"]
        assert lines[2] == "-1  120  60  77  0"


ERRORS = [
    ("ON KEY(0) GOSUB 90", 5), ("ON KEY(21) GOSUB 90", 5), ("KEY(21) ON", 5), ("ON TIMER(0) GOSUB 90", 5),
    ("ON TIMER(86401!) GOSUB 90", 5), ("ON PLAY(0) GOSUB 90", 5), ("ON PLAY(33) GOSUB 90", 5),
    ("ON STRIG(1) GOSUB 90", 5),
    ("STRIG(8) ON", 5), ("ON COM(3) GOSUB 90", 5), ("ON KEY(1) GOSUB 12345", 8), ("PRINT PEN(10)", 5),
    ("PRINT STICK(4)", 5), ("PRINT STRIG(8)", 5),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "number"), ERRORS)
def test_errors(statement: str, number: int) -> None:
    program = f"10 ON ERROR GOTO 80\n20 {statement}\n30 END\n80 PRINT ERR: RESUME 30\n90 RETURN\n"
    assert alike(program) == [f" {number}"]


def test_scan_codes() -> None:
    assert pressed("a") == (0, 0x1E) and pressed("A") == (3, 0x1E) and pressed("\x01") == (4, 0x1E)
    assert pressed("\0\x1e") == (8, 0x1E) and pressed("\0H") == (0, 0x48) and pressed("\0\x5e") == (4, 0x3B)
    assert pressed("!") == (3, 0x02) and pressed("\x1b") == (0, 1) and pressed("\xff") is None
    assert matches("\0;", 1, {}) and matches("\0K", 12, {}) and not matches("a", 15, {})
    assert matches("\x03", 15, {15: "\x04\x2e"}) and matches("\0H", 15, {15: "\x80\x48"})


def test_a_program_without_traps_pays_nothing() -> None:
    interpreter = Interpreter(Machine(HeadlessTerminal(lambda: b"")), engine="python")
    interpreter.load(basic.parse(LOOP))
    interpreter.run()
    assert "traps" not in interpreter.rt.__dict__
    assert all(version.looks == 0 for version in interpreter.code.versions.values())


# ---- on a real clock: code looks at loops and behind what may take long ----------------------------------------------


class Passing:
    """Time that goes on with each look at it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(1990, 1, 2)

    def elapsed(self) -> float:
        self.seconds += 0.25
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


WAITING = {
    "goto": "40 IF F=0 THEN 40\n",
    "for": "40 FOR I=1 TO 1E9: IF F=0 THEN NEXT\n",
    "counted": "40 FOR J=1 TO 1E9: FOR I=1 TO 999: NEXT: IF F=0 THEN NEXT\n",
    "sliced": "40 FOR J=1 TO 1E9: FOR I=999 TO 1 STEP -7: A=A+I: NEXT: A=0: IF F=0 THEN NEXT\n",
    "while": "40 WHILE F=0: N=N+1: WEND\n",
    "gosub": "40 GOSUB 300: IF F=0 THEN 40\n",
    "printed": '40 PRINT "";: IF F=0 THEN 40\n',
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wait", WAITING.values(), ids=list(WAITING))
def test_every_loop_hears_of_an_event(wait: str, engine: str) -> None:
    """None comes to its end without one; and the loops go on where they were."""
    program = f"10 ON TIMER(1) GOSUB 100: TIMER ON\n{wait}50 PRINT F: END\n100 T=T+1: F=T>2: RETURN\n300 RETURN\n"
    assert shown(program, engine=engine, clock=Passing()) == ["-1"]


@pytest.mark.parametrize("engine", ["step", "python"])
def test_a_loop_counts_as_without_events(engine: str) -> None:
    program = (
        "10 ON TIMER(1) GOSUB 100: TIMER ON\n20 FOR I=1 TO 30000: S=S+1: NEXT: PRINT I;S: S=0\n"
        "30 FOR I=9 TO -30000 STEP -3: S=S+1: NEXT: PRINT I;S: PRINT T>0: END\n100 T=T+1: RETURN\n"
    )
    assert shown(program, engine=engine, clock=Passing()) == [" 30001  30000", "-30003  10004", "-1"]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_was_remembered_acts_at_once(engine: str) -> None:
    """Behind the statement that lets it, whatever stands there."""
    program = (
        '10 ON KEY(1) GOSUB 100: KEY(1) STOP\n20 K$=INPUT$(1): A=1: KEY(1) ON: A=2: PRINT "<";K$;">": END\n'
        '100 PRINT "F1";A: RETURN\n'
    )
    assert shown(program, F1 + "x", engine, Passing()) == ["F1 1", "<x>"]
