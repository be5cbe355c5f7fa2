"""What a program costs: the time of the processor per unit of its work, start-up and compilation left out.

A run of n units is compared with a run of one, (t(n) - t(1)) / (n - 1), and n is doubled until a run is long enough.
All contenders run in turn, round after round, so that a machine that slows down does so for all; the ratios are taken
within each round, and what is shown is their median, with half the distance of their quartiles as the spread.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from threading import Timer

from ..record import record
from .contenders import TWIN, Contender
from .suite import Work

MOST_UNITS = 1 << 22
TOO_LONG = "takes too long"
SINGLES = 3  # runs of one unit, whose median is taken away

Progress = Callable[[str], None]


@record
class Effort:
    """How long runs last and how often they are repeated."""

    seconds: float = 0.6  # aimed length of a run
    rounds: int = 5
    patience: float = 60.0  # a run that lasts longer is ended


@record
class Run:
    """One process: seconds of the processor and of the clock on the wall, what it printed; None where it was ended."""

    processor: float
    wall: float
    output: str | None
    status: int


@record
class Figure:
    """What a contender takes for a unit of one program, and as a multiple of the twin's time."""

    seconds: float
    ratio: float
    spread: float  # of the ratio, as a part of it
    units: int
    samples: tuple[float, ...]
    at_least: bool = False  # it was ended, so that this is only a lower bound
    trouble: str = ""  # why there are no figures


class Failed(Exception):
    """A run that gave no figure: its name and the reason."""


def environment(folder: Path) -> dict[str, str]:
    """Modules and programs are kept compiled, as where they have been used before; but in a folder of ours."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "modules"), "JUNZI_CACHE": str(folder / "programs")}


def run(command: Sequence[str], patience: float, keep: bool = False, env: dict[str, str] | None = None) -> Run:
    """Run a command with no input; its output is thrown away unless it is to be kept."""
    with tempfile.TemporaryFile() as target:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=target if keep else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            env=env,
        )
        ended = Timer(patience, process.kill)
        ended.start()
        try:
            processor = waited(process)
        finally:
            ended.cancel()
        wall = time.perf_counter() - begin
        target.seek(0)
        text = target.read().decode("latin-1") if keep else ""
    late = wall >= patience and process.returncode != 0
    return Run(processor, wall, None if late else text, process.returncode)


def waited(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process that has just begun; the seconds of the processor that it used.

    Where the system does not tell them for one process (Windows), those of the clock on the wall have to do.
    """
    begin = time.perf_counter()
    try:
        if not hasattr(os, "wait4"):
            process.wait()
            return time.perf_counter() - begin
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime
    except BaseException:  # Ctrl-C
        process.kill()
        process.wait()
        raise


class Meter:
    """Measures contenders, with their files in one folder."""

    def __init__(self, folder: Path, effort: Effort, progress: Progress) -> None:
        self.folder, self.effort, self.progress = folder, effort, progress
        self.environment = environment(folder)

    def spent(self, contender: Contender, work: Work | None) -> float:
        """Seconds of one run; Failed if it did not end well."""
        done = run(contender.command(work, self.folder), self.effort.patience, env=self.environment)
        if done.output is None:
            raise Failed(TOO_LONG)
        if done.status:
            raise Failed(f"ended with status {done.status}")
        return done.wall if contender.sleeps else done.processor

    def startup(self, contender: Contender) -> float:
        """Seconds of an empty program; the first run, which may fill caches, does not count."""
        return median([self.spent(contender, None) for _ in range(2 * self.effort.rounds + 1)][1:])

    def check(self, contender: Contender, name: str) -> str:
        """Why a contender cannot be measured on a program, or nothing if it prints what it must."""
        done = run(contender.command(Work(name, 1), self.folder), self.effort.patience, True, self.environment)
        if done.output is None:
            return TOO_LONG
        return "" if contender.right(name, done.output) else "prints something else"

    def compare(self, name: str, contenders: Sequence[Contender], startups: dict[str, float]) -> dict[str, Figure]:
        """Figures of all contenders for one program; the twin is among them."""
        figures: dict[str, Figure] = {}
        racers: list[_Racer] = []
        for contender in contenders:
            self.progress(f"{name}: {contender.name} checked")
            trouble = self.check(contender, name)
            if trouble not in ("", TOO_LONG):
                figures[contender.name] = Figure(0.0, 0.0, 0.0, 0, (), trouble=trouble)
                continue
            racer = _Racer(self, contender, name, startups.get(contender.name, 0.0))
            racer.trouble = trouble
            self.progress(f"{name}: {contender.name}, how many units")
            racer.prepare()
            racers.append(racer)
        for turn in range(self.effort.rounds):
            for racer in racers:
                if turn < racer.rounds:
                    self.progress(f"{name}: round {turn + 1} of {self.effort.rounds}, {racer.contender.name}")
                    racer.sample()
        twin = next((racer for racer in racers if racer.contender.name == TWIN), None)
        for racer in racers:
            figures[racer.contender.name] = racer.figure(twin)
        return figures


class _Racer:
    """A contender on one program."""

    def __init__(self, meter: Meter, contender: Contender, name: str, startup: float) -> None:
        self.meter, self.contender, self.name = meter, contender, name
        self.base = startup  # what is taken away
        self.units = 1
        self.rounds = meter.effort.rounds
        self.samples: list[float] = []
        self.trouble = ""  # why there are no more figures

    def _run(self, units: int) -> float:
        return self.meter.spent(self.contender, Work(self.name, units))

    def prepare(self) -> None:
        """Find how many units a run needs; where one is long enough, the empty program is taken away."""
        if self.trouble:
            return
        effort, done = self.meter.effort, 1  # done: the most units so far
        try:
            single = self._run(1)
            if single - self.base > 2 * effort.seconds:
                self.rounds = min(self.rounds, 2)
                return
            self.base = median([single, *(self._run(1) for _ in range(SINGLES - 1))])
            self.units = 2
            enough = max(effort.seconds, self.base / 4)  # or what start-up varies by would be seen
            while self.units < MOST_UNITS and (spent := self._run(self.units) - self.base) < enough:
                # Doubling, in larger steps as long as nearly nothing is to be seen.
                done = self.units
                factor = enough / max(spent, enough / 8)
                self.units = min(MOST_UNITS, max(2 * self.units, int(self.units * factor)))
        except Failed as failed:
            if str(failed) == TOO_LONG and self.units > 2:  # other processes have taken the time
                self.units = done
            else:
                self.trouble = str(failed)

    def sample(self) -> None:
        if self.trouble:
            return
        try:
            spent = self._run(self.units) - self.base
        except Failed as failed:
            self.trouble = str(failed)
            return
        self.samples.append(max(spent, 1e-9) / (self.units - 1 or 1))

    def figure(self, twin: _Racer | None) -> Figure:
        if self.trouble not in ("", TOO_LONG):
            return Figure(0.0, 0.0, 0.0, self.units, (), trouble=self.trouble)
        if not self.samples:
            patience = self.meter.effort.patience
            ratio = patience / median(twin.samples) if twin and twin.samples else 0.0
            return Figure(patience, ratio, 0.0, self.units, (), at_least=True)
        seconds = median(self.samples)
        if twin is None or not twin.samples:
            return Figure(seconds, 0.0, _spread(self.samples), self.units, tuple(self.samples))
        ratios = [own / other for own, other in zip(self.samples, twin.samples, strict=False)]
        return Figure(seconds, median(ratios), _spread(ratios), self.units, tuple(self.samples))


def _spread(values: Sequence[float]) -> float:
    """Half the distance of the quartiles, as a part of the median."""
    if len(values) < 2:
        return 0.0
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return (high - low) / 2 / middle if middle else 0.0
