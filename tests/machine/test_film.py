"""A recording of the screen: its pictures and their times."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from paths import ROOT

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.clock import FixedClock
from basic.machine.film import Film
from basic.machine.headless import HeadlessTerminal
from basic.machine.machine import Machine

Image = pytest.importorskip("PIL.Image")
# A dot that goes on ten pixels with each note of 3 ticks.
PROGRAM = (
    "10 SCREEN 1: KEY OFF: CLS: FOR X=0 TO 90 STEP 10: PSET (X,5),2: SOUND 32767,3: SOUND 32767,3\n"
    "20 PRESET (X,5): NEXT\n"
)


def test_pictures_and_times() -> None:
    terminal = HeadlessTerminal(lambda: b"")
    machine = Machine(terminal, clock=FixedClock(datetime(1990, 1, 2)))
    terminal.record(Film(machine))
    machine.console.use_screen()
    interpreter = Interpreter(machine)
    interpreter.load(basic.parse(PROGRAM))
    interpreter.run()
    assert terminal.film
    film = Image.open(BytesIO(terminal.film.gif()))
    places, lengths = [], []
    for number in range(film.n_frames):
        film.seek(number)
        small = film.convert("RGB").resize((320, 200), Image.NEAREST)
        lit = [x for x in range(100) if small.getpixel((x, 5)) == (255, 85, 255)]
        places += lit
        lengths += [film.info["duration"]] * len(lit)
    assert places == sorted(places)
    assert set(places) == set(range(0, 100, 10))
    assert all(100 <= length <= 400 for length in lengths[:-1])  # six ticks are 330 ms, in hundredths


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.bas").write_text(PROGRAM)
    environment = {"PYTHONPATH": str(ROOT), "JUNZI_CACHE": ""}

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "basic", "run", *options, "a.bas"]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)

    assert run("--headless", "--record", "a.gif").returncode == 0
    assert Image.open(tmp_path / "a.gif").n_frames > 10
    for options, complaint in (
        (["--record", "a.gif"], "--record: pictures are recorded with --headless"),
        (["--headless", "--record", "a.mp4"], "--record a.mp4: a name that ends in .gif or .wav is needed"),
    ):
        done = run(*options)
        assert done.returncode == 2
        assert complaint in done.stderr
