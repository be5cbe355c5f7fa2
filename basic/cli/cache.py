"""`basic cache`: what is kept of earlier runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..cache import standard

DESCRIPTION = """\
Show how much is kept of earlier runs, so that programs start quickly, and in which folder; or remove it. Nothing of it
is needed: all of it is made again."""
EXAMPLES = """\
  basic cache              how many entries, how large, and where
  basic cache clear        remove all of it
  JUNZI_CACHE= basic ...   do without
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("wish", metavar="clear", nargs="?", choices=("clear",), help="remove all of it")


def run(options: Namespace) -> int:
    cache = standard()
    if cache is None:
        print("there is no folder for it here; JUNZI_CACHE may name one")
        return 0
    if options.wish == "clear":
        cache.clear()
    count, size = cache.contents()
    print(f"{cache.folder}: {count} entries, {size} bytes")
    return 0
