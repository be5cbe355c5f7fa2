"""Small programs with what they must print, in both engines.

Each is a program NAME.bas, with its typed input NAME.in if it reads any, and NAME.out, compared with other interpreters
or worked out by hand. Files that it writes go to a disk in memory.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import basic

CASES = Path(__file__).parent / "cases"
PROGRAMS = sorted(CASES.rglob("*.bas"))


def part(program: Path, ending: str) -> str:
    path = program.with_suffix(ending)
    return path.read_bytes().decode("latin-1").replace("\r\n", "\n") if path.exists() else ""


@pytest.mark.parametrize("engine", ["auto", "native", "step"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_case(program: Path, engine: str) -> None:
    done = basic.run(program.read_bytes(), part(program, ".in"), engine=engine)
    assert program.with_suffix(".out").exists()
    assert done.raw.rstrip() == part(program, ".out").rstrip()
