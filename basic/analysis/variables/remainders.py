"""`X-INT(X/N)*N`, as BASIC says what a division leaves, and what it takes to see that both X are the same."""

from __future__ import annotations

from ...library import words as _words
from ...library.registry import FUNCTIONS
from ...syntax import nodes as n

assert _words


def acts(function: n.Function) -> bool:
    """Whether it changes something, and gives something else when asked again."""
    return function.name in FUNCTIONS and FUNCTIONS[function.name].acts


def bare(node: n.Expression) -> n.Expression:
    """An expression without the parentheses around it."""
    while isinstance(node, n.Parenthesised):
        node = node.inner
    return node


def left_by(node: n.Binary) -> n.Binary | None:
    """The X/N of `X-INT(X/N)*N`."""
    product = bare(node.right)
    if node.operator != "-" or not isinstance(product, n.Binary) or product.operator != "*":
        return None
    factors = bare(product.left), bare(product.right)
    whole, again = factors if isinstance(factors[0], n.Function) else factors[::-1]
    quotient = floored(whole)
    same = quotient is not None and alike(quotient.left, node.left) and alike(quotient.right, again)
    return quotient if same else None


def floored(node: n.Expression) -> n.Binary | None:
    """The X/N of `INT(X/N)`."""
    if not isinstance(node, n.Function) or node.name != "INT" or len(node.arguments) != 1:
        return None
    quotient = bare(node.arguments[0])
    return quotient if isinstance(quotient, n.Binary) and quotient.operator == "/" else None


def alike(one: n.Expression, two: n.Expression) -> bool:
    """Whether two expressions are written alike, wherever they stand, and work out the same."""
    one, two = bare(one), bare(two)
    match one, two:
        case n.Number(), n.Number():
            return one.value == two.value and one.kind == two.kind
        case n.String(), n.String():
            return one.value == two.value
        case n.Variable(), n.Variable():
            return (one.name, one.sigil) == (two.name, two.sigil)
        case n.Element(), n.Element():
            return (one.name, one.sigil) == (two.name, two.sigil) and _all_alike(one.subscripts, two.subscripts)
        case n.Binary(), n.Binary():
            return one.operator == two.operator and alike(one.left, two.left) and alike(one.right, two.right)
        case n.Unary(), n.Unary():
            return one.operator == two.operator and alike(one.operand, two.operand)
        case n.Function(), n.Function():
            return one.name == two.name and not acts(one) and _all_alike(one.arguments, two.arguments)
        case _:
            return False


def _all_alike(one: tuple[n.Expression, ...], two: tuple[n.Expression, ...]) -> bool:
    return len(one) == len(two) and all(alike(a, b) for a, b in zip(one, two, strict=True))
