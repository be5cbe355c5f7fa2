"""What is typed, asked for and looked at in one line, as a person would.

    PRINT "HOW MANY";: INPUT N         n = ask_number("HOW MANY? ")
    20 INPUT "AGE";A: IF A<1 THEN 20   while (a := ask_number("AGE? ")) < 1: pass
    10 A$=INKEY$: IF A$="" THEN 10     while (a := inkey()) == "": pass

This comes late: tests that ask are not to be asked twice, nor moved.
"""

from __future__ import annotations

import ast

from ..helpers import QUESTIONS
from .conditions import negated
from .context import Context
from .mentions import occurrences
from .page import WIDE, Line, errors_in
from .rules import Rule
from .suites import Statement, Suite, breaks, lines_in, suites
from .trees import changed, expression, part, within

READING = ("input", "input_number", "input_text", "input_integer", "input_double", "line_input")
ASKING = ("ask", "ask_text", "ask_number")  # functions of a file without `basic`


def _announced(before: Statement, after: Statement) -> str:
    """`n = ask_number("HOW MANY? ", "? ")`: what was only said before the question is not said again with it; and
    `n = gw.put("HOW MANY").input_number()`."""
    match before.tree, after.tree:
        case (
            ast.Expr(ast.Call(writer, [first, *_] as shown, [ast.keyword(arg="end", value=ast.Constant(""))])),
            ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value),
        ):
            codes = [part(before.text, each) for each in shown]
        case _:
            return ""
    for node in within(value):
        match writer, node:
            case ast.Name("print"), ast.Call(ast.Name(name) as function, [ast.Constant("? "), *others]):
                if name in QUESTIONS and isinstance(first, ast.Constant | ast.JoinedStr) and len(shown) == 1:
                    asked = [f"{codes[0][:-1]}? {codes[0][-1]}", *(part(after.text, each) for each in others), '"? "']
                    return changed(after.text, {node: f"{part(after.text, function)}({', '.join(asked)})"})
            case ast.Attribute(ast.Name("gw"), "print"), ast.Call(ast.Attribute(ast.Name("gw") as gw, name)):
                if name in READING and node in (value, getattr(value, "value", None)):
                    return changed(after.text, {gw: f"gw.put({', '.join(codes)})"})
    return ""


announce = Rule(_announced)


def ask_until(function: Suite, context: Context) -> None:
    """Questions in the heads of loops."""
    lines = lines_in(function)
    for suite in suites(function):
        for statement in reversed(suite):
            _ask_until(statement, suite, lines)


def _ask_until(loop: Statement, around: Suite, lines: list[Line]) -> None:
    """`while (n := ask_number("HOW MANY? ")) < 1: ...` for a loop that asks, and is left if the answer will do."""
    match loop.tree, loop.clauses[0].suite:
        case ast.While(ast.Constant(True)), [given, leaving, *rest] if leaving.branches and len(leaving.clauses) == 1:
            last, test = leaving.clauses[0].suite[0], leaving.clauses[0].test
        case _:
            return
    match given.tree:
        case ast.Assign([ast.Name(name)], asking) if any(isinstance(node, ast.Call) for node in within(asking)):
            pass
        case ast.AnnAssign(ast.Name(name), value=ast.Call() as asking) if _is_typed(asking):
            pass
        case _:
            return
    left = len(leaving.clauses[0].suite) == 1 and isinstance(last.tree, ast.Break | ast.Return) and not breaks(rest)
    place, errors = _first_looked_at(expression(tested := _unlike(test)), name), errors_in([given.line, leaving.line])
    asks_more = any(isinstance(node, ast.Call) and _is_typed(node) for node in within(expression(test)))
    if not left or place is None or asks_more or len(errors) > 1:
        return
    code = part(given.text, asking)
    kept = sum(occurrences(line.text).count(name) for line in lines) > 2
    text = f"while {changed(tested, {place: f'({name} := {code})' if kept else code})}:"
    if len(text) + 4 * loop.line.indent <= WIDE:
        loop.line.text, loop.line.source, loop.line.error = text, given.line.source, sum(errors)
        loop.clauses[0].suite = rest
        if isinstance(last.tree, ast.Return):
            around.insert(around.index(loop) + 1, last)


def _unlike(test: str) -> str:
    """`not 1 <= n <= 9`, since n is asked for there only once"""
    match expression(test):
        case ast.Compare(ops=[_, _]):
            return f"not {test}"
        case _:
            return negated(test) or f"not ({test})"


def _is_typed(value: ast.expr) -> bool:
    """Whether it is a question, or the begin of its answer, which has a type that a checker knows."""
    match value:
        case ast.Subscript(value=text, slice=ast.Slice()):
            return _is_typed(text)
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in READING
        case ast.Call(func=ast.Name(name)):
            return name in ASKING
        case _:
            return False


def _first_looked_at(node: ast.expr, name: str) -> ast.expr | None:
    """A variable in a test, if that looks at it in any case, and before at nothing that may change."""
    match node:
        case ast.BoolOp(values=[first, *_]) | ast.UnaryOp(operand=first):
            return _first_looked_at(first, name)
        case ast.Compare(ast.Constant() | ast.Name() as left, comparators=[right, *_]):
            return next((one for one in (left, right) if isinstance(one, ast.Name) and one.id == name), None)
        case _:
            return None
