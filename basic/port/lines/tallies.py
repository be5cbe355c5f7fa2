"""What is counted by hand is counted by `for`: what is tried a number of times in a loop of GOTO,

    t = 0                          t = 1                          for t in range(1, 9):
    while True:                    while t <= 8:                      a = ask_try(t)
        t += 1                         a = ask_try(t)                 if a == "Q":
        if t > 8:                      if a == "Q":                       break
            print("NO MORE")               break                      print("NO")
            break                      print("NO")                else:
        a = ask_try(t)                 t += 1                         print("NO MORE")
        ...                        else: ...

and what becomes one more in each turn of a `for`.

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
from .suites import Clause, Statement, broken_off, closed, lines_in, parsed, written

COUNTED_TO = re.compile(r"while (\w+) (<=?) (\d+):")
ONE_MORE = re.compile(r"(\w+) \+= 1")
OVER = re.compile(r"if (\w+) (>=?) (\d+):")
WALK = re.compile(r"for (\w+) in (.+):")
TIMES = re.compile(r"range\((?:(\w+)|1, (\w+) \+ 1)\)")
BEGIN = 2  # statements that a turn begins with: the step, and the question

Steps = list[tuple[list[Statement], Statement]]  # where one is added, each with its suite


def count_attempts(lines: list[Line]) -> None:
    """Do so in the lines of a function."""
    if any(ONE_MORE.fullmatch(line.text) for line in lines):
        statements = parsed(lines)
        _Attempts(lines).count(statements)
        lines[:] = [line for line in written(statements, lines[0].indent) if line.text]


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


class _Attempts:
    def __init__(self, lines: list[Line]) -> None:
        self.lines = [*lines]

    def count(self, suite: list[Statement]) -> None:
        for statement in [*suite]:
            for clause in statement.clauses:
                self.count(clause.suite)
            if statement.text == "while True:":
                self._asked_first(suite, statement)
            elif statement.text.startswith("while "):
                self._asked_in_head(suite, statement)

    def _asked_first(self, suite: list[Statement], loop: Statement) -> None:
        """Where one is added when a turn begins, and then the limit asked for."""
        body = loop.clauses[0].suite
        added = ONE_MORE.fullmatch(body[0].text) if len(body) > BEGIN else None
        limit = OVER.fullmatch(body[1].text) if added else None
        if not added or not limit or added[1] != limit[1] or len(body[1].clauses) > 1:
            return
        name, end, rest = added[1], body[1].clauses[0].suite, body[BEGIN:]
        texts = [line.text for line in lines_in(end)]
        returns = texts[-1].startswith("return")
        if not (returns or texts[-1] == "break") or {*texts[:-1]} & {"break", "continue"}:
            return
        if any(mentions(text, name) for text in texts) or _set_in(rest, name, set()):
            return
        begun = _begun(suite, loop, name)
        if begun is None or not (returns or self._only_in(loop, begun, name)):
            return
        first, last = _first(begun, name) + 1, int(limit[3]) - (limit[2] == ">=")
        if first <= last:
            _rewrite(suite, loop, f"for {name} in range({_from(first)}{last + 1}):", rest, end if returns else end[:-1])
            _forget(begun, name)

    def _asked_in_head(self, suite: list[Statement], loop: Statement) -> None:
        """Where one is added as the last thing in a turn, whichever way it ends."""
        head = COUNTED_TO.fullmatch(loop.text)
        if head is None:
            return
        name, body = head[1], loop.clauses[0].suite
        steps: Steps = []
        if not _ends_with(f"{name} += 1", body, steps) or not _jumps_with("continue", f"{name} += 1", body, steps):
            return
        if any(len(some) == 1 for some, _ in steps) or _set_in(body, name, {id(step.line) for _, step in steps}):
            return
        begun = _begun(suite, loop, name)
        if begun is None or not self._only_in(loop, begun, name):
            return
        for some, step in steps:
            some.remove(step)
        end = [statement for clause in loop.clauses[1:] for statement in clause.suite]
        limit = int(head[3]) + (head[2] == "<=")
        _rewrite(suite, loop, f"for {name} in range({_from(_first(begun, name))}{limit}):", body, end)
        _forget(begun, name)

    def _only_in(self, loop: Statement, begun: Line, name: str) -> bool:
        """Whether nothing but a loop mentions a counter."""
        own = {id(begun), *(id(line) for line in lines_in([loop]))}
        return not any(mentions(line.text, name) for line in self.lines if id(line) not in own)


def _begun(suite: list[Statement], loop: Statement, name: str) -> Line | None:
    """The last line before a loop that has to do with a variable, if that gives it a first value."""
    before = [*takewhile(lambda each: each is not loop, suite)]
    last = next((each for each in reversed(before) if mentioned([each], name)), None)
    begun = last is not None and last.simple and not last.line.note and settings(last.text).value(name).isdecimal()
    return last.line if last is not None and begun else None


def _first(line: Line, name: str) -> int:
    """What that is."""
    return int(settings(line.text).value(name))


def _from(first: int) -> str:
    """Where `range` begins; what linters want said is not that it begins with 0."""
    return f"{first}, " if first else ""


def _forget(line: Line, name: str) -> None:
    """Let it not be given that any more."""
    line.text = settings(line.text).without(name)


def _rewrite(suite: list[Statement], loop: Statement, head: str, body: list[Statement], end: list[Statement]) -> None:
    """`end`: what is done when the last turn is over."""
    loop.line.text = head
    loop.clauses = [Clause(loop.line, body)]
    if end and broken_off(body):
        loop.clauses.append(Clause(Line(loop.line.indent, "else:", loop.line.source), end))
    else:
        at = suite.index(loop) + 1
        suite[at:] = end if closed(end) else [*end, *suite[at:]]


def _set_in(suite: list[Statement], name: str, steps: set[int]) -> bool:
    return any(sets(line.text, name) and id(line) not in steps for line in lines_in(suite))


def _ends_with(step: str, suite: list[Statement], steps: Steps) -> bool:
    """Whether control comes to the end of a suite only behind a step; they are added to `steps`."""
    last = suite[-1]
    if last.text == step:
        steps.append((suite, last))
        return True
    if closed(suite):
        return True
    if last.branches and last.complete:
        return all(_ends_with(step, clause.suite, steps) for clause in last.clauses)
    if last.loops and (len(last.clauses) > 1 or last.text == "while True:"):
        broken = _jumps_with("break", step, last.clauses[0].suite, steps)
        return broken and all(_ends_with(step, clause.suite, steps) for clause in last.clauses[1:])
    return False


def _jumps_with(jump: str, step: str, suite: list[Statement], steps: Steps) -> bool:
    """Whether each `break` or `continue` of a loop stands right behind a step."""
    for position, statement in enumerate(suite):
        if statement.text == jump:
            if not position or suite[position - 1].text != step:
                return False
            steps.append((suite, suite[position - 1]))
        inside = statement.clauses[1:] if statement.loops else statement.clauses
        if not all(_jumps_with(jump, step, clause.suite, steps) for clause in inside):
            return False
    return True


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
