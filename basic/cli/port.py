"""`basic port FILE.BAS`: the Python for a program, on standard output or in a file."""

from __future__ import annotations

import os
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from ..compare.runs import judged
from ..finding import program_file
from ..garbage import seldom_searched
from ..port import BadNames, Refused, port
from ..port.naming.names import checked
from ..port.verdict import Verdict
from ..syntax.nodes import Program
from .check import known, report
from .files import STANDARD, Complaint, Progress, load, named, refuse_unwritable, tell, whole, write
from .parsing import add_reading

DESCRIPTION = """\
Write a BASIC program as a Python program that people can read: no line numbers, loops and functions in place of jumps.

The result runs with Python alone where it uses no devices and rounds as BASIC does; else it imports what it needs of
`basic`. Program and port are run on the same inputs, and the top of the file says how far they agree.
"""

EXAMPLES = """\
  basic port GAME.BAS                   the Python on standard output
  basic port GAME.BAS -o game.py        in a file
  basic port GAME.BAS --exact           all arithmetic as BASIC does it, on every input

A file of names is TOML, such as `"N$" = "word"`, `"A()" = "board"`, and `300 = "print_board"` for a subroutine;
--names-out writes one to start from. Of a program that cannot be ported nothing is written, and the status is 2.
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a BASIC program (- for standard input)")
    parser.add_argument("-o", "--output", metavar="FILE", default=STANDARD, help="where the Python goes")
    parser.add_argument("--exact", action="store_true", help="every operation as BASIC does it")
    parser.add_argument("--no-runs", action="store_true", help="do not compare it with the program in runs of both")
    parser.add_argument("--lines", action="store_true", help="mark the lines of the BASIC program")
    parser.add_argument("--names", metavar="FILE", help="Python names for BASIC's, as TOML")
    parser.add_argument("--map", metavar="FILE", help="write which Python line came from which BASIC line")
    parser.add_argument("--names-out", metavar="FILE", help="write the names of this port, to be changed for --names")
    add_reading(parser)


def run(options: Namespace) -> int:
    """Port the file; gives the exit status."""
    file = options.file
    try:
        _port(options)
    except Refused as refused:
        raise Complaint(f"{named(file)}: {refused}: this cannot be ported") from None
    except BadNames as problem:
        raise Complaint(f"{options.names}: {problem}") from None
    return 0


def _port(options: Namespace) -> None:
    file = options.file = program_file(options.file)
    _keep_apart(options)
    refuse_unwritable(options.output, options.map, options.names_out)
    program = load(file, options).program
    names = _names(options.names) if options.names else {}
    for said in report(file, program, known(file, program)):
        print(said, file=sys.stderr)
    with Progress(file) as progress, seldom_searched():
        progress("reading")
        compared = untried if options.no_runs else partial(judged, unlimited=options.unlimited)
        runs = None if options.exact else compared
        ported = port(program, options.exact, names, progress, runs, options.lines)
    if options.map:
        write(options.map, "".join(f"{python}\t{line}\n" for python, line in sorted(ported.lines.items())))
    if options.names_out:
        write(options.names_out, table(ported.names))
    write(options.output, ported.text)
    for name in ported.unknown:
        tell(options.names, f"{name} is no variable or subroutine here, so nothing is called {names[name]}")


def untried(program: Program, text: str) -> Verdict:
    """No run is made."""
    return Verdict("untried")


def _keep_apart(options: Namespace) -> None:
    """What is read must not be written to, nor two things to one file."""
    used: dict[Path, str] = {}
    files = {"program": options.file, "names": options.names, "Python": options.output, "map": options.map}
    files["new names"] = options.names_out
    for what, file in files.items():
        if file is None or file == STANDARD:
            continue
        place = Path(os.path.realpath(file))  # also where links lead round in a circle
        if place in used and (place.is_file() or not place.exists()):
            raise Complaint(f"{file} would be the file of the {used[place]} and of the {what}: give another name")
        used[place] = what


def _names(file: str) -> dict[str, str]:
    try:
        with open(file, "rb") as stream:
            return read_names(whole(stream, file))
    except OSError as problem:
        raise Complaint(f"{file}: cannot be read: {problem.strerror}") from None


def read_names(data: bytes) -> dict[str, str]:
    """`"N$" = "word"`, as TOML or without the quotes: names of variables, arrays (`"A()"`), functions (`FNR`) and
    subroutines (`300`)."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadNames('this is no text in UTF-8: lines such as `"N$" = "word"` are needed') from None
    try:
        given = [(name, str(name), value) for name, value in tomllib.loads(text).items()]
    except tomllib.TOMLDecodeError:
        given = [(f"line {number}", *parts) for number, parts in _plain_lines(text)]
    names: dict[str, str] = {}
    for place, name, value in given:
        if not isinstance(value, str):
            raise BadNames(f'{place}: a name is a text in quotes, `{name} = "name"`')
        if name.upper() in names:
            raise BadNames(f"{place}: {name.upper()} has a name already: `{names[name.upper()]}`")
        names[name.upper()] = value
    return names


def _plain_lines(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """`N$ = word`, line by line; `#` begins a remark."""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, _, given = (part.strip() for part in line.partition("="))
        if not name or not given:
            shown = line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
            raise BadNames(f"line {number}: a name is given as `NAME = name`, and this is `{shown}`")
        yield number, (name, given)


def table(names: Mapping[str, str]) -> str:
    """The names of a port as a file of names, but for those that it makes itself and nobody can choose."""
    lines: dict[str, str] = {}
    for name, given in sorted(names.items(), key=lambda item: (item[0].isdigit(), len(item[0]), item[0])):
        with suppress(BadNames):
            checked({name: given})
            key = name if name.isalnum() else f'"{name}"'
            lines.setdefault(given, f'{key} = "{given}"\n')
    return "".join(lines.values())


LONGEST = 60  # characters of a line that is shown
