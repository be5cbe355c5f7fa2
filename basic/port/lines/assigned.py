"""Lines that give variables values, and values that nobody looks at."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache

from .context import Context
from .mentions import names_in, occurrences
from .page import worked_out
from .suites import Suite, lines_in
from .trees import MANY, changed, expression, part, tree


@lru_cache(MANY)
def given_name(code: str) -> str:
    """The variable that a line gives a value, the first if there are several (`a = b = 0`); empty if it does not."""
    match tree(code):
        case ast.Assign(targets=[ast.Name(id=name), *_]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
        case _:
            return ""


def given_value(code: str) -> str:
    """What stands behind the first `=` of a line that gives something a value."""
    match tree(code):
        case ast.Assign(targets=[before, *_]) | ast.AnnAssign(annotation=before):
            return code.encode()[(before.end_col_offset or 0) + len(" = ") :].decode()
    raise AssertionError(code)


@lru_cache(MANY)
def settings(code: str) -> dict[str, str]:
    """What a line gives to places: `t = 0`, `t = w = 0` and `t, w = 0, a[5]`; nothing if it is another."""
    match tree(code):
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            pass
        case ast.Assign(targets=targets, value=value):
            values = [value] * len(targets)
        case _:
            return {}
    pairs = [(part(code, target), part(code, each)) for target, each in zip(targets, values, strict=True)]
    places = all(isinstance(target, ast.Name | ast.Attribute | ast.Subscript) for target in targets)
    return dict(pairs) if places and names_in(code).isdisjoint(("gw", "errors")) else {}


def drop_unused(function: Suite, context: Context) -> None:
    """No constant that nobody looks at is kept, no variable given itself, and what may fail is worked out only."""
    lines = [line for line in lines_in(function) if line.working]
    words = Counter(name for line in lines for name in occurrences(line.text))
    given = Counter(given_name(line.text) for line in lines)
    for line in lines:
        name = given_name(line.text)
        if name and words[name] == given[name]:
            value = given_value(line.text)
            if given_name(value):
                line.text = value
            else:
                line.text = "" if _constant(expression(value)) else worked_out(value)
        match line.tree:
            case ast.Assign(targets=[ast.Tuple(elts=places) as target]):
                if all(isinstance(place, ast.Name) for place in places):
                    names = [part(line.text, place) for place in places]
                    kept = [name if words[name] > 1 else "_" for name in names]
                    line.text = changed(line.text, {target: ", ".join(kept)})
            case ast.AnnAssign(target=ast.Name(id=name), value=None) if words[name] == 1:
                line.text = ""
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=same)) if name == same:
                line.text = ""


def _constant(node: ast.expr) -> bool:
    """Whether it is a constant, or a list of such that may have as many as a variable says."""
    match node:
        case ast.UnaryOp(operand=value):
            return _constant(value)
        case ast.List(elts=elements):
            return all(map(_constant, elements))
        case ast.ListComp(elt=element, generators=[ast.comprehension(iter=ast.Call(args=[count]))]):
            return _constant(element) and _count(count)
        case ast.BinOp(left=ast.List() as elements, op=ast.Mult(), right=count):
            return _constant(elements) and _count(count)
        case ast.Attribute(value=ast.Name(id="double"), attr="ONE"):
            return True
        case _:
            return isinstance(node, ast.Constant)


def _count(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.BinOp(left=ast.Name(), op=ast.Add(), right=ast.Constant(value=1)):
            return True
        case _:
            return False
