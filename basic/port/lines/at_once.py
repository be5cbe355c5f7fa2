"""A value stands where it is looked at, if that is in the next line and nowhere else.

    t += 1                return t + 1             a = ask_text("? ")    a = ask_text("? ")[:1]
    return t                                       a = a[:1]
    z = won(a)            if won(a):               x = a + b             x = min(a + b, 9)
    if z:                                          x = min(x, 9)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .conditions import negated
from .context import Context
from .effects import cannot_fail, chooses, is_pure
from .mentions import Given, given
from .page import Line
from .rules import Rule
from .suites import Statement, Suite, breaks
from .trees import LEVELS, SIGNS, Head, at, changed, expression, part, put, tree, within

ASKED = ("condition", "choice")  # what a test or a choice is called that has to be worked out before
PLACES = ast.Name | ast.Attribute | ast.Constant


def _given_at_once(before: Statement, after: Statement) -> str:
    """What is returned, or given to the same variable again."""
    return _with_values(before.line, after.line) if _ends(before.line, after.line) else ""


def _used_at_once(before: Statement, after: Statement) -> str:
    """And what is called, or what has a name only since it may fail under ON ERROR, in the same line of BASIC."""
    match given(before.text):
        case [Given(ast.Name(name), None, value)] if not _ends(before.line, after.line):
            called = isinstance(value.value if isinstance(value, ast.Subscript) else value, ast.Call)
            asked = name in ASKED and before.line.source == after.line.source
            return _with_values(before.line, after.line) if called or asked else ""
        case _:
            return ""


give_at_once = Rule(_given_at_once)
use_at_once = Rule(_used_at_once, alone=True)


def _ends(before: Line, after: Line) -> bool:
    """Whether nothing behind the second line can look at what the first gives."""
    return isinstance(after.tree, ast.Return) or _places(before) == _places(after)


def _places(line: Line) -> list[str]:
    return [part(line.text, each.place) for each in given(line.text)]


def _with_values(before: Line, after: Line) -> str:
    """The second line with what the first gives, if it looks at each of these once; empty where that would work
    anything out in another order."""
    looking, values = _looked_at(after.tree), _values(before.text)
    uses = [node for node in within(looking) if isinstance(node, ast.Name) and node.id in values]
    if looking is None or not values or [use.id for use in uses] != [*values]:
        return ""
    trees = [expression(code) for code in values.values()]
    if not cannot_fail(looking) and (_ends(before, after) or not is_pure(looking)):
        return ""  # behind an error, the variable may be looked at
    if any(map(chooses, trees)) and not isinstance(looking, ast.Name):
        return ""
    if not _come_first(uses, looking) and not all(is_pure(each) and cannot_fail(each) for each in trees):
        return ""
    text = put(after.text, {use: values[use.id] for use in uses})
    match before.tree, tree(text):
        case ast.AnnAssign(ast.Name(name), value=ast.expr() as value), ast.Assign([ast.Name(again)], both):
            return changed(before.text, {value: part(text, both)}) if name == again else text
        case _, ast.If(ast.UnaryOp(ast.Not(), operand) as test):
            return changed(text, {test: negated(part(text, operand)) or part(text, test)})
        case _:
            return text


def _come_first(uses: list[ast.Name], looking: ast.expr) -> bool:
    """Whether they are looked at in any case, and nothing before that a call may change: no attribute, no element, no
    other call."""
    called = {node.func for node in within(looking) if isinstance(node, ast.Call)}
    reading = (node for node in within(looking) if isinstance(node, ast.Attribute | ast.Subscript | ast.Call))
    before = (node for node in reading if node not in called and (node.end_col_offset or 0) <= uses[-1].col_offset)
    return {*uses} <= {*_surely(looking)} and not any(before)


def _surely(node: ast.AST) -> Iterator[ast.AST]:
    """What is worked out in any case, once."""
    yield node
    match node:
        case ast.BoolOp(values=[first, *_]):
            yield from _surely(first)
        case ast.Compare(left, comparators=[right, *_]):
            yield from (*_surely(left), *_surely(right))
        case ast.IfExp() | ast.ListComp() | ast.GeneratorExp() | ast.Lambda():
            pass
        case _:
            yield from (each for child in ast.iter_child_nodes(node) for each in _surely(child))


def _looked_at(head: Head | None) -> ast.expr | None:
    """What a line works out first."""
    match head:
        case ast.If(test) | ast.Match(test):
            return test
        case ast.Assign([_], value) | ast.AnnAssign(value=value) | ast.Return(value):
            return value
        case _:
            return None


def _values(code: str) -> dict[str, str]:
    """What variables have behind a line that gives them values; nothing if that is not said in a few words."""
    found: dict[str, str] = {}
    for each in given(code):
        name, value = part(code, each.place), part(code, each.value)
        if each.sign is not None and each.sign in SIGNS:
            value = f"{name} {SIGNS[each.sign]} {at(LEVELS[each.sign] + 1, value)}"
        elif each.sign is not None or not isinstance(each.place, ast.Name):
            return {}
        found[name] = value
    return found


def leave_straight(function: Suite, context: Context) -> None:
    """A function that is a loop returns where that is left; where more is done before the loop, `break` says that the
    function goes on behind it."""
    body = function[0].clauses[0].suite
    match [(statement.tree, statement) for statement in body if statement.line.working]:
        case [*before, (ast.While(ast.Constant(True)), loop), (ast.Return(ast.expr() as value), last)]:
            named = all(isinstance(node, PLACES | ast.Tuple | ast.Load) for node in within(value))
            if named and all(statement.simple for _, statement in before):
                for line in breaks(loop.clauses[0].suite):
                    line.text = last.text
                last.line.text = ""
