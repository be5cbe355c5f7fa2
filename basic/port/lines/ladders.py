"""What was typed is asked for what it may be, one answer after the other, and not for what it is not.

    if c == "M":                    if c == "M":
        break                           break
    if c != "T":                    if c == "T":
        if c != "L":                    throw()
            continue                elif c == "L":
        listen()                        listen()
        break                           break
    throw()

`IF C$<>"T" THEN` only leads past what follows. Where nothing else has been asked about it, that is a guard, and stays.
"""

from __future__ import annotations

import re

from .conditions import CONSTANT, PART, opposite
from .page import Line
from .suites import Clause, Statement, closed, height, parsed, written

ASKED = re.compile(rf"(?:el)?if ({PART}) (?:(==|in)|!=|not in) (?:{CONSTANT}|\((?:{CONSTANT}|, )+\)):")
DEEPEST = 6  # where an answer's deeds may stand


def ask_in_turn(lines: list[Line]) -> None:
    """Do so with the lines of a function."""
    statements = parsed(lines)
    indent = lines[0].indent if lines else 0
    _in_turn(statements, "", "", indent)
    lines[:] = written(statements, indent)


def _in_turn(suite: list[Statement], asked: str, implied: str, indent: int) -> None:
    """`asked`: what has been asked about before; `implied`: the jump that coming to the end of the suite is."""
    for position in range(len(suite) - 1, -1, -1):
        if position >= len(suite):
            continue
        statement = suite[position]
        before = suite[position - 1] if position else None
        last = implied if position == len(suite) - 1 else ""
        _within(statement, last, indent)
        if statement.branches:
            about = _answered(before) if before is not None and closed(before.clauses[0].suite) else asked
            _arms(statement)
            _affirm(suite, position, about, implied, indent)


def _within(statement: Statement, implied: str, indent: int) -> None:
    for clause in statement.clauses:
        if clause.text.startswith(("for ", "while ")):
            _in_turn(clause.suite, "", "continue", indent + 1)
        elif statement.text.startswith("match "):
            for case in clause.suite:
                _within(case, implied, indent + 1)
        elif clause.suite:
            behind = implied if statement.branches or clause.text.startswith("case ") else ""
            _in_turn(clause.suite, _subject(statement.clauses[0]), behind, indent + 1)


def _affirm(suite: list[Statement], position: int, asked: str, implied: str, indent: int) -> None:
    """What follows `if c != "T":` with what leaves stands under `if c == "T":`"""
    statement, rest = suite[position], suite[position + 1 :]
    head = statement.clauses[0]
    subject = _subject(head)
    if len(statement.clauses) > 1 or _answered(statement) or not subject or head.line.note or not closed(head.suite):
        return
    if not any(each.line.working for each in rest) or indent + height(rest) > DEEPEST:
        return
    inner = next(each for each in head.suite if each.line.working)
    about = _subject(inner.clauses[0]) or (asked if inner.simple and len(head.suite) == 1 else "")
    if subject != about or not (implied or closed(rest)):  # a guard that complains stays one
        return
    _turn(head)
    clauses = [Clause(head.line, rest), *_otherwise(head)]
    if clauses[-1].text == "else:" and [each.text for each in clauses[-1].suite] == [implied]:
        del clauses[-1]
    suite[position:] = [Statement(clauses)]


def _arms(statement: Statement) -> None:
    """`elif c == "T":` with what stood under the `else`, in place of `elif c != "T":`; the same for an `if` that leaves
    at the beginning of the `else`."""
    before, last = statement.clauses[-2:] if statement.complete else (statement.clauses[0], None)
    if last is not None and not last.line.note:
        inner, rest = last.suite[0], last.suite[1:]
        alike = inner.branches and _subject(before) and _subject(before) == _answered(inner)
        if alike and len(inner.clauses) == 1 and closed(inner.clauses[0].suite) and any(s.line.working for s in rest):
            inner.line.text = f"el{inner.text}"
            last.suite = rest
            statement.clauses[-1:] = [*inner.clauses, last]
    if len(statement.clauses) < 3 or not statement.complete:
        return
    before, head, last = statement.clauses[-3:]
    if head.line.note or last.line.note or not _subject(head) or _subject(before) != _subject(head):
        return
    if ASKED.fullmatch(before.text)[2] and not ASKED.fullmatch(head.text)[2]:  # type: ignore[index]
        _turn(head)
        statement.clauses[-2:] = [Clause(head.line, last.suite), *_otherwise(head)]


def _turn(head: Clause) -> None:
    word, _, test = head.text.partition(" ")
    head.line.text = f"{word} {opposite(test[:-1])}:"


def _otherwise(head: Clause) -> list[Clause]:
    """What stood under a test, for where it does not hold."""
    if len(head.suite) == 1 and head.suite[0].branches:
        inner = head.suite[0]
        inner.line.text = f"el{inner.text}"
        return inner.clauses
    return [Clause(Line(0, "else:", head.line.source), head.suite)]


def _subject(clause: Clause) -> str:
    """What a test compares with what may have been typed."""
    found = ASKED.fullmatch(clause.text)
    return found[1] if found else ""


def _answered(statement: Statement) -> str:
    """The same, where it says what it is."""
    found = ASKED.fullmatch(statement.text)
    return found[1] if found and found[2] else ""
