"""Tokenised program files, as SAVE writes them: FF, the stored lines, 00 00, 1A.

A line is a link word (where the next one begins in memory; LOAD makes it anew), its number, its stored form and 00.
"""

from __future__ import annotations

from collections.abc import Iterable

from basic.editing.exact import exact_text
from basic.editing.lister import in_order
from basic.editing.stored import Kind, Piece, StoredLine, pieces, tokens_of
from basic.sizes import FIRST_LINE
from basic.syntax.nodes import Line
from basic.syntax.parse import parse_line
from basic.syntax.source import HIGHEST_LINE, Unusable

_LONGEST = 0xFFFF  # bytes of a line: more than a link word can lead across
_MOST_WARNINGS = 100


def to_tokens(lines: Iterable[Line]) -> bytes:
    """A program as the file that SAVE writes."""
    made = bytearray(b"\xff")
    for line in in_order(lines):
        tokens = tokens_of(line)
        link = (FIRST_LINE + len(made) - 1 + 4 + len(tokens) + 1) & 0xFFFF
        # A link of 0 would end the program, and a program beyond 64 KB can come to that.
        made += (link or 1).to_bytes(2, "little") + line.number.to_bytes(2, "little") + tokens + b"\0"
    return bytes(made) + b"\0\0\x1a"


def from_tokens(data: bytes) -> tuple[list[Line], list[str]]:
    """The program in a tokenised file and what is wrong with the file. Links are ignored, as LOAD ignores them."""
    reader = _Reader(data)
    reader.read()
    if reader.warnings and not reader.lines:
        raise Unusable(f"the tokenised file is damaged, no line of it can be read ({reader.warnings[0]})")
    return [reader.lines[number] for number in sorted(reader.lines)], reader.warnings


class _Reader:
    """Reads line after line for as long as there is one."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 1
        self.lines: dict[int, Line] = {}
        self.warnings: list[str] = []

    def read(self) -> None:
        highest = -1
        while self.position <= len(self.data) and self.data[self.position : self.position + 2] != b"\0\0":
            start = self.position
            if start + 4 > len(self.data):
                self.warn("the file ends here, without the zeros that end a program", start)
                return
            number = int.from_bytes(self.data[start + 2 : start + 4], "little")
            tokens = self._tokens(number)
            if number > HIGHEST_LINE:
                self.warn(f"line numbers end at {HIGHEST_LINE}, and a line with the number {number} is left out", start)
                continue
            if number in self.lines:
                self.warn(f"line {number} comes twice: the later one counts", start)
            elif number < highest:
                self.warn(f"line {number} stands behind line {highest}: they are put in order", start)
            highest = max(highest, number)
            self.lines[number] = _line(number, tokens)

    def warn(self, text: str, position: int) -> None:
        self.warnings.append(f"byte {position}: {text}")
        if len(self.warnings) > _MOST_WARNINGS:
            raise Unusable(
                f"this is no tokenised program, or one of another BASIC ({self.warnings[0]} ...): "
                "save it as text where it comes from"
            )

    def _tokens(self, number: int) -> bytes:
        """The stored form of the line that begins here, without what makes no sense in it; goes on to the next."""
        start = position = self.position + 4
        strange: list[Piece] = []
        kept = bytearray()
        for piece in pieces(self.data, start):
            if piece.kind in (Kind.UNKNOWN, Kind.CUT):
                strange.append(piece)
            else:
                kept += self.data[piece.start : piece.end]
            position = piece.end
            if position - start > _LONGEST:
                raise Unusable(f"byte {start}: line {number} has no end; the file is damaged or no tokenised program")
        unknown = [piece for piece in strange if piece.kind is Kind.UNKNOWN]
        if unknown:
            codes = " ".join(dict.fromkeys(piece.code.hex().upper() for piece in unknown))
            self.warn(f"line {number} has codes that mean nothing in GW-BASIC ({codes}): left out", unknown[0].start)
        if not kept.strip(b" \t\n"):
            self.warn(f"line {number} is empty: a colon stands for it", start)
            kept += b":"
        if position >= len(self.data):
            self.warn(f"line {number} is cut short by the end of the file", position)
        self.position = position + 1
        return bytes(kept)


def _line(number: int, tokens: bytes) -> StoredLine:
    text = exact_text(tokens)
    return StoredLine(number, text, parse_line(number, text).statements, tokens)
