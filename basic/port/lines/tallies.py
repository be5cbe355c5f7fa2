"""What becomes one more in each turn of a `for` is counted by it.

    k = 0                          for k, i in enumerate(range(9, 0, -1)):
    for i in range(9, 0, -1):          a[k] = i
        a[k] = i
        k += 1

Nothing else may look at what the counter comes to: a `for` leaves it at its last value.
"""

from __future__ import annotations

import re
from itertools import takewhile

from .counters import mentioned, read_behind
from .mentions import mentions, sets
from .page import Line
from .settings import settings
from .suites import Statement, lines_in

ONE_MORE = re.compile(r"(\w+) \+= 1")
WALK = re.compile(r"for (\w+) in (.+):")
TIMES = re.compile(r"range\((?:(\w+)|1, (\w+) \+ 1)\)")


def count_along(suite: list[Statement], everything: list[Statement]) -> None:
    """`for k, i in enumerate(range(9, 0, -1)):` for a loop in which k, 0 before it, becomes one more."""
    for statement in suite:
        for clause in statement.clauses:
            count_along(clause.suite, everything)
        walk = WALK.fullmatch(statement.text)
        for line in [each.line for each in statement.clauses[0].suite if each.simple] if walk else ():
            step = ONE_MORE.fullmatch(line.text)
            begun = _begun(suite, statement, step[1]) if step and not line.note else None
            if not step or begun is None or _first(begun, name := step[1]):
                continue
            if _counts(statement, name, line) and not read_behind(everything, name, statement):
                _enumerate(statement, name, line)
                _forget(begun, name)
                break
    suite[:] = [statement for statement in suite if statement.text]


def _begun(suite: list[Statement], loop: Statement, name: str) -> Line | None:
    """The last line before a loop that has to do with a variable, if that gives it a first value."""
    before = [*takewhile(lambda each: each is not loop, suite)]
    last = next((each for each in reversed(before) if mentioned([each], name)), None)
    begun = last is not None and last.simple and not last.line.note and settings(last.text).value(name).isdecimal()
    return last.line if last is not None and begun else None


def _first(line: Line, name: str) -> int:
    """What that is."""
    return int(settings(line.text).value(name))


def _forget(line: Line, name: str) -> None:
    """Let it not be given that any more."""
    line.text = settings(line.text).without(name)


def _counts(loop: Statement, name: str, step: Line) -> bool:
    """Whether each turn of a loop comes to its one step, and looks at the variable on one side of it only."""
    lines = lines_in(loop.clauses[0].suite)
    at = next(position for position, line in enumerate(lines) if line is step)
    ahead, behind = lines[:at], lines[at + 1 :]
    if any(mentions(clause.text, name) or mentioned(clause.suite, name) for clause in loop.clauses[1:]):
        return False
    if mentions(loop.text, name) or any(line.text == "continue" or sets(line.text, name) for line in (*ahead, *behind)):
        return False
    return not all(any(mentions(line.text, name) for line in part) for part in (ahead, behind))


def _enumerate(loop: Statement, name: str, step: Line) -> None:
    walk, body = WALK.fullmatch(loop.text), loop.clauses[0].suite
    assert walk is not None
    at = next(position for position, each in enumerate(body) if each.line is step)
    early = any(mentioned([each], name) for each in body[at + 1 :])  # it is one more already where it is looked at
    del body[at]
    times = TIMES.fullmatch(walk[2]) if walk[1] == "_" else None
    if times is None:
        loop.line.text = f"for {name}, {walk[1]} in enumerate({walk[2]}{', 1' * early}):"
    else:
        last = times[1] or times[2]
        loop.line.text = f"for {name} in range({f'1, {last} + 1' if early else last}):"
