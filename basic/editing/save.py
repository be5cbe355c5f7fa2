"""Programs on their way to files: as listings for GW-BASIC and for people, and safely over an older file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from errno import EACCES, EBADF
from typing import TYPE_CHECKING

from basic.codepage import pictured
from basic.editing.lister import in_order, listed, typed
from basic.editing.load import Form, form
from basic.editing.protected import protect
from basic.editing.tokenised import to_tokens
from basic.syntax.nodes import Line

if TYPE_CHECKING:  # SAVE needs no pathlib
    from pathlib import Path

_END_OF_FILE = b"\x1a"


def to_ascii(lines: Iterable[Line]) -> bytes:
    """`SAVE "NAME",A`: the listing with CR LF and the old mark of the end, 1A, in code page 437."""
    return "".join(written(line) + "\r\n" for line in in_order(lines)).encode("latin-1") + _END_OF_FILE


def written(line: Line) -> str:
    """A line as files and printers get it: with a CR behind an LF in it, which LOAD takes for no end."""
    return listed(line).replace("\n", "\n\r")


def to_utf8(lines: Iterable[Line]) -> bytes:
    """The listing for today's editors and terminals."""
    return readable(map(listed, in_order(lines))).encode()


def readable(lines: Iterable[str]) -> str:
    """Lines as Unicode text. Control characters are the pictures that the PC shows (chr(3) is ♥), but for tabs.

    Reading such a file turns the pictures back into the characters.
    """
    return "".join("\t".join(pictured(part) for part in line.split("\t")) + "\n" for line in lines)


def as_before(original: bytes, lines: Iterable[Line], raw: bool = False) -> bytes:
    """A changed program in the form that its file has had: tokenised or text, line ends, encoding, mark of the end.

    A text's lines keep their own spelling.
    """
    kind = form(original)
    if kind is not Form.TEXT:
        return protect(to_tokens(lines)) if kind is Form.PROTECTED else to_tokens(lines)
    end = b"\r\n" if b"\r\n" in original else b"\n"
    unicode = not raw and _is_utf8(original)
    coded = b""
    for line in in_order(lines):
        text = typed(line.number, line.text)
        coded += (readable([text])[:-1].encode() if unicode else text.encode("latin-1")) + end
    return coded + _END_OF_FILE * (_END_OF_FILE in original)


def _is_utf8(data: bytes) -> bool:
    try:
        return not data.isascii() and bool(data.partition(_END_OF_FILE)[0].decode())
    except UnicodeDecodeError:
        return False


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that there is always either the old or the new one: beside it first, then in its place."""
    target = type(path)(os.path.realpath(path))  # of a link the file that it leads to
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a device, which stays what it is; a folder cannot be written to
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    if target.exists() and not os.access(target.parent, os.W_OK):
        target.write_bytes(data)  # nothing can be made beside it
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def show(text: str) -> None:
    """Text to the terminal as it is, and as UTF-8 into a pipe or file."""
    if sys.stdout is None:  # closed by who started this
        raise OSError(EBADF, os.strerror(EBADF), "standard output")
    if sys.stdout.isatty():
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
