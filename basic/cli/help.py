"""`basic help TOPIC`: the pages of `basic/docs/`, and the help of commands that have none."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill

from .. import __path__ as package
from . import COMMANDS
from .files import Complaint, write

DESCRIPTION = "Show a page to read, or without TOPIC which pages there are."
EXAMPLES = """\
  basic help
  basic help getting-started
  basic help check             as basic check --help
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="a page, or how its name begins; or a command")


def run(options: Namespace) -> int:
    topic = options.topic
    if topic is None:
        shown = [f"  basic help {name:<16} {_title(page)}\n" for name, page in _pages().items()]
        write("-", "".join(shown) + "\n`basic --help` lists the commands, `basic COMMAND --help` says more of one.\n")
        return 0
    if topic.lower() in COMMANDS.keys() - _pages().keys():
        from .parsing import parser

        parser(topic.lower(), import_module(f".{topic.lower()}", __package__)).print_help()
        return 0
    show(page(topic).read_text("utf-8"))
    return 0


def show(text: str) -> None:
    """A page, or a part of one."""
    write("-", fitted(text, get_terminal_size().columns) if sys.stdout.isatty() else text)


def fitted(text: str, columns: int) -> str:
    """A page for a terminal: paragraphs and items broken where it ends, examples as they are, with their names."""
    text = re.sub(r"^<!-- (?:file: (.*)|.*) -->\n", lambda file: f"{file[1]}:\n\n" if file[1] else "", text, flags=re.M)
    shown = []
    for part in re.split(r"^(```.*?^```\n)", text, flags=re.M | re.S):
        for block in [part] if part.startswith("```") else re.split(r"(?<=\n)(?=- |\n|#|\|)", part):
            words = " ".join(block.split())
            if words and not block.startswith(("```", "|")):
                indent = "  " * block.startswith("- ")
                lines = fill(words, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
                block = block.replace(block.strip("\n"), lines)
            shown.append(block)
    return "".join(shown)


def page(topic: str) -> Path:
    """The page of that name, or the first that begins with it."""
    pages, wanted = _pages(), topic.lower()
    found = [page for name, page in pages.items() if name.startswith(wanted)]
    if not found:
        raise Complaint(f"there is no page {topic}; there are {', '.join(pages)}")
    return pages.get(wanted, found[0])


def _pages() -> dict[str, Path]:
    return {page.stem.lower(): page for folder in package for page in sorted(Path(folder, "docs").glob("*.md"))}


def _title(page: Path) -> str:
    with page.open(encoding="utf-8") as text:
        return text.readline().strip("# \n")
