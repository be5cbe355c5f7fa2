"""The items of a typed line: how INPUT takes `5,"Smith, J.",abc` apart."""

from __future__ import annotations

from basic.values import convert, double
from basic.values.soft import Overflow
from basic.values.text import read_number

_BLANKS = " \t\n"


def _skip(line: str, at: int) -> int:
    while line[at : at + 1] and line[at] in _BLANKS:
        at += 1
    return at


def split(line: str, kinds: str) -> list[float | str] | None:
    """One value for each kind (`%!#$`), or None if the line has too few or too many items, or other ones.

    A string may be quoted, or it goes to the next comma without the blanks around it. An item that is not there is 0
    or "" (`1,` is two items). What does not fit a single or double is no number; what does not fit an integer is
    error 6.
    """
    values: list[float | str] = []
    at = 0
    for kind in kinds:
        if values:
            if line[at : at + 1] != ",":
                return None
            at += 1
        at = _skip(line, at)
        value: float | str
        if kind == "$":
            value, at = _string(line, at)
        else:
            try:
                number, found, at = read_number(line, at, "#" if kind == "#" else "%")
                value = as_kind(number, found, kind)
            except Overflow:
                return None
        values.append(value)
        at = _skip(line, at)
    return values if at == len(line) else None


def _string(line: str, at: int) -> tuple[str, int]:
    quoted = line[at : at + 1] == '"'
    start = at + quoted
    end = line.find('"' if quoted else ",", start)
    if end < 0:
        end = len(line)
        return (line[start:] if quoted else line[start:].rstrip(" ")), end
    return (line[start:end], end + 1) if quoted else (line[start:end].rstrip(" "), end)


def as_kind(number: float, found: str, kind: str) -> float:
    """A number of the kind that was typed as the kind of the variable."""
    if kind == "%":
        return convert.cint_double(int(number)) if found == "#" else convert.cint(number)
    if kind == "#":
        return int(number) if found == "#" else double.from_single(number)
    return double.to_single(int(number)) if found == "#" else number


