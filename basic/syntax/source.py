"""From the bytes of a program's text to a Program, line by line as if they were typed (published SCNEDT, GWMAIN)."""

from __future__ import annotations

import re

from basic.codepage import from_unicode
from basic.errors import DIRECT_IN_FILE, LINE_TOO_LONG, Unreadable
from basic.errors import Unusable as Unusable
from basic.record import record
from basic.syntax.crunch import read_line_number
from basic.syntax.nodes import Program
from basic.syntax.parse import parse_program
from basic.syntax.stored import LONGEST, overflows

HIGHEST_LINE = 65529
LONGEST_LINE = 255  # characters, with the number
DIGITS = frozenset("0123456789")
# LF at the beginning of a line are left out, and CR behind other LF.
_LINE = re.compile(r"\n*((?:[^\r\n]+|\n\r*)*)(?:\r|\Z)")


@record
class Loaded:
    """A program, and what the reader should know about its file."""

    program: Program
    warnings: tuple[str, ...] = ()
    fault: Unreadable | None = None  # what is wrong with the line behind those of the program, which was the last read
    gone: frozenset[int] = frozenset()  # lines of another program, into which it is merged, that are taken out


def read_program(
    data: bytes, raw: bool = False, unlimited: bool = False, there: frozenset[int] = frozenset()
) -> Loaded:
    """The program in a text. `raw`: its bytes are code page 437 even where they are good UTF-8; `unlimited`: lines may
    be longer than 255 characters; `there`: numbers of lines into which it comes."""
    texts, warnings = _decode(data.partition(b"\x1a")[0], raw)
    lines: dict[int, str] = dict.fromkeys(there, "")
    fault = None
    try:
        for position, text in enumerate(texts, 1):
            _read_line(lines, text, f"line {position} of the file", unlimited, warnings)
    except Unreadable as problem:
        fault = problem
        if fault.number == DIRECT_IN_FILE and not any(text.lstrip()[:1].isdigit() for text in texts):
            fault = Unreadable(DIRECT_IN_FILE, "this is no GW-BASIC program: no line begins with a line number")
    read = parse_program((number, text) for number, text in lines.items() if text)
    return Loaded(read, tuple(warnings), fault, frozenset(there - lines.keys()))


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
    GW-BASIC, whose SAVE puts a carriage return behind it; in a file without any, line feeds end the lines."""
    if "\r" not in text:
        return text.split("\n")
    return [re.sub("\n\r+", "\n", line) for line in _LINE.findall(text)]


def _read_line(lines: dict[int, str], text: str, place: str, unlimited: bool, warnings: list[str]) -> None:
    """One line goes to the others, in the place of an earlier one of its number; Unreadable says why it cannot."""
    if len(text) > LONGEST_LINE and not unlimited:
        raise Unreadable(
            LINE_TOO_LONG,
            f"{place} has {len(text)} characters and GW-BASIC takes {LONGEST_LINE} (Line buffer overflow): "
            "split it, or lift the limit with --unlimited",
        )
    text = text.partition("\0")[0].lstrip(" \t\n")  # nobody looks behind a byte 0
    if not text:
        return
    number, end = read_line_number(text, 0) if text[0] in DIGITS else (0, 0)
    rest = text[end:]
    if number and rest.startswith(" "):  # behind 0 a blank is part of the text
        rest = rest[1:]
    if overflows(rest) and not unlimited:
        raise Unreadable(
            LINE_TOO_LONG,
            f"{place} takes more than the {LONGEST} bytes that GW-BASIC has for the codes of a line (Line buffer "
            "overflow): split it, or lift the limit with --unlimited",
        )
    if not end:
        shown = text if len(text) <= 30 else text[:27] + "..."
        raise Unreadable(
            DIRECT_IN_FILE, f"{place} has no line number (Direct statement in file): number it, or join it: {shown}"
        )
    if rest[:1].isdigit():
        warnings.append(
            f"{place}: line numbers end at {HIGHEST_LINE}, so GW-BASIC reads line {number} and then {rest[0]}"
        )
    if rest.strip(" \t\n"):
        if lines.get(number):
            warnings.append(f"line {number} comes twice: the later one counts")
        lines[number] = rest
    elif lines.pop(number, None) is None:
        raise Unreadable(
            8, f"{place} is only a number, {number}, and no line has it (Undefined line number): take it out"
        )

