"""Counters of loops that stand under another name than BASIC's.

One that nobody looks at, in its loop or behind it before it is given something else, is `_`; one that is only looked at
behind its loop is given that in each turn; one called like a parameter is counted apart, or the parameter is.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .conditions import TEXT
from .mentions import gives, mentions, sets
from .page import Line, uncounted
from .suites import Statement, lines_in, single

HEAD = re.compile(r"for (\w+) in (?:map\(Single, )?(?:range|counting)\(")
SINGLES = re.compile(r"map\(Single, (.+)\):$")
BRACES = re.compile(r"\{[^{}]+\}")
PARAMETER = re.compile(r"(\w+): ")
TURN = "turn"


def forget_counters(statements: list[Statement]) -> None:
    """`for _ in range(9):` in a function."""
    _forget(statements, statements)


def _forget(suite: list[Statement], everything: list[Statement]) -> None:
    for statement in suite:
        for clause in statement.clauses:
            _forget(clause.suite, everything)
        head = HEAD.match(statement.text)
        if head is None or head[1] == "_" or mentioned(statement.clauses[0].suite, head[1]):
            continue
        if not read_behind(everything, head[1], statement):
            statement.line.text = uncounted(SINGLES.sub(r"\1:", statement.text))
        elif not mentioned(everything, TURN):
            statement.line.text = statement.text.replace(f"for {head[1]} in", f"for {TURN} in", 1)
            suite = [each for each in statement.clauses[0].suite if each.text != "pass"]
            statement.clauses[0].suite = [single(Line(0, f"{head[1]} = {TURN}", statement.line.source)), *suite]


def count_apart(function: Statement, taken: Collection[str]) -> None:
    """`for i_2 in` or `given_i` in a function with a parameter i."""
    body = function.clauses[0].suite
    for name in PARAMETER.findall(function.text) if function.text.startswith("def ") else ():
        loops = _loops(body, name)
        other, given = f"{name}_2", f"given_{name}"
        setting = next((line.text for line in lines_in(body) if sets(line.text, name)), "")
        if not setting.startswith("for ") or any(one in taken or mentioned(body, one) for one in (other, given)):
            continue  # what is set before is no parameter any more
        if all(_only_counts(loop, name) and not read_behind(body, name, loop) for loop in loops):
            for loop in loops:
                for clause_line in (loop.line, *lines_in(loop.clauses[0].suite)):
                    clause_line.text = _renamed(clause_line.text, name, other)
            continue
        first = next((at for at, each in enumerate(body) if each.line.working and not each.text.startswith('"""')), 0)
        function.line.text = re.sub(rf"(?<=[(, ]){name}: ", f"{given}: ", function.text, count=1)
        body.insert(first, single(Line(0, f"{name} = {given}", function.line.source)))


def _renamed(code: str, name: str, other: str) -> str:
    """A line with another name for a variable, also in the braces of its texts."""
    def put(found: re.Match[str]) -> str:
        if not found[1]:
            return other
        return BRACES.sub(lambda inner: _renamed(inner[0], name, other), found[1]) if found[1][0] == "f" else found[1]

    return re.sub(rf"(f?{TEXT})|(?<![\w.]){name}(?!\w|=[^=])", put, code)


def _loops(suite: list[Statement], name: str) -> list[Statement]:
    found = [statement for statement in suite if statement.text.startswith(f"for {name} in ")]
    return found + [loop for statement in suite for clause in statement.clauses for loop in _loops(clause.suite, name)]


def _only_counts(loop: Statement, name: str) -> bool:
    """Whether a loop is all that changes its counter, and does not begin with what that was before."""
    lines = lines_in(loop.clauses[0].suite)
    changed = any(sets(line.text, name) for line in lines)
    return not changed and gives(loop.text, name)


def mentioned(suite: list[Statement], name: str) -> bool:
    return any(
        mentions(clause.text, name) or mentioned(clause.suite, name)
        for statement in suite
        for clause in statement.clauses
    )


def read_behind(suite: list[Statement], name: str, loop: Statement) -> bool:
    """Whether what the counter of a loop has come to may be looked at behind it."""
    return _read(suite, name, _ways(suite, loop), True)


def _ways(suite: list[Statement], loop: Statement) -> list[Statement]:
    """A loop, and before it the statements that it is in, from the outermost in."""
    for statement in suite:
        if statement is loop:
            return [loop]
        for clause in statement.clauses:
            if inner := _ways(clause.suite, loop):
                return [statement, *inner]
    return []


def _read(suite: list[Statement], name: str, way: list[Statement], known: bool) -> bool:
    """Whether what the counter of a loop has come to may be looked at. `way`: from the suite to the loop, if it is in
    it; `known`: the variable has another value."""
    within, further = way[0] if way else None, way[1:]
    for statement in suite:
        inside = statement is within
        if inside and not further:
            known = False
            if any(_read(clause.suite, name, [], False) for clause in statement.clauses[1:]):
                return True
            continue
        before = known and not (inside and statement.loops)  # a further turn comes from the loop
        behind = known
        for clause in statement.clauses:
            given = gives(clause.text, name)
            if not given and not before and mentions(clause.text, name):
                return True
            counted = given and clause.text.startswith("for ")
            if _read(clause.suite, name, further if inside else [], before or counted):
                return True
            branches = statement.branches or clause.text.startswith("case ")
            if inside and not branches and any(each is further[0] for each in clause.suite):
                before = False
        if statement.simple and gives(statement.text, name):
            behind = True
        known = behind and not inside
    return False
