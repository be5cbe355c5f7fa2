"""What it does to work out an expression: whether that can fail, or could be told from doing it once more."""

from __future__ import annotations

import ast

from .trees import within

COUNTING = ("floor", "int", "len", "abs")  # what does not fail
PURE = (*COUNTING, "index", "integer")  # what may fail, but changes nothing
HARMLESS = (
    ast.Assign, ast.AugAssign, ast.Return, ast.Expr, ast.Name, ast.Attribute, ast.Constant, ast.Slice, ast.Tuple,
    ast.List, ast.ListComp, ast.comprehension, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.unaryop, ast.boolop, ast.cmpop,
    ast.operator, ast.expr_context,
)  # fmt: skip


def is_constant(node: ast.expr) -> bool:
    """`5`, `-5` or `"A"`"""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def is_place(node: ast.expr) -> bool:
    """Whether a value may be given to it, and as it is to another in the same line."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and is_pure(node)


def is_pure(node: ast.expr) -> bool:
    """Whether it makes no odds how often it is worked out: it changes nothing, and tells of no number too large."""
    match node:
        case ast.Call(ast.Name(name), arguments):
            return name in PURE and all(map(is_pure, arguments))
        case ast.Call(ast.Attribute(ast.Name("strings"))):
            return True
        case ast.Call(ast.Attribute(ast.Name("singles"), "add" | "subtract"), [left, right]):
            return is_constant(left) or is_constant(right)
        case ast.BinOp(left, right=right) | ast.Subscript(left, right):
            return is_pure(left) and is_pure(right)
        case ast.UnaryOp(ast.USub(), operand):
            return is_pure(operand)
        case ast.Tuple(parts):
            return all(map(is_pure, parts))
        case ast.Slice(low, high):
            return all(map(is_pure, filter(None, (low, high))))
        case _:
            return isinstance(node, ast.Name | ast.Attribute | ast.Constant)


def cannot_fail(node: ast.AST | None) -> bool:
    """Whether there is no call, subscript, quotient or power that may."""
    return all(isinstance(each, HARMLESS) or _is_safe(each) for each in within(node))


def _is_safe(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=ast.Div() | ast.Mod(), right=ast.Constant(number)):
            return bool(number)
        case ast.Call(ast.Name("range")):
            return True
        case ast.Call(ast.Name(name), [ast.Name() | ast.Attribute()]):
            return name in COUNTING
        case ast.Call(ast.Name("print") | ast.Attribute(ast.Name("gw"), "print"), [] | [ast.Constant()]):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()) | ast.Subscript(slice=ast.Slice()):
            return True
        case _:
            return False
