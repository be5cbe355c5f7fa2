"""What the real GW-BASIC stored and drew: every recorded case that writes, reads, chains or merges files, or draws.

The cases were recorded from Microsoft's published source, built and run (truth_machine/README.md). A `run` case is a
program, a `direct` case a session at the Ok prompt; both start with the input files on their disk. Of the files that
were written a text counts up to its CHR$(26); of others all bytes but those that say where something lay in memory.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest
from paths import TESTS

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

TREE = TESTS / "truth_machine"
RECORDED = json.loads((TREE / "manifest.json").read_text())
CASES = [case for case in RECORDED if case["set"] == "store"]
DRAWN = [case for case in RECORDED if case["set"] == "draw"]


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=f"{case['group']}/{case['name']}") for case in CASES if case["kind"] == kind]


def part(case: dict[str, Any], ending: str) -> bytes:
    return (TREE / case["set"] / case["group"] / (case["name"] + ending)).read_bytes()


def inputs(case: dict[str, Any]) -> dict[str, bytes]:
    return {name: part(case, f".file.{name}") for name in case["inputs"]}


def comparable(text: str, program: bool) -> str:
    """White space at the very end does not count, nor what follows a program: Ok, and a line offered for editing."""
    text = text.replace("\r\n", "\n")
    if program:
        text = re.sub(r"(\A|\n)Ok\s*(\n\d+ [^\n]*\s*)?\Z", r"\1", text)
    return text.rstrip()


def check_files(case: dict[str, Any], disk: MemoryDisk) -> None:
    for name, rule in case.get("files", {}).items():
        expected, written = part(case, f".out.{name}"), disk[name]
        if rule["mode"] == "text":
            assert written.split(b"\x1a")[0] == expected, name
        else:
            assert len(written) >= len(expected), name
            differing = {index for index, byte in enumerate(expected) if written[index] != byte}
            assert differing <= set(rule["skip"]), name


def test_the_cases_are_all_there() -> None:
    assert len(CASES) == 26
    assert len(cases("run")) + len(cases("direct")) == len(CASES)


@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize("case", cases("run"))
def test_program(case: dict[str, Any], engine: str) -> None:
    disk = MemoryDisk(inputs(case))
    terminal = MemoryTerminal([])
    machine = Machine(terminal, disks={"C": disk})
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse(part(case, ".bas")))
    interpreter.run()
    machine.close()
    assert comparable(terminal.text, True) == comparable(part(case, ".out").decode("latin-1"), True)
    check_files(case, disk)


@pytest.mark.parametrize("case", cases("direct"))
def test_session(case: dict[str, Any]) -> None:
    disk = MemoryDisk(inputs(case))
    terminal = MemoryTerminal(part(case, ".in").decode("latin-1").splitlines())
    machine = Machine(terminal, disks={"C": disk})
    Session(Interpreter(machine)).run()
    machine.close()
    shown = re.sub(r"\A(?:.*\n)*?Ok\n", "", terminal.text, count=1)
    assert comparable(shown, False) == comparable(part(case, ".out").decode("latin-1"), False)
    check_files(case, disk)


def test_the_pictures_are_all_there() -> None:
    assert len(DRAWN) == 53


@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['group']}/{case['name']}") for case in DRAWN])
def test_picture(case: dict[str, Any], engine: str) -> None:
    disk = MemoryDisk()
    machine = Machine(MemoryTerminal([]), disks={"C": disk})
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse(part(case, ".bas")))
    interpreter.run()
    machine.close()
    raster = machine.video.shown
    assert (raster.width, raster.height) == (case["width"], case["height"])
    drawn = zlib.decompress(part(case, ".pix.z"))
    different = [divmod(place, raster.width) for place in range(len(drawn)) if drawn[place] != raster.pixels[place]]
    assert not different
    check_files(case, disk)
