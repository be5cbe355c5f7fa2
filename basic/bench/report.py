"""The figures as a table for the terminal, as Markdown and as JSON."""

from __future__ import annotations

import os
import platform
import sys
import textwrap
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

from .. import __version__
from ..record import record
from .contenders import TWIN, Contender
from .measure import Figure

METHOD = (
    "Processor time per unit of work as a multiple of the hand-written Python twin's, start-up left out; "
    "below 1 is faster. Median of the rounds; ± is half the distance of the quartiles. A time for the twins."
)
SLEEPER = "{} sleeps between statements: for it the clock on the wall counts."
BOUND = "> is a lower bound: the run was ended."
FEW_TIMES = 3  # ratios below it are shown with two digits behind the point


@record(frozen=False)
class Results:
    """All that was measured."""

    contenders: Sequence[Contender]
    startups: dict[str, float]
    figures: dict[str, dict[str, Figure]]  # by program and contender
    missing: Sequence[str] = ()


def machine() -> str:
    """What it was measured on, in a line."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    parts = [
        f"{_processor()}, {cores} cores",
        f"{platform.system()} {platform.release()}",
        f"{platform.python_implementation()} {platform.python_version()}",
        f"junzi {__version__}",
    ]
    try:
        parts.append(f"llvmlite {version('llvmlite')}")
    except PackageNotFoundError:
        parts.append("no llvmlite")
    return "; ".join(parts)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as stream:  # noqa: PTH123
            for line in stream:
                if line.startswith("model name"):
                    return " ".join(line.partition(":")[2].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()


def time(seconds: float) -> str:
    """Three digits in a unit that suits."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def ratio(value: float) -> str:
    """`0.03`, `1.9`, `58`, `7,200`"""
    if value < FEW_TIMES:
        return f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def cell(contender: str, figure: Figure | None) -> str:
    if figure is None:
        return ""
    if figure.trouble:
        return "-"
    bound = "> " if figure.at_least else ""
    if contender == TWIN or not figure.ratio:
        return bound + time(figure.seconds)
    spread = f" ±{figure.spread * 100:.0f}%" if figure.spread >= 0.005 else ""
    return f"{bound}{ratio(figure.ratio)}{spread}"


def rows(results: Results) -> list[list[str]]:
    """The table: a heading, start-up, the programs, the median over them."""
    names = [contender.name for contender in results.contenders]
    table = [["program", *names]]
    own = results.startups.get(TWIN)
    start = ["start-up"]
    for name in names:
        seconds = results.startups.get(name)
        text = "-" if seconds is None else time(seconds)
        start.append(text if own is None or seconds is None or name == TWIN else f"{text} ({ratio(seconds / own)})")
    table.append(start)
    for program, figures in results.figures.items():
        table.append([program, *(cell(name, figures.get(name)) for name in names)])
    if len(results.figures) > 1:
        table.append(["median", *(_middle(results, name) for name in names)])
    return table


def _middle(results: Results, name: str) -> str:
    found = [figures[name] for figures in results.figures.values() if name in figures]
    ratios = [figure.ratio for figure in found if not figure.trouble]
    if name == TWIN or not ratios or not any(ratios):
        return ""
    late = any(figure.at_least for figure in found)
    return ("> " if late else "") + ratio(median(ratios))


def notes(results: Results) -> list[str]:
    """What a reader of the table must know."""
    lines = [METHOD]
    lines += [SLEEPER.format(contender.name) for contender in results.contenders if contender.sleeps]
    if any(figure.at_least for figures in results.figures.values() for figure in figures.values()):
        lines.append(BOUND)
    for program, figures in results.figures.items():
        lines += [f"{name} on {program}: {figure.trouble}." for name, figure in figures.items() if figure.trouble]
    if results.missing:
        lines.append(f"Not found here: {', '.join(results.missing)}.")
    return lines


def widths(table: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*table, strict=True)]


def as_text(results: Results) -> str:
    table = rows(results)
    wide = widths(table)
    lines = [
        row[0].ljust(wide[0]) + "".join(text.rjust(width + 2) for text, width in zip(row[1:], wide[1:], strict=True))
        for row in table
    ]
    names = [f"  {contender.name}: {contender.title}" for contender in results.contenders]
    told = [line for note in notes(results) for line in textwrap.wrap(note, 100)]
    return "\n".join([machine(), "", *lines, "", *told, *names]) + "\n"


def as_markdown(results: Results) -> str:
    head, *body = rows(results)
    lines = [_piped(head), _piped(["---", *["--:"] * (len(head) - 1)])]
    lines += [_piped(row) for row in body]
    names = [f"- `{contender.name}`: {contender.title}" for contender in results.contenders]
    return "\n".join([machine(), "", *lines, "", *(f"{note}  " for note in notes(results)), "", *names]) + "\n"


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def as_json(results: Results) -> dict[str, Any]:
    return {
        "machine": machine(),
        "command": sys.argv[1:],
        "contenders": {contender.name: contender.title for contender in results.contenders},
        "missing": list(results.missing),
        "startup_seconds": results.startups,
        "programs": {
            program: {
                name: {
                    "seconds_per_unit": figure.seconds,
                    "ratio": figure.ratio,
                    "spread": figure.spread,
                    "units": figure.units,
                    "samples": list(figure.samples),
                    "lower_bound": figure.at_least,
                    "trouble": figure.trouble,
                }
                for name, figure in figures.items()
            }
            for program, figures in results.figures.items()
        },
    }
