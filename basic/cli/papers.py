"""`basic papers NAME`: where a puzzle program comes from, out of the page `basic/docs/PAPERS.md`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .files import Complaint, write
from .help import page, show

DESCRIPTION = "Show where a puzzle program comes from: its paper, the words that became lines, what was mended."
EXAMPLES = """\
  basic papers
  basic papers penta
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="PENTA, QUEENS, KENKEN, NINE or SUDOKU (all)")


def run(options: Namespace) -> int:
    sections = page("papers").read_text("utf-8").split("\n## ")[1:]
    if options.name is None:
        titles = "".join(f"  {section.partition(chr(10))[0]}\n" for section in sections)
        write("-", f"{titles}\n`basic papers NAME` shows one, `basic help papers` all.\n")
        return 0
    name = f"{options.name.upper().removesuffix('.BAS')}.BAS"
    found = [section for section in sections if section.startswith(f"{name}:")]
    if not found:
        raise Complaint(f"there is no paper of {options.name}; `basic papers` lists them")
    show(f"## {found[0].strip()}\n")
    return 0
