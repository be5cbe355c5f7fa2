"""`basic port FILE.BAS`: the Python for a program, on standard output or in a file."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..analysis.telling import Tell, nobody
from ..editing.load import load_program
from ..editing.save import replace_file, show
from ..garbage import seldom_searched
from ..syntax.parse import problems
from ..syntax.source import Unusable
from .naming.names import BadNames

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

a file of names has lines such as `N$ = word`, `A() = board`, and `300 = print_board` for a subroutine; what begins
with # is a remark

exit status: 0, or 2 if the program cannot be ported or a file cannot be used; then nothing is written
"""

USAGE = 2
STANDARD = "-"  # standard input, or output


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == STANDARD else Path(file).read_bytes()


def add_parser(
    commands: Any, witness: Any = None, found: Callable[[str], str] = str, read: Callable[[str], bytes] = _read
) -> None:
    """`port` among the commands of `basic`; `witness` knows what a program prints, `found` which file is meant."""
    parser: ArgumentParser = commands.add_parser(
        "port",
        help="write a program as Python",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a BASIC program (- for standard input)")
    parser.add_argument("-o", "--output", metavar="FILE", default=STANDARD, help="where the Python goes")
    parser.add_argument("--exact", action="store_true", help="every operation as BASIC does it")
    parser.add_argument("--names", metavar="FILE", help="Python names for BASIC's, one `NAME = name` a line")
    parser.add_argument("--map", metavar="FILE", help="write which Python line came from which BASIC line")
    parser.add_argument("--encoding", choices=("utf8", "raw"), default="utf8", help="raw: it is code page 437")
    parser.add_argument("--raw", action="store_const", dest="encoding", const="raw", help=SUPPRESS)
    parser.set_defaults(run=main, witness=witness, found=found, read=read)


def main(options: Namespace) -> int:
    """Port the file; gives the exit status."""
    from . import Refused

    try:
        _port(options)
    except Unusable as problem:
        return _complain(options.file, str(problem))
    except Refused as refused:
        return _complain(options.file, f"{refused}: this cannot be ported")
    except BadNames as problem:
        return _complain(options.names, str(problem))
    except BrokenPipeError:
        raise  # the reader of a pipe has gone: no fault of the file
    except OSError as problem:
        return _complain(str(problem.filename), problem.strerror or str(problem))
    return 0


def _port(options: Namespace) -> None:
    from . import port

    options.file = options.found(options.file)
    _keep_apart(options)
    loaded = load_program(options.read(options.file), raw=options.encoding == "raw")
    for warning in loaded.warnings:
        _complain(options.file, warning)
    names = read_names(Path(options.names).read_bytes()) if options.names else {}
    folders = [Path(options.file).parent, Path()]
    with _progress(options.file) as tell, seldom_searched():
        ported = port(loaded.program, options.exact, names, tell, options.witness, folders)
    if options.map:
        _write(options.map, "".join(f"{python}\t{line}\n" for python, line in sorted(ported.lines.items())))
    _write(options.output, ported.text)
    for problem in problems(loaded.program):
        _complain(options.file, "\n".join((f"line {problem.line}: {problem}", *problem.marked(loaded.program))))
    for line in ported.fatal:
        what = f"line {line}: an error in the bounds of this FOR ends the port, though ON ERROR is active there"
        _complain(options.file, what)
    for name in ported.unknown:
        _complain(options.names, f"{name} is no variable or subroutine here, so nothing is called {names[name]}")


def _keep_apart(options: Namespace) -> None:
    """What is read must not be written to, nor two things to one file."""
    used: dict[Path, str] = {}
    files = {"program": options.file, "names": options.names, "Python": options.output, "map": options.map}
    for what, file in files.items():
        if file is None or file == STANDARD:
            continue
        place = Path(file).resolve()
        if place in used and (place.is_file() or not place.exists()):
            raise Unusable(f"{file} would be the file of the {used[place]} and of the {what}: give another name")
        used[place] = what
    if options.map == options.output == STANDARD:
        raise Unusable("the Python and the map cannot both go to standard output: give one of them a file")


def _write(file: str, text: str) -> None:
    try:
        if file == STANDARD:
            show(text)
        else:
            replace_file(Path(file), text.encode())
    except BrokenPipeError:
        raise
    except OSError as problem:
        place = "standard output" if file == STANDARD else file
        raise OSError(problem.errno, problem.strerror, place) from problem


@contextmanager
def _progress(name: str) -> Iterator[Tell]:
    """`GAME.BAS: writing, routine 12 of 70` on the terminal, while a large program is ported."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield nobody
        return

    def tell(what: str) -> None:
        sys.stderr.write(f"\r{name}: {what}\x1b[K")
        sys.stderr.flush()

    try:
        tell("reading")
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")


def _complain(file: str, what: str) -> int:
    print(f"basic: {file}: {what}", file=sys.stderr)
    return USAGE


def read_names(data: bytes) -> dict[str, str]:
    """`N$ = word`: names of variables, arrays (`A()`), functions (`FNR`), subroutines (`300`); `#` begins a remark."""
    names: dict[str, str] = {}
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadNames("this is no text in UTF-8: lines such as `N$ = word` are needed") from None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, _, given = (part.strip() for part in line.partition("="))
        if not name or not given:
            shown = line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
            raise BadNames(f"line {number}: a name is given as `NAME = name`, and this is `{shown}`")
        if name.upper() in names:
            raise BadNames(f"line {number}: {name.upper()} has a name already: `{names[name.upper()]}`")
        names[name.upper()] = given
    return names


LONGEST = 60  # characters of a line that is shown
