"""Expressions: the grammar gives them flat, operands and operators in a row; here they become trees."""

from __future__ import annotations

from collections.abc import Sequence

from basic.errors import SYNTAX, TYPE_MISMATCH
from basic.syntax import nodes
from basic.syntax.crunch import Token
from basic.syntax.nodes import (
    Binary,
    Channel,
    Element,
    Expression,
    Function,
    LineRef,
    Number,
    Parenthesised,
    String,
    Unary,
    UserFunction,
    Variable,
)

Part = object  # a Token, a node, or a list of them on its way into a node


class Malformed(Exception):
    """The statement is complete for the grammar, but not for GW-BASIC: `POKE 1`, `LOCATE 5,`, `POKE 1,2,3`."""

    def __init__(
        self, error: int, column: int, prefix: nodes.Statement | None = None, effects: Sequence[Part] = ()
    ) -> None:
        super().__init__(error)
        self.error = error
        self.column = column
        self.prefix = prefix
        self.effects = effects


class Flat(list[Part]):
    """Operands (nodes) and operators (tokens) in the order in which they stand."""


_BINDING = {
    "^": 127, "*": 124, "/": 124, "\\": 123, "MOD": 122, "+": 121, "-": 121,
    "=": 100, "<>": 100, "<": 100, ">": 100, "<=": 100, ">=": 100, "<=>": 100,
    "AND": 80, "OR": 70, "XOR": 60, "EQV": 50, "IMP": 40,
}  # fmt: skip
# A prefix holds on to whatever binds more tightly than itself: -2^2 is -4, NOT A=B is NOT(A=B); plus does nothing.
_PREFIX_BINDING = {"+": 128, "-": 125, "NOT": 90}


def fold(flat: Flat) -> Expression:
    """The tree of a flat expression. Operators of one level go from left to right, `2^3^2` too."""
    return pending(flat)[0][0]


def pending(flat: Sequence[Part], finish: bool = True) -> tuple[list[Expression], list[tuple[int, Token, bool]]]:
    """The operands still waiting and their operators (binding, token, whether a prefix): all applied if `finish`."""
    operands: list[Expression] = []
    waiting: list[tuple[int, Token, bool]] = []
    after_operand = False
    for item in flat:
        if type(item) is not Token:
            operands.append(operand(item))
            after_operand = True
        elif after_operand:
            binding = _BINDING[str(item.value)]
            while waiting and waiting[-1][0] >= binding:
                _apply(operands, waiting.pop())
            waiting.append((binding, item, False))
            after_operand = False
        else:
            waiting.append((_PREFIX_BINDING[str(item.value)], item, True))
    while finish and waiting:
        _apply(operands, waiting.pop())
    return operands, waiting


def operand(item: Part) -> Expression:
    """An operand of an expression; a line number (`ERL=100`) is a single there."""
    if type(item) is LineRef:
        return Number(item.column, float(item.number), "!")
    assert isinstance(item, Expression)
    return item


def _apply(operands: list[Expression], operator: tuple[int, Token, bool]) -> None:
    _, token, prefix = operator
    sign = str(token.value)
    right = operands.pop()
    if prefix:
        operands.append(Unary(token.column, sign, right))
    elif sign == "<=>":  # A<=>B compares, and holds whatever comes out
        compared = Binary(token.column, "=", operands.pop(), right)
        operands.append(Binary(token.column, "OR", compared, Number(token.column, -1, "%")))
    else:
        operands.append(Binary(token.column, sign, operands.pop(), right))


def flat_first(parts: list[Part]) -> Part:
    return Flat(parts)


def flat_more(parts: list[Part]) -> Part:
    flat = parts[0]
    assert isinstance(flat, Flat)
    flat += parts[1:]
    return flat


def flat_signed(parts: list[Part]) -> Part:
    signs = parts[0]
    assert isinstance(signs, Flat)
    signs.append(parts[1])
    return signs


def flat_more_signed(parts: list[Part]) -> Part:
    flat, operator, signs, last = parts
    assert isinstance(flat, Flat) and isinstance(signs, Flat)
    flat.append(operator)
    flat += signs
    flat.append(last)
    return flat


def value(parts: list[Part]) -> Part:
    flat = parts[0]
    assert isinstance(flat, Flat)
    return operand(flat[0]) if len(flat) == 1 else fold(flat)


def element(parts: list[Part]) -> Part:
    token = parts[0]
    assert isinstance(token, Token)
    name, sigil = split_name(token)
    return Element(token.column, name, sigil, parts[2])  # type: ignore[arg-type]


def parenthesised(parts: list[Part]) -> Part:
    return Parenthesised(parts[0].column, parts[1])  # type: ignore[attr-defined,arg-type]


def function(column: int, word: Token, *arguments: Expression) -> Function:
    given = tuple(argument for argument in arguments if argument is not None)
    return Function(column, str(word.value), given)


def channel(column: int, number: Expression) -> Channel:
    return Channel(column, number)


def user_function(column: int, name: Token | Variable, arguments: tuple[Expression, ...] | None = None) -> UserFunction:
    letters, sigil = name_of(name)
    return UserFunction(column, letters, sigil, arguments)


def usr_function(column: int, slot: Number | None, argument: Expression) -> nodes.UsrFunction:
    return nodes.UsrFunction(column, slot_number(column, slot), argument)


def slot_number(column: int, slot: Number | None) -> int:
    if slot is not None and not (slot.kind == "%" and 0 <= slot.value <= 9):
        raise Malformed(SYNTAX, slot.column)
    return 0 if slot is None else int(slot.value)


_SIGNIFICANT = 40


def split_name(token: Token) -> tuple[str, str]:
    """`NAME$` in its name and its sigil. Only the first 40 characters of a name count."""
    text = str(token.value)
    return (text[:-1][:_SIGNIFICANT], text[-1]) if text[-1] in "$%!#" else (text[:_SIGNIFICANT], "")


def name_of(name: Token | Variable) -> tuple[str, str]:
    return split_name(name) if isinstance(name, Token) else (name.name, name.sigil)


def is_string(expression: Part) -> bool | None:
    """Whether an expression is a string (True) or a number (False) for certain; None: DEFSTR may decide."""
    while isinstance(expression, Parenthesised):
        expression = expression.inner
    if isinstance(expression, Variable | Element | UserFunction):
        return expression.sigil == "$" if expression.sigil else None
    if isinstance(expression, Binary) and expression.operator == "+":
        sides = (is_string(expression.left), is_string(expression.right))
        return True if True in sides else None if sides == (None, None) else False
    if isinstance(expression, Unary) and expression.operator == "+":
        return is_string(expression.operand)
    if isinstance(expression, Function):
        return expression.name.endswith("$")
    return isinstance(expression, String)


def string_before(operator: Token, left: Expression) -> int:
    """Whether an operator whose right side is missing already objects to its left side: error 13, or 0."""
    return TYPE_MISMATCH if operator.value not in STRING_OPERATORS and is_string(left) else 0


STRING_OPERATORS = frozenset(["+", "=", "<>", "<", ">", "<=", ">=", "<=>"])
