"""What drawing costs: seconds of the processor, start-up left out, beside PC-BASIC where it is installed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from .contenders import Contender
from .measure import Effort, Meter, Progress
from .suite import Work

PROGRAMS = {
    "10,000 lines": "20 FOR I=1 TO 10000:LINE (RND*639,RND*349)-(RND*639,RND*349),RND*15:NEXT",
    "1,000 circles": "20 FOR I=1 TO 1000:CIRCLE (RND*639,RND*349),RND*150,RND*15:NEXT",
    "100 full screens of PAINT": "20 FOR I=1 TO 100:PAINT (320,175),I MOD 15,15:NEXT",
    "20,000 points": "20 FOR I=1 TO 20000:PSET (I MOD 640,I\\640),15:NEXT",
    "500 moves by GET and PUT": "20 DIM A%(999):CIRCLE (20,20),19:GET (0,0)-(39,39),A%\n"
    "30 FOR I=1 TO 500:PUT (I,99),A%:PUT (I,99),A%:NEXT",
    "10,000 rows of text": '20 FOR I=1 TO 10000:PRINT "ROW";I:NEXT',
}


class Picture(Work):
    """A program that draws in SCREEN 9."""

    @property
    def text(self) -> str:
        return f"10 SCREEN 9\n{PROGRAMS[self.name]}\n90 SYSTEM\n"


def measure(contenders: Sequence[Contender], effort: Effort, progress: Progress) -> tuple[str, dict[str, Any]]:
    """A table of seconds, and the figures."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="basic-bench-") as folder:
        meter = Meter(Path(folder), effort, progress)
        startups = {contender.name: meter.startup(contender) for contender in contenders}
        for name in PROGRAMS:
            progress(name)
            runs: dict[str, list[float]] = {contender.name: [] for contender in contenders}
            for _ in range(effort.rounds):
                for contender in contenders:
                    runs[contender.name].append(meter.spent(contender, Picture(name, 1)) - startups[contender.name])
            figures[name] = {contender: median(seconds) for contender, seconds in runs.items()}
    lines = [f"{'':26}" + "".join(f"{contender.name:>14}" for contender in contenders)]
    lines += [f"{name:26}" + "".join(f"{found:13.3f}s" for found in row.values()) for name, row in figures.items()]
    return "\n".join(lines) + "\n", figures
