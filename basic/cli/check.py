"""`basic check FILE...`: what does not parse, what certainly fails, what is not there."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from ..checking import ABSENT, BROKEN, FAILING, Finding, findings
from ..codepage import pictured, visible
from ..editing.load import load_program
from ..editing.spread import spread
from ..syntax.nodes import Program
from .files import STANDARD, Progress, each, loaded, named, read, write
from .parsing import add_reading

DESCRIPTION = """\
List, without running a program, what in it does not parse, what certainly fails when the program gets there, and what
is not there yet or needs an option. All files are looked at."""
EXAMPLES = """\
  basic check GAME.BAS
  basic check *.BAS
  basic check --json GAME.BAS    the same for other programs to read
"""
ADVICE = "it is spelt without blanks, as in `FORI=1TO3`: try --spaces, which reads that"
FEW = 8  # line numbers that are named


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a program, or - for standard input")
    parser.add_argument("--json", action="store_true", help="as JSON, one object for each file")
    add_reading(parser)


def run(options: Namespace) -> int:
    records: list[dict[str, object]] = []

    def check(file: str) -> int:
        data = read(file)
        program = loaded(file, data, options).program
        found = known(file, program)
        if options.json:
            records.append({"file": named(file), "findings": [*_records(program, found)]})
        else:
            write(STANDARD, "".join(f"{line}\n" for line in report(file, program, found)))
            if without_blanks(data, found, options):
                write(STANDARD, f"{visible(named(file))}: {ADVICE}\n")
        return 1 if found else 0

    status = each(options.files, check)
    if options.json:
        write(STANDARD, json.dumps(records, indent=1) + "\n")
    elif not status:
        write(STANDARD, "nothing to complain about\n")
    return status


def without_blanks(data: bytes, found: list[Finding], options: Namespace) -> bool:
    """Whether most of what does not parse does where keywords need no blanks around them."""
    broken = sum(finding.kind == BROKEN for finding in found)
    if not broken or options.spaces:
        return False
    read_so = load_program(spread(data), options.encoding == "raw", unlimited=True).program
    return 2 * sum(finding.kind == BROKEN for finding in findings(read_so)) < broken


def known(file: str, program: Program) -> list[Finding]:
    """What is found in a program, on this machine: a printer may be there."""
    printer = os.environ.get("JUNZI_PRINTER")
    with Progress(file, sum(len(line.text) for line in program.lines)) as progress:
        progress("checking")
        found = findings(program)
    return [finding for finding in found if not (printer and finding.word in ("LPRINT", "LLIST"))]


def report(file: str, program: Program, found: list[Finding]) -> Iterator[str]:
    """Each place by itself with its line, words that are not there by their number, and how much there is of all."""
    name = visible(named(file))
    absent: dict[str, list[Finding]] = {}
    for finding in found:
        if finding.kind == ABSENT:
            absent.setdefault(finding.word, []).append(finding)
        else:
            yield f"{name}: line {finding.line}, column {finding.column}: {finding}"
            yield from (f"    {shown}" for shown in finding.marked(program))
    for places in absent.values():
        count = "once" if len(places) == 1 else f"{len(places)} times"
        yield f"{name}: {places[0]}: {count}, in {_lines(places)}"
    if found:
        counts = {kind: sum(finding.kind == kind for finding in found) for kind in (BROKEN, FAILING, ABSENT)}
        words = {
            BROKEN: ("does not parse", "do not parse"),
            FAILING: ("fails when it is reached", "fail when they are reached"),
            ABSENT: ("is not there", "are not there"),
        }
        parts = [f"{count} {words[kind][count > 1]}" for kind, count in counts.items() if count]
        yield f"{name}: of its statements {', '.join(parts)}"


def _lines(places: Iterable[Finding]) -> str:
    numbers = [*dict.fromkeys(str(finding.line) for finding in places)]
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    return f"lines {', '.join(numbers[:FEW])}" + (" ..." if len(numbers) > FEW else "")


def _records(program: Program, found: list[Finding]) -> Iterator[dict[str, object]]:
    texts = {line.number: line.text for line in program.lines}
    for finding in found:
        yield {
            "line": finding.line,
            "column": finding.column,
            "kind": finding.kind,
            "message": finding.message,
            "hint": finding.hint,
            "word": finding.word,
            "text": pictured(texts[finding.line]),
        }
