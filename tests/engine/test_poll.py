"""The poll: what is asked between two statements, at the same ones in every engine; nothing where nobody asks."""

from __future__ import annotations

import re
import signal
import threading
from math import inf
from types import FrameType
from typing import Any

import pytest
from control_flow_programs import Writer
from hot_loop_programs import Worker

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.limits import Limits
from basic.engine.poll import LOOPS, STATEMENTS
from basic.engine.rest import Outcome
from basic.engine.signals import Trapped
from basic.errors import LimitReached
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.machine.traps import Event

MOST = 1500
TYPED = ("1", "2.5", "HELLO", "-3,4")
ENGINES = ("python", "auto", "native")
PROGRAMS = [Writer(seed).program() for seed in range(60)] + [Worker(seed).program() for seed in range(6)]


def player(text: str, engine: str) -> Interpreter:
    interpreter = Interpreter(Machine(MemoryTerminal(TYPED)), engine=engine)
    interpreter.load(basic.parse(text))
    return interpreter


def seen(interpreter: Interpreter, outcome: Outcome) -> Any:
    terminal = interpreter.machine.console.terminal
    assert isinstance(terminal, MemoryTerminal)
    return outcome.reason, outcome.line, outcome.limit, interpreter.rt.namespace["done"], terminal.text


def limited(text: str, engine: str, most: int) -> Any:
    interpreter = player(text, engine)
    Limits(steps=most).watch(interpreter)
    return seen(interpreter, interpreter.run())


@pytest.mark.parametrize("engine", ENGINES)
def test_statements_are_counted_the_same(engine: str) -> None:
    """A limit stops every program at the same statement, however far it is."""
    ended = set()
    for text in PROGRAMS:
        for most in (7, 50, MOST):
            expected = limited(text, "step", most)
            assert limited(text, engine, most) == expected, text
            ended.add(expected[0])
    assert {"limit", "end", "error"} <= ended


def test_what_counts_as_a_statement() -> None:
    """Every statement of a line and of a branch, NEXT at each turn, WEND and the WHILE that it leads to. By hand."""
    for engine in ("step", *ENGINES):
        assert limited("10 FOR I=1 TO 3:A=A+1:NEXT", engine, 99)[3] == 1 + 3 + 3
        assert limited("10 WHILE A<3:A=A+1:WEND", engine, 99)[3] == 4 + 3 + 3
        assert limited("10 IF A=0 THEN B=1:C=2 ELSE B=2\n20 REM\n30 GOSUB 40\n40 RETURN", engine, 99)[3] == 3 + 1 + 3
        assert limited("10 GOTO 10", engine, 12345) == ("limit", 10, "12,345 statements", 12346, "")


def trapped(text: str, engine: str, every: int) -> tuple[Any, int]:
    """A run that an event comes to after so many statements, again and again; how many there were."""
    interpreter = player(text + "60000 Z9=Z9+1:RETURN\n60010 ON KEY(1) GOSUB 60000\n", engine)
    rt, handler = interpreter.rt, interpreter.outline.starts[60000]
    begun, ended = [0], [0]
    following = [every]

    def returned(event: Event) -> None:
        ended[0] += 1

    def ask(point: int, done: int) -> float:
        if done > MOST:
            raise LimitReached("many")
        if done <= following[0] or point >= handler or begun != ended:
            return following[0] if begun == ended else done
        following[0] = done + every
        begun[0] += 1
        raise Trapped(handler, ("KEY", 1))

    assert rt.traps  # they would be told otherwise
    rt.stack.ended = returned
    interpreter.poll.ask(ask, STATEMENTS)
    outcome = interpreter.run()
    return (seen(interpreter, outcome), begun, ended, rt.namespace.get("Z9_s", 0)), begun[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_events_come_at_the_same_statement(engine: str) -> None:
    many = 0
    for text in PROGRAMS:
        for every in (3, 40):
            expected, count = trapped(text, "step", every)
            assert trapped(text, engine, every)[0] == expected, text
            many += count
    assert many > 5000


def test_an_event_changes_nothing_but_what_its_handler_does() -> None:
    text = "10 FOR I=1 TO 20:FOR J=1 TO 3:S=S+I*J:NEXT J,I\n20 WHILE N<9:N=N+1:GOSUB 50:WEND\n30 PRINT S;N;T\n40 END\n"
    text += "50 T=T+N:RETURN\n"
    for engine in ("step", *ENGINES):
        (ended, *_, handled), count = trapped(text, engine, 5)
        assert ended[4] == " 1260  9  45 \n" and handled == count > 30


def test_a_group_is_counted_at_once() -> None:
    """By hand: three assignments and the PRINT behind them; INKEY$ ends a group, since a key may come."""
    interpreter = player('10 A=1:B=2:C=A:PRINT C\n20 D=4:A$=INKEY$:E=5\n30 GOTO 10\n', "python")
    Limits(steps=99).watch(interpreter)
    version = interpreter.code.version(0)
    assert version.function
    counted = [int(number) for number in re.findall(r"if \(done := done \+ (\d)\) <= due", version.compiled.source)]
    assert counted == [4, 2, 2]


def test_a_break_within_a_group_counts_nothing_twice() -> None:
    text = "10 FOR J=1 TO 300:A=J:B=A+1:C=B*2:D=C-A:IF D>1E9 THEN 40\n20 K=K+1:L=L+K:IF K MOD 50<>0 THEN 20\n30 NEXT\n"
    text += "40 PRINT K;L;D"
    expected = limited(text, "python", 10**9)
    broken = 0
    for trial in range(40):
        interpreter = player(text, "python")
        Limits(steps=10**9).watch(interpreter)
        assert interpreter.code.version(0).function

        def press(number: int, frame: FrameType | None, interpreter: Interpreter = interpreter) -> None:
            if interpreter.running is not None:
                interpreter.interrupts._on_interrupt(number, frame)

        before = signal.signal(signal.SIGALRM, press)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0001 + trial * 0.0003)
            outcome = interpreter.run()
            while outcome.reason == "break":
                broken += 1
                assert interpreter.resting is not None
                outcome = interpreter.proceed(interpreter.resting)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        ended = seen(interpreter, outcome)
        assert ended[:4] == expected[:4] and expected[4] in ended[4]
    assert broken > 5


@pytest.mark.parametrize("engine", ["step", *ENGINES])
@pytest.mark.parametrize(
    "text", ["10 A=A+1:GOTO 10", "10 FOR I=1 TO 2 STEP 0:A=A+1:NEXT", "10 WHILE 1:GOSUB 30:WEND\n30 RETURN"]
)
def test_another_thread_stops_a_run(engine: str, text: str) -> None:
    interpreter = player(text, engine)
    interpreter.interrupts.allow_stops()
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(interpreter.run()))
    thread.start()
    stop = threading.Timer(0.1, interpreter.interrupts.stop)
    stop.start()
    thread.join(10)
    assert not thread.is_alive() and outcomes[0].reason == "break"
    assert interpreter.resting is not None


def test_who_asks_at_loops_is_asked_in_native_code() -> None:
    interpreter = player("10 A=A+1:GOTO 10", "native")
    asked = [0]

    def ask(point: int, done: int) -> float:
        asked[0] += 1
        if asked[0] > 3:
            raise LimitReached("enough")
        return inf

    interpreter.poll.ask(ask, LOOPS)
    outcome = interpreter.run()
    assert (outcome.reason, outcome.limit) == ("limit", "enough") and interpreter.rt.namespace["A_s"] > 1000


def test_who_is_not_asked_costs_nothing() -> None:
    interpreter = player("10 FOR I=1 TO 9:GOSUB 20:NEXT\n20 A=A+1:GOTO 10", "python")
    interpreter.ready()
    (version,) = interpreter.code.versions.values()
    code = version.function.code
    assert not {"due", "done", "look", "glance"} & {*code.co_names, *code.co_varnames}
