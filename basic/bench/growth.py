"""Whether cost grows with the work and no faster: longer programs, more units, long strings, much output.

Each series prints its times and, as its last column, the time per piece of work as a multiple of the first row's: it
stays near 1 where cost is linear.
"""

from __future__ import annotations

import gc
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from ..record import record
from . import report
from .contenders import Contender, Engine, Ported, Twin
from .measure import Effort, Meter, Progress, waited
from .suite import Work

LENGTHS = (500, 1000, 2000, 4000)
STRINGS = (125_000, 250_000, 500_000, 1_000_000)
PRINTED = 10  # units of `print`, 2,000 lines each
BUILDS = """\
10 FOR I=1 TO {count}
20 A$=A$+"X":IF LEN(A$)=255 THEN A$=""
30 NEXT I
40 SYSTEM
"""


@record
class Series:
    """One cost at growing amounts of work."""

    title: str
    work: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def growth(self) -> list[float]:
        """The time for a piece of work at each amount, as a multiple of the first."""
        first = self.seconds[0] / self.work[0]
        return [seconds / work / first for seconds, work in zip(self.seconds, self.work, strict=True)]


def program(lines: int) -> str:
    """A program as people wrote them, of so many lines: menus, tables, loops, subroutines, in the usual mixture."""
    pieces = [
        'PRINT "CHOICE";N:INPUT A$',
        "IF A$=\"\" THEN {back} ELSE IF LEFT$(A$,1)=\"Q\" THEN {on}",
        "FOR I=1 TO 10:T(I)=T(I)+I*1.5:NEXT I",
        "FOR J=0 TO N",
        "S=S+T(J)/(J+1):IF S>1000 THEN S=S-INT(S/10)*10",
        "NEXT J",
        "GOSUB {sub}",
        "ON N GOTO {back},{on},{sub}",
        "X=INT(RND*6)+1:Y=X*X-3*X+2:Z=SQR(ABS(Y))",
        'N$=N$+MID$("ABCDEFGHIJ",X,1):IF LEN(N$)>20 THEN N$=""',
        "IF X>3 AND Y<10 OR Z=0 THEN PRINT TAB(5);X;Y;Z:GOTO {on}",
        "N=N+1:IF N>10 THEN N=0",
        'PRINT USING "###.##";S;:PRINT " OF ";N',
        "REM -- THE NEXT PART --",
        "D#=D#+S*1.1#:K%=K% MOD 7+1",
        "READ Q:IF Q<0 THEN RESTORE",
        "DATA 3,1,4,1,5,9,2,6,-1",
        "W=0:WHILE W<5:W=W+1:T(W)=W:WEND",
        "PRINT STRING$(20,42)",
        "RETURN",
    ]
    text = ["10 DIM T(20)"]
    for index in range(1, lines):
        place = index // len(pieces) * len(pieces)
        parts = pieces[index % len(pieces)].format(
            back=10 + 10 * max(0, place - 18), on=10 + 10 * min(lines - 1, place + 33),
            sub=10 + 10 * min(lines - 1, place + 12),
        )  # fmt: skip
        text.append(f"{10 + 10 * index} {parts}")
    return "\n".join(text) + "\n"


def compiling(lines: int) -> float:
    """Seconds from the text to the code; as in `basic run` the garbage collector waits until that is done."""
    from ..editing.load import load_program
    from ..engine.interpreter import Interpreter
    from ..machine.machine import Machine
    from ..machine.terminal import MemoryTerminal

    data = program(lines).encode()
    times = []
    for _ in range(3):
        gc.collect()
        gc.disable()
        begin = time.process_time()
        interpreter = Interpreter(Machine(MemoryTerminal([])), engine="python")
        interpreter.load(load_program(data, unlimited=True).program)
        interpreter.ready()
        times.append(time.process_time() - begin)
        gc.enable()
    return min(times)


class Text(Contender):
    """An engine that runs a text of our own, in place of the programs."""

    def __init__(self, engine: Contender, text: str) -> None:
        super().__init__(engine.name, engine.title, engine._runs)
        self._text = text

    def source(self, work: Work | None) -> str:
        return super().source(None) if work is None else self._text.format(count=work.units)


def measure(programs: Sequence[str], effort: Effort, progress: Progress) -> tuple[str, dict[str, Any]]:
    """All series: the text to show, and the figures."""
    compiling(LENGTHS[0])  # so that everything is imported
    series = [_lengths(progress)]
    with tempfile.TemporaryDirectory(prefix="basic-bench-") as folder:
        meter = Meter(Path(folder), effort, progress)
        for engine in (Engine("python"), Engine("auto")):
            series.append(_strings(meter, engine))
            series += [_units(meter, engine, name) for name in programs]
        series += [_units(meter, Ported(exact=False), name) for name in programs]
        printing = [_printing(meter, engine) for engine in (Engine("python"), Engine("auto"))]
    text = "\n".join([report.machine(), "", *_table(series), "", *(line for line, _ in printing)]) + "\n"
    figures = {
        "machine": report.machine(),
        "series": [
            {"title": s.title, "work": s.work, "seconds": s.seconds, "growth": s.growth} for s in series
        ],
        "printing": [figures for _, figures in printing],
    }
    return text, figures


def _lengths(progress: Progress) -> Series:
    seconds = []
    for lines in LENGTHS:
        progress(f"compiling {lines} lines")
        seconds.append(compiling(lines))
    return Series("lines compiled", LENGTHS, tuple(seconds))


def _strings(meter: Meter, engine: Contender) -> Series:
    text = Text(engine, BUILDS)
    base = meter.startup(engine)
    seconds = []
    for count in STRINGS:
        meter.progress(f"strings: {engine.name}, {count} sums")
        seconds.append(_least(meter, lambda count=count: meter.spent(text, Work("strings", count)) - base))  # type: ignore[misc]
    return Series(f"sums of strings, {engine.name}", STRINGS, tuple(seconds))


def _units(meter: Meter, engine: Contender, name: str) -> Series:
    """Units doubled, twice, from where a run lasts long enough."""
    base = min(meter.spent(engine, Work(name, 1)) for _ in range(3))
    units = 2
    while (spent := meter.spent(engine, Work(name, units)) - base) < meter.effort.seconds / 2:
        units = max(units * 2, int(units * min(16.0, meter.effort.seconds / 2 / max(spent, 0.001))))
    amounts = (units, 2 * units, 4 * units)
    seconds = []
    for amount in amounts:
        meter.progress(f"{name}: {engine.name}, {amount} units")
        seconds.append(_least(meter, lambda amount=amount: meter.spent(engine, Work(name, amount)) - base))  # type: ignore[misc]
    return Series(f"{name}, {engine.name}", amounts, tuple(seconds))


def _least(meter: Meter, spend: Callable[[], float]) -> float:
    """The best of a few runs: what disturbs a run only ever makes it longer."""
    return min(spend() for _ in range(meter.effort.rounds))


def _printing(meter: Meter, engine: Contender) -> tuple[str, dict[str, Any]]:
    """20,000 lines to a file, against Python's print."""
    work = Work("print", PRINTED)
    ratios = []
    for turn in range(meter.effort.rounds):
        meter.progress(f"printing: {engine.name}, round {turn + 1}")
        own, python = (
            _to_file(meter, contender, work) - _to_file(meter, contender, None) for contender in (engine, Twin())
        )
        ratios.append(own / python)
    lines = PRINTED * 2000
    text = f"PRINT of {lines:,} lines to a file, {engine.name}: {report.ratio(median(ratios))} times Python's print"
    return text, {"lines": lines, "engine": engine.name, "ratio": median(ratios), "samples": ratios}


def _to_file(meter: Meter, contender: Contender, work: Work | None) -> float:
    """Seconds of the processor, the output going to a file."""
    command = contender.command(work, meter.folder)
    with (meter.folder / "printed.txt").open("wb") as target:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=target, env=meter.environment)
        return waited(process)


def _table(series: Sequence[Series]) -> list[str]:
    """Each series in a line: what was done, how long it took, what a piece of work took then."""
    width = max(len(s.title) for s in series)
    lines = ["work: time, and the time for a piece of it as a multiple of the first"]
    for s in series:
        cells = (
            f"{work:>9,}: {report.time(seconds):>8} ({growth:.2f})"
            for work, seconds, growth in zip(s.work, s.seconds, s.growth, strict=True)
        )
        lines.append(f"{s.title:<{width}}" + "".join(f"  {cell}" for cell in cells))
    return lines
