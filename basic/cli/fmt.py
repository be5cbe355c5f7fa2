"""`basic fmt FILE...`: tidied programs, or with --check the names of those that are not tidy."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..codepage import visible
from ..editing.format import tidy
from ..editing.load import Form, form
from ..syntax.parse import parse_line
from .files import STANDARD, Complaint, Progress, each, give, loaded, read, write
from .parsing import add_reading

DESCRIPTION = "Tidy spacing and case of programs, which stay the same programs."
EXAMPLES = """\
  basic fmt GAME.BAS         shown, the file stays as it is
  basic fmt -i *.BAS         in the files
  basic fmt --check *.BAS    status 1 if one is not tidy
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a program in text")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("-i", "--in-place", action="store_true", help="change the files instead of showing the result")
    what.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a file is not tidy")
    add_reading(parser)


def run(options: Namespace) -> int:
    return each(options.files, lambda file: _fmt(file, options))


def _fmt(file: str, options: Namespace) -> int:
    data = read(file)
    lines = loaded(file, data, options).program.lines
    if form(data) is not Form.TEXT:
        raise Complaint(f"{file}: only text can be tidied: convert it with basic convert --to utf8")
    with Progress(file, len(data)) as progress:
        progress("tidying")
        tidied = [parse_line(line.number, tidy(line.number, line.text)) for line in lines]
    if not options.check:
        give(file, data, tidied, options)
        return 0
    untidy = [line.number for line, other in zip(lines, tidied, strict=True) if line.text != other.text]
    if untidy:
        more = f" and {len(untidy) - 1} more" if len(untidy) > 1 else ""
        write(STANDARD, f"{visible(file)}: line {untidy[0]}{more}\n")
    return 1 if untidy else 0
