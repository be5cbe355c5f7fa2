"""A loop that only an error ends stands within what takes the error.

    while True:                             with trap_900.resuming(50):
        with trap_900.resuming(50):             while True:
            a = files.line_input(...)               a = files.line_input(...)
            gw.print(a)                             gw.print(a)
            continue                        files.close()
        files.close()
        break
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .page import Line
from .suites import Clause, Statement, broken_off, parsed, written

ATTEMPT = "with attempt:"
LEFT = re.compile(r"(?:break|return)\b|raise |sys\.exit\(")


def put_within(lines: list[Line]) -> None:
    """Do that with the lines of a function."""
    statements = parsed(lines)
    if any([*_put_within(statements)]):
        lines[:] = written(statements, lines[0].indent)


def _put_within(suite: list[Statement]) -> Iterator[bool]:
    """Which of the statements, and of those in them, were such loops."""
    for position in range(len(suite) - 1, -1, -1):
        loop = suite[position]
        for clause in loop.clauses:
            yield from _put_within(clause.suite)
        if is_ended := _ends_by_error(loop):
            taking, *behind = loop.clauses[0].suite
            body = taking.clauses[0].suite
            inner = Statement([Clause(loop.line, body[:-1])])
            if behind[-1].text == "break":
                del behind[-1]
            suite[position : position + 1] = [Statement([Clause(taking.line, [inner])]), *behind]
        yield is_ended


def _ends_by_error(loop: Statement) -> bool:
    body = loop.clauses[0].suite
    if loop.text != "while True:" or len(body) < 2 or not body[0].text.startswith("with ") or body[0].text == ATTEMPT:
        return False
    inner, behind = body[0].clauses[0].suite, body[1:]
    last = behind[-1].text
    return (
        len(inner) > 1 and inner[-1].text == "continue" and LEFT.match(last) is not None and not broken_off(inner)
        and not _goes_on(behind) and not broken_off(behind[:-1])
    )  # fmt: skip


def _goes_on(suite: list[Statement]) -> bool:
    """Whether `continue` leads to the next turn."""
    return any(
        statement.text == "continue" or any(
            _goes_on(clause.suite) for clause in (statement.clauses[1:] if statement.loops else statement.clauses)
        )
        for statement in suite
    )
