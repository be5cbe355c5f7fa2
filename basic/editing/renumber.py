"""RENUM: new numbers for the lines of a program and for everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from basic.editing.lister import in_order
from basic.editing.stored import StoredLine
from basic.errors import ILLEGAL, BasicError
from basic.syntax.crunch import Token, crunch
from basic.syntax.nodes import Line
from basic.syntax.parse import parse_line
from basic.syntax.source import HIGHEST_LINE


def renumber(lines: Iterable[Line], new: int = 10, old: int = 0, step: int = 10) -> tuple[list[Line], list[str]]:
    """`RENUM new,old,step`: the lines from `old` on become new, new+step ...; and the messages that it prints.

    Every number after GOTO, GOSUB, THEN, ELSE, ON, RESTORE, RESUME, RETURN, RUN, ERL, LIST, DELETE, EDIT, AUTO and
    RENUM follows its line; the text is otherwise left as it is. The line number of CHAIN is an expression, and stays.
    A number whose line is missing stays too, with `Undefined line 25 in 10` (10 being the old number); the 0 of
    `ON ERROR GOTO 0` is no line. Error 5 if the lines would get out of order or their numbers too high.
    """
    ordered = in_order(lines)
    numbers = _new_numbers([line.number for line in ordered], new, old, step)
    renumbered = []
    messages: list[str] = []
    for line in ordered:
        text = line.text
        found = references(text)
        messages += [f"Undefined line {at.value} in {line.number}" for at in found if at.value not in numbers]
        for at in reversed(found):
            if at.value in numbers:
                text = f"{text[: at.column - 1]}{numbers[at.value]}{text[at.end - 1 :]}"
        renumbered.append(_with(line, numbers[line.number], text))
    return renumbered, messages


def _new_numbers(numbers: Sequence[int], new: int, old: int, step: int) -> dict[object, int]:
    staying = [number for number in numbers if number < old]
    moving = numbers[len(staying) :]
    if not step or (staying and new <= staying[-1]) or new + step * (len(moving) - 1) > HIGHEST_LINE:
        raise BasicError(ILLEGAL)
    return {**dict(zip(staying, staying, strict=True)), **dict(zip(moving, count(new, step), strict=False))}


def references(text: str) -> list[Token]:
    """The line numbers in a line's text, in their order."""
    tokens = crunch(text)
    return [
        token
        for position, token in enumerate(tokens)
        if token.type == "LINENUMBER" and not (token.value == 0 and _switches_trap_off(tokens[:position]))
    ]


def _switches_trap_off(before: Sequence[Token]) -> bool:
    return [token.type for token in before[-2:]] == ["ERROR", "GOTO"]


def _with(line: Line, number: int, text: str) -> Line:
    if text != line.text:
        return parse_line(number, text)
    if isinstance(line, StoredLine):
        return StoredLine(number, text, line.statements, line.tokens)
    return Line(number, text, line.statements)
