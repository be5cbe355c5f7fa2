"""`--speed pc`: the eight programs of Personal Computer World take the seconds that they took on the IBM PC."""

from datetime import datetime

import pytest

from basic.engine.interpreter import Interpreter
from basic.engine.pace import KINDS, OPERATORS, SLOW, WORDS, Pace
from basic.engine.starting import start
from basic.machine.clock import FixedClock
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.syntax import nodes as n
from basic.syntax.tokens import KEYWORDS

COUNTED = "400 K=0\n430 DIM M(5)\n500 K=K+1\n{}\n600 IF K<1000 THEN 500\n700 END\n820 RETURN"
CONSTANTS = "510 A=K/2*3+4-5\n"
PROGRAMS = {
    "400 FOR K=1 TO 1000\n500 NEXT K": 1.5,
    COUNTED.format("505 REM"): 5.2,
    COUNTED.format("510 A=K/K*K+K-K"): 12.1,
    COUNTED.format(CONSTANTS): 12.6,
    COUNTED.format(CONSTANTS + "520 GOSUB 820"): 13.6,
    COUNTED.format(CONSTANTS + "520 GOSUB 820\n530 FOR L=1 TO 5\n540 NEXT L"): 23.5,
    COUNTED.format(CONSTANTS + "520 GOSUB 820\n530 FOR L=1 TO 5\n535 M(L)=A\n540 NEXT L"): 37.4,
    "400 K=0\n500 K=K+1\n530 A=K^2\n540 B=LOG(K)\n550 C=SIN(K)\n600 IF K<100 THEN 500": 3.5,
}


class Waited:
    """A clock on which time passes by waiting alone."""

    def __init__(self) -> None:
        self.passed = 0.0

    def now(self) -> datetime:
        return datetime(1990, 1, 1)

    def elapsed(self) -> float:
        return self.passed

    def sleep(self, seconds: float) -> None:
        self.passed += seconds


def paced(text: str, engine: str, speed: str, clock: FixedClock | Waited) -> Machine:
    machine = Machine(MemoryTerminal(), clock=clock)
    interpreter = Interpreter(machine, engine=engine)
    start(interpreter, text.replace("\n", "\r\n").encode(), None)
    Pace(interpreter, speed)
    assert interpreter.run().error is None
    return machine


@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize(("text", "seconds"), PROGRAMS.items())
def test_programs_take_as_long_as_on_the_pc(text: str, seconds: float, engine: str) -> None:
    machine = paced(text, engine, "pc", FixedClock(datetime(1990, 1, 1)))
    assert machine.clock.elapsed() == pytest.approx(seconds, rel=0.05)


def test_what_has_a_figure_is_there() -> None:
    words = {keyword.word for keyword in KEYWORDS}
    assert {*WORDS, *SLOW, *OPERATORS} <= words
    assert all(issubclass(kind, n.Statement) for kind in KINDS)


def test_an_at_takes_a_third() -> None:
    text = next(iter(PROGRAMS))
    assert paced(text, "auto", "at", Waited()).clock.elapsed() == pytest.approx(0.5, rel=0.1)
    assert paced(text, "auto", "xt", Waited()).clock.elapsed() == pytest.approx(1.5, rel=0.1)


def test_a_paced_clock_goes_on_with_statements_and_not_by_readings() -> None:
    """Reading it is a statement of some milliseconds; it would be a tick of 55 else."""
    machine = paced("10 FOR I=1 TO 100:T=TIMER:NEXT", "auto", "pc", FixedClock(datetime(1990, 1, 1)))
    assert 0.2 < machine.clock.elapsed() < 0.6


def test_events_come_by_the_pace() -> None:
    """A turn of this loop takes 1.25 milliseconds and 0.25 for its variable; TIMER calls once a second."""
    text = "10 ON TIMER(1) GOSUB 50:TIMER ON\n20 FOR I=1 TO 4200:NEXT I\n30 PRINT N\n40 END\n50 N=N+1:RETURN"
    written = []
    for engine in ("auto", "step"):
        machine = paced(text, engine, "pc", FixedClock(datetime(1990, 1, 1)))
        assert isinstance(machine.console.terminal, MemoryTerminal)
        written.append(machine.console.terminal.text)
    assert written == [" 6 \n"] * 2
