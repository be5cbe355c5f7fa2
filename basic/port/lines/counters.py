"""A counter that nobody looks at, in its loop or behind it before it is given something else, is `_`."""

from __future__ import annotations

import ast

from .mentions import gives, mentions
from .page import uncounted
from .suites import Statement
from .trees import changed, part, tree


def forget_counters(statements: list[Statement]) -> None:
    """`for _ in range(9):` in a function."""
    _forget(statements, statements)


def _forget(suite: list[Statement], everything: list[Statement]) -> None:
    for statement in suite:
        line, body = statement.line, statement.clauses[0].suite
        for clause in statement.clauses:
            _forget(clause.suite, everything)
        match tree(line.text):
            case ast.For(target=ast.Name(id=name), iter=values) if name != "_" and not mentioned(body, name):
                numbers = _numbers(values)
                if numbers is not None and not read_behind(everything, name, statement):
                    line.text = uncounted(changed(line.text, {values: part(line.text, numbers)}))


def _numbers(values: ast.expr) -> ast.expr | None:
    """The `range` that a loop counts through, also as Singles; None if it goes through something else."""
    match values:
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="Single"), numbers]):
            return _numbers(numbers)
        case ast.Call(func=ast.Name(id="range" | "counting")):
            return values
        case _:
            return None


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
            counted = given and isinstance(tree(clause.text), ast.For)
            if _read(clause.suite, name, further if inside else [], before or counted):
                return True
            branches = isinstance(tree(statement.text), ast.If | ast.match_case)
            if inside and not branches and any(each is further[0] for each in clause.suite):
                before = False
        if statement.simple and gives(statement.text, name):
            behind = True
        known = behind and not inside
    return False
