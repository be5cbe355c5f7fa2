"""The command line of `basic compare`."""

from __future__ import annotations

import argparse
import atexit
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, chdir, contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from ..compare.comparison import OLD, Comparison, Settings, compare, transcripts
from ..compare.difference import Looseness
from ..compare.inputs import Inputs, inputs_for
from ..compare.junit import as_junit
from ..compare.page import as_html
from ..compare.pairs import (
    Pair,
    Unusable,
    all_pairs,
    command_pair,
    find_pair,
    furnished,
    pairs_in,
    ported_pair,
    read_text,
    recorded_pair,
)
from ..compare.record import as_json
from ..compare.report import arithmetic, settings_line, side_by_side, summary, total, visible
from .files import STANDARD, Complaint, Progress, colours, refuse_unwritable, write
from .options import MACHINE
from .parsing import count, seconds

DESCRIPTION = """\
Runs a BASIC program and its Python port on the same inputs and compares what they print, to the character. Without
arguments all pairs of programs/ and pyport/ are compared on every input that the ports declare. Typed lines are shown
on both sides as a console shows them; a script needs nothing for that. With --port and --command both sides read
without showing it."""
EXAMPLES = """\
  basic compare                                        all pairs
  basic compare PENTA                                  one of them
  basic compare GAME.BAS game.py --input moves.txt     any two, with typed lines from a file
  basic compare GAME.BAS --port                        a program and what `basic port` makes of it
  basic compare GAME.BAS --command './game' --random 20     any program, on games that are played
  basic compare GAME.BAS --input moves.txt --record game.out      keep what it prints
  basic compare GAME.BAS --input moves.txt --expected game.out    and see later whether it still does
  basic compare --pairs tests/ --junit result.xml             many, for a build server

A crash of the port, or input that ran out for one side only, is a difference. Status 0: all equal, 1: something
differs, 2: not to be used, or the input is too short to tell, 3: a program or port did not end.
"""
ARITHMETICS = (OLD, "ieee32", "ieee64")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    _add_sides(parser)
    parser.add_argument(
        "--pairs", metavar="PATH", type=Path,
        help="many: a folder (X.BAS with x.py, or X.in and X.out), or a file with the arguments of one in each line",
    )  # fmt: skip
    _add_settings(parser)


def _add_sides(parser: argparse.ArgumentParser) -> None:
    """What is compared: these may stand in a file of pairs, too."""
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help="a program by its name or path (all pairs)")
    parser.add_argument("port", nargs="?", metavar="PORT", help="a Python script, or a port by its name")
    parser.add_argument("--port", dest="ported", action="store_true", help="compare with what `basic port` makes of it")
    parser.add_argument("--exact", action="store_true", help="with --port: as `basic port --exact` makes it")
    parser.add_argument("--command", metavar="COMMAND", help="compare with what any command prints, as 'python3 x.py'")
    parser.add_argument(
        "--expected", metavar="FILE", type=Path, action="append", default=[],
        help="compare with a transcript, as --record writes it; one for each input",
    )  # fmt: skip
    given = parser.add_argument_group("inputs (without these the ones that the port declares)")
    given.add_argument(
        "--input", metavar="FILE", type=Path, action="append", default=[], help="a file of typed lines; repeatable"
    )
    given.add_argument("--random", metavar="N", type=count, help="N inputs: games that are played with the program")
    given.add_argument("--seed", metavar="S", type=int, default=0, help="which random inputs")
    given.add_argument(
        "--file", metavar="FILE", type=Path, action="append", default=[], help="a data file both sides find; repeatable"
    )
    for flag in ("--lf", "--unlimited"):
        given.add_argument(flag, **MACHINE[flag])


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """How, and what is told of it."""
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
    how.add_argument("--files", action="store_true", help="the files that both sides wrote are compared, too")
    how.add_argument("--timeout", metavar="SECONDS", type=seconds, default=60.0, help="for each run")
    shown = parser.add_argument_group("report")
    shown.add_argument("--all", action="store_true", help="show every transcript, not only the first that differs")
    shown.add_argument(
        "--record", metavar="FILE", type=Path, action="append", default=[],
        help="write what the program prints, and compare nothing; one for each input",
    )  # fmt: skip
    shown.add_argument("--junit", metavar="FILE", type=Path, help="write the results as JUnit's XML")
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
    refuse_unwritable(options.json, options.html, options.junit, *options.record)
    if options.lf:
        os.environ["JUNZI_LF"] = "1"  # for the processes that play
    settings = Settings(
        Looseness(options.ignore_blanks, options.ignore_case, options.digits),
        options.numbers,
        options.timeout,
        options.files,
    )
    if options.record:
        return _record(options, settings)
    documents = (options.json, as_json), (options.html, as_html), (options.junit, as_junit)
    with _beside(options.json, options.html, options.junit):
        comparisons = _compared(options, settings)
    for path, written in documents:
        if path:
            write(str(path), written(comparisons, settings))
    with _beside(options.json, options.html, options.junit):
        print(settings_line(settings))
        print(_painted(total(comparisons), "good" if all(comparison.equal for comparison in comparisons) else "bad"))
    return max(comparison.status for comparison in comparisons)


def _beside(*documents: Path | None) -> AbstractContextManager[object]:
    """What is told goes to standard error where standard output is taken by a document: `--json -`."""
    return redirect_stdout(sys.stderr) if Path(STANDARD) in documents else nullcontext()


def _compared(options: argparse.Namespace, settings: Settings) -> list[Comparison]:
    """Each pair, shown as soon as it is done."""
    jobs = _listed(options) if options.pairs else [(pair, _inputs(options, pair)) for pair in _pairs(options)]
    width = max(len(pair.title) for pair, _ in jobs)
    comparisons = []
    for pair, inputs in jobs:
        with Progress(pair.name) as progress:
            comparison = compare(pair, inputs, settings, lambda done, of: progress(_bar(done, of)))
        comparisons.append(comparison)
        _show(comparison, settings, options, width)
    return comparisons


def _pairs(options: argparse.Namespace) -> list[Pair]:
    """With the data files."""
    for path in (*options.input, *options.file, *options.expected):
        if not path.is_file():
            raise Unusable(f"there is no file {path}")
    others = [options.port is not None, options.ported, options.command is not None, bool(options.expected)]
    if sum(others) > 1:
        raise Unusable("one other side: a PORT, --port, --command or --expected")
    if any(others) and options.program is None:
        which = "--port" if options.ported else "--command" if options.command else "--expected"
        raise Unusable(f"{which} needs the name of a PROGRAM")
    if options.exact and not options.ported:
        raise Unusable("--exact goes with --port")
    files = [path.resolve() for path in options.file]
    return [furnished(pair, files, options.unlimited) for pair in _sides(options)]


def _sides(options: argparse.Namespace) -> list[Pair]:
    if options.ported:
        return [ported_pair(options.program, options.exact, options.unlimited)]
    if options.command is not None:
        return [command_pair(options.program, options.command)]
    if options.expected:
        return [recorded_pair(options.program, options.expected)]
    if options.program is None:
        return all_pairs()
    alone = getattr(options, "numbers", OLD) != OLD or bool(getattr(options, "record", ()))
    return [find_pair(options.program, options.port, alone)]


def _inputs(options: argparse.Namespace, pair: Pair) -> Inputs:
    inputs = inputs_for(pair, options.input, options.random, options.seed)
    if pair.port is not None and pair.port.recorded is not None and len(pair.port.recorded) != len(inputs.texts):
        raise Unusable(f"{len(inputs.texts)} inputs and {len(pair.port.recorded)} files of --expected: one for each")
    return inputs


def _listed(options: argparse.Namespace) -> list[tuple[Pair, Inputs]]:
    """The pairs of a folder or of a file, whose names are those beside it."""
    if options.program is not None:
        raise Unusable("--pairs says what is compared: name no PROGRAM")
    path = options.pairs
    if path.is_dir():
        listed = [(str(path), arguments) for arguments in pairs_in(path)]
    else:
        if not path.is_file():
            raise Unusable(f"there is no file or folder {path}")
        lines = enumerate(read_text(path).splitlines(), 1)
        try:
            listed = [(f"{path}, line {number}", shlex.split(line, comments=True)) for number, line in lines]
        except ValueError as problem:
            raise Unusable(f"{path}: {problem}") from None
    jobs = []
    with chdir(path if path.is_dir() else path.parent):
        for place, arguments in listed:
            if not arguments:
                continue
            parser = argparse.ArgumentParser(prog=place, add_help=False, allow_abbrev=False)
            _add_sides(parser)
            chosen = parser.parse_args(arguments)
            try:
                jobs += [(pair, _inputs(chosen, pair)) for pair in _pairs(chosen)]
            except Unusable as problem:
                raise Unusable(f"{place}: {problem}") from None
    if not jobs:
        raise Unusable(f"{path}: there is no X.BAS with x.py, or with X.out, in it")
    return jobs


def _record(options: argparse.Namespace, settings: Settings) -> int:
    """Write what the program prints."""
    if options.program is None or options.port or options.ported or options.command or options.expected:
        raise Unusable("--record writes what one PROGRAM prints, and compares nothing")
    (pair,) = (replace(pair, programs=pair.programs[:1]) for pair in _pairs(options))
    inputs = _inputs(options, pair)
    if len(inputs.texts) != len(options.record):
        raise Unusable(f"{len(inputs.texts)} inputs and {len(options.record)} files of --record: one for each")
    for path, played in zip(options.record, transcripts(pair, inputs, settings), strict=True):
        if played.end == "input":
            raise Unusable(f"{pair.name}: the input is too short; {path} is not written")
        if played.end in ("limit", "crash"):
            raise Unusable(f"{pair.name}: {played.message}; {path} is not written")
        write(str(path), played.text)
        with _beside(path):
            print(visible(f"{pair.name}: {path} is written"))
    return 0


def _show(comparison: Comparison, settings: Settings, options: argparse.Namespace, width: int) -> None:
    """The transcripts that there is something to see in, and the summary line."""
    columns = shutil.get_terminal_size().columns
    alone = options.program is not None and len(comparison.results) == 1
    shown = comparison.results if options.all or alone else (comparison.different or comparison.short)[:1]
    if comparison.pair.port is None and not options.all:
        shown = []  # the digits that change are shown below
    for result in shown:
        for line in side_by_side(result, columns, comparison.pair.twin, _painted):
            print(line)
        print()
    if settings.numbers != OLD:
        for line in arithmetic(comparison, settings.numbers):
            print(line)
    if comparison.inputs.seed is not None and comparison.different:
        print(f"Repeat these inputs with --random {options.random} --seed {comparison.inputs.seed}")
    print(_painted(summary(comparison, width), "good" if comparison.equal else "bad"), flush=True)


COLOURS = {"good": 32, "bad": 31, "head": 1, "dim": 2}


def _painted(text: str, how: str) -> str:
    """In colours, on a terminal; nothing else in it acts there."""
    text = visible(text)
    return f"\x1b[{COLOURS[how]}m{text}\x1b[0m" if text and colours() else text


BAR = 30


def _bar(done: int, of: int) -> str:
    """`[#####     ] 48 of 97`"""
    return f"[{'#' * (BAR * done // of):<{BAR}}] {done} of {of}"
