"""The command line of `basic profile`."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..engine.rest import Outcome
from ..machine.terminal import obeys
from ..profile.figures import Profile, as_json, figures
from ..profile.listing import Style, as_text
from ..profile.recorder import marking, quickest
from ..profile.watched import Watched
from .files import Complaint, Progress, load, named, refuse_unwritable, write
from .limits import any_limits, end_on_signals, watch
from .machine import close, machine_of
from .parsing import add_machine
from .run import ended, engine_options, take_pictures

DESCRIPTION = """\
Run a program and show how often each line ran and how long it took. What the program prints goes where it always goes;
the profile follows on standard error, or goes to a file."""
EXAMPLES = """\
  basic profile GAME.BAS                     the listing, on standard error
  basic profile GAME.BAS --input moves.txt -o profile.txt >game.txt
  basic profile GAME.BAS --html flame.html   a page with the calls as a flame chart

"begun" says how often a line was begun, "statements" how many of its statements ran. Time is that of the Python engine;
native code would not show its lines. Ctrl-C ends the program and shows the profile so far. A profile heeds no
--max-seconds, --max-steps and --speed, so there is none in a --sandbox, and no -i.
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


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="the program, or - for standard input")
    add("--input", metavar="FILE", help="typed lines from a file")
    add("-o", "--output", metavar="FILE", help="where the listing goes, if not to standard error")
    add("--html", metavar="FILE", help="write a page with a flame chart of the calls")
    add("--json", metavar="FILE", help="write all figures")
    add_machine(parser)


def run(options: Namespace) -> int:
    """Run the program and hand its profile out."""
    if options.engine == "native":
        raise Complaint("profile: native code does not show its lines; --engine python or step is needed")
    unheeded = {
        "-i": options.stay,
        "--speed": options.speed not in (None, "max"),
        "--sandbox": options.sandbox,
        "--max-seconds": options.max_seconds is not None,
        "--max-steps": options.max_steps is not None,
    }
    for flag, is_given in unheeded.items():
        if is_given:
            raise Complaint(f"{flag}: a profile does not heed it; leave it out")
    if options.engine == "auto":
        options.engine = "python"
    program = load(options.file, options).program
    if options.input is not None:
        try:
            sys.stdin = open(options.input, encoding="utf-8")  # noqa: SIM115  (for as long as the process lives)
        except OSError as problem:
            raise Complaint(f"--input {options.input}: cannot be read: {problem.strerror}") from None
    refuse_unwritable(options.output, options.html, options.json)
    machine = machine_of(options)
    cost, least = marking(), quickest()
    end_on_signals()
    interpreter = Watched(machine, **engine_options(options, machine))
    interpreter.load(program)
    if any_limits(options):
        watch(options, interpreter)
    if options.engine == "python":
        with Progress(options.file, interpreter.rt.program_size) as progress:
            progress("preparing")
            interpreter.ready()
    try:
        outcome = interpreter.run()
        take_pictures(options, machine)
    finally:
        close(machine)
    how = SUMMARIES[outcome.reason] + (f" in line {outcome.line}" if _has_line(outcome) else "")
    name = named(options.file) if options.file == "-" else Path(options.file).name
    _hand_out(options, _profiles(interpreter, name, how, cost, least), cost)
    return ended(outcome)


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
    if options.html:
        from ..profile.page import as_html

        write(options.html, as_html(profiles))
    if options.json:
        write(options.json, json.dumps(as_json(profiles, cost), indent=1) + "\n")
    if options.output:
        write(options.output, as_text(profiles, Style(False, True, None)))
    if not options.output:
        sys.stdout.flush()
        sys.stderr.write(as_text(profiles, _style()))
        sys.stderr.flush()


def _style() -> Style:
    """What standard error can show."""
    terminal = obeys(sys.stderr)
    try:
        "█▏…".encode(sys.stderr.encoding or "ascii")
        blocks = True
    except UnicodeEncodeError:
        blocks = False
    colours = terminal and not os.environ.get("NO_COLOR")
    return Style(colours, blocks, shutil.get_terminal_size().columns if terminal else None)
