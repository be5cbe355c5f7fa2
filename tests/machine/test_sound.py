"""Sound as notes and as a WAV file. Frequencies are those of the table in GW-BASIC's manual (SOUND), lengths are worked
out by hand: a whole note at T120 takes 2 seconds, a tick 0.054925 seconds."""

from __future__ import annotations

import subprocess
import sys
import wave as riff
from datetime import datetime
from pathlib import Path

import pytest
from paths import ROOT

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.clock import FixedClock
from basic.machine.machine import Machine
from basic.machine.speaker import Note
from basic.machine.terminal import MemoryTerminal
from basic.machine.wave import AUDIBLE, RATE, samples, wave

TICK = 0.054925
# An octave below middle C, and from there on to where the table ends.
TABLE = {
    "O1C": 130.81, "O1D": 146.83, "O1E": 164.81, "O1F": 174.61, "O1G": 196.0, "O1A": 220.0, "O1B": 246.94,
    "O2C": 261.63, "O2D": 293.66, "O2E": 329.63, "O2F": 349.23, "O2G": 392.0, "O2A": 440.0, "O2B": 493.88,
    "O3C": 523.25, "O3D": 587.33, "O3E": 659.26, "O3F": 698.46, "O3G": 783.99, "O3A": 880.0, "O3B": 987.77,
    "O4C": 1046.5, "O4D": 1174.7, "O4E": 1318.5, "O4F": 1396.9, "O4G": 1568.0, "O4A": 1760.0, "O4B": 1975.5,
}


def run(program: str, engine: str = "auto") -> tuple[str, list[Note]]:
    terminal = MemoryTerminal()
    machine = Machine(terminal, clock=FixedClock(datetime(1990, 1, 2)))
    machine.speaker.heard = heard = []
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse(program))
    interpreter.run()
    return terminal.text, machine.speaker.heard or heard


def played(text: str) -> list[tuple[float, float, float]]:
    """Frequency, beginning and length."""
    printed, notes = run(f'10 PLAY "{text}"\n')
    assert printed == ""
    return [(note.frequency, note.start, note.length) for note in notes]


@pytest.mark.parametrize("note", TABLE)
def test_frequencies(note: str) -> None:
    ((frequency, _, _),) = played(note)
    assert frequency == pytest.approx(TABLE[note], rel=1e-4)


def test_lengths() -> None:
    notes = played("T120 L4 O2 A ML A MS A MN A8 A. A.. P4 L2 A T60 A")
    assert [length for _, _, length in notes] == pytest.approx(
        [0.5 * 7 / 8, 0.5, 0.5 * 3 / 4, 0.25 * 7 / 8, 0.75 * 7 / 8, 1.125 * 7 / 8, 0.5, 1 * 7 / 8, 2 * 7 / 8]
    )
    starts = [start for _, start, _ in notes]
    assert starts == pytest.approx([0, 0.5, 1, 1.5, 1.75, 2.5, 3.625, 4.125, 5.125])


def test_signs_octaves_and_numbers() -> None:
    frequencies = [frequency for frequency, _, _ in played("O2 A A# B- >A <<A N0 N34 N1 N84 O0<A O6>A")]
    sharp = 440 * 2 ** (1 / 12)
    lowest, highest = 440 * 2 ** (-33 / 12), 440 * 2 ** (50 / 12)
    assert frequencies == pytest.approx([440, sharp, sharp, 880, 220, 0, 440, lowest, highest, 110, 7040])


def test_variables_and_texts() -> None:
    printed, notes = run('10 N=2: A$="AA": D#=8: PLAY "o=n; x a$; l=d#;a"\n20 X$="X"+VARPTR$(A$): PLAY X$\n')
    assert printed == ""
    assert [note.frequency for note in notes] == pytest.approx([440] * 5)
    assert notes[2].length == pytest.approx(0.25 * 7 / 8)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        *[(f'PLAY "{text}"', 5) for text in ("H", "E#", "F-", "B+", "C-", "L0", "L65", "O7", "T31")],
        *[(f'PLAY "{text}"', 5) for text in ("T256", "N85", "MX", "-4", "A4A65")],
        *[(f'PLAY "{text}"', 5) for text in ("A65", "P65", "V5", "L", "O", "N", "X", "L=", "L=Q", "3")],
        ('PLAY "C","E"', 2),
        ("PLAY 5", 13),
        ("SOUND 36,1", 5),
        ("SOUND 40000,1", 6),
        ("SOUND 440,-1", 5),
        ("SOUND 440,65536", 5),
        ("SOUND 440,5,3", 2),
        ("PRINT PLAY(256)", 5),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "step"])
def test_errors(statement: str, error: int, engine: str) -> None:
    printed, _ = run(f"10 ON ERROR GOTO 30\n20 {statement}\n25 END\n30 PRINT ERR: RESUME 25\n", engine)
    assert printed == f" {error} \n"


def test_what_went_before_an_error_is_heard() -> None:
    _, notes = run('10 PLAY "O2AH"\n')
    assert [note.frequency for note in notes] == [440]


def test_sound_goes_on_while_the_program_does() -> None:
    printed, notes = run("10 SOUND 440,18: T=TIMER: SOUND 880,9: U=TIMER: PRINT INT(U-T+.5)\n20 BEEP\n")
    assert printed == " 1 \n"  # the first is over when the second begins, of the second nothing is waited for
    assert [(note.frequency, note.length) for note in notes] == [
        (440, pytest.approx(18 * TICK, abs=1e-4)),
        (880, pytest.approx(9 * TICK, abs=1e-4)),
        (800, 0.25),
    ]
    assert notes[1].start == pytest.approx(18 * TICK, abs=1e-3)
    assert notes[2].start == pytest.approx(27 * TICK, abs=1e-3)


def test_sound_of_no_length_ends_all() -> None:
    _, notes = run("10 SOUND 440,100: T=TIMER: T=TIMER: SOUND 100,0\n")
    assert [note.frequency for note in notes] == [440]
    assert notes[0].length == pytest.approx(2 * TICK, abs=1e-4)  # as long as two looks at a fixed clock take


def test_music_in_the_background() -> None:
    text = "CDEFGABCDE"
    printed, notes = run(f'10 PLAY "MB L1 {text}": PRINT PLAY(0): PLAY "MF C": PRINT PLAY(0)\n')
    assert printed == " 9 \n 0 \n"  # the first sounds, the others wait
    assert len(notes) == 11
    _, notes = run(f'10 PLAY "MB L64 {text * 5}": T=TIMER: PRINT T\n')
    assert len(notes) == 50  # 32 wait, the others were waited for
    printed, _ = run(f'10 PLAY "MB L64 {text * 5}": PRINT PLAY(0)\n')
    assert printed == " 32 \n"


def test_music_begins_anew_with_run() -> None:
    _, notes = run('10 PLAY "O2 L8 A"\n20 CLEAR\n30 PLAY "A"\n')
    assert notes[1].frequency == 1760 and notes[1].length == pytest.approx(0.5 * 7 / 8)


# ---- as a file ------------------------------------------------------------------------------------------------------


def measured(data: bytes) -> tuple[float, float]:
    """Frequency and length of a square wave, from its edges."""
    edges = [place for place in range(1, len(data)) if data[place] != data[place - 1]]
    halves = len(edges) - 1
    return halves * RATE / 2 / (edges[-1] - edges[0]), len(data) / RATE


@pytest.mark.parametrize("frequency", [37, 130.81, 440, 1760, 7040, 12000])
def test_a_wave_has_the_frequency(frequency: float) -> None:
    found, length = measured(samples([Note(frequency, 3.0, 1.5)]))
    assert found == pytest.approx(frequency, rel=1e-3)
    assert length == pytest.approx(1.5, abs=TICK / 100)


def test_rests_and_gaps_are_silent() -> None:
    data = samples([Note(440, 0, 0.1), Note(0, 0.2, 0.1), Note(AUDIBLE + 1, 0.3, 0.1), Note(880, 0.5, 0.1)])
    assert len(data) == round(0.6 * RATE)
    assert set(data[round(0.1 * RATE) : round(0.5 * RATE)]) == {128}
    assert samples([]) == b""


def test_a_recording(tmp_path: Path) -> None:
    (tmp_path / "TUNE.BAS").write_text('10 PLAY "O2 L4 ML A": SOUND 880,18.2\n')
    command = [sys.executable, "-m", "basic", "run", "--headless", "--record", "TUNE.WAV", "TUNE.BAS"]
    subprocess.run(command, cwd=tmp_path, check=True, env={"PYTHONPATH": str(ROOT), "JUNZI_CACHE": ""}, timeout=60)
    with riff.open(str(tmp_path / "TUNE.WAV")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 1, RATE)
        data = file.readframes(file.getnframes())
    assert measured(data[: RATE // 2 - 10])[0] == pytest.approx(440, rel=1e-3)
    assert measured(data[RATE // 2 + 10 :])[0] == pytest.approx(880, rel=1e-3)
    assert len(data) / RATE == pytest.approx(0.5 + 18.2 * TICK, abs=TICK / 2)
    assert wave([])[:4] == b"RIFF"
