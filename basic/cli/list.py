"""`basic list FILE [RANGE]`: in colours on a terminal or with --html and --rtf, plain otherwise."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from ..editing.edit import in_range
from ..editing.lister import listed
from ..editing.save import readable
from .files import STANDARD, Progress, colours, load, write
from .parsing import add_reading

DESCRIPTION = "Show a program as LIST does: in colours on a terminal, or as a page, or as a document."
EXAMPLES = """\
  basic list GAME.BAS
  basic list GAME.BAS 100-200
  basic list GAME.BAS --html -o game.html
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a program, or - for standard input")
    parser.add_argument(
        "range", metavar="RANGE", nargs="?", type=_range, default=(None, None), help="10, 10-20, -20 or 10-"
    )
    parser.add_argument("--html", dest="form", action="store_const", const="html", help="as a web page")
    parser.add_argument("--rtf", dest="form", action="store_const", const="rtf", help="as a document in RTF")
    parser.add_argument("-o", "--output", metavar="FILE", default=STANDARD, help="where it goes")
    add_reading(parser)


def _range(text: str) -> tuple[int | None, int | None]:
    match = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if match is None or not (match[1] or match[3]):
        raise ArgumentTypeError(f"{text} is no range of lines like 10, 10-20, -20 or 10-")
    first = int(match[1]) if match[1] else None
    last = int(match[3]) if match[3] else None
    return (first, last) if match[2] else (first, first)


def run(options: Namespace) -> int:
    lines = load(options.file, options).program.lines
    chosen = in_range({line.number: line for line in lines}, *options.range)
    text = readable(map(listed, chosen))
    form = options.form or ("ansi" if options.output == STANDARD and colours() else None)
    if form is not None:
        from ..editing.highlight import highlighted

        with Progress(options.file, len(text)) as progress:
            progress("colouring")
            text = highlighted(text, form, Path(options.file).name)
    write(options.output, text)
    return 0
