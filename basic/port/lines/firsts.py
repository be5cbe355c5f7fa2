"""The flag that says where the first turn of a loop begins is set where it changes, and nowhere else.

    with trap_900.resuming(140) as resumed:     from_140 = True
        get_books()                             with trap_900.resuming(140):
        from_140 = False                            get_books()
    if resumed:                                     from_140 = False
        from_140 = True
    while True:                                 while True:
        if not from_140:                            if not from_140:
            if c == "A":                                if c == "A":
                ask_title()                                 ask_title()
                from_140 = False                            continue
                continue
"""

from __future__ import annotations

import re

from .mentions import mentions, sets
from .page import Line
from .suites import Statement, lines_in, parsed, single, written

SET = re.compile(r"(from_\w+) = (?:True|False)")
UNTRUE = re.compile(r"if not (from_\w+):")
CAUGHT = re.compile(r"(with .+) as (resumed\w*):")


def set_where_they_change(lines: list[Line]) -> None:
    """All of this, in the lines of a function."""
    if not any(SET.fullmatch(line.text) for line in lines):
        return
    statements = parsed(lines)
    _suite(statements, lines, False)
    lines[:] = written(statements, lines[0].indent)


def _suite(suite: list[Statement], lines: list[Line], looping: bool) -> None:
    """The same in some statements; `looping`: whether they may be carried out again."""
    for position in range(len(suite) - 2, -1, -1):
        _settle(suite, position, lines, looping)
    for statement in suite:
        for clause in statement.clauses:
            _suite(clause.suite, lines, looping or statement.loops)
        if found := UNTRUE.fullmatch(statement.text):
            untrue = statement.clauses[0].suite
            if all(line.text == f"{found[1]} = False" for line in lines_in(untrue) if sets(line.text, found[1])):
                _leave_out(untrue, f"{found[1]} = False")


def _settle(suite: list[Statement], position: int, lines: list[Line], looping: bool) -> None:
    """What is set at the end of a guard, and behind it where an error has left it."""
    guard, after = suite[position : position + 2]
    caught = CAUGHT.fullmatch(guard.text)
    if caught is None or after.text != f"if {caught[2]}:" or len(after.clauses) > 1:
        return
    ends, other = guard.clauses[0].suite[-1], after.clauses[0].suite
    given = SET.fullmatch(ends.text)
    told = SET.fullmatch(other[0].text) if len(other) == 1 else None
    notes = [line for line in (ends.line, after.line, other[0].line) if line.note]
    if given is None or told is None or given[1] != told[1] or len(guard.clauses[0].suite) < 2 or notes:
        return
    if given[0] == told[0]:
        guard.clauses[0].suite.pop()
        suite[position + 1] = single(other[0].line)
    elif not looping and next(line for line in lines if mentions(line.text, given[1])) is ends.line:
        suite[position : position + 2] = [single(other[0].line), guard]
    else:
        return
    guard.line.text = f"{caught[1]}:"


def _leave_out(suite: list[Statement], text: str) -> None:
    """Take a line out of some statements, where others are left."""
    for statement in suite:
        for clause in statement.clauses:
            _leave_out(clause.suite, text)
    if any(statement.text != text for statement in suite):
        suite[:] = [statement for statement in suite if statement.text != text or statement.line.note]
