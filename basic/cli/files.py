"""The files that a command line names: read, loaded, written, and what is said of them on standard error."""

from __future__ import annotations

import os
import sys

from ..codepage import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence
    from typing import IO

    from ..syntax.nodes import Line
    from ..syntax.source import Loaded

USAGE, LIMIT = 2, 3  # exit statuses
LARGE = 100_000  # bytes of a program, which take about a second
MOST = 16_000_000  # bytes that are read of a file: no program or script is longer, but a device has no end
STANDARD = "-"  # as the name of a file: standard input, or output


class Complaint(Exception):
    """What stands between the user and the wish, in one line: what, where, what to do; and the exit status."""

    def __init__(self, what: str, status: int = USAGE) -> None:
        super().__init__(what)
        self.status = status


def overcome(problem: Exception, file: str) -> Complaint:
    """What Python or the computer could not do for a program."""
    match problem:
        case RecursionError():
            return Complaint(f"{named(file)}: something in it is nested too deep to be taken apart", LIMIT)
        case MemoryError():
            return Complaint(f"{named(file)}: this computer has not enough memory for it", LIMIT)
        case OSError():
            return Complaint(f"{problem.filename or 'standard output'}: {problem.strerror}")
        case _:
            raise problem


OVERCOME = (RecursionError, MemoryError, OSError)


def named(file: str) -> str:
    return "standard input" if file == STANDARD else file


def complain(what: str) -> None:
    """On standard error; nothing in it acts on the terminal."""
    print(f"basic: {visible(what)}", file=sys.stderr)


def tell(file: str, what: str) -> None:
    """Something about a file, which stops nothing."""
    complain(f"{named(file)}: {what}")


class Progress:
    """`GAME.BAS: reading`: what is under way, in one line of the terminal that is written over and goes in the end.

    Given the size of what is worked at, only where that may take its time.
    """

    def __init__(self, file: str, size: int = LARGE) -> None:
        from ..machine.terminal import obeys

        self._file = named(file)
        self.shown = size >= LARGE and obeys(sys.stderr)

    def __call__(self, what: str) -> None:
        if self.shown:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            self._write(visible(f"{self._file}: {what}" if self._file else what)[: columns - 1])

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def _write(self, line: str) -> None:
        if self.shown:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()


def read(file: str) -> bytes:
    """The bytes of a program file."""
    if file == STANDARD:
        if sys.stdin is None:
            raise Complaint("standard input is closed; give the name of a file")
        return whole(sys.stdin.buffer, file)
    place = file
    if not os.path.isfile(file):
        from ..finding import program_file, shipped

        place = shipped(file) or program_file(file)
    try:
        with open(place, "rb") as stream:
            return whole(stream, file)
    except FileNotFoundError:
        raise Complaint(_missing(file)) from None
    except IsADirectoryError:
        raise Complaint(f"{file}: this is a folder; give the name of a program in it") from None
    except OSError as problem:
        raise Complaint(f"{file}: cannot be read: {problem.strerror}") from None


def whole(stream: IO[bytes], file: str) -> bytes:
    """All bytes of a stream, if it has an end."""
    data = stream.read(MOST + 1)
    if len(data) > MOST:
        raise Complaint(f"{named(file)}: more than {MOST:,} bytes, or without an end: too much to read")
    return data


def _missing(file: str) -> str:
    """That there is no such file, and which may be meant: SAVE writes names in capitals."""
    folder, name = os.path.split(file)
    wanted = {name.casefold(), f"{name}.bas".casefold()}
    if os.path.isdir(folder or "."):
        for other in sorted(os.listdir(folder or ".")):
            if other.casefold() in wanted:
                return f"{file}: no such file; did you mean {os.path.join(folder, other)}?"
    return f"{file}: no such file{'' if os.path.splitext(name)[1] else f', and no {name}.BAS'}"


def load(file: str, options: Namespace) -> Loaded:
    """The program in a file, whose warnings are told."""
    return loaded(file, read(file), options)


def loaded(file: str, data: bytes, options: Namespace) -> Loaded:
    """The program that these bytes of a file are."""
    from ..editing.load import load_program
    from ..errors import Unusable

    try:
        with Progress(file, len(data)) as tell_of:
            tell_of("reading")
            found = load_program(as_spelt(data, options), options.encoding == "raw", options.unlimited)
    except Unusable as problem:
        raise Complaint(f"{named(file)}: {problem}") from None
    for warning in found.warnings:
        tell(file, warning)
    return found


def as_spelt(data: bytes, options: Namespace) -> bytes:
    """A program's text as GW-BASIC spells it."""
    if not options.spaces:
        return data
    from ..editing.spread import spread

    return spread(data)


def colours() -> bool:
    """Whether standard output is a terminal on which they are welcome."""
    from ..machine.terminal import obeys

    return obeys(sys.stdout) and not os.environ.get("NO_COLOR")


def write(file: str, content: str | bytes) -> None:
    """To a file, of which there is always the old or the new one, or to standard output."""
    from pathlib import Path

    from ..editing.save import replace_file, show

    try:
        if file != STANDARD:
            replace_file(Path(file), content.encode() if isinstance(content, str) else content)
        elif isinstance(content, str):
            show(content)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
    except BrokenPipeError:
        raise  # the reader of a pipe has gone: no fault of the file
    except OSError as problem:
        place = "standard output" if file == STANDARD else file
        raise Complaint(f"{place}: cannot be written: {problem.strerror}") from None


def refuse_unwritable(*files: str | os.PathLike[str] | None) -> None:
    """Better now than after a long run. What is there stays as it is, and what is not does not come to be."""
    if sum(file is not None and os.fspath(file) == STANDARD for file in files) > 1:
        raise Complaint("only one thing can go to standard output: give the others files")
    for file in files:
        if file is None or os.fspath(file) == STANDARD:
            continue
        if not os.path.isdir(folder := os.path.dirname(file) or "."):
            raise Complaint(f"{file}: cannot be written: there is no folder {folder}")
        new = not os.path.lexists(file)
        if new or os.path.isfile(file) or os.path.isdir(file):  # and no pipe, whose reader would see its end
            try:
                open(file, "ab").close()
            except OSError as problem:
                raise Complaint(f"{file}: cannot be written: {problem.strerror}") from None
        if new:
            os.unlink(file)


def give(file: str, before: bytes, lines: Sequence[Line], options: Namespace) -> None:
    """A changed program goes to its file (`--in-place`), in the form that this has, or is shown."""
    from ..editing.lister import listed, typed
    from ..editing.load import Form, form
    from ..editing.save import as_before, readable
    from ..finding import program_file

    if options.in_place:
        write(program_file(file), as_before(before, lines, options.encoding == "raw"))
    elif form(before) is Form.TEXT:
        write(STANDARD, readable(typed(line.number, line.text) for line in lines))
    else:
        write(STANDARD, readable(map(listed, lines)))


def each(files: Iterable[str], work: Callable[[str], int]) -> int:
    """The highest status of what is done with files; what is wrong with one is told, and the next is looked at."""
    status = 0
    for file in files:
        try:
            status = max(status, work(file))
        except (Complaint, RecursionError, MemoryError) as problem:
            complaint = problem if isinstance(problem, Complaint) else overcome(problem, file)
            complain(str(complaint))
            status = max(status, complaint.status)
    return status
