"""Small drawings, a program and a picture for each: every statement that draws, and its corners.

The first line of each program says what there is to see; the pictures were looked at when they were made.
`basic run --headless --screenshot NAME.png NAME.bas` makes one.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from pathlib import Path
from random import Random

import pytest
from drawing_programs import Drawings
from paths import TESTS

import basic
from basic.engine.interpreter import Interpreter
from basic.gw.program import Program
from basic.machine import pictures
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.port import to_python

GALLERY = TESTS / "gallery"
PROGRAMS = sorted(GALLERY.glob("*.bas"))


def chunks(png: bytes) -> dict[bytes, bytes]:
    """The parts of a picture that has one of each."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, place = {}, 8
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        kind, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        assert zlib.crc32(kind + data) == int.from_bytes(png[place + 8 + length : place + 12 + length], "big")
        found[kind] = data
        place += length + 12
    return found


def picture(png: bytes) -> tuple[bytes, bytes, bytes]:
    """Size and form, palette, pixels."""
    parts = chunks(png)
    return parts[b"IHDR"], parts[b"PLTE"], zlib.decompress(parts[b"IDAT"])


def drawn(program: bytes, engine: str) -> Machine:
    machine = Machine(MemoryTerminal([]), disks={"C": MemoryDisk()})
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse(program))
    interpreter.run()
    return machine


def test_there_is_a_picture_for_each() -> None:
    assert len(PROGRAMS) >= 60
    assert {path.stem for path in PROGRAMS} == {path.stem for path in GALLERY.glob("*.png")}
    assert all(path.read_text().startswith("10 ' ") for path in PROGRAMS)


@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_drawing(program: Path, engine: str) -> None:
    made = picture(pictures.png(drawn(program.read_bytes(), engine)))
    known = picture(program.with_suffix(".png").read_bytes())
    assert made[:2] == known[:2]
    assert made[2] == known[2], "pixels differ"


PORTED = (
    "art_flower", "circle_pies", "draw_paint", "line_styled_boxes", "paint_tiles_16", "palette_using", "pages_hidden",
    "put_from_singles", "text_on_16", "view_clips", "window_curves",
)  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("name", PORTED)
def test_a_port_draws_the_same(name: str, exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python's numbers a dot of a curve may lie beside its place."""
    machine = Machine(MemoryTerminal([]), disks={"C": MemoryDisk()})
    monkeypatch.setattr(Program, "computer", lambda *_: machine)
    program = GALLERY / f"{name}.bas"
    with contextlib.suppress(SystemExit):
        exec(compile(to_python(program.read_bytes(), exact), f"{name}.py", "exec"), {"__name__": "__main__"})
    made, known = picture(pictures.png(machine)), picture(program.with_suffix(".png").read_bytes())
    assert made[:2] == known[:2]
    others = sum(one != other for one, other in zip(made[2], known[2], strict=True))
    assert others == 0 if exact or name != "window_curves" else others < 100


@pytest.mark.parametrize("seed", range(40))
def test_random_drawings(seed: int) -> None:
    """Whatever is asked for: an error of BASIC's or a picture, the same in every engine."""
    program = Drawings(Random(seed)).program()
    results = []
    for engine in ("step", "auto", "native"):
        machine = drawn(program.encode(), engine)
        terminal = machine.console.terminal
        assert isinstance(terminal, MemoryTerminal)
        assert re.search(r" \d+ \n\Z", terminal.text), terminal.text[-200:]
        results.append((terminal.text, pictures.dump(machine), machine.video.palette))
    assert results[0] == results[1] == results[2]
