"""The command line of `basic compare`."""

from __future__ import annotations

import argparse
import atexit
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from ..compare.comparison import OLD, Comparison, Settings, compare
from ..compare.difference import Looseness
from ..compare.inputs import inputs_for
from ..compare.page import as_html
from ..compare.pairs import Pair, Unusable, all_pairs, find_pair, ported_pair, with_files
from ..compare.record import as_json
from ..compare.report import arithmetic, settings_line, side_by_side, summary, total
from .files import Complaint, colours
from .parsing import count, seconds

DESCRIPTION = """\
Runs a BASIC program and its Python port on the same inputs and compares what they print, to the character. Without
arguments all pairs of programs/ and pyport/ are compared on every input that the ports declare. Typed lines are shown
on both sides as a console shows them; a script needs nothing for that. With --port both
sides read without showing it."""
EXAMPLES = """\
  basic compare                                        all pairs
  basic compare PENTA                                  one of them
  basic compare GAME.BAS game.py --input moves.txt     any two, with typed lines from a file
  basic compare GAME.BAS --port                        a program and what `basic port` makes of it

A crash of the port, or input that ran out, is a difference; a program that reads where no input was given has status 2,
a program or port that did not end status 3.
"""
ARITHMETICS = (OLD, "ieee32", "ieee64")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help="a program by its name or path (all pairs)")
    parser.add_argument("port", nargs="?", metavar="PORT", help="a Python script, or a port by its name")
    parser.add_argument("--port", dest="ported", action="store_true", help="compare with what `basic port` makes of it")
    parser.add_argument("--exact", action="store_true", help="with --port: as `basic port --exact` makes it")
    given = parser.add_argument_group("inputs (without these the ones that the port declares)")
    given.add_argument(
        "--input", metavar="FILE", type=Path, action="append", default=[], help="a file of typed lines; repeatable"
    )
    given.add_argument("--random", metavar="N", type=count, help="N inputs generated from the program's text")
    given.add_argument("--seed", metavar="S", type=int, default=0, help="which random inputs")
    given.add_argument(
        "--file", metavar="FILE", type=Path, action="append", default=[], help="a data file both sides find; repeatable"
    )
    given.add_argument("--lf", action="store_true", help="lines of data files end with LF, not with CR LF")
    how = parser.add_argument_group("comparison (exact unless one of these is given)")
    how.add_argument("--ignore-blanks", action="store_true", help="the amount of blanks does not matter")
    how.add_argument("--ignore-case", action="store_true", help="small and capital letters are the same")
    how.add_argument("--digits", metavar="N", type=count, default=0, help="numbers need agree to N digits only")
    how.add_argument(
        "--numbers",
        choices=ARITHMETICS,
        default=OLD,
        help="the arithmetic of the BASIC side: GW-BASIC's own or today's; shows which digits change",
    )
    how.add_argument("--timeout", metavar="SECONDS", type=seconds, default=60.0, help="for each run")
    shown = parser.add_argument_group("report")
    shown.add_argument("--all", action="store_true", help="show every transcript, not only the first that differs")
    shown.add_argument("--json", metavar="FILE", type=Path, help="write everything as JSON")
    shown.add_argument("--html", metavar="FILE", type=Path, help="write everything as a page")


def run(options: argparse.Namespace) -> int:
    """Compare as the options say; the exit status."""
    try:
        with _told_to_end():
            return _compare(options)
    except Unusable as problem:
        raise Complaint(str(problem)) from None


@contextmanager
def _told_to_end() -> Iterator[None]:
    """By SIGTERM: at once, whatever a port would make of an exception, but no folder of a run is left behind."""

    def end(number: int, frame: FrameType | None) -> None:
        atexit._run_exitfuncs()
        os._exit(128 + number)

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _compare(options: argparse.Namespace) -> int:
    if options.lf:
        os.environ["JUNZI_LF"] = "1"  # for the processes that play
    settings = Settings(
        Looseness(options.ignore_blanks, options.ignore_case, options.digits), options.numbers, options.timeout
    )
    for path in (*options.input, *options.file):
        if not path.is_file():
            raise Unusable(f"there is no file {path}")
    files = [path.resolve() for path in options.file]
    pairs = [with_files(pair, files) for pair in _pairs(options)]
    width = max(len(pair.title) for pair in pairs)
    comparisons = []
    for pair in pairs:
        inputs = inputs_for(pair, options.input, options.random, options.seed)
        comparison = compare(pair, inputs, settings, _Progress(pair.name))
        comparisons.append(comparison)
        _show(comparison, settings, options, width)
    if options.json:
        _write(options.json, as_json(comparisons, settings))
    if options.html:
        _write(options.html, as_html(comparisons, settings))
    print(settings_line(settings))
    print(_painted(total(comparisons), all(comparison.equal for comparison in comparisons)))
    return max(comparison.status for comparison in comparisons)


def _pairs(options: argparse.Namespace) -> list[Pair]:
    if options.ported:
        if options.program is None or options.port is not None:
            raise Unusable("--port compares one program with what `basic port` makes of it")
        return [ported_pair(options.program, options.exact)]
    if options.exact:
        raise Unusable("--exact goes with --port")
    if options.program is None:
        return all_pairs()
    return [find_pair(options.program, options.port, alone=options.numbers != OLD)]


def _show(comparison: Comparison, settings: Settings, options: argparse.Namespace, width: int) -> None:
    """The transcripts that there is something to see in, and the summary line."""
    columns = shutil.get_terminal_size().columns
    alone = options.program is not None and len(comparison.results) == 1
    shown = comparison.results if options.all or alone else comparison.different[:1]
    if comparison.pair.port is None and not options.all:
        shown = []  # the digits that change are shown below
    for result in shown:
        for line in side_by_side(result, columns, comparison.pair.twin):
            print(line)
        print()
    if settings.numbers != OLD:
        for line in arithmetic(comparison, settings.numbers):
            print(line)
    if comparison.inputs.seed is not None and comparison.different:
        print(f"Repeat these inputs with --random {options.random} --seed {comparison.inputs.seed}")
    print(_painted(summary(comparison, width), comparison.equal), flush=True)


def _painted(text: str, good: bool) -> str:
    """Green or red, on a terminal."""
    return f"\x1b[{32 if good else 31}m{text}\x1b[0m" if colours() else text


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Unusable(f"cannot write {path}: {problem.strerror}") from problem


class _Progress:
    """A bar on the terminal while a pair is played: `PENTA.BAS [#####     ] 48 of 97`."""

    WIDTH = 30

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        if not self.shown:
            return
        bar = "#" * (self.WIDTH * done // of)
        line = f"{self.name} [{bar:<{self.WIDTH}}] {done} of {of}"
        sys.stderr.write(f"\r{line}" if done < of else f"\r{' ' * len(line)}\r")
        sys.stderr.flush()
