"""The commands about program files: `basic list`, `basic renum`, `basic fmt`, `basic convert`.

Exit status: 0, 1 where --check has found a file to be tidied, 2 where a file could not be used.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from basic.editing.convert import FORMATS, convert_all
from basic.editing.edit import in_range
from basic.editing.format import tidy
from basic.editing.lister import listed, typed
from basic.editing.load import Form, form, load_program
from basic.editing.renumber import renumber
from basic.editing.save import as_before, readable, replace_file, show
from basic.errors import BasicError
from basic.options import program_file
from basic.syntax.nodes import Line
from basic.syntax.parse import parse_line
from basic.syntax.source import HIGHEST_LINE, Unusable

DONE, DIFFERENT, FAILED = 0, 1, 2


def add_parsers(commands: Any) -> None:
    """Add the four commands to what ArgumentParser.add_subparsers() gave; each sets `run`, which takes the arguments
    and gives the exit status."""
    list_ = _command(commands, "list", list_command, "show a program as LIST does")
    list_.add_argument("file", type=_named)
    list_.add_argument("range", nargs="?", type=_range, default=(None, None), help="10, 10-20, -20 or 10-")
    list_.add_argument("--html", dest="form", action="store_const", const="html", help="as a web page")
    list_.add_argument("--rtf", dest="form", action="store_const", const="rtf", help="as a document in RTF")
    list_.add_argument("-o", "--output", type=Path, help="write to this file")

    renum = _command(commands, "renum", renum_command, "renumber a program, with all references to its lines")
    renum.add_argument("file", type=_named)
    renum.add_argument("--new", type=_number, default=10, help="the first new number (10)")
    renum.add_argument("--old", type=_number, default=0, help="the first line to be renumbered (all)")
    renum.add_argument("--step", type=_number, default=10, help="the distance of the new numbers (10)")
    renum.add_argument("-i", "--in-place", action="store_true", help="change the file instead of showing the result")

    fmt = _command(commands, "fmt", fmt_command, "tidy spacing and case; the program stays the same")
    fmt.add_argument("files", type=_named, nargs="+", metavar="FILE")
    what = fmt.add_mutually_exclusive_group()
    what.add_argument("-i", "--in-place", action="store_true", help="change the files instead of showing the result")
    what.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a file is not tidy")

    convert = _command(commands, "convert", convert_command, "convert programs, or all programs in folders")
    convert.add_argument("sources", type=_named, nargs="+", metavar="FILE|FOLDER")
    convert.add_argument("--to", choices=FORMATS, required=True)
    where = convert.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", type=Path, help="the file or folder to write to")
    where.add_argument("-i", "--in-place", action="store_true", help="replace the files")


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("--encoding", choices=("utf8", "raw"), default="utf8", help="raw: take texts for code page 437")
    parser.add_argument("--unlimited", action="store_true", help="lines may be longer than 255 characters")
    return parser


def _named(text: str) -> Path:
    return Path(program_file(text))


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_LINE:
        raise argparse.ArgumentTypeError(f"{text} is no line number from 0 to {HIGHEST_LINE}")
    return int(text)


def _range(text: str) -> tuple[int | None, int | None]:
    match = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if match is None or not (match[1] or match[3]):
        raise argparse.ArgumentTypeError(f"{text} is no range of lines like 10, 10-20, -20 or 10-")
    first = int(match[1]) if match[1] else None
    last = int(match[3]) if match[3] else None
    return (first, last) if match[2] else (first, first)


# ---- the commands --------------------------------------------------------------------------------------------


def list_command(arguments: argparse.Namespace) -> int:
    """`basic list FILE [RANGE]`: in colours on a terminal or with --html and --rtf, plain otherwise."""
    return _guarded(_list, arguments.file, arguments)


def _list(path: Path, arguments: argparse.Namespace) -> int:
    _, lines = _read(path, arguments)
    chosen = in_range({line.number: line for line in lines}, *arguments.range)
    text = readable(map(listed, chosen))
    shape = arguments.form or ("ansi" if arguments.output is None and _colours() else None)
    if shape is not None:
        from basic.editing.highlight import highlighted

        text = highlighted(text, shape, path.name)
    if arguments.output is None:
        show(text)
    else:
        replace_file(arguments.output, text.encode())
    return DONE


def renum_command(arguments: argparse.Namespace) -> int:
    """`basic renum FILE`: the program with new numbers; references to missing lines are told on stderr."""
    return _guarded(_renum, arguments.file, arguments)


def _renum(path: Path, arguments: argparse.Namespace) -> int:
    data, lines = _read(path, arguments)
    try:
        renumbered, messages = renumber(lines, arguments.new, arguments.old, arguments.step)
    except BasicError as error:
        raise Unusable(
            f"{error.text}: the new numbers would stand before lines that keep theirs, or end above {HIGHEST_LINE}; "
            "choose other values for --new and --step"
        ) from error
    for message in messages:
        _complain(path, message)
    _give(path, data, renumbered, arguments)
    return DONE


def fmt_command(arguments: argparse.Namespace) -> int:
    """`basic fmt FILE...`: tidied programs, or with --check the names of those that are not tidy."""
    return max(_guarded(_fmt, path, arguments) for path in arguments.files)


def _fmt(path: Path, arguments: argparse.Namespace) -> int:
    data, lines = _read(path, arguments)
    if form(data) is not Form.TEXT:
        raise Unusable("only text can be tidied: convert it with basic convert --to utf8")
    tidied = [parse_line(line.number, tidy(line.number, line.text)) for line in lines]
    if not arguments.check:
        _give(path, data, tidied, arguments)
        return DONE
    untidy = [line.number for line, other in zip(lines, tidied, strict=True) if line.text != other.text]
    if untidy:
        show(f"{path}: line {untidy[0]}" + (f" and {len(untidy) - 1} more\n" if len(untidy) > 1 else "\n"))
    return DIFFERENT if untidy else DONE


def convert_command(arguments: argparse.Namespace) -> int:
    """`basic convert FILE|FOLDER... --to FORMAT`: with a count on the terminal while it goes through folders."""
    status, count = DONE, 0
    progress = sys.stderr.isatty() and any(source.is_dir() for source in arguments.sources)
    out = None if arguments.in_place else arguments.output
    for result in convert_all(arguments.sources, arguments.to, out, _is_raw(arguments), arguments.unlimited):
        count += 1
        for warning in result.warnings:
            _complain(result.source, warning)
        if result.problem:
            _complain(result.source, result.problem)
            status = FAILED
        if progress:
            print(f"\r{count} files", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    if not count:
        _complain(arguments.sources[0], "no file with the ending .BAS is there")
        status = FAILED
    return status


# ---- files and messages --------------------------------------------------------------------------------------


def _guarded(command: Callable[[Path, argparse.Namespace], int], path: Path, arguments: argparse.Namespace) -> int:
    """Carry out a command for one file; one line on stderr says why it cannot be done."""
    try:
        return command(path, arguments)
    except Unusable as problem:
        _complain(path, str(problem))
    except BrokenPipeError:
        raise  # the reader of a pipe has gone: no fault of the file
    except OSError as problem:
        _complain(Path(problem.filename or path), problem.strerror or str(problem))
    return FAILED


def _read(path: Path, arguments: argparse.Namespace) -> tuple[bytes, tuple[Line, ...]]:
    data = path.read_bytes()
    loaded = load_program(data, _is_raw(arguments), arguments.unlimited)
    for warning in loaded.warnings:
        _complain(path, warning)
    return data, loaded.program.lines


def _is_raw(arguments: argparse.Namespace) -> bool:
    return str(arguments.encoding) == "raw"


def _give(path: Path, data: bytes, lines: Iterable[Line], arguments: argparse.Namespace) -> None:
    """The changed program goes to its file or to the screen."""
    if arguments.in_place:
        replace_file(path, as_before(data, lines, _is_raw(arguments)))
    elif form(data) is Form.TEXT:
        show(readable(typed(line.number, line.text) for line in lines))
    else:
        show(readable(map(listed, lines)))


def _complain(path: Path, text: str) -> None:
    print(f"basic: {path}: {text}", file=sys.stderr)


def _colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
