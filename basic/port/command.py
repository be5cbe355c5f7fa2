"""`basic port FILE.BAS`: the Python for a program, on standard output or in a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from keyword import iskeyword
from pathlib import Path
from typing import Any

from ..analysis.telling import nobody
from ..editing.load import load_program
from ..errors import message
from ..syntax import nodes as n
from ..syntax.source import Unusable
from ..syntax.visit import walk

DESCRIPTION = """\
Write a BASIC program as a Python program that people can read: no line numbers, loops and functions in place of jumps.

Where BASIC's arithmetic and devices allow, the result runs with Python alone; else it imports what it needs of `basic`
and says so at its top.
"""

EPILOG = """\
examples:
  basic port GAME.BAS                   the Python on standard output
  basic port GAME.BAS -o game.py        in a file
  basic port GAME.BAS --exact           all arithmetic as BASIC does it, on every input

a file of names has lines such as `N$ = word`, `A() = board`, and `300 = print_board` for a subroutine

exit status: 0, or 2 if the program cannot be ported
"""

USAGE = 2


def add_parser(commands: Any, witness: Any = None) -> None:
    """`port` among the commands of `basic`; `witness` is who knows what a program prints."""
    parser: ArgumentParser = commands.add_parser(
        "port",
        help="write a program as Python",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a BASIC program (- for standard input)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the Python goes")
    parser.add_argument("--exact", action="store_true", help="every operation as BASIC does it")
    parser.add_argument("--names", metavar="FILE", help="Python names for BASIC's, one `NAME = name` a line")
    parser.add_argument("--map", metavar="FILE", help="write which Python line came from which BASIC line")
    parser.add_argument("--raw", action="store_true", help="the program's bytes are code page 437")
    parser.set_defaults(run=main, witness=witness)


def main(options: Namespace) -> int:
    """Port the file; gives the exit status."""
    from . import Refused, port

    try:
        data = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        program = load_program(data, raw=options.raw).program
        names = read_names(Path(options.names).read_text("utf-8")) if options.names else {}
        progress = _Progress(options.file) if sys.stderr.isatty() else nobody
        folders = [Path(options.file).parent, Path()]
        ported = port(program, options.exact, names, progress, options.witness, folders)
        text = ported.text
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        if options.output:
            Path(options.output).write_text(text, "utf-8")
        else:
            sys.stdout.write(text)
        if options.map:
            entries = [f"{python}\t{line}\n" for python, line in sorted(ported.lines.items())]
            Path(options.map).write_text("".join(entries), "utf-8")
    except Unusable as problem:
        return _complain(options.file, str(problem))
    except OSError as problem:
        return _complain(str(problem.filename), problem.strerror or str(problem))
    except Refused as refused:
        return _complain(options.file, f"{refused}: this cannot be ported")
    except (BadNames, UnicodeDecodeError) as problem:
        return _complain(str(options.names), str(problem))
    for complaint in broken(program):
        print(f"basic: {options.file}: {complaint}", file=sys.stderr)
    for line in ported.fatal:
        what = f"line {line}: an error in the bounds of this FOR ends the port, though ON ERROR is active there"
        print(f"basic: {options.file}: {what}", file=sys.stderr)
    return 0


class BadNames(Exception):
    """A file of names that cannot be used."""


class _Progress:
    """`GAME.BAS: writing, routine 12 of 70` on the terminal, while a large program is ported."""

    def __init__(self, name: str) -> None:
        self.name = name
        self("reading")

    def __call__(self, what: str) -> None:
        sys.stderr.write(f"\r{self.name}: {what}\x1b[K")
        sys.stderr.flush()


def _complain(file: str, what: str) -> int:
    print(f"basic: {file}: {what}", file=sys.stderr)
    return USAGE


def read_names(text: str) -> dict[str, str]:
    """`N$ = word`: names of variables, arrays (`A()`), functions (`FNR`), subroutines (`300`); `#` begins a remark."""
    names = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        left, equals, right = (part.strip() for part in line.partition("="))
        if not equals or not left or not right.isidentifier() or iskeyword(right):
            raise BadNames(f"line {number}: a name is given as `NAME = name`, and this is `{line}`")
        names[left.upper()] = right
    return names


def broken(program: n.Program) -> list[str]:
    """Each statement that does not parse: its error, with the line and a caret below the place."""
    found = []
    for line in program.lines:
        for node in walk(line):
            if isinstance(node, n.Broken):
                shown = f"{line.number} {line.text}"
                caret = " " * (len(shown) - len(line.text) + node.column - 1) + "^"
                hint = f" ({node.hint})" if node.hint else ""
                found.append(f"line {line.number}: {message(node.error)}{hint}\n{shown}\n{caret}")
    return found
