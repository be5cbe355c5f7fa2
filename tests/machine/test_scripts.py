"""Scripts of keys: bytes, or names behind `#keys`."""

from __future__ import annotations

from datetime import datetime

import pytest

import basic
from basic.engine.interpreter import Interpreter
from basic.errors import Unusable
from basic.machine.clock import FixedClock
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine
from basic.machine.scripts import keys


def test_bytes_and_names() -> None:
    assert list(keys(b"a\n\0;")) == ["a", "\r", "\0;"]
    script = "#keys\n{F10}{up}é{Wait 0.5}{{}\nx{Enter}".encode()
    assert list(keys(script)) == ["\0D", "\0H", "\x82", 0.5, "{", "x", "\r"]
    for name in (b"F11", b"Wait", b"Wait x", b""):
        with pytest.raises(Unusable):
            list(keys(b"#keys\n{" + name + b"}"))


@pytest.mark.parametrize("engine", ["step", "auto"])
def test_a_script_waits_by_the_clock(engine: str) -> None:
    clock = FixedClock(datetime(1990, 1, 2))
    terminal = HeadlessTerminal(lambda: b"#keys\na{Wait 2}b{Wait 3}c")
    terminal.clock = clock
    interpreter = Interpreter(Machine(terminal, clock=clock), engine=engine)
    text = '10 FOR I=1 TO 2\n20 K$=INKEY$:IF K$="" THEN N=N+1:GOTO 20\n30 PRINT K$;N:NEXT:PRINT INPUT$(1)\n'
    interpreter.load(basic.parse(text))
    assert interpreter.run().reason == "end"
    rows = [row.rstrip() for row in interpreter.machine.console.screen.page.lines[:3]]
    assert rows in (["a 0", "b 2000", "c"], ["a 0", "b 2001", "c"])  # thousandths of a second
    assert 5 <= clock.elapsed() < 5.01
