"""The last look at a function that has been written: what linters and type checkers ask for, whatever the program was.

    if a == 5:          if a == 5:              if a == 5:          if a == 5 or b == 5:    p = p
        break               break                   x = 1               x = 1
    elif b == 5:        if b == 5:              elif b == 5:
        print(b)            print(b)                x = 1
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from .arms import Fails, told
from .conditions import bracketed, joined
from .counters import count_apart, forget_counters
from .exclusive import exclude
from .letters import walk_texts
from .mentions import names_in, replaced, sets
from .page import Line, leaves, untyped
from .suites import Clause, Statement, closed, lines_in, parsed, single, written
from .trees import changed, part, tree, within
from .whether import say_whether

# Python's own functions of numbers; what the first of them give is a number, whatever they are of.
SETTLED = ("int", "floor", "ceil", "len", "ord", "round")
PYTHONS = (*SETTLED, "abs", "min", "max", "Single", "Double")


def tidy(lines: list[Line], fails: Fails, taken: Collection[str]) -> None:
    """All of it, with the lines of a function; `taken`: names that mean something elsewhere."""
    _tell_types(lines)
    statements = parsed(lines)
    indent = lines[0].indent if lines else 0
    _arrange(statements, fails)
    for statement in statements:
        _ends_in_any_case(statement)
    if any(_tells(line.text) for line in lines):
        _name_apart(statements)
    walk_texts(statements, statements, taken)
    say_whether(statements, statements, fails, indent)
    exclude(statements, fails)
    forget_counters(statements)
    for statement in statements:
        count_apart(statement, taken)
    lines[:] = written(statements, indent)
    _declare_first(lines)


# -- types ------------------------------------------------------------------------------------------------------------


def _declare_first(lines: list[Line]) -> None:
    """A type stands where a variable first gets a value, though arms may have changed their places since; where that is
    what a function of the file gives, it says the type."""
    for position, line in enumerate(lines):
        match tree(line.text):
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind), value=ast.expr() as value):
                first = next((other for other in lines[:position] if sets(other.text, name)), None)
            case _:
                continue
        if first is None:
            continue
        line.text = f"{name} = {part(line.text, value)}"
        match tree(first.text):
            case ast.Assign(targets=[ast.Name() as place], value=ast.Call(func=ast.Name(id=called))):
                if called in PYTHONS:
                    first.text = changed(first.text, {place: f"{name}: {kind}"})
            case ast.Assign(targets=[ast.Name() as place]):
                first.text = changed(first.text, {place: f"{name}: {kind}"})


def _tell_types(lines: list[Line]) -> None:
    """`n: float` before `m, n = gw.input(...)`, where n or `n / 4` is given back, and `n: int = gw.modulo(...)`: what
    is asked for or worked out there may be anything else."""
    match tree(lines[0].text):
        case ast.FunctionDef(returns=ast.Name(id="int" | "float" | "str" as kind)):
            given = {name for line in lines if _gives_sum(line.text) for name in names_in(line.text)}
        case _:
            return
    for position in range(len(lines) - 1, 0, -1):
        line = lines[position]
        match tree(line.text):
            case ast.Assign(targets=[target], value=value) if _asks(value):
                names = [part(line.text, each) for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
            case _:
                continue
        for name in reversed(dict.fromkeys(names)):
            typed = any(_types(other.text, name) for other in lines)
            if name not in given or typed or any(sets(other.text, name) for other in lines[:position]):
                continue
            if isinstance(target, ast.Tuple):
                lines.insert(position, Line(line.indent, f"{name}: {kind}", 0))
            else:
                line.text = changed(line.text, {target: f"{name}: {kind}"})
    for name in sorted(given):
        first = next((line for line in lines if sets(line.text, name) or _types(line.text, name)), lines[0])
        match tree(first.text):
            case ast.Assign(value=ast.Call(func=ast.Name(id=called))) if called in SETTLED:
                pass
            case ast.Assign(targets=[ast.Name() as place], value=value) if untyped(part(first.text, value)):
                first.text = changed(first.text, {place: f"{name}: {kind}"})


def _gives_sum(code: str) -> bool:
    """Whether a line gives back a variable or what is reckoned with some."""
    match tree(code):
        case ast.Return(value=ast.Name() | ast.Attribute() | ast.BinOp() | ast.UnaryOp() as value):
            return not any(isinstance(node, ast.Call | ast.Subscript) for node in within(value))
        case _:
            return False


def _types(code: str, name: str) -> bool:
    """Whether a line says the type of a variable."""
    match tree(code):
        case ast.AnnAssign(target=ast.Name(id=own)):
            return own == name
        case ast.FunctionDef(args=ast.arguments(args=parameters)):
            return any(parameter.arg == name for parameter in parameters)
        case _:
            return False


def _asks(node: ast.expr) -> bool:
    """Whether what is typed or read is given."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="gw"), attr=name)):
            return name == "input" or name.startswith("read")
        case _:
            return False


def _ends_in_any_case(function: Statement) -> None:
    """`case _:` for the last number of a menu that is never another, where each way gives back something: else a type
    checker would take it that the function may end behind it."""
    match tree(function.text):
        case ast.FunctionDef(returns=returns) if not isinstance(returns, ast.Constant):
            suite = function.clauses[0].suite
        case _:
            return
    while last := next((each for each in reversed(suite) if each.line.working), None):
        if isinstance(tree(last.text), ast.Match):
            cases = last.clauses[0].suite
            if all(closed(case.clauses[0].suite) for case in cases):
                cases[-1].line.text = "case _:"
            return
        suite = last.clauses[-1].suite if last.complete else []


def _tells(code: str) -> bool:
    """`with trap_90.resuming(20) as resumed:`"""
    match tree(code):
        case ast.With(items=[*_, ast.withitem(optional_vars=ast.Name(id="resumed"))]):
            return True
        case _:
            return False


def _name_apart(suite: list[Statement]) -> None:
    """What is caught is called otherwise than what a guard tells: Python forgets its name behind the `except`."""
    for clause in (clause for statement in suite for clause in statement.clauses):
        _name_apart(clause.suite)
        match tree(clause.text):
            case ast.ExceptHandler(type=ast.expr() as caught, name="resumed"):
                clause.line.text = f"except {part(clause.text, caught)} as caught:"
                for line in lines_in(clause.suite):
                    line.text = replaced(line.text, "resumed", "caught")


# -- branches ---------------------------------------------------------------------------------------------------------


def _arrange(suite: list[Statement], fails: Fails) -> None:
    _without_self(suite)
    position = 0
    while position < len(suite):
        statement = suite[position]
        position += 1
        if closed([statement]):
            suite[position:] = [each for each in suite[position:] if not each.line.working]
        if statement.branches:
            ask_at_once(statement, fails)
            _as_elif(statement)
            _same_arms(statement, fails)
            suite[position:position] = _unchained(statement)
    for position in range(len(suite)):
        _same_guards(suite, position, fails)
    for statement in suite:
        for clause in statement.clauses:
            _arrange(clause.suite, fails)
        if statement.branches:
            ask_at_once(statement, fails)


def _same_arms(statement: Statement, fails: Fails) -> None:
    """`if a or b:` for two arms that follow each other and do the same."""
    clauses = statement.clauses
    for position in range(len(clauses) - 2, -1, -1):
        one, two = clauses[position].line, clauses[position + 1].line
        tests = _tests(one, two)
        if len(tests) == 1 or one.note or two.note or not _alike(clauses[position], clauses[position + 1], fails):
            continue
        elsewhere = one.erl != two.erl
        if elsewhere and fails(one) and fails(two):
            continue
        one.text = _asking(one.text, joined("or", *tests)[0])
        if elsewhere and fails(two):
            one.source, one.fault = two.source, two.fault
        del clauses[position + 1]


def _same_guards(suite: list[Statement], position: int, fails: Fails) -> None:
    """One `if` for those that follow each other, do the same and lead elsewhere."""
    while len(both := suite[position : position + 2]) == 2 and all(each.branches for each in both):
        if len(both[0].clauses) > 1 or not all(_leaves(each.clauses[0]) for each in both):
            return
        joint = Statement([each.clauses[0] for each in both])
        _same_arms(joint, fails)
        if len(joint.clauses) > 1:
            return
        joint.clauses += both[1].clauses[1:]
        suite[position : position + 2] = [joint]


def _alike(one: Clause, two: Clause, fails: Fails) -> bool:
    """Whether two arms do the same, and would say the same of their errors."""
    first, second = written(one.suite, 0), written(two.suite, 0)
    return [told(line, fails) for line in first] == [told(line, fails) for line in second]


def ask_at_once(statement: Statement, fails: Fails) -> None:
    """`if a == 5 and b == 6:`, however long that is, for an `if` that is alone in another, or in its last `elif`."""
    last, suite = statement.clauses[-1], statement.clauses[-1].suite
    while not last.otherwise and len(suite) == 1 and suite[0].branches and len(suite[0].clauses) == 1:
        one, two = last.line, suite[0].line
        apart = fails(one) and fails(two) and one.erl != two.erl
        nodes = (node for line in (one, two) for node in within(tree(line.text)))
        if one.note or two.note or apart or any(isinstance(node, ast.NamedExpr | ast.IfExp) for node in nodes):
            return
        if fails(two):
            one.source, one.fault = two.source, two.fault
        one.text = _asking(one.text, joined("and", *_tests(one, two))[0])
        last.suite = suite = suite[0].clauses[0].suite


def _tests(*lines: Line) -> list[str]:
    """What the heads of arms ask, in brackets if it is more than a comparison."""
    return [bracketed(line.text, head.test) for line in lines if isinstance(head := tree(line.text), ast.If)]


def _asking(code: str, test: str) -> str:
    """`if` or `elif` with another test."""
    head = tree(code)
    assert isinstance(head, ast.If)
    return changed(code, {head.test: test})


def _without_self(suite: list[Statement]) -> None:
    """Nothing of `p = p` but the remark behind it."""
    for position in range(len(suite) - 1, -1, -1):
        line = suite[position].line
        match tree(line.text):
            case ast.Assign(targets=[place], value=value) if part(line.text, place) == part(line.text, value):
                if any(each.line.working for each in suite if each.line is not line):
                    suite[position : position + 1] = [single(Line(0, line.note, line.source))] if line.note else []
                else:
                    line.text = "pass"


def _as_elif(statement: Statement) -> None:
    """`elif` for an `if` that is all there is under `else` but for remarks behind it."""
    while (last := statement.clauses[-1]).otherwise and not last.line.note:
        inner, *remarks = last.suite
        if not inner.branches or any(each.line.working for each in remarks):
            return
        inner.line.text = f"el{inner.text}"
        inner.clauses[-1].suite += remarks
        statement.clauses[-1:] = inner.clauses


def _unchained(statement: Statement) -> list[Statement]:
    """What follows an `if` whose first arm leaves stands behind it, without `elif` and `else`."""
    if len(statement.clauses) < 2 or not _leaves(statement.clauses[0]):
        return []
    statement.clauses, others = statement.clauses[:1], statement.clauses[1:]
    line = others[0].line
    if others[0].otherwise:
        return [*([single(Line(0, line.note, line.source))] if line.note else []), *others[0].suite]
    line.text = line.text.removeprefix("el")
    return [Statement(others)]


def _leaves(clause: Clause) -> bool:
    """Whether its last statement leads elsewhere."""
    last = next((each for each in reversed(clause.suite) if each.line.working), None)
    return last is not None and last.simple and leaves(last.text)
