"""BASIC in colours: a Pygments lexer on the interpreter's own tokens, for terminals, web pages and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter, RtfFormatter, Terminal256Formatter  # type: ignore[import-untyped]
from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_for_filename  # type: ignore[import-untyped]
from pygments.lexers.special import TextLexer  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

from basic.codepage import from_unicode
from basic.syntax.crunch import Token, crunch
from basic.syntax.tables import PLACE_WORDS
from basic.syntax.tokens import BY_WORD, Role

FORMS = ("ansi", "html", "rtf")

_BY_TYPE: dict[str, object] = {
    "NUMBER": Number, "LINENUMBER": Name.Label, "DOT": Name.Label, "STRING": String, "VARIABLE": Name.Variable,
    "ARRAY": Name.Variable, "BAD": Error, "OVERFLOW": Error, "REM": Comment, "QUOTE": Comment, "FN": Name.Function,
    **dict.fromkeys(["LPAR", "RPAR", "LSQB", "RSQB", "COMMA", "SEMICOLON", "COLON", "HASH"], Punctuation),
    **dict.fromkeys(PLACE_WORDS, Keyword),
}  # fmt: skip
_BY_ROLE: dict[Role, object] = {
    Role.STATEMENT: Keyword, Role.FUNCTION: Name.Builtin, Role.OPERATOR: Operator.Word, Role.OTHER: Keyword,
}  # fmt: skip
_LINE = re.compile(r"([ \t]*)(\d*)([^\n]*)(\n?)")


class BasicLexer(Lexer):  # type: ignore[misc]
    """GW-BASIC, line by line; the text is Unicode, with or without line numbers."""

    name = "GW-BASIC"
    aliases: ClassVar[list[str]] = ["gwbasic", "basica"]
    filenames: ClassVar[list[str]] = ["*.bas", "*.BAS"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """What Pygments asks of a lexer: position, kind and text of every token."""
        for line in _LINE.finditer(text):
            blanks, number, rest, end = line.groups()
            yield line.start(), Text, blanks
            if number:
                yield line.start(2), Name.Label, number
            yield from _tokens(rest, line.start(3))
            yield line.start(4), Text, end


def _tokens(text: str, start: int) -> Iterator[tuple[int, object, str]]:
    position = 0
    for token in crunch("".join(map(_byte, text))):
        for end, kind in ((token.column - 1, Text), *_parts(token)):
            if end > position:
                yield start + position, kind, text[position:end]
                position = end
    yield start + position, Text, text[position:]


def _byte(character: str) -> str:
    """The character in the code page, or one that means as little: every position must stay."""
    try:
        return from_unicode(character)
    except UnicodeEncodeError:
        return "\xff"


def _parts(token: Token) -> list[tuple[int, object]]:
    """Where the token's parts end, and their kinds: DATA is a keyword and then text."""
    end = token.end - 1
    if token.type == "DATA":
        return [(end - len(str(token.value)), Keyword), (end, String.Other)]
    return [(end, _kind(token))]


def _kind(token: Token) -> object:
    if token.type in _BY_TYPE:
        return _BY_TYPE[token.type]
    word = str(token.value)
    if not word[0].isalpha():
        return Operator
    return _BY_ROLE[(BY_WORD.get(word) or BY_WORD[word + "("]).role]


def highlighted(text: str, form: str = "ansi", title: str = "") -> str:
    """A listing in colours: `ansi` for a terminal, `html` a whole page, `rtf` for word processors."""
    formatters = {
        "ansi": Terminal256Formatter,
        "html": lambda: HtmlFormatter(full=True, title=title),
        "rtf": RtfFormatter,
    }
    return str(highlight(text, BasicLexer(stripnl=False, ensurenl=False), formatters[form]()))


def fragment(text: str, file: str = "") -> str:
    """A listing, or what a file of another language has in it, as a part of a web page with classes for the colours."""
    try:
        lexer = get_lexer_for_filename(file, stripnl=False, ensurenl=False) if file else BasicLexer(stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False, ensurenl=False)
    return str(highlight(text, lexer, HtmlFormatter(nowrap=True))).removesuffix("\n")
