"""What is typed, asked for and looked at in one line, as a person would.

    PRINT "HOW MANY";: INPUT N         n = gw.put("HOW MANY").input_number()
    INPUT "AGAIN";A$                   if gw.input_text("AGAIN") != "Y":
    IF A$<>"Y" THEN END                    break
    900 INPUT "NAME";N$: RETURN        return gw.input_text("NAME")
    20 INPUT "AGE";A: IF A<1 THEN 20   while (a := ask_number("AGE? ")) < 1: pass
    10 A$=INKEY$: IF A$="" THEN 10     while (a := inkey()) == "": pass

The second where nothing else looks at it. This comes last: tests that ask are not to be asked twice, nor moved.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import pairwise

from ..helpers import QUESTIONS
from .branches import ask_at_once
from .conditions import negated
from .context import Context
from .effects import cannot_fail
from .guards import leave
from .mentions import occurrences
from .page import WIDE, Line, errors_in
from .suites import Statement, Suite, breaks, lines_in, put_together, suites
from .trees import changed, expression, part, screen, tree, within

READING = ("input", "input_number", "input_text", "input_integer", "input_double", "line_input")
ASKING = ("ask", "ask_text", "ask_number")  # functions of a file without `basic`
ASKED = ("condition", "choice")  # what a test or a choice is called that has to be worked out before

def announced(before: Statement, after: Statement) -> str:
    """`n = gw.put("HOW MANY").input_number()`; in Python alone `n = ask_number("HOW MANY? ", "? ")`: what was only said
    before the question is not said again with it."""
    shown, said = _shown(before.text), _said(before.text)
    match after.tree if shown or said else None:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            gw, question = _reader(value), next(filter(_is_question, within(value)), None)
        case _:
            return ""
    if shown and gw:
        return changed(after.text, {gw: shown})
    if not said or not isinstance(question, ast.Call):
        return ""
    others = "".join(f", {part(after.text, arg)}" for arg in question.args[1:])
    begin = f"{said[:-1]}? {said[-1]}"
    return changed(after.text, {question: f'{part(after.text, question.func)}({begin}{others}, "? ")'})


def _said(code: str) -> str:
    """The text of `print("HOW MANY", end="")` as a literal; empty for any other line."""
    match tree(code):
        case ast.Expr(ast.Call(ast.Name("print"), [text], [ast.keyword(arg="end", value=ast.Constant(""))])):
            shown = part(code, text)
            if isinstance(text, ast.Name | ast.Subscript):
                return f'f"{{{shown}}}"' if '"' not in shown else ""
            return shown if isinstance(text, ast.Constant | ast.JoinedStr) else ""
        case _:
            return ""


def _is_question(node: ast.AST) -> bool:
    """`ask_number("? ")`, which says nothing of what it asks for"""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant("? "), *_]):
            return name in QUESTIONS
        case _:
            return False


def _shown(code: str) -> str:
    """`gw.put("HOW MANY")` for `gw.print("HOW MANY", end="")`; empty for any other line."""
    match tree(code):
        case ast.Expr(
            ast.Call(ast.Attribute(gw, "print"), [_, *_] as args, [ast.keyword(arg="end", value=ast.Constant(""))])
        ) if screen(gw):
            return f"{part(code, gw)}.put({', '.join(part(code, arg) for arg in args)})"
        case _:
            return ""


def _reader(asked: ast.expr) -> ast.expr | None:
    """The first `gw` of `gw.put("NAME").input_text()[:1]`; nothing if an expression is not like that."""
    match asked:
        case ast.Subscript(value=text, slice=ast.Slice()):
            return _reader(text)
        case ast.Call(func=ast.Attribute(value=reader, attr=name)) if name in READING:
            return screen(reader)
        case _:
            return None


def use_at_once(function: Suite, context: Context) -> None:
    """`if won(a):` for `z = won(a)` and `if z:`, where nothing else looks at z; and what has a name only since it may
    fail under ON ERROR, if that is in the same line of BASIC."""
    found: defaultdict[str, list[tuple[list[Line], str]]] = defaultdict(list)
    for suite in suites(function):
        for given, after in pairwise(suite):
            match given.tree:
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                    named = name in ASKED and given.line.source == after.line.source
                    text = _with_value(after.text, name, given.text, value) if named or _calls(value) else ""
                    if text:
                        found[name].append(([given.line, after.line], text))
    put_together(function, found)


def _calls(value: ast.expr) -> bool:
    """Whether it is what a function gives, as it does, or what is typed, or the begin of that."""
    match value:
        case ast.Subscript(text, ast.Slice()):
            return _is_typed(text)
        case ast.Call(ast.Name()):
            return True
        case _:
            return _is_typed(value)


def _with_value(code: str, name: str, given: str, value: ast.expr) -> str:
    """A line that first looks at a variable, in which nothing else may fail, with what that was given; else empty."""
    shown = part(given, value)
    match tree(code):
        case ast.If(ast.UnaryOp(ast.Not(), ast.Name(used)) as place) if used == name:
            return changed(code, {place: negated(shown) or f"not ({shown})"})
        case ast.If(looking) | ast.Match(looking) | ast.Assign([_], ast.Name() as looking):
            pass
        case ast.Return(ast.expr() as looking):
            pass
        case _:
            return ""
    names = [node for node in within(looking) if isinstance(node, ast.Name)]
    alone = isinstance(looking, ast.Name)
    if not names or names[0].id != name or not (alone or (isinstance(value, ast.Call | ast.Subscript))):
        return ""
    return changed(code, {names[0]: shown}) if cannot_fail(looking) else ""


def ask_until(function: Suite, context: Context) -> None:
    """Questions in the heads of loops, and of what stands alone in another `if`."""
    lines = lines_in(function)
    for suite in suites(function):
        for statement in reversed(suite):
            if statement.branches:
                ask_at_once(statement)
            else:
                _ask_until(statement, suite, lines)


def _ask_until(loop: Statement, around: Suite, lines: list[Line]) -> None:
    """`while (n := ask_number("HOW MANY? ")) < 1: ...` for a loop that asks, and is left if the answer will do."""
    body = loop.clauses[0].suite
    match [each.tree for each in (loop, *body[:2])]:
        case [ast.While(ast.Constant(True)), ast.Assign([ast.Name(name)], asking), ast.If(test)]:
            if not any(isinstance(node, ast.Call) for node in within(asking)):
                return
        case [ast.While(ast.Constant(True)), ast.AnnAssign(ast.Name(name), value=ast.Call() as asking), ast.If(test)]:
            if not _is_typed(asking):
                return
        case _:
            return
    given, leaving, *rest = body
    (first, *others), last = leaving.clauses, leaving.clauses[-1]
    again = first.suite + rest
    if not others and (end := leave(first.suite)):
        again, tested = rest, _unlike(part(first.text, test))
    elif len(others) == 1 and last.otherwise and not rest and (end := leave(last.suite)):
        again, tested, first = first.suite, part(first.text, test), last
    else:
        return
    gives = isinstance(tree(end), ast.Return)
    if len(first.suite) > 1 or not (gives or isinstance(tree(end), ast.Break)) or breaks(again):
        return
    place = _first_looked_at(expression(tested), name)
    asks_more = any(isinstance(node, ast.Call) and _is_typed(node) for node in within(test))
    if place is None or asks_more:
        return
    if len(errors := errors_in([given.line, leaving.line])) > 1:
        return
    code = part(given.text, asking)
    kept = sum(occurrences(line.text).count(name) for line in lines) > 2
    text = f"while {changed(tested, {place: f'({name} := {code})' if kept else code})}:"
    if len(text) + 4 * loop.line.indent > WIDE:
        return
    loop.line.text, loop.line.source, loop.line.error = text, given.line.source, sum(errors)
    loop.clauses[0].suite = again
    if gives:
        around.insert(around.index(loop) + 1, first.suite[0])


def _unlike(test: str) -> str:
    """`not 1 <= n <= 9`, since n is asked for there only once"""
    match expression(test):
        case ast.Compare(ops=[_, _]):
            return f"not {test}"
        case _:
            return negated(test) or f"not ({test})"


def _is_typed(value: ast.expr) -> bool:
    """Whether it is a question whose answer has a type that a checker knows."""
    asks = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ASKING
    return asks or _reader(value) is not None


def _first_looked_at(node: ast.expr, name: str) -> ast.expr | None:
    """A variable in a test, if that looks at it in any case, and before at nothing that may change."""
    match node:
        case ast.BoolOp(values=[first, *_]) | ast.UnaryOp(operand=first):
            return _first_looked_at(first, name)
        case ast.Compare(left, comparators=[right, *_]):
            return (
                next((one for one in (left, right) if isinstance(one, ast.Name) and one.id == name), None)
                if (isinstance(left, ast.Constant | ast.Name))
                else None
            )
        case _:
            return None
