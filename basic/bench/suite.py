"""The programs: the text of each for any number of units, its Python twin, and what it must print."""

from __future__ import annotations

import re
from pathlib import Path

from ..record import record

FOLDER = Path(__file__).parent / "programs"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.bas")))
EMPTY = "10 REM\n20 SYSTEM\n"  # what start-up is measured with
_UNITS = re.compile(r"(?m)^15 Q!=1$")


@record
class Work:
    """One of the programs, its work repeated `units` times: a program in BASIC has the number in its line 15."""

    name: str
    units: int

    @property
    def text(self) -> str:
        text = (FOLDER / f"{self.name}.bas").read_text(encoding="ascii")
        return _UNITS.sub(f"15 Q!={self.units}", text).replace("9999 END", "9999 SYSTEM")

    @property
    def twin(self) -> Path:
        return FOLDER / f"{self.name}.py"


def expected(name: str) -> str:
    """What the real GW-BASIC printed for one unit."""
    return (FOLDER / f"{name}.out").read_text(encoding="ascii")
