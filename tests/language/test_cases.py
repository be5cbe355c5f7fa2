"""Small programs with what they must print, in both engines.

Each is a program NAME.bas, with its typed input NAME.in if it reads any, and NAME.out, compared with other interpreters
or worked out by hand. Without NAME.bas it is a session at the Ok prompt. Files that it writes go to a disk in memory.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from paths import TESTS

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

CASES = TESTS / "cases"
PROGRAMS = sorted(CASES.rglob("*.bas"))
SESSIONS = sorted(path for path in CASES.rglob("*.in") if not path.with_suffix(".bas").exists())


def part(program: Path, ending: str) -> str:
    path = program.with_suffix(ending)
    return path.read_bytes().decode("latin-1").replace("\r\n", "\n") if path.exists() else ""


@pytest.mark.parametrize("engine", ["auto", "native", "step"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_case(program: Path, engine: str) -> None:
    done = basic.run(program.read_bytes(), part(program, ".in"), engine=engine)
    assert program.with_suffix(".out").exists()
    assert done.raw.rstrip() == part(program, ".out").rstrip()


@pytest.mark.parametrize("engine", ["auto", "native", "step"])
@pytest.mark.parametrize("typed", SESSIONS, ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_session(typed: Path, engine: str) -> None:
    terminal = MemoryTerminal(part(typed, ".in").splitlines())
    Session(Interpreter(Machine(terminal, disks={"C": MemoryDisk()}), engine=engine)).run(greeting=False)
    assert terminal.text.removeprefix("Ok\n").rstrip() == part(typed, ".out").rstrip()
