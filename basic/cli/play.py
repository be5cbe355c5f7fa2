"""`basic play NAME`: the Python port of a puzzle program, which says more by `basic play NAME --help`."""

from __future__ import annotations

import importlib
import os
import sys
from argparse import REMAINDER, ArgumentParser, Namespace

from ..finding import homes
from .files import Complaint

PORTS = ("penta", "queens", "kenken", "nine", "sudoku")
DESCRIPTION = "Play the Python port of one of the programs that come with this package."
EXAMPLES = """\
  basic play penta
  basic play queens --watch --speed 20
  basic play sudoku --help
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=f"one of {', '.join(PORTS)}")
    rest = parser.add_argument("arguments", metavar="...", nargs=REMAINDER, help="what the port is given")
    rest.required = False


def run(options: Namespace) -> int:
    name = options.name.lower().removesuffix(".bas")
    if name not in PORTS:
        raise Complaint(f"there is no port {options.name}; there are {', '.join(PORTS)}")
    home = homes()[0]
    sys.path.insert(0, home)
    port = importlib.import_module(f"pyport.{name}")
    given = any(map(os.path.exists, options.arguments))
    if not given and hasattr(port, "FILES") and not any(map(os.path.exists, port.FILES)):
        os.chdir(os.path.join(home, "programs"))  # to the puzzles that come with it
    status: int = port.main(options.arguments)
    return status
