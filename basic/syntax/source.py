"""From the bytes of a program file to a Program, as LOAD would take them or with one clear line why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from basic.codepage import from_unicode
from basic.errors import Unusable as Unusable
from basic.record import record
from basic.syntax.crunch import read_line_number
from basic.syntax.nodes import Program
from basic.syntax.parse import parse_program

HIGHEST_LINE = 65529
LONGEST_LINE = 255  # characters, with the number
Lines = list[tuple[int, str]]

_KINDS = {0xFF: "tokenised", 0xFE: "protected", 0xFD: "memory image"}


@record
class Loaded:
    """A program and what the reader should know about its file."""

    program: Program
    warnings: tuple[str, ...] = ()


def read_program(
    data: bytes,
    raw: bool = False,
    unlimited: bool = False,
    untokenise: Callable[[bytes], Iterable[tuple[int, str]]] | None = None,
) -> Loaded:
    """The program in a file. `raw`: its bytes are code page 437 even where they are good UTF-8; `unlimited`: lines may
    be longer than 255 characters; `untokenise` gives the lines of files that begin with FF or FE (hexadecimal)."""
    if data[:1] and data[0] in _KINDS:
        kind = _KINDS[data[0]]
        if untokenise is None or data[0] == 0xFD:
            raise Unusable(f'this is a {kind} file: load it in GW-BASIC and save it as text with SAVE "name",A')
        return Loaded(parse_program(untokenise(data)))
    data = data.partition(b"\x1a")[0]
    if b"\0" in data[:1024]:
        raise Unusable("this is a binary file and no BASIC program")
    texts, warnings = _decode(data, raw)
    lines = _numbered(texts, unlimited, warnings)
    return Loaded(parse_program(lines), tuple(warnings))


def _decode(data: bytes, raw: bool) -> tuple[list[str], list[str]]:
    """The file's lines, and warnings: UTF-8 if it is that and the PC has all its characters, else code page 437.

    They are split before they become bytes of the PC, where the note of music is the byte 13.
    """
    if raw or data.isascii():
        return _split(data.decode("latin-1")), []
    try:
        return [from_unicode(text) for text in _split(data.decode("utf-8-sig"))], []
    except UnicodeDecodeError:
        return _split(data.decode("latin-1")), []
    except UnicodeEncodeError as missing:
        character = missing.object[missing.start]
        return _split(data.decode("latin-1")), [f"{character} is not in code page 437: the file is read byte by byte"]


def _split(text: str) -> list[str]:
    """The lines. In a file with carriage returns these end them and a line feed alone belongs to its line, as in
    GW-BASIC; in a file without any, line feeds end the lines."""
    return re.split(r"\r\n?", text) if "\r" in text else text.split("\n")


def _numbered(texts: list[str], unlimited: bool, warnings: list[str]) -> Lines:
    """The lines by number; each later one of a number replaces the earlier."""
    lines: dict[int, str] = {}
    for position, text in enumerate(texts, 1):
        stripped = text.lstrip(" \t\n")
        if not stripped:
            continue
        if not (stripped[0].isascii() and stripped[0].isdigit()):
            raise Unusable(_without_number(texts, position, stripped))
        if len(text) > LONGEST_LINE and not unlimited:
            raise Unusable(
                f"line {position} of the file has {len(text)} characters and GW-BASIC takes {LONGEST_LINE} "
                "(Line buffer overflow): split it, or lift the limit"
            )
        number, end = read_line_number(stripped, 0)
        rest = stripped[end:]
        if rest[:1].isdigit():
            warnings.append(
                f"line {position} of the file: line numbers end at {HIGHEST_LINE}, so GW-BASIC reads line {number} "
                f"and then {rest[:1]}"
            )
        if rest.startswith(" ") and number:
            rest = rest[1:]
        if not rest.strip(" \t\n"):
            if number not in lines:
                warnings.append(f"line {position} of the file is only a number, {number}: it is left out")
                continue
            del lines[number]
            continue
        if number in lines:
            warnings.append(f"line {number} comes twice: the later one counts")
        lines[number] = rest
    return list(lines.items())


def _without_number(texts: list[str], position: int, text: str) -> str:
    if not any(line.lstrip()[:1].isdigit() for line in texts):
        return "this is no GW-BASIC program: no line begins with a line number"
    shown = text if len(text) <= 30 else text[:27] + "..."
    return f"line {position} of the file has no line number (Direct statement in file): number it, or join it: {shown}"
