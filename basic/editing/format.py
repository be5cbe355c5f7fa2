"""Tidy lines: GW-BASIC's own spelling, single blanks, and a blank beside keywords.

`10 if a=1then ?"x" :goto 20` becomes `10 IF A=1 THEN PRINT "x":GOTO 20`. Nothing but case and spacing changes: the
tokens of a tidied line are those that it had.
"""

from __future__ import annotations

from itertools import pairwise

from basic.editing.exact import exact_text
from basic.editing.lister import typed
from basic.editing.stored import Kind, pieces
from basic.syntax.crunch import Token, crunch
from basic.syntax.source import LONGEST_LINE
from basic.syntax.stored import stored
from basic.syntax.tokens import BY_WORD, Role

_CLOSING = frozenset(["COMMA", "SEMICOLON", "COLON", "RPAR", "RSQB"])
_OPENING = frozenset(["LPAR", "LSQB", "TAB", "SPC", "FN", "USR"])
# Of the words that may stand before a parenthesis, those that are no function and name no point.
_APART = frozenset([
    "IF", "WHILE", "THEN", "ELSE", "TO", "AND", "OR", "XOR", "EQV", "IMP", "MOD", "NOT", "PRINT", "LPRINT", "WRITE",
    "USING",
])  # fmt: skip


def tidy(number: int, text: str) -> str:
    """The text of a line, tidied. Where that would make the line too long it is only put in GW-BASIC's spelling."""
    tokens = stored(text)
    plain = exact_text(tokens)
    for version in (_spaced(plain), plain):
        if len(typed(number, version)) <= LONGEST_LINE and essence(stored(version)) == essence(tokens):
            return version
    return text


def essence(tokens: bytes) -> list[bytes]:
    """A stored line without the blanks between its tokens."""
    return [
        tokens[piece.start : piece.end]
        for piece in pieces(tokens)
        if not (piece.kind is Kind.CHARACTERS and piece.code in (b" ", b"\t", b"\n"))
    ]


def _spaced(text: str) -> str:
    tokens = crunch(text)
    if not tokens:
        return text
    made = [text[: tokens[0].column - 1]]
    for token, following in pairwise(tokens):
        gap = text[token.end - 1 : following.column - 1]
        made.append(text[token.column - 1 : token.end - 1])
        made.append(gap if gap.strip(" ") else _gap(token, following, bool(gap)))
    last = tokens[-1]
    made.append(text[last.column - 1 : last.end - 1] + text[last.end - 1 :].rstrip(" "))
    return "".join(made)


_TEXT = frozenset(["REM", "QUOTE", "DATA", "STRING"])


def _gap(left: Token, right: Token, blank: bool) -> str:
    """What stands between two tokens: a blank, nothing, or (one blank for many) what there was."""
    if right.type in _CLOSING or left.type in _OPENING:
        return ""
    if _is_word(left) and str(left.value) in _APART:
        return " "
    if _is_function(left) and right.type == "LPAR":
        return ""
    apart = _is_word(left) and (
        _is_word(right) or right.type in ("STRING", "NUMBER", "LINENUMBER", "VARIABLE", "ARRAY")
    )
    apart = apart or (_is_word(right) and not _is_function(right) and left.type in _ENDING)
    return " " if apart or blank else ""


# What may stand before THEN, ELSE, TO, AND ...
_ENDING = frozenset(["VARIABLE", "ARRAY", "NUMBER", "LINENUMBER", "STRING", "RPAR", "RSQB"])


def _is_word(token: Token) -> bool:
    value = token.value
    return token.type not in ("VARIABLE", "ARRAY", *_TEXT) and isinstance(value, str) and value[:1].isalpha()


def _is_function(token: Token) -> bool:
    keyword = BY_WORD.get(str(token.value))
    return keyword is not None and keyword.role is Role.FUNCTION
