"""`basic check FILE...`: every broken statement with its place, a caret and a hint."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..syntax.parse import problems
from .files import each, load, named
from .parsing import add_reading

DESCRIPTION = "List every place in programs that GW-BASIC would stumble over, without running them."
EXAMPLES = """\
  basic check GAME.BAS
  basic check *.BAS
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a program, or - for standard input")
    add_reading(parser)


def run(options: Namespace) -> int:
    status = each(options.files, lambda file: _check(file, options))
    if not status:
        print("nothing to complain about")
    return status


def _check(file: str, options: Namespace) -> int:
    program = load(file, options).program
    found = problems(program)
    for problem in found:
        print(f"{named(file)}: line {problem.line}, column {problem.column}: {problem}")
        for shown in problem.marked(program):
            print(f"    {shown}")
    return 1 if found else 0
