"""What the real GW-BASIC printed: every recorded transcript, in both engines.

The cases were recorded from Microsoft's published source, built and run (tests/truth/README.md). A `run` case is a
program with its typed input; a `direct` case is a session at the Ok prompt.
"""

from __future__ import annotations

import json
import re

import pytest
from paths import TESTS

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

TRUTH = TESTS / "truth"
CASES = json.loads((TRUTH / "manifest.json").read_text())


def cases(kind: str) -> list[object]:
    return [pytest.param(c, id=f"{c['group']}/{c['name']}") for c in CASES if c["kind"] == kind]


def part(case: dict[str, str], ending: str) -> str:
    path = TRUTH / case["group"] / (case["name"] + ending)
    return path.read_bytes().decode("latin-1").replace("\r\n", "\n") if path.exists() else ""


def comparable(text: str, program: bool) -> str:
    """White space at the very end does not count, nor what follows a program: Ok, and a line offered for editing."""
    if program:
        text = re.sub(r"(\A|\n)Ok\s*(\n\d+ [^\n]*\s*)?\Z", r"\1", text)
    return text.rstrip()


@pytest.mark.parametrize("engine", ["auto", "native", "step"])
@pytest.mark.parametrize("case", cases("run"))
def test_program(case: dict[str, str], engine: str) -> None:
    done = basic.run(part(case, ".bas").encode("latin-1"), part(case, ".in"), engine=engine)
    assert comparable(done.raw, True) == comparable(part(case, ".out"), True)


@pytest.mark.parametrize("case", cases("direct"))
def test_session(case: dict[str, str]) -> None:
    terminal = MemoryTerminal(part(case, ".in").splitlines())
    Session(Interpreter(Machine(terminal, disks={"C": MemoryDisk()}))).run()
    shown = re.sub(r"\A(?:.*\n)*?Ok\n", "", terminal.text, count=1)
    assert comparable(shown, False) == comparable(part(case, ".out"), False)
