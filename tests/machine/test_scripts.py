"""Scripts of keys: bytes, or names behind `#keys`."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import pytest
from tmux import Screen, needs_tmux

import basic
from basic.engine.interpreter import Interpreter
from basic.errors import Unusable
from basic.machine.clock import FixedClock
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine
from basic.machine.scripts import Typist, keys


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
    terminal.typist.clock = clock
    interpreter = Interpreter(Machine(terminal, clock=clock), engine=engine)
    text = '10 FOR I=1 TO 2\n20 K$=INKEY$:IF K$="" THEN N=N+1:GOTO 20\n30 PRINT K$;N:NEXT:PRINT INPUT$(1)\n'
    interpreter.load(basic.parse(text))
    assert interpreter.run().reason == "end"
    rows = [row.rstrip() for row in interpreter.machine.console.screen.page.lines[:3]]
    assert rows in (["a 0", "b 2000", "c"], ["a 0", "b 2001", "c"])  # thousandths of a second
    assert 5 <= clock.elapsed() < 5.01


def test_a_script_comes_before_who_sits_at_the_terminal() -> None:
    """While it waits, what is typed by hand comes through; Ctrl-C of the script breaks."""
    clock = FixedClock(datetime(1990, 1, 2))
    terminal, typist = HeadlessTerminal(lambda: b"xyz"), Typist(lambda: b"#keys\na{Wait 2}b{Break}")
    typist.clock = clock
    typist.sit_down(terminal)
    assert [terminal.read_key() for _ in range(2)] == ["a", "x"]
    clock.sleep(2)
    assert terminal.poll_key() == "b"
    with pytest.raises(KeyboardInterrupt):
        terminal.pressed_key()
    assert [terminal.pressed_key(), terminal.poll_key()] == ["y", "z"]


@needs_tmux
def test_a_script_at_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "A.BAS").write_text(
        '10 CLS\n20 K$=INKEY$: IF K$="" THEN 20\n30 PRINT ASC(RIGHT$(K$,1));: IF K$<>CHR$(13) THEN 20\n'
        '40 INPUT "NAME";N$: PRINT "HELLO "N$\n'
    )
    (tmp_path / "keys.txt").write_text("#keys\n{Wait 0.5}A{Up}{Enter}")
    (tmp_path / "work").mkdir()
    command = f"{sys.executable} -m basic run --keys keys.txt A.BAS"
    with Screen(tmp_path, tmp_path / "work", command) as screen:
        screen.expect("65  72  13 NAME?")
        screen.type("ADA")
        screen.expect("HELLO ADA", "[over]")
