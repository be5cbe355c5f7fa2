"""The command line of `basic profile`."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..engine.interpreter import Outcome
from ..machine.machine import Machine
from ..syntax.nodes import Program
from .figures import Profile, as_json, figures
from .listing import Style, as_text
from .recorder import marking, quickest
from .watched import Watched

DESCRIPTION = """\
Run a program and show how often each line ran and how long it took. What the program prints goes where it always goes;
the profile follows on standard error, or goes to a file."""
EPILOG = """\
examples:
  basic profile GAME.BAS                     the listing, on standard error
  basic profile GAME.BAS --input moves.txt -o profile.txt >game.txt
  basic profile GAME.BAS --html flame.html   a page with the calls as a flame chart

"begun" says how often a line was begun, "statements" how many of its statements ran. Time is that of the Python engine;
native code would not show its lines. Ctrl-C ends the program and shows the profile so far.
exit status: as for `basic run`
"""
SUMMARIES = {
    "end": "it ended",
    "stop": "it stopped",
    "system": "it ended",
    "error": "it ended with an error",
    "input": "its input ran out",
    "break": "it was interrupted",
    "limit": "it reached a limit",
}


def add_parser(commands: Any, machine_options: Callable[[ArgumentParser], None]) -> ArgumentParser:
    """`profile` among the commands of `basic`."""
    parser: ArgumentParser = commands.add_parser(
        "profile",
        help="time and count for each line of a program",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the program, or - for standard input")
    add("--input", metavar="FILE", help="typed lines from a file")
    add("-o", "--output", metavar="FILE", help="where the listing goes (standard error)")
    add("--html", metavar="FILE", help="write a page with a flame chart of the calls")
    add("--json", metavar="FILE", help="write all figures")
    machine_options(parser)
    return parser


class Unwritable(Exception):
    """A file that a profile cannot be written to."""


def profile(
    program: Program, machine: Machine, options: Namespace, shell: Callable[[str], None] | None = None
) -> Outcome:
    """Run the program and hand its profile out."""
    targets = [target for target in (options.output, options.html, options.json) if target]
    for target in targets:  # better now than after a long run
        try:
            with Path(target).open("a", encoding="utf-8"):
                pass
        except OSError as problem:
            raise Unwritable(f"cannot write {target}: {problem.strerror}") from problem
    cost, least = marking(), quickest()
    engine = "python" if options.engine == "auto" else options.engine
    interpreter = Watched(machine, engine=engine, unlimited=options.unlimited, shell=shell)
    interpreter.load(program)
    try:
        outcome = interpreter.run()
    finally:
        machine.close()
    ended = SUMMARIES[outcome.reason] + (f" in line {outcome.line}" if _has_line(outcome) else "")
    name = "standard input" if options.file == "-" else Path(options.file).name
    _hand_out(options, _profiles(interpreter, name, ended, cost, least), cost)
    return outcome


def _has_line(outcome: Outcome) -> bool:
    return outcome.reason in ("error", "input", "break", "stop") and outcome.line >= 0


def _profiles(interpreter: Watched, name: str, ended: str, cost: float, least: float) -> list[Profile]:
    """One for each text that has run: CHAIN and RUN bring others."""
    made = []
    for number, record in enumerate(interpreter.records, 1):
        last = number == len(interpreter.records)
        called = name if len(interpreter.records) == 1 else f"{name}, text {number}"
        how = ended if last else "another program took its place"
        made.append(figures(record, called, how, cost, least))
    return made


def _hand_out(options: Namespace, profiles: list[Profile], cost: float) -> None:
    try:
        if options.html:
            from .page import as_html

            Path(options.html).write_text(as_html(profiles), encoding="utf-8")
        if options.json:
            Path(options.json).write_text(json.dumps(as_json(profiles, cost), indent=1) + "\n", encoding="utf-8")
        if options.output:
            Path(options.output).write_text(as_text(profiles, Style(False, True, None)), encoding="utf-8")
    except OSError as problem:
        raise Unwritable(f"cannot write {problem.filename}: {problem.strerror}") from problem
    if not options.output:
        sys.stdout.flush()
        sys.stderr.write(as_text(profiles, _style()))
        sys.stderr.flush()


def _style() -> Style:
    """What standard error can show."""
    terminal = sys.stderr.isatty()
    try:
        "█▏…".encode(sys.stderr.encoding or "ascii")
        blocks = True
    except UnicodeEncodeError:
        blocks = False
    colours = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(colours, blocks, shutil.get_terminal_size().columns if terminal else None)
