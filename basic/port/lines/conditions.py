"""Comparisons that belong together, as one: `1 <= x <= 5`, `a in ("B", "S")`."""

from __future__ import annotations

import ast

from .effects import is_constant, is_pure
from .trees import COMPARE, NOT, at, expression, part, same

OPPOSITES = {"==": "!=", "!=": "==", "<=": ">", ">=": "<", "<": ">=", ">": "<=", "in": "not in", "not in": "in"}
SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_SIGNS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.In: "in",
    ast.NotIn: "not in",
}  # fmt: skip
_LOW, _HIGH = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)
# What several comparisons of one thing are, by what joins them: one of these each, and how it is said together.
_AMONG = {"or": (ast.Eq, ast.In, "in"), "and": (ast.NotEq, ast.NotIn, "not in")}
_WORDS = {ast.Or: "or", ast.And: "and"}


def joined(word: str, *tests: str) -> str:
    """`one and two` or `one or two`; an `and` inside `or` stands in brackets, for the reader."""
    found: list[str] = []
    for term in (term for test in tests for term in _terms(word, test)):
        both = found and ((_chained(found[-1], term) if word == "and" else "") or _among(word, found[-1], term))
        found[-1:] = [both] if both else [*found[-1:], term]
    return f" {word} ".join(found)


def _terms(word: str, code: str) -> list[str]:
    """What is joined by a word, in brackets if it is joined itself."""
    match expression(code):
        case ast.BoolOp(op=operator, values=values) if _WORDS[type(operator)] == word:
            return [at(NOT, part(code, value)) for value in values]
        case _:
            return [at(NOT, code)]


def _chained(one: str, two: str) -> str:
    """`1 <= x <= 5` for `x >= 1` and `x <= 5`; "" if that is not what they are."""
    match expression(one), expression(two):
        case (
            ast.Compare(left=left, ops=[low], comparators=[least]),
            ast.Compare(left=other, ops=[high], comparators=[most]),
        ) if same(other, part(one, left)) and all(map(is_pure, (left, least, most))):
            if isinstance(low, _LOW) and isinstance(high, _HIGH):
                first, second = (low, part(one, least)), (high, part(two, most))
            elif isinstance(low, _HIGH) and isinstance(high, _LOW):
                first, second = (high, part(two, most)), (low, part(one, least))
            else:
                return ""
            begun = "<=" if isinstance(first[0], ast.GtE) else "<"
            return f"{first[1]} {begun} {part(one, left)} {_SIGNS[type(second[0])]} {second[1]}"
    return ""


def _among(word: str, one: str, two: str) -> str:
    """`x in (1, 9)` for `x == 1` or `x == 9`."""
    name = _AMONG[word][2]
    for left, some in _sides(word, one):
        for other, more in _sides(word, two):
            if left == other:
                return f"{left} {name} ({some}, {more})"
    return ""


def _sides(word: str, code: str) -> list[tuple[str, str]]:
    """What is compared with what; both ways round if it is two names."""
    equal, among, _ = _AMONG[word]
    match expression(code):
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if isinstance(sign, equal) and is_pure(left):
            sides = part(code, left), part(code, right)
            if isinstance(right, ast.Name | ast.Attribute):
                return [sides, sides[::-1]] if isinstance(left, ast.Name | ast.Attribute) else [sides]
            return [sides] if is_constant(right) else []
        case ast.Compare(left=left, ops=[sign], comparators=[ast.Tuple(elts=some)]) if isinstance(sign, among):
            return [(part(code, left), ", ".join(part(code, each) for each in some))] if is_pure(left) else []
        case _:
            return []


def negated(test: str) -> str:
    """What holds where a test does not, without `not` before brackets; "" where that cannot be said so."""
    return _without(test, expression(test))


def is_truth(node: ast.expr) -> bool:
    """Whether a test gives True or False, and nothing that only counts as that."""
    match node:
        case ast.BoolOp(values=values):
            return all(map(is_truth, values))
        case ast.UnaryOp(op=operator):
            return isinstance(operator, ast.Not)
        case ast.Constant(value):
            return isinstance(value, bool)
        case _:
            return isinstance(node, ast.Compare)


def _without(test: str, node: ast.expr) -> str:
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return part(test, operand)
        case ast.BoolOp(op=operator, values=values):
            parts = [_without(test, value) for value in values]
            return joined("and" if isinstance(operator, ast.Or) else "or", *parts) if all(parts) else ""
        case ast.Compare(ops=[operator], left=left, comparators=[right]):
            one, two = (at(COMPARE + 1, part(test, side)) for side in (left, right))
            return f"{one} {OPPOSITES[_SIGNS[type(operator)]]} {two}"
        case ast.Compare(ops=[one, two], left=low, comparators=[middle, high]) if is_pure(middle):
            less, more = SWAPPED[OPPOSITES[_SIGNS[type(one)]]], OPPOSITES[_SIGNS[type(two)]]
            name = part(test, middle)
            return f"{name} {less} {part(test, low)} or {name} {more} {part(test, high)}"
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript():
            return f"not {part(test, node)}"
        case _:
            return ""
