"""`X-INT(X/N)*N`, as BASIC says what a division leaves, and what it takes to see that both X are the same."""

from __future__ import annotations

from ...library import words as _words
from ...library.registry import FUNCTIONS
from ...record import fields
from ...syntax import nodes as n
from ...syntax.effects import EXPRESSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    if type(one) is not type(two) or isinstance(one, n.UserFunction | n.UsrFunction):
        return False
    if isinstance(one, n.Function) and acts(one):
        return False
    return all(_same(getattr(one, name), getattr(two, name)) for name in fields(one) if name != "column")


def _same(one: Any, two: Any) -> bool:
    if type(one) is tuple and type(two) is tuple:
        return len(one) == len(two) and all(map(_same, one, two))
    return alike(one, two) if type(one) in EXPRESSIONS else one == two
