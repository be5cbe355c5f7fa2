"""What the real GW-BASIC showed on its text screen: every character, its colours, and where the cursor was.

Recorded from Microsoft's published source, built and run (truth_machine/README.md). A `run` case is a program with what
is typed at it, an `edit` case what is typed at the Ok prompt, key by key.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from paths import TESTS

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine import pictures
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine

TREE = TESTS / "truth_machine" / "text"
CASES = json.loads((TREE / "manifest.json").read_text())
BACKGROUND = 0x70


def part(case: dict[str, Any], ending: str) -> bytes:
    file = TREE / case["group"] / (case["name"] + ending)
    return file.read_bytes() if file.exists() else b""


def machine_after(case: dict[str, Any], engine: str) -> Machine:
    keys = part(case, ".keys") or part(case, ".in")
    machine = Machine(HeadlessTerminal(lambda: keys))
    interpreter = Interpreter(machine, engine=engine)
    if case["kind"] == "run":
        interpreter.load(basic.parse(part(case, ".bas")))
        interpreter.run()
    else:
        Session(interpreter).run()
    return machine


def test_the_cases_are_all_there() -> None:
    assert len(CASES) == 40
    assert all(part(case, ".screen") for case in CASES)


@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['group']}/{case['name']}") for case in CASES])
def test_screen(case: dict[str, Any], engine: str) -> None:
    machine = machine_after(case, engine)
    shown, expected = (text.split(b"\n") for text in (pictures.text(machine), part(case, ".screen")))
    assert [row.rstrip() for row in shown] == [row.rstrip() for row in expected]
    recorded = part(case, ".attr")
    assert len(recorded) == 25 * case["columns"]
    page = machine.console.screen.shown
    different = [
        divmod(place, page.width)
        for place, (character, attribute, right) in enumerate(
            zip(page.characters, page.attributes, recorded, strict=True)
        )
        if (attribute ^ right) & (BACKGROUND if character in b" \xff" else 0xFF)
    ]
    assert different == []
