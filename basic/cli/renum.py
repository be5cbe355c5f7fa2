"""`basic renum FILE`: the program with new numbers; references to missing lines are told on standard error."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from ..editing.renumber import renumber
from ..errors import BasicError
from ..syntax.source import HIGHEST_LINE
from .files import Complaint, Progress, give, loaded, read, tell
from .parsing import add_reading

DESCRIPTION = "Renumber a program, with all references to its lines, as RENUM does."
EXAMPLES = """\
  basic renum GAME.BAS                         10, 20, 30 ...: shown, the file stays as it is
  basic renum GAME.BAS -i                      the same, in the file
  basic renum GAME.BAS --old 500 --new 1000 -i only from line 500
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a program")
    parser.add_argument("--new", metavar="N", type=_number, default=10, help="the first new number")
    parser.add_argument("--old", metavar="N", type=_number, default=0, help="the first line to be renumbered")
    parser.add_argument("--step", metavar="N", type=_number, default=10, help="the distance of the new numbers")
    parser.add_argument("-i", "--in-place", action="store_true", help="change the file instead of showing the result")
    add_reading(parser)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_LINE:
        raise ArgumentTypeError(f"{text} is no line number from 0 to {HIGHEST_LINE}")
    return int(text)


def run(options: Namespace) -> int:
    file = options.file
    data = read(file)
    lines = loaded(file, data, options).program.lines
    try:
        with Progress(file, len(data)) as progress:
            progress("renumbering")
            renumbered, messages = renumber(lines, options.new, options.old, options.step)
    except BasicError as error:
        raise Complaint(
            f"{file}: {error.text}: the new numbers would stand before lines that keep theirs, or end above "
            f"{HIGHEST_LINE}; choose other values for --new and --step"
        ) from None
    for message in messages:
        tell(file, message)
    give(file, data, renumbered, options)
    return 0
