"""What parts of a ported program's tree say: fields, lists, targets, the variables of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def default(value: ast.expr) -> ast.expr:
    """What a field of a dataclass is at first."""
    match value:
        case ast.Call(keywords=[ast.keyword(arg="default_factory", value=ast.Lambda(body=body))]):
            return body
        case _:
            return value


def members(node: ast.expr) -> Iterator[ast.expr | None]:
    """The elements of a list of lists; None for what is not understood."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from members(part)
        case ast.BinOp(left=ast.List() as inner, op=ast.Mult()) | ast.ListComp(elt=inner):
            yield from members(inner)
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()) | ast.Call(func=ast.Name(id="Single")):
            yield node
        case ast.BinOp():  # a number
            pass
        case _:
            yield None


def is_list(node: ast.expr) -> bool:
    """`[1, 2]`, `[0] * 5`: a list that says what is in it."""
    match node:
        case ast.List() | ast.ListComp() | ast.BinOp(left=ast.List(), op=ast.Mult()):
            return True
        case _:
            return False


def loaded(target: ast.expr) -> ast.expr:
    """What is assigned to, as an expression."""
    match target:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Attribute(value=value, attr=name):
            return ast.Attribute(value, name, ast.Load())
        case ast.Subscript(value=value, slice=place):
            return ast.Subscript(value, place, ast.Load())
        case _:
            return target


def given(root: ast.AST) -> set[str]:
    """The names that get a value, or lose it, somewhere in this."""
    found: set[str] = set()
    for node in ast.walk(root):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                found.add(name)
            case _:
                pass
    return found


def assigned(function: ast.FunctionDef) -> frozenset[str]:
    """The variables of a function."""
    nowhere = {
        name for node in ast.walk(function) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names
    }
    return frozenset(given(function) | {argument.arg for argument in function.args.args}) - nowhere


def changed(visitor: ast.NodeVisitor, statements: list[ast.stmt]) -> list[ast.stmt]:
    """What a visitor makes of statements, each one or several."""
    found: list[ast.stmt] = []
    for statement in statements:
        written = visitor.visit(statement)
        found += written if isinstance(written, list) else [written]
    return found
