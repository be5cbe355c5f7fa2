"""What it does to work out an expression: whether that can fail, or could be told from doing it once more."""

from __future__ import annotations

import ast

from .trees import within

COUNTING = ("floor", "int", "len", "abs", "min", "max")  # what does not fail
MERE = ast.Name | ast.Attribute | ast.Constant
PURE = (*COUNTING, "index", "integer")  # what may fail, but changes nothing
HARMLESS = (
    ast.Assign, ast.AugAssign, ast.Return, ast.Expr, ast.Name, ast.Attribute, ast.Constant, ast.Slice, ast.Tuple,
    ast.List, ast.ListComp, ast.comprehension, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.unaryop, ast.boolop, ast.cmpop,
    ast.operator, ast.expr_context,
)  # fmt: skip

CHOOSING = (ast.IfExp, ast.Lambda, ast.NamedExpr, ast.GeneratorExp, ast.ListComp)  # hard to read within others


def is_constant(node: ast.expr) -> bool:
    """`5`, `-5` or `"A"`"""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def is_place(node: ast.expr) -> bool:
    """Whether a value may be given to it, and as it is to another in the same line."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and is_pure(node)


def chooses(node: ast.expr) -> bool:
    """Whether it is hard to read within others, as `x if y else z`."""
    return any(isinstance(each, CHOOSING) for each in within(node))


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
        case ast.Call(ast.Name("print") | ast.Attribute(ast.Name("gw"), "print"), [] | [ast.Constant()]):
            return True
        case ast.Call(ast.Name(name) | ast.Attribute(ast.Name("math"), name), arguments):
            return name in COUNTING and all(isinstance(each, MERE) for each in arguments)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()) | ast.Subscript(slice=ast.Slice()):
            return True
        case _:
            return False
