"""Fewer branches, as linters ask for, whatever the program was.

if a == 5:          if a == 5:              if a == 5:          if a == 5 or b == 5:
    break               break                   x = 1               x = 1
elif b == 5:        if b == 5:              elif b == 5:
    print(b)            print(b)                x = 1
"""

from __future__ import annotations

import ast

from .conditions import joined
from .context import Context
from .page import Line, errors_in
from .suites import Clause, Statement, Suite, closed, suites
from .trees import changed, part, tree, within


def join_nested(function: Suite, context: Context) -> None:
    """`if a and b:`, `elif` and `with a, b:`, where one `if` or `with` is all there is in another."""
    for statement in [each for suite in suites(function) for each in suite][::-1]:
        if statement.branches:
            ask_at_once(statement)
            _as_elif(statement)
        elif isinstance(statement.tree, ast.With) and len(suite := statement.clauses[0].suite) == 1:
            (inner,) = suite
            if isinstance(inner.tree, ast.With):
                inner.line.text = f"with {_entered(statement)}, {_entered(inner)}:"
                statement.clauses = inner.clauses


def _entered(statement: Statement) -> str:
    """What a `with` enters."""
    assert isinstance(statement.tree, ast.With)
    items = [node for each in statement.tree.items for node in (each.context_expr, each.optional_vars) if node]
    return part(statement.text, items[0], items[-1])


def flatten(function: Suite, context: Context) -> None:
    """In a function, the inner suites first."""
    for suite in suites(function)[::-1]:
        position = 0
        while position < len(suite):
            statement = suite[position]
            position += 1
            if closed([statement]):
                suite[position:] = [each for each in suite[position:] if not each.line.working]
            if statement.branches:
                ask_at_once(statement)
                _as_elif(statement)
                _same_arms(statement)
                suite[position:position] = _unchained(statement)
        for position in range(len(suite)):
            _same_guards(suite, position)
    _ends_in_any_case(function[0])


def _same_arms(statement: Statement) -> None:
    """`if a or b:` for two arms that follow each other and do the same."""
    clauses = statement.clauses
    for position in range(len(clauses) - 2, -1, -1):
        one, two = clauses[position].line, clauses[position + 1].line
        tests = _tests(one, two)
        if len(tests) == 1 or _deeds(clauses[position].suite) != _deeds(clauses[position + 1].suite):
            continue
        if len(errors := errors_in([one, two])) > 1:
            continue
        one.text = _asking(one.text, joined("or", *tests))
        one.error = sum(errors)
        del clauses[position + 1]


def _same_guards(suite: Suite, position: int) -> None:
    """One `if` for those that follow each other, do the same and lead elsewhere."""
    while len(both := suite[position : position + 2]) == 2 and all(each.branches for each in both):
        if len(both[0].clauses) > 1 or not all(_leaves(each.clauses[0]) for each in both):
            return
        joint = Statement([each.clauses[0] for each in both])
        _same_arms(joint)
        if len(joint.clauses) > 1:
            return
        joint.clauses += both[1].clauses[1:]
        suite[position : position + 2] = [joint]


def _deeds(suite: Suite) -> list[list[tuple[str, int, object]]]:
    """What an arm does, and which lines its errors name: the same of those that are alike."""
    return [[(each.text, each.line.error, _deeds(each.suite)) for each in statement.clauses] for statement in suite]


def _tests(*lines: Line) -> list[str]:
    """What the heads of arms ask."""
    return [part(line.text, head.test) for line in lines if isinstance(head := line.tree, ast.If)]


def _asking(code: str, test: str) -> str:
    """`if` or `elif` with another test."""
    head = tree(code)
    assert isinstance(head, ast.If)
    return changed(code, {head.test: test})


def _leaves(clause: Clause) -> bool:
    """Whether its last statement leads elsewhere."""
    last = next((each for each in reversed(clause.suite) if each.line.working), None)
    return last is not None and last.simple and last.line.leaves


def ask_at_once(statement: Statement) -> None:
    """`if a == 5 and b == 6:`, however long that is, for an `if` that is alone in another, or in its last `elif`."""
    last = statement.clauses[-1]
    while not last.otherwise and not any(each.line.working for each in last.suite[:-1]):
        *remarks, inner = last.suite
        if not inner.branches or len(inner.clauses) > 1:
            return
        one, two = last.line, inner.line
        errors = errors_in([one, two])
        nodes = (node for line in (one, two) for node in within(line.tree))
        if len(errors) > 1 or any(isinstance(node, ast.NamedExpr | ast.IfExp) for node in nodes):
            return
        one.error = sum(errors)
        one.text = _asking(one.text, joined("and", *_tests(one, two)))
        last.suite = [*remarks, *inner.clauses[0].suite]


def _as_elif(statement: Statement) -> None:
    """`elif` for an `if` that is all there is under `else` but for remarks behind it."""
    while (last := statement.clauses[-1]).otherwise:
        inner, *remarks = last.suite
        if not inner.branches or any(each.line.working for each in remarks):
            return
        inner.clauses[-1].suite += remarks
        statement.clauses[-1:] = inner.clauses


def _unchained(statement: Statement) -> Suite:
    """What follows an `if` whose first arm leaves stands behind it, without `elif` and `else`."""
    if len(statement.clauses) < 2 or not _leaves(statement.clauses[0]):
        return []
    statement.clauses, others = statement.clauses[:1], statement.clauses[1:]
    if others[0].otherwise:
        return others[0].suite
    return [Statement(others)]


def _ends_in_any_case(function: Statement) -> None:
    """`case _:` for the last number of a menu that is never another, where each way gives back something: else a type
    checker would take it that the function may end behind it."""
    match function.tree:
        case ast.FunctionDef(returns=returns) if not isinstance(returns, ast.Constant):
            suite = function.clauses[0].suite
        case _:
            return
    while last := next((each for each in reversed(suite) if each.line.working), None):
        if isinstance(last.tree, ast.Match):
            cases = last.clauses[0].suite
            if all(closed(case.clauses[0].suite) for case in cases):
                cases[-1].line.text = "case _:"
            return
        suite = last.clauses[-1].suite if last.complete else []
