"""Ports of programs with event traps: keys that are pressed and times that are over, as the interpreter notices them.

What is expected is worked out by hand; the interpreter shows it, too.
"""

from __future__ import annotations

import linecache
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest

import basic
from basic.engine.interpreter import Interpreter
from basic.gw.program import Program
from basic.machine.clock import FixedClock
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine
from basic.port import Refused, to_python

F1, F2 = "\0;", "\0<"
WAIT = "FOR I=1 TO 300: NEXT"
BOTH = pytest.mark.parametrize("exact", [False, True])


def machine(keys: str) -> Machine:
    return Machine(HeadlessTerminal(lambda: keys.encode("latin-1")), clock=FixedClock(datetime(1990, 1, 2)))


def lines(machine: Machine) -> list[str]:
    found = [*machine.console.screen.page.lines]
    while found and not found[-1]:
        found.pop()
    return found


def alike(source: str, exact: bool, monkeypatch: pytest.MonkeyPatch, keys: str = "") -> list[str]:
    """What program and port show, if that is the same."""
    source = "1 KEY OFF\n" + source
    interpreter = Interpreter(machine(keys))
    interpreter.load(basic.parse(source))
    interpreter.run()
    own = machine(keys)
    monkeypatch.setattr(Program, "computer", lambda *_: own)
    scope: dict[str, Any] = {"__name__": "__main__"}
    text = to_python(source, exact)
    monkeypatch.setitem(linecache.cache, "ported.py", (len(text), None, text.splitlines(True), "ported.py"))
    with suppress(SystemExit):
        exec(compile(text, "ported.py", "exec"), scope)
    assert lines(own) == lines(interpreter.rt.machine)
    return lines(own)


@BOTH
def test_a_key_in_a_loop(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f'10 ON KEY(1) GOSUB 90: KEY(1) ON\n20 {WAIT}: PRINT "END";H: END\n90 H=H+1: PRINT "HELP": RETURN\n'
    assert alike(source, exact, monkeypatch, F1 + F1) == ["HELP", "HELP", "END 2"]
    assert alike(source, exact, monkeypatch, F2) == ["END 0"]
    assert alike(source.replace(": END\n", ": K$=INKEY$: PRINT LEN(K$): END\n"), exact, monkeypatch, F1 + "x") == [
        "HELP", "END 1", " 1",
    ]  # fmt: skip


@BOTH
def test_several_keys_and_loops_of_goto(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "10 ON KEY(1) GOSUB 90: ON KEY(2) GOSUB 95: KEY(1) ON: KEY(2) ON\n"
        '20 I=I+1: IF I<300 THEN 20\n30 PRINT "END";A;B: END\n'
        '90 A=A+1: PRINT "ONE": RETURN\n95 B=B+A: PRINT "TWO": RETURN\n'
    )
    assert alike(source, exact, monkeypatch, F1 + F2 + F1) == ["ONE", "TWO", "ONE", "END 2  1"]


@BOTH
def test_stopped_keys_are_remembered_and_others_lost(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        f"10 ON KEY(1) GOSUB 90: KEY(1) STOP: {WAIT}: PRINT 1: KEY(1) ON: {WAIT}\n"
        f'20 KEY(1) OFF: KEY(1) ON: PRINT 2: {WAIT}: END\n90 PRINT "F1": RETURN\n'
    )
    assert alike(source, exact, monkeypatch, F1) == [" 1", "F1", " 2"]
    taken_away = source.replace("PRINT 1", "PRINT 1: ON KEY(1) GOSUB 0")
    assert alike(taken_away, exact, monkeypatch, F1) == [" 1", " 2"]


@BOTH
def test_return_to_a_line(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = '10 ON KEY(1) GOSUB 90: KEY(1) ON\n20 WHILE 1: N=N+1: WEND\n30 PRINT "OUT": END\n90 PRINT 9: RETURN 30\n'
    assert alike(source, exact, monkeypatch, F1) == [" 9", "OUT"]


@BOTH
def test_a_timer(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "10 ON TIMER(2) GOSUB 90: TIMER ON\n20 IF K<3 THEN 20\n30 TIMER OFF: PRINT K: END\n90 K=K+1: RETURN\n"
    assert alike(source, exact, monkeypatch) == [" 3"]


@BOTH
def test_no_event_is_noticed_while_an_error_is_handled(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "10 ON ERROR GOTO 60: ON KEY(1) GOSUB 90: KEY(1) STOP\n20 ERROR 77\n"
        f'30 {WAIT}: PRINT 3: END\n60 KEY(1) ON: {WAIT}: PRINT "HANDLED": RESUME NEXT\n90 PRINT "F1": RETURN\n'
    )
    assert alike(source, exact, monkeypatch, F1) == ["HANDLED", "F1", " 3"]


@BOTH
def test_a_subroutine_that_does_not_return_is_refused(exact: bool) -> None:
    with pytest.raises(Refused, match="ON KEY GOSUB whose subroutine goes on without RETURN"):
        to_python("10 ON KEY(1) GOSUB 80: KEY(1) ON\n20 GOTO 20\n80 GOTO 10\n", exact)


def test_a_program_without_traps_needs_none_of_their_switches() -> None:
    text = to_python('40 ON PEN GOSUB 0: KEY(1) STOP\n60 KEY(2) ON\n70 PRINT "END"\n')
    assert "traps" not in text


@BOTH
def test_a_subroutine_that_is_not_there(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f'10 PRINT "A": ON KEY(1) GOSUB 500\n20 KEY(1) ON: {WAIT}: PRINT "B"\n'
    assert alike(source, exact, monkeypatch) == ["A", "Undefined line number in 10"]
