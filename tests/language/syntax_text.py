"""Trees and tokens as one line of text, for the tables of test_syntax.py."""

from __future__ import annotations

from collections.abc import Iterable

from basic.record import fields
from basic.syntax.crunch import Token
from basic.syntax.nodes import (
    Binary,
    Broken,
    DataItem,
    Element,
    Function,
    LineRef,
    Node,
    Number,
    Parenthesised,
    Separator,
    String,
    Unary,
    UserFunction,
    UsrFunction,
    Variable,
)
from basic.values.text import text as number_text


def show(value: object) -> str:
    """`PRINT A;-1` -> Print(PRINT -; A `;` (- 1))"""
    match value:
        case None:
            return "~"
        case Number(value=number, kind=kind):
            return number_text(number, kind) + (kind if kind != "%" else "")
        case String(value=text):
            return f'"{text}"'
        case Variable(name=name, sigil=sigil):
            return name + sigil
        case Element(name=name, sigil=sigil, subscripts=subscripts):
            return f"{name}{sigil}({_list(subscripts)})"
        case Unary(operator=operator, operand=operand):
            return f"{{{operator} {show(operand)}}}"
        case Binary(operator=operator, left=left, right=right):
            return f"{{{show(left)} {operator} {show(right)}}}"
        case Parenthesised(inner=inner):
            return f"({show(inner)})"
        case Function(name=name, arguments=arguments):
            return f"{name}<{_list(arguments)}>"
        case UserFunction(name=name, sigil=sigil, arguments=arguments):
            return f"FN {name}{sigil}" + ("" if arguments is None else f"<{_list(arguments)}>")
        case UsrFunction(slot=slot, argument=argument):
            return f"USR{slot}<{show(argument)}>"
        case LineRef(number=number):
            return f"@{number}"
        case Separator(mark=mark):
            return f"`{mark}`"
        case DataItem(text=text, quoted=quoted, whole=whole):
            return (f'"{text}"' if quoted else f"<{text}>") + ("" if whole else "...")
        case Node():
            hidden = {"column", "continues", "going_on"} | ({"word"} if isinstance(value, Broken) else set())
            parts = [show(getattr(value, name)) for name in fields(value) if name not in hidden]
            return f"{type(value).__name__}({' '.join(parts)})"
        case tuple():
            return f"[{_list(value)}]"
        case str():
            return value or "''"
        case _:
            return str(value)


def _list(values: Iterable[object]) -> str:
    return ", ".join(show(value) for value in values)


def show_token(token: Token) -> str:
    """`NUMBER:5%`, `VARIABLE:FORI`, `COLON`"""
    if isinstance(token.value, tuple):
        value, kind = token.value
        return f"{token.type}:{number_text(value, kind)}{kind}"
    if token.type in ("STRING", "REM", "QUOTE", "DATA"):
        return f"{token.type}:<{token.value}>"
    plain = token.value == token.type or (not str(token.value)[0].isalnum() and token.type not in ("OPERATOR", "BAD"))
    return token.type if plain else f"{token.type}:{token.value}"
