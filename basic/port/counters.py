"""Counters of loops that stand under another name than BASIC's.

One that nobody looks at, in its loop or behind it before it is given something else, is `_`; one that is only looked at
behind its loop is given that in each turn; one called like a parameter is counted apart, or the parameter is; and what
is one more in each turn of a loop is counted by it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .conditions import TEXT
from .mentions import gives, mentions, sets
from .page import Line, uncounted
from .suites import Statement, single, written

HEAD = re.compile(r"for (\w+) in (?:map\(Single, )?(?:range|counting)\(")
SINGLES = re.compile(r"map\(Single, (.+)\):$")
BRACES = re.compile(r"\{[^{}]+\}")
PARAMETER = re.compile(r"(\w+): ")
TURN = "turn"
WALK = re.compile(r"for (\w+) in (.+):")
GIVEN = re.compile(r"((?:\w+ = )*\w+) = 0|((?:\w+, )+\w+) = (.+)")
TIMES = re.compile(r"range\((?:(\w+)|1, (\w+) \+ 1)\)")


def forget_counters(statements: list[Statement]) -> None:
    """`for _ in range(9):` in a function."""
    _forget(statements, statements)


def _forget(suite: list[Statement], everything: list[Statement]) -> None:
    for statement in suite:
        for clause in statement.clauses:
            _forget(clause.suite, everything)
        head = HEAD.match(statement.text)
        if head is None or head[1] == "_" or _mentioned(statement.clauses[0].suite, head[1]):
            continue
        if not read_behind(everything, head[1], statement):
            statement.line.text = uncounted(SINGLES.sub(r"\1:", statement.text), head[1])
        elif not _mentioned(everything, TURN):
            statement.line.text = statement.text.replace(f"for {head[1]} in", f"for {TURN} in", 1)
            suite = [each for each in statement.clauses[0].suite if each.text != "pass"]
            statement.clauses[0].suite = [single(Line(0, f"{head[1]} = {TURN}", statement.line.source)), *suite]


def count_apart(function: Statement, taken: Collection[str]) -> None:
    """`for i_2 in` or `given_i` in a function with a parameter i."""
    body = function.clauses[0].suite
    for name in PARAMETER.findall(function.text) if function.text.startswith("def ") else ():
        loops = _loops(body, name)
        other, given = f"{name}_2", f"given_{name}"
        setting = next((line.text for line in written(body, 1) if sets(line.text, name)), "")
        if not setting.startswith("for ") or any(one in taken or _mentioned(body, one) for one in (other, given)):
            continue  # what is set before is no parameter any more
        if all(_only_counts(loop, name) and not read_behind(body, name, loop) for loop in loops):
            for loop in loops:
                for clause_line in (loop.line, *written(loop.clauses[0].suite, 0)):
                    clause_line.text = _renamed(clause_line.text, name, other)
            continue
        first = next((at for at, each in enumerate(body) if each.line.working and not each.text.startswith('"""')), 0)
        function.line.text = re.sub(rf"(?<=[(, ]){name}: ", f"{given}: ", function.text, count=1)
        body.insert(first, single(Line(0, f"{name} = {given}", function.line.source)))


def count_along(suite: list[Statement], everything: list[Statement]) -> None:
    """`for k, i in enumerate(range(9, 0, -1)):` for a loop in which k, 0 before it, becomes one more."""
    for position, statement in enumerate(suite):
        for clause in statement.clauses:
            count_along(clause.suite, everything)
        walk = WALK.fullmatch(statement.text)
        for line in [each.line for each in statement.clauses[0].suite if each.simple] if walk else ():
            name = line.text.removesuffix(" += 1")
            begun = _begun(suite[:position], name) if re.fullmatch(r"\w+", name) and not line.note else None
            left = None if begun is None else _not_begun(begun.text, name)
            if left is not None and _counts(statement, name, line) and not read_behind(everything, name, statement):
                _enumerate(statement, name, line)
                assert begun is not None
                begun.text = left
                break
    suite[:] = [statement for statement in suite if statement.text]


def _begun(before: list[Statement], name: str) -> Line | None:
    """The last line that has to do with a variable before a loop."""
    last = next((each for each in reversed(before) if _mentioned([each], name)), None)
    return last.line if last is not None and last.simple and not last.line.note else None


def _not_begun(text: str, name: str) -> str | None:
    """What is left of `k = n = 0` or `k, a = 0, ""` without k; None if it does not give k 0."""
    given = GIVEN.fullmatch(text)
    names = (given[1] or given[2]).split(" = " if given[1] else ", ") if given else []
    values = given[3].split(", ") if given and given[2] else ["0"] * len(names)
    if name not in names or len(names) != len(values) or values[at := names.index(name)] != "0":
        return None
    del names[at], values[at]
    if given and given[2]:
        return f"{', '.join(names)} = {', '.join(values)}"
    return " = ".join([*names, "0"]) if names else ""


def _counts(loop: Statement, name: str, step: Line) -> bool:
    """Whether each turn of a loop comes to its one step, and looks at the variable on one side of it only."""
    lines = written(loop.clauses[0].suite, 0)
    at = next(position for position, line in enumerate(lines) if line is step)
    ahead, behind = lines[:at], lines[at + 1 :]
    if any(mentions(clause.text, name) or _mentioned(clause.suite, name) for clause in loop.clauses[1:]):
        return False
    if mentions(loop.text, name) or any(line.text == "continue" or sets(line.text, name) for line in (*ahead, *behind)):
        return False
    return not all(any(mentions(line.text, name) for line in part) for part in (ahead, behind))


def _enumerate(loop: Statement, name: str, step: Line) -> None:
    walk, body = WALK.fullmatch(loop.text), loop.clauses[0].suite
    assert walk is not None
    at = next(position for position, each in enumerate(body) if each.line is step)
    early = any(_mentioned([each], name) for each in body[at + 1 :])  # it is one more already where it is looked at
    del body[at]
    times = TIMES.fullmatch(walk[2]) if walk[1] == "_" else None
    if times is None:
        loop.line.text = f"for {name}, {walk[1]} in enumerate({walk[2]}{', 1' * early}):"
    else:
        last = times[1] or times[2]
        loop.line.text = f"for {name} in range({f'1, {last} + 1' if early else last}):"


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
    lines = written(loop.clauses[0].suite, loop.line.indent + 1)
    changed = any(sets(line.text, name) for line in lines)
    return not changed and not mentions(loop.text.partition(" in ")[2], name)


def _mentioned(suite: list[Statement], name: str) -> bool:
    return any(
        mentions(clause.text, name) or _mentioned(clause.suite, name)
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
