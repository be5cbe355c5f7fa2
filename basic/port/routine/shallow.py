"""What is nested too deeply stands behind what leads elsewhere, and not under it.

    if a == "LOOK":             if a == "LOOK":         if ready:               if not ready:
        look()                      look()                  while True:             break
    else:                           continue                    ...             while True:
        while True:             while True:                 continue                ...
            ...                     ...                 break                   continue

Elsewhere `else` says more of what belongs together. So this is done only where nothing more can be taken out as a
function, and only as far as needed: what stands furthest out first.
"""

from __future__ import annotations

import re

from ...record import replace
from ..lines.conditions import negated
from ..lines.page import Line
from ..lines.suites import Clause, Statement, closed, height, parsed, single, written
from .outline import MOST_NESTED

JUMP = re.compile(r"return(?: [\w., ]+)?|break|continue")
NAMED = re.compile(r"with .* as (\w+):")


def stand_behind(lines: list[Line]) -> None:
    """Let it, in the lines of a function."""
    if max(line.indent - 1 for line in lines) <= MOST_NESTED:
        return
    statements = parsed(lines)
    for statement in statements:
        if statement.text.startswith("def "):
            _suite(statement.clauses[0].suite, "return" if statement.text.endswith("-> None:") else "", 1)
    lines[:] = written(statements, lines[0].indent)


def _suite(suite: list[Statement], implied: str, indent: int) -> None:
    """Look at statements behind which there is a jump, if that is known."""
    position = 0
    while position < len(suite):
        if _is_deep([suite[position]], indent):
            behind = _behind(suite, position, implied)
            if _stands_behind(suite, position, behind, indent):
                continue
            _within(suite[position], behind, indent)
        position += 1


def _within(statement: Statement, behind: str, indent: int) -> None:
    if statement.text.startswith("match "):
        for case in statement.clauses[0].suite:
            _suite(case.clauses[0].suite, behind, indent + 2)
        return
    for clause in statement.clauses:
        if clause.text.startswith(("for ", "while ")):
            _suite(clause.suite, "continue", indent + 1)
        elif clause.text in ("try:", "finally:"):
            _suite(clause.suite, "", indent + 1)
        else:
            _suite(clause.suite, behind, indent + 1)


def _is_deep(suite: list[Statement], indent: int) -> bool:
    return indent - 2 + height(suite) > MOST_NESTED


def _behind(suite: list[Statement], position: int, implied: str) -> str:
    """The jump that control comes to behind a statement, and to nothing before; "" if there is more."""
    rest = [each for each in suite[position + 1 :] if each.line.working]
    if (guard := NAMED.fullmatch(suite[position].text)) and rest and len(rest[0].clauses) == 1:
        rest = rest[rest[0].text == f"if {guard[1]}:" :]  # what is done when an error has left the guard
    if not rest:
        return implied
    return rest[0].text if rest[0].simple and JUMP.fullmatch(rest[0].text) else ""


def _stands_behind(suite: list[Statement], position: int, behind: str, indent: int) -> bool:
    """Put what is too deep in a statement behind it, if all else in it leads elsewhere or can be made to."""
    statement, rest = suite[position], suite[position + 1 :]
    before = [statement]
    if statement.text.startswith("match "):
        *arms, last = [case.clauses[0] for case in statement.clauses[0].suite]
        if last.text != "case _:" or not _is_deep(last.suite, indent + 2) or not arms or not _left(arms, behind):
            return False
        del statement.clauses[0].suite[-1]
    elif not statement.branches:
        return False
    elif statement.complete and _is_deep(statement.clauses[-1].suite, indent + 1):
        *arms, last = statement.clauses
        if not _left(arms, behind):
            return False
        before = [_asked(arm) for arm in arms]
    elif _is_deep(statement.clauses[0].suite, indent + 1):
        last, *arms = statement.clauses
        test = negated(last.line.test)
        lower = height(last.suite) > max([1, *(height(arm.suite) for arm in arms)])
        if not test or not lower or not (behind or (statement.complete and _closed(arms))):
            return False
        guard = Clause(replace(last.line, text=f"if {test}:"), _otherwise(arms))
        while not arms and len(rest) > 1 and not rest[0].line.working:  # what is said of the jump
            guard.suite.append(rest.pop(0))
        _left([guard], behind)
        before, last = [Statement([guard])], Clause(replace(last.line, note=""), last.suite)
    else:
        return False
    moved = last.suite
    if last.line.note:
        moved = [single(Line(0, last.line.note, last.line.source)), *moved]
    suite[position:] = [*before, *moved, *(each for each in rest if not (closed(moved) and each.line.working))]
    return True


def _left(arms: list[Clause], behind: str) -> bool:
    """Have all arms lead elsewhere; whether they do."""
    if not (behind or _closed(arms)):
        return False
    for arm in [arm for arm in arms if not closed(arm.suite)]:
        if [each.text for each in arm.suite] == ["pass"]:
            arm.suite.clear()
        arm.suite.append(single(Line(0, behind, arm.suite[-1].line.source if arm.suite else arm.line.source)))
    return True


def _closed(arms: list[Clause]) -> bool:
    return all(closed(arm.suite) for arm in arms)


def _otherwise(arms: list[Clause]) -> list[Statement]:
    """What is done where the first test of an `if` does not hold."""
    if not arms or arms[0].text == "else:":
        return arms[0].suite if arms else []
    return [Statement([*_asked(arms[0]).clauses, *arms[1:]])]


def _asked(arm: Clause) -> Statement:
    """An arm by itself: those before it lead elsewhere."""
    arm.line.text = arm.text.removeprefix("el")
    return Statement([arm])
