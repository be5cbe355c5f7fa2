"""Whole quotients and what they leave: `X-INT(X/N)*N` is `x % n`, `X/N=INT(X/N)` is `x % n == 0`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.variables.remainders import alike, left_by
from ...analysis.variables.remainders import floored as floored_quotient
from ...analysis.variables.truths import constant
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ..lines.trees import PRODUCT, SIGN
from .value import Value, truth

if TYPE_CHECKING:
    from .expressions import Expressions


def floored(e: Expressions, quotient: n.Binary) -> str | None:
    """INT of a quotient as `x // n`, if that is the same."""
    left, right = e.expression(quotient.left), e.expression(quotient.right)
    return f"{left.at(PRODUCT)} // {right.at(SIGN)}" if e.operations.divides(left, right) else None


def told(e: Expressions, node: n.Binary) -> Value | str | None:
    """What a difference or a comparison says of a remainder, if that is what it is about."""
    if node.operator == "-":  # `X-INT(X/N)*N`
        return None if (quotient := left_by(node)) is None else _modulo(e, quotient)
    return _divisible(e, node) if node.operator in ("=", "<>") else None


def _divisible(e: Expressions, node: n.Binary) -> Value | None:
    """`X/N=INT(X/N)`, `X MOD N=0`: the sign of what is left does not matter"""
    rest, code = bare(node.left), None
    if isinstance(rest, n.Binary) and rest.operator == "MOD" and constant(node.right) == 0:
        number, by = e.expression(rest.left), e.expression(rest.right)
        if number.kind in "%!" and by.constant and by.whole and by.range.within(1, 32767):
            rounded = e.convert.integer(number)
            code = f"{number.at(PRODUCT) if rounded == number.code else rounded} % {by.code}"
    else:
        for whole, other in ((node.left, node.right), (node.right, node.left)):
            quotient = floored_quotient(bare(whole))
            if quotient is not None and alike(quotient, other):
                code = code or _modulo(e, quotient)
    return None if code is None else truth(f"{code} {'==' if node.operator == '=' else '!='} 0")


def _modulo(e: Expressions, quotient: n.Binary) -> str | None:
    one, two = e.expression(quotient.left), e.expression(quotient.right)
    return f"{one.at(PRODUCT)} % {two.at(SIGN)}" if e.operations.divides(one, two) else None
