"""The lexer: a line's text as GW-BASIC's own tokeniser takes it apart.

A keyword counts only where no letter, digit or dot follows, so `FORI=1` assigns FORI and `TOTAL` is a name, while
`5THEN` and `PRINT"x"` are fine. FN, USR, `SPC(` and `TAB(` count whatever follows. Numbers swallow blanks (`1 2 3` is
123); after GOTO, THEN, ERL and their kin they are line numbers. Text after REM and DATA stays as it is.
"""

from __future__ import annotations

import re

from basic.syntax.tables import PLACE_WORDS
from basic.syntax.tokens import BY_WORD, Keyword
from basic.values.text import LiteralOverflow, read_number

Literal = tuple[int | float, str]


class Token:
    """One token: `type` is its terminal in gwbasic.lark, `column` and `end` frame it (1-based, end exclusive).

    `value` is the keyword, operator or name in upper case (a name with its sigil), the text of a string, REM or
    DATA, the number of a line, or (value, kind) of a numeric literal.
    """

    __slots__ = ("column", "end", "type", "value")

    def __init__(self, type: str, value: str | int | Literal, column: int, end: int) -> None:
        self.type = type
        self.value = value
        self.column = column
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self.column}-{self.end})"


# What a digit begins depends on what stands before it (the tokeniser's own three states).
_NUMBER, _LINE_NUMBER, _AFTER_NAME = range(3)

_CHUNK = re.compile(
    r"""[ ]*+(?:
      ([A-Za-z][A-Za-z0-9.]*)([$%!\#]?)             # 1 2: a word and a sigil
    | (\d{1,5})(?![ \t\n]*[\d.EeDd!\#%])            # 3: a plain whole number
    | ([\d.])                                       # 4: any other number begins
    | "([^"\0]*)"?                                  # 5: a string, closed or not
    | ([-+*/^\\=<>])                                # 6: an operator
    | ([(),;:\#\[\]])                               # 7: punctuation
    | (.)                                           # 8: the rest
    )""",
    re.VERBOSE | re.DOTALL,
)
_DATA = re.compile(r'(?:"[^"\0]*"?|[^":\0])*')
_NAME_GOES_ON = re.compile(r"[A-Za-z0-9.]")
_REST = re.compile(r"[^\0]*")
_LINE_DIGITS = re.compile(r"\d(?:[ \t\n]*\d)*")
_GO = re.compile(r" (?:(SUB)|[ \t\n]*(TO))", re.IGNORECASE)  # `GO  TO`, but `GO  SUB` is two names (published GWMAIN)
_HEX = re.compile(r"&[ \t\n]*H([0-9A-F]*)", re.IGNORECASE)
_OCTAL = re.compile(r"&[ \t\n]*O?((?:[ \t\n]*[0-9])*)", re.IGNORECASE)

_PUNCTUATION = {
    "(": "LPAR", ")": "RPAR", ",": "COMMA", ";": "SEMICOLON", ":": "COLON", "#": "HASH", "[": "LSQB", "]": "RSQB",
}  # fmt: skip
_OPERATOR = {"+": "PLUS", "-": "MINUS", "=": "EQUAL"}
# `=<`, `< =` and the like are one relation; no sign counts twice. "<=>" holds for all pairs.
_RELATIONS = {
    "<=": "<=", "=<": "<=", ">=": ">=", "=>": ">=", "<>": "<>", "><": "<>",
    "<=>": "<=>", ">=<": "<=>", "<>=": "<=>",
}  # fmt: skip
_RELATION_TYPES = ("EQUAL", "OPERATOR")
_HIGHEST_WORD = 32767
_BLANK = " \t\n"


def crunch(text: str) -> list[Token]:
    """The tokens of a line without its number: `PRINT 1 2;FORI` -> PRINT, 12, `;`, the name FORI."""
    return _Cruncher(text).run()


def beyond(text: str) -> int:
    """How many numbers of a line are out of range: GW-BASIC says Overflow of each while it reads the line."""
    cruncher = _Cruncher(text)
    cruncher.run()
    return cruncher.beyond


class _Cruncher:
    """Takes one line apart. `numbers` says what a digit would begin, as the tokeniser's own three-way flag does."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.numbers = _NUMBER
        self.beyond = 0

    def run(self) -> list[Token]:
        text = self.text
        chunk = _CHUNK.match
        handlers = (
            None, None, self.word, self.whole_number, self.number, self.string, self.operator, self.punctuation,
            self.other,
        )  # fmt: skip
        position = 0
        while match := chunk(text, position):
            handle = handlers[match.lastindex or 0]
            assert handle is not None
            position = handle(match)
        return self.tokens

    def add(self, type: str, value: str | int | Literal, start: int, end: int) -> int:
        self.tokens.append(Token(type, value, start + 1, end + 1))
        return end

    def word(self, match: re.Match[str]) -> int:
        """A keyword, a name, or a keyword (FN, USR) and the beginning of what follows it."""
        start = match.start(1)
        word, sigil = match[1].upper(), match[2]
        keyword, end = _keyword(self.text, start, word, sigil)
        if keyword is None:
            if word == "AS" and sigil == "#" and self.wants_as():
                word, sigil, end = "AS", "", end - 1  # OPEN "FILE" FOR INPUT AS#1
            self.numbers = _NUMBER if sigil else _AFTER_NAME
            return self.add(word if word in PLACE_WORDS and not sigil else "VARIABLE", word + sigil, start, end)
        if keyword.word == "REM" or keyword.word == "DATA":
            raw = (_REST if keyword.word == "REM" else _DATA).match(self.text, end)
            assert raw is not None
            return self.add(keyword.terminal, raw[0], start, raw.end())
        self.numbers = _LINE_NUMBER if keyword.line_numbers else _NUMBER
        return self.add(keyword.terminal, keyword.word.removesuffix("("), start, end)

    def whole_number(self, match: re.Match[str]) -> int:
        number = int(match[3])
        if self.numbers == _LINE_NUMBER or number > _HIGHEST_WORD:
            return self.number(match)
        return self.add("NUMBER", (number, "%"), match.start(3), match.end())

    def number(self, match: re.Match[str]) -> int:
        """Any literal; after GOTO a line number, and a dot there (as after a name) is no decimal point."""
        text, start = self.text, match.start(match.lastindex or 0)
        if text[start] == "." and self.numbers != _NUMBER:
            return self.add("DOT", ".", start, start + 1)
        if self.numbers == _LINE_NUMBER:
            number, end = read_line_number(text, start)
            return self.add("LINENUMBER", number, start, end)
        try:
            value, kind, end = read_number(text, start)
        except LiteralOverflow as beyond:  # 1E99 is the largest number that there is
            value, kind, end = beyond.result, beyond.kind, beyond.end
            self.beyond += 1
        while text[end - 1] in _BLANK:
            end -= 1
        return self.add("NUMBER", (value, kind), start, end)

    def string(self, match: re.Match[str]) -> int:
        return self.add("STRING", match[5], match.start(5) - 1, match.end())

    def operator(self, match: re.Match[str]) -> int:
        sign, end = match[6], match.end()
        self.end_name()
        previous = self.tokens[-1] if self.tokens else None
        if previous is not None and previous.type in _RELATION_TYPES:
            both = _RELATIONS.get(f"{previous.value}{sign}")
            if both:
                previous.type, previous.value, previous.end = "OPERATOR", both, end + 1
                return end
        return self.add(_OPERATOR.get(sign, "OPERATOR"), sign, match.start(6), end)

    def punctuation(self, match: re.Match[str]) -> int:
        sign = match[7]
        if sign in "([" and self.tokens and self.may_be_array(self.tokens[-1].type):
            self.tokens[-1].type = "ARRAY"
        if sign == ":":
            self.numbers = _NUMBER
        self.end_name()
        return self.add(_PUNCTUATION[sign], sign, match.start(7), match.end())

    def other(self, match: re.Match[str]) -> int:
        """`?`, an apostrophe, `&`; control characters are blanks, and those from 128 up vanish outside strings."""
        sign, start, end = match[8], match.start(8), match.end()
        if sign == "\0":
            return len(self.text)
        if sign == "?":
            self.numbers = _NUMBER
            return self.add("PRINT", "PRINT", start, end)
        if sign == "'":
            rest = _REST.match(self.text, end)
            assert rest is not None
            return self.add("QUOTE", rest[0], start, rest.end())
        self.end_name()
        if sign == "&":
            return self.radix(start)
        return self.add("BAD", sign, start, end) if " " < sign < "\x80" else end

    def radix(self, start: int) -> int:
        """`&HFF`, `&O17`, `&17`: 16 bits, signed. Too many digits are an Overflow, an 8 or 9 in octal an error."""
        if match := _HEX.match(self.text, start):
            value, too_many = int(match[1] or "0", 16), len(match[1]) > 4
        else:
            match = _OCTAL.match(self.text, start)
            assert match is not None
            digits = "".join(match[1].split())
            if not set(digits) <= set("01234567"):
                return self.add("BAD", "&", start, match.end())
            value = int(digits or "0", 8)
            too_many = value > 0xFFFF
        if too_many:
            return self.add("OVERFLOW", "&", start, match.end())
        return self.add("NUMBER", (value - 0x10000 if value > _HIGHEST_WORD else value, "%"), start, match.end())

    def may_be_array(self, before: str) -> bool:
        return before == "VARIABLE" or (before in PLACE_WORDS and not (before == "AS" and self.wants_as()))

    def wants_as(self) -> bool:
        return any(token.type == "OPEN" or token.type == "NAME" for token in self.tokens)

    def end_name(self) -> None:
        """After a name and some other character numbers are numbers again."""
        if self.numbers == _AFTER_NAME:
            self.numbers = _NUMBER


def _keyword(text: str, start: int, word: str, sigil: str) -> tuple[Keyword | None, int]:
    """The keyword that a word of letters, digits and dots is, or begins with; and where that (or the name) ends."""
    end = start + len(word)
    if sigil == "$" and (keyword := BY_WORD.get(word + "$")) and not _NAME_GOES_ON.match(text, end + 1):
        return keyword, end + 1
    if (keyword := BY_WORD.get(word)) and keyword.reserved:
        return keyword, end
    if word.startswith("FN"):
        return BY_WORD["FN"], start + 2
    if word.startswith("USR"):
        return BY_WORD["USR"], start + 3
    if (word == "TAB" or word == "SPC") and text.startswith("(", end):
        return BY_WORD[word + "("], end + 1
    if word == "GO" and (go := _GO.match(text, end)):
        return BY_WORD["GO" + go[go.lastindex or 0].upper()], go.end()
    return None, end + len(sigil)


def read_line_number(text: str, start: int) -> tuple[int, int]:
    """A line number and where it ends. Digits that would lead beyond 65529 are left over: 65530 is 6553 and then 0."""
    digits = _LINE_DIGITS.match(text, start)
    assert digits is not None
    number = 0
    end = start
    for position in range(start, digits.end()):
        if text[position] not in _BLANK:
            if number > 6552:
                break
            number = number * 10 + int(text[position])
            end = position + 1
    return number, end
