"""A guard within a guard for the same line is none, where nothing is left to be done behind it.

    with trap_900.resuming(20):             with trap_900.resuming(20):
        if n > 9:                               if n > 9:
            with trap_900.resuming(20):             raise BasicError(99)
                raise BasicError(99)
            continue

An error then leaves both at once, for the place where control would have come to anyway. An `else` of a loop that is
only left by errors stands behind it.
"""

from __future__ import annotations

import re

from ...record import record
from .page import Line
from .suites import Statement, broken_off, closed, parsed, written

GUARD = re.compile(r"with [\w.]+\.resuming\([-\d, ]+\):")
NONE: frozenset[str] = frozenset()


@record
class Within:
    """A guard that control is within; whether it comes to its end behind a statement, and which jumps lead there."""

    guard: str
    ends: bool
    jumps: frozenset[str] = NONE


NOWHERE = Within("", False)


def unguard(lines: list[Line]) -> None:
    """Take such guards out of a function."""
    if not any(GUARD.match(line.text) for line in lines):
        return
    statements = parsed(lines)
    _suite(statements, NOWHERE, False)
    lines[:] = written(statements, lines[0].indent)


def _suite(suite: list[Statement], here: Within, last: bool) -> None:
    """The same with some statements. `last`: whether the turn of a loop ends behind them."""
    position = 0
    while position < len(suite):
        statement = suite[position]
        behind = [each for each in suite[position + 1 :] if each.line.working]
        ends = behind[0].text in here.jumps if behind else here.ends
        if ends and statement.text == here.guard and not statement.line.note:
            body = statement.clauses[0].suite
            if closed(body):
                suite[position + 1 :] = [each for each in suite[position + 1 :] if not each.line.working]
            suite[position : position + 1] = body
        else:
            _statement(statement, Within(here.guard, ends, here.jumps), last and not behind)
            position += 1
            if statement.loops and len(statement.clauses) > 1 and not broken_off(statement.clauses[0].suite):
                suite[position:position] = statement.clauses.pop().suite


def _statement(statement: Statement, here: Within, last: bool) -> None:
    """The same within a statement, behind which control is `here`."""
    head, first = statement.text, statement.clauses[0].suite
    if statement.loops:
        left = Within(here.guard, False, frozenset({"break"}) if here.ends else NONE)
        _suite(first, NOWHERE if head.startswith("for attempt in ") else left, True)
        for clause in statement.clauses[1:]:
            _suite(clause.suite, here, last)
    elif GUARD.fullmatch(head):
        _suite(first, Within(head, True, frozenset({"continue"}) if last else NONE), last)
    elif head.startswith("match "):
        for case in first:
            _suite(case.clauses[0].suite, here, last)
    else:
        for clause in statement.clauses:
            _suite(clause.suite, here if statement.branches else NOWHERE, last and statement.branches)
