"""Whole quotients and what they leave: `X-INT(X/N)*N` is `x % n`, `X/N=INT(X/N)` is `x % n == 0`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.variables.remainders import alike, left_by
from ...analysis.variables.remainders import floored as floored_quotient
from ...analysis.variables.truths import constant
from ...analysis.variables.types import Range, bare
from ...syntax import nodes as n
from . import harmless
from .value import PRODUCT, SIGN, Value, truth

if TYPE_CHECKING:
    from .expressions import Expressions


def floored(e: Expressions, left: Value, right: Value) -> Value:
    low, high = left.range.low, left.range.high
    positive = low is not None and low >= 0
    bounds = Range(True, 0 if positive else low, high if high is None or high >= 0 else 0)
    found = Value(f"{left.at(PRODUCT)} // {right.at(SIGN)}", "!", bounds, left.safe and right.safe)
    return e.operations.sure(found, right.range.nonzero)


def told(e: Expressions, node: n.Binary) -> Value | None:
    """What a difference or a comparison says of a remainder, if that is what it is about."""
    if node.operator == "-":
        return _remainder(e, node)
    return _divisible(e, node) if node.operator in ("=", "<>") else None


def _remainder(e: Expressions, node: n.Binary) -> Value | None:
    """`X-INT(X/N)*N`"""
    quotient = left_by(node)
    return None if quotient is None else _modulo(e, quotient)


def _divisible(e: Expressions, node: n.Binary) -> Value | None:
    """`X/N=INT(X/N)`, `X MOD N=0`: the sign of what is left does not matter"""
    rest = bare(node.left)
    if isinstance(rest, n.Binary) and rest.operator == "MOD" and constant(node.right) == 0:
        number, by = e.expression(rest.left), e.expression(rest.right)
        if number.kind in "%!" and by.constant and by.whole and by.range.within(1, 32767):
            code = e.convert.integer(number)
            rounded = number if code == number.code else Value(code, "%")
            return _zero(f"{rounded.at(PRODUCT)} % {by.code}", node.operator, harmless.fits(number))
        return None
    for whole, other in ((node.left, node.right), (node.right, node.left)):
        quotient = floored_quotient(bare(whole))
        if quotient is None or not alike(quotient, other) or (left := _modulo(e, quotient)) is None:
            continue
        return _zero(left.code, node.operator, left.safe)
    return None


def _zero(code: str, operator: str, safe: bool) -> Value:
    """Whether something is 0, or is not."""
    return truth(f"{code} {'==' if operator == '=' else '!='} 0", safe)


def _modulo(e: Expressions, quotient: n.Binary) -> Value | None:
    one, two = e.expression(quotient.left), e.expression(quotient.right)
    if not e.operations.divides(one, two):
        return None
    most = None if two.range.high is None else two.range.high - 1
    code = f"{one.at(PRODUCT)} % {two.at(SIGN)}"
    found = Value(code, "!", Range(True, 0, most), one.safe and two.safe)
    return e.operations.sure(found, two.range.nonzero)
