"""`basic convert FILE|FOLDER... --to FORMAT`: with a count on the terminal while it goes through folders."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..editing.convert import FORMATS, convert_all
from ..finding import program_file
from .files import STANDARD, Complaint, Progress, tell
from .parsing import add_reading

DESCRIPTION = "Convert programs, or all programs in folders: text, tokenised and protected files, each into the other."
EXAMPLES = """\
  basic convert GAME.BAS --to utf8 -o game.txt
  basic convert OLD --to utf8 -o new            all programs of the folder OLD
  basic convert GAME.BAS --to tokenised -i      in the file
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("sources", metavar="FILE|FOLDER", nargs="+", help="programs, or folders of them")
    parser.add_argument("--to", choices=FORMATS, required=True, help="the form they get")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", metavar="FILE", type=Path, help="the file or folder to write to")
    where.add_argument("-i", "--in-place", action="store_true", help="replace the files")
    add_reading(parser)


def run(options: Namespace) -> int:
    if options.output == Path(STANDARD):
        raise Complaint("-o -: what is converted goes to a file: name one (`basic list` shows a program)")
    sources = [Path(program_file(source)) for source in options.sources]
    status, count = 0, 0
    out = None if options.in_place else options.output
    with Progress("") as progress:
        for result in convert_all(sources, options.to, out, options.encoding == "raw", options.unlimited):
            for said in (*result.warnings, *filter(None, [result.problem])):
                tell(str(result.source), said)
            if result.problem:
                status = 2
            count += 1
            progress(f"{count} files")
    if not count:
        raise Complaint(f"{sources[0]}: no file with the ending .BAS is there")
    return status
