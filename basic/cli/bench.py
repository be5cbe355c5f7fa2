"""The command line of `basic bench`."""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any

from ..bench import report
from ..bench.contenders import TWIN, Contender, given, installed
from ..bench.measure import Effort, Failed, Figure, Meter
from ..bench.suite import NAMES
from .files import Complaint, Progress, refuse_unwritable
from .parsing import count, seconds

DESCRIPTION = """\
Time eleven small programs in every engine, in Python as people write it and as `basic port` does, and in what other
interpreters are installed (bwbasic, yabasic, PC-BASIC), all in one run, as multiples of the hand-written Python."""
EXAMPLES = """\
  basic bench                                      everything that is installed: some minutes
  basic bench --quick --only queens,sieve          a first look
  basic bench --against python,auto --markdown t.md
  basic bench --with pcbasic=/opt/pcb/bin/pcbasic  one that is not on the path
  basic bench --with qb='qbrun {prog}'             any other; its transcripts are checked
  basic bench --drawing                            what lines, circles and PAINT take, beside PC-BASIC
  basic bench --growth                             whether cost grows with the work and no faster
"""
QUICK = Effort(seconds=0.15, rounds=3, patience=15)
DRAWS = ("auto", "pcbasic", "pcbasic-awake")
OTHERS = ("bwbasic", "yabasic", "pcbasic")
WRONG = 1


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--only", metavar="PROGRAMS", type=_programs, default=",".join(NAMES), help="some of these")
    add("--against", metavar="NAMES", help="only these contenders, besides the Python twins")
    add("--with", dest="more", metavar="NAME=COMMAND", action="append", default=[], help="another interpreter")
    add("--rounds", metavar="N", type=count, help="how often everything is run (5)")
    add("--seconds", metavar="S", type=seconds, help="how long a run is to last (0.6)")
    add("--patience", metavar="S", type=seconds, help="a run that takes longer is ended (60)")
    add("--quick", action="store_true", help="three short rounds")
    add("--growth", action="store_true", help="show how cost grows with the work, in place of the table")
    add("--drawing", action="store_true", help="show what drawing costs, in place of the table")
    add("--json", metavar="FILE", help="write every figure here (- for standard output)")
    add("--markdown", metavar="FILE", help="write the table as Markdown (- for standard output); in a file with the "
        "comments <!-- basic bench --> and <!-- end --> between these")  # fmt: skip


def _programs(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    for name in chosen:
        if name not in NAMES:
            raise ArgumentTypeError(f"there is no program {name!r}; there are {', '.join(NAMES)}")
    return chosen


def run(options: Namespace) -> int:
    """Measure as the options say; the exit status."""
    refuse_unwritable(options.json, options.markdown)
    try:
        with Progress("") as progress:
            text, markdown, figures, status = _measured(options, _effort(options), progress)
    except ValueError as problem:
        raise Complaint(str(problem)) from None
    _hand_out(options, text, markdown, figures)
    return status


def _measured(options: Namespace, effort: Effort, progress: Progress) -> tuple[str, str, dict[str, Any], int]:
    """What was found, as text, as Markdown and as figures; the exit status."""
    if options.growth:
        from ..bench import growth

        text, figures = growth.measure(options.only, effort, progress)
        return text, f"```\n{text}```\n", figures, 0
    contenders, missing = _contenders(options)
    if options.drawing:
        from ..bench import drawing

        text, figures = drawing.measure([c for c in contenders if c.name in DRAWS], effort, progress)
        return text, f"```\n{text}```\n", figures, 0
    results = _measure(options, contenders, missing, effort, progress)
    ours = [c.name for c in contenders if c.ours]
    wrong = any(figures[name].trouble for figures in results.figures.values() for name in ours if name in figures)
    return report.as_text(results), report.as_markdown(results), report.as_json(results), WRONG if wrong else 0


def _effort(options: Namespace) -> Effort:
    usual = QUICK if options.quick else Effort()
    return Effort(options.seconds or usual.seconds, options.rounds or usual.rounds, options.patience or usual.patience)


def _contenders(options: Namespace) -> tuple[list[Contender], list[str]]:
    """Who takes part, and which of the usual others are not there."""
    chosen = {contender.name: contender for contender in installed()}
    for text in options.more:
        chosen |= {contender.name: contender for contender in given(text)}
    missing = [name for name in OTHERS if name not in chosen]
    if options.against is not None:
        wanted = [TWIN, *options.against.split(",")]
        for name in wanted:
            if name not in chosen:
                raise ValueError(f"--against {name}: not here; there are {', '.join(chosen)}")
        chosen = {name: contender for name, contender in chosen.items() if name in wanted}
        missing = []
    return list(chosen.values()), missing


def _measure(
    options: Namespace, contenders: list[Contender], missing: list[str], effort: Effort, progress: Progress
) -> report.Results:
    figures: dict[str, dict[str, Figure]] = {}
    startups: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="basic-bench-") as folder:
        meter = Meter(Path(folder), effort, progress)
        for contender in contenders:
            progress(f"start-up of {contender.name}")
            try:
                startups[contender.name] = meter.startup(contender)
            except Failed as failed:
                raise ValueError(f"{contender.name} cannot run an empty program: {failed}") from failed
        for program in options.only:
            found = figures[program] = meter.compare(program, contenders, startups)
            if not progress.shown:
                shown = (f"{name} {report.cell(name, figure)}" for name, figure in found.items())
                print(f"{program}: {', '.join(shown)}", file=sys.stderr, flush=True)
    return report.Results(contenders, startups, figures, missing)


def _hand_out(options: Namespace, text: str, markdown: str, figures: dict[str, Any]) -> None:
    """Everything to where it was asked for; the table to standard output if nothing else goes there."""
    outputs = {options.json: json.dumps(figures, indent=1) + "\n", options.markdown: markdown}
    for target, content in outputs.items():
        if target == "-":
            sys.stdout.write(content)
        elif target is not None:
            try:
                _write(Path(target), content, "basic bench --growth" if options.growth else "basic bench")
            except OSError as problem:
                print(text)
                raise Complaint(f"{target}: cannot be written: {problem.strerror}") from None
    if "-" not in outputs:
        sys.stdout.write(text)


def _write(path: Path, content: str, title: str) -> None:
    """As the whole file; or, in a file with the comments `<!-- title -->` and `<!-- end -->`, between them."""
    begin, end = f"<!-- {title} -->\n", "<!-- end -->"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, found, behind = text.partition(begin)
    if found and end in behind:
        content = f"{before}{begin}\n{content}\n{behind[behind.index(end) :]}"
    path.write_text(content, encoding="utf-8")
