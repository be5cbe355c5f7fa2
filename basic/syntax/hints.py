"""What a person may have meant by a statement that does not parse: one short sentence, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from basic.codepage import pictured
from basic.errors import MISSING_OPERAND, TYPE_MISMATCH
from basic.syntax.build import takes
from basic.syntax.crunch import Token
from basic.syntax.tokens import KEYWORDS, Role

_STATEMENTS = [keyword.word for keyword in KEYWORDS if keyword.role is Role.STATEMENT and keyword.reserved]
_WORDS = frozenset(keyword.word for keyword in KEYWORDS)
_NEED_A_BLANK = ("THEN", "ELSE", "TO", "STEP", "AND", "OR", "GOTO", "GOSUB", "PRINT", "NOT", "MOD")
_OPERATORS = frozenset(["OPERATOR", "PLUS", "MINUS", "EQUAL", "NOT"])
_NAMES = frozenset(["VARIABLE", "ARRAY"])


def hint(tokens: Sequence[Token], error: int, column: int, text: str) -> str:
    """A guess at what is wrong near `column`."""
    first = tokens[0]
    before = [token for token in tokens if token.column < column]
    last = before[-1] if before and column > first.column else tokens[-1]
    words = (
        _about_first(first, tokens)
        or _about_keyword_as_name(tokens)
        or _about_constant(tokens)
        or _about_blank(tokens[1:])
        or _about_parentheses(tokens, error)
        or _about_clause(first, tokens)
    )
    if words:
        return words
    if last.value in ("GOTO", "GOSUB"):
        return f"{last.value} wants a line number"
    if error == TYPE_MISMATCH:
        return f"{last.value} takes numbers, and a string stands before it"
    if error == MISSING_OPERAND or last.type in _OPERATORS:
        return f"something is missing after {pictured(text[last.column - 1 : last.end - 1])}"
    if first.type == "COMMAND":
        return _about_arguments(str(first.value))
    return ""


def _about_first(first: Token, tokens: Sequence[Token]) -> str:
    if first.type == "FN":
        return "FN begins the name of a function: DEF FN"
    if first.type not in _NAMES:
        return ""
    word = str(first.value)
    glued = max((known for known in _STATEMENTS if word.startswith(known)), key=len, default="")
    if glued and glued != word:
        return f"a blank is missing after {glued}"
    if any(token.type == "EQUAL" for token in tokens):
        return ""
    from difflib import get_close_matches

    close = get_close_matches(word, [known for known in _STATEMENTS if known[0] == word[0]], n=1, cutoff=0.7)
    return f"did you mean {close[0]}?" if close else f"{word} is no statement"


def _about_keyword_as_name(tokens: Sequence[Token]) -> str:
    for token, following in pairwise(tokens):
        if following.type == "BAD" and following.value in ("$", "%", "!") and following.column == token.end:
            return f"{token.value} is a keyword and names no variable" if token.value in _WORDS else ""
    return ""


def _about_constant(tokens: Sequence[Token]) -> str:
    types = {token.type for token in tokens if token.value == "&"}
    if "OVERFLOW" in types:
        return "the number is above &HFFFF"
    return "& begins an octal number, with digits from 0 to 7" if types else ""


def _about_blank(tokens: Sequence[Token]) -> str:
    for token in tokens:
        if token.type in _NAMES:
            for word in _NEED_A_BLANK:
                rest = str(token.value).removeprefix(word)
                if rest != token.value and rest and (rest[0].isdigit() or rest in _WORDS):
                    return f"a blank is missing after {word}"
    return ""


def _about_parentheses(tokens: Sequence[Token], error: int) -> str:
    types = [token.type for token in tokens]
    depth = types.count("LPAR") + types.count("TAB") + types.count("SPC") - types.count("RPAR")
    if depth < 0:
        return "there is a closing parenthesis too many"
    return "a closing parenthesis is missing" if depth > 0 and error != MISSING_OPERAND else ""


def _about_clause(first: Token, tokens: Sequence[Token]) -> str:
    types = {token.type for token in tokens}
    if first.type == "IF" and not types & {"THEN", "GOTO"}:
        return "THEN is missing"
    return "TO is missing" if first.type == "FOR" and "EQUAL" in types and "TO" not in types else ""


def _about_arguments(word: str) -> str:
    least, most = takes(word)
    if most == 0:
        return f"{word} stands alone"
    number = str(most) if least == most else f"{least} to {most}"
    return f"{word} takes {number} value{'s' if most > 1 else ''}"
