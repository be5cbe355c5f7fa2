"""Parts of a program: what LIST and DELETE name by a range of lines, and MERGE."""

from __future__ import annotations

from collections.abc import Mapping

from basic.errors import ILLEGAL, BasicError
from basic.syntax.nodes import Line
from basic.syntax.source import HIGHEST_LINE, Loaded

Program = Mapping[int, Line]


def in_range(program: Program, first: int | None, last: int | None) -> list[Line]:
    """The lines of `LIST first-last`, in order; None is an open end. A range without lines is no error."""
    low, high = _bounds(first, last)
    return [program[number] for number in sorted(program) if low <= number <= high]


def deleted(program: Program, first: int | None, last: int | None) -> dict[int, Line]:
    """The program without the lines of `DELETE first-last` (a single line is both).

    The last line must be there and the first one need not; error 5 otherwise, and for a DELETE without any number.
    """
    # An open end (DELETE 40-) is in the manual of version 3.23; the published source of 1983 refuses it.
    low, high = _bounds(first, last)
    gone = in_range(program, first, last)
    if not gone or (first is None and last is None) or (last is not None and last not in program):
        raise BasicError(ILLEGAL)
    return {number: line for number, line in program.items() if not low <= number <= high}


def merged(program: Program, other: Loaded) -> dict[int, Line]:
    """MERGE: the lines of another program come in, and replace those of the same number."""
    kept = {number: line for number, line in program.items() if number not in other.gone}
    return kept | {line.number: line for line in other.program.lines}


def _bounds(first: int | None, last: int | None) -> tuple[int, int]:
    return first or 0, HIGHEST_LINE if last is None else last
