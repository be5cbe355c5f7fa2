"""The BASIC programs of the project print, run by our interpreter, what the transcripts say.

PENTA's and QUEENS' transcripts come from the real GW-BASIC, the others from PC-BASIC and the independent ports.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from paths import PROGRAMS, ROOT, TESTS

import basic

TRANSCRIPTS = TESTS / "transcripts"


def transcript(name: str) -> str:
    return (TRANSCRIPTS / f"{name}.txt").read_bytes().decode("latin-1").replace("\r\n", "\n")


@pytest.mark.parametrize("engine", ["auto", "native", "step"])
@pytest.mark.parametrize("listing", ["programs/PENTA.BAS", "tests/listings/PENTASP.BAS"])
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("penta_*.txt")), ids=lambda p: p.stem)
def test_pentagram(path: Path, listing: str, engine: str) -> None:
    expected = transcript(path.stem)
    typed = expected.split("\n")[0].removeprefix("? ")
    assert basic.run((ROOT / listing).read_bytes(), typed + "\n", engine=engine).raw == expected


@pytest.mark.parametrize(("program", "name"), [("QUEENS.BAS", "queens"), ("QUEENS2.BAS", "queens2")])
def test_queens(program: str, name: str) -> None:
    assert basic.run((PROGRAMS / program).read_bytes()).raw == transcript(name)
