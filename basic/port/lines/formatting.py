"""Lines that are too long, broken as the usual formatters of Python break them (ruff's and black's common rules).

A statement is read as tokens. Its expression is broken inside its brackets, from the left, where the text up to the
next bracket does not fit; or, if it has operators, at those that bind least, in brackets of its own.
"""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise, takewhile
from keyword import iskeyword

from ...record import record, replace
from .trees import tree

WIDTH = 120
NARROW = 88  # what tools take where nothing else is said; imports are sorted and broken by that
STEP = 4
QUOTE = '"'
BEFORE = {  # the words behind which the expressions of statements stand, by those that begin these
    "for": "in", "from": "import",
    **{word: word for word in ("return", "if", "elif", "while", "match", "case", "with", "def")},
}  # fmt: skip
GIVING = frozenset({"=", "+=", "-=", "*=", "/=", "//=", "%=", "|=", "&="})
BRACKETS = {"(": ")", "[": "]", "{": "}"}
BINDING: tuple[set[str], ...] = (  # what an expression is broken at, first what binds least
    {","}, {"for", "if", "else"}, {"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">=", "in", "not", "is"}, {"|"}, {"^"},
    {"&"}, {"+", "-"}, {"*", "/", "//", "%"}, set(),  # texts side by side, which are one
)  # fmt: skip


@record
class Piece:
    """A token, or brackets with what stands in them."""

    space: str  # before it
    text: str
    constant: bool = False
    inside: list[Piece] = []  # noqa: RUF012
    end: str = ""  # the bracket that closes
    called: bool = False  # whether brackets belong to what stands before them, as those of a call or a subscript

    @property
    def operand(self) -> bool:
        """Whether an operator may stand behind it."""
        return self.constant or bool(self.end) or (self.text.isidentifier() and not iskeyword(self.text))

    def __str__(self) -> str:
        return self.space + self.text + shown(self.inside) + self.end


Code = list[Piece]


def shown(code: Code) -> str:
    return "".join(map(str, code))


def _bare(code: Code) -> Code:
    """Without the space before it."""
    return [replace(code[0], space=""), *code[1:]] if code else []


def formatted(text: str, indent: int, more: int = 0) -> list[str]:
    """A statement as lines with their margin, behind the last of which `more` characters are to fit."""
    margin, size = " " * indent, indent + len(text) + more
    if size <= NARROW:
        return [margin + text]
    imports = isinstance(tree(text), ast.ImportFrom)
    more = WIDTH if imports else more  # so that each name has its own line
    tokens = [*_tokens(text)]
    whole = shown(_joined(tokens))
    if indent + len(whole) + more <= WIDTH:
        return [margin + whole]
    code = _read(iter(tokens))
    begin = _begin(code)
    end = next((at for at, piece in enumerate(code) if piece.text == "->"), len(code) - (code[-1].text == ":"))
    head, value = shown(code[:begin]) + " " * bool(begin), _bare(code[begin:end])
    first, *others = _statement(head, value, shown(code[end:]), indent, more) if value else [text]
    return [margin + first, *others]


# -- reading ------------------------------------------------------------------------------------------------------


def _tokens(text: str) -> Iterator[Piece]:
    """Of a statement; newer Pythons give an f-string in several."""
    begin, end, deep = 0, 0, 0
    for token in tokenize.generate_tokens(StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        begin = begin if deep else token.start[1]
        deep += (kind == "FSTRING_START") - (kind == "FSTRING_END")
        if not deep and token.string.strip():
            stop = token.end[1]
            yield Piece(text[end:begin], text[begin:stop], kind in ("NUMBER", "STRING", "FSTRING_END"))
            end = stop


def _joined(tokens: Code) -> Code:
    """Those of a statement in which texts side by side are one."""
    code: Code = []
    for piece in tokens:
        both = [*code[-1:], piece]
        if len(both) == 2 and all(each.constant and each.text[-1] == QUOTE for each in both):
            code[-1] = replace(code[-1], text=_of_both(*(each.text for each in both)))
        else:
            code.append(piece)
    return code


def _of_both(one: str, other: str) -> str:
    """Two texts as one f-string, or as one plain text."""
    insides = [(text[0] != QUOTE, text[1 + (text[0] != QUOTE) : -1]) for text in (one, other)]
    if not any(made for made, _ in insides):
        return QUOTE + "".join(inside for _, inside in insides) + QUOTE
    parts = (inside if made else inside.replace("{", "{{").replace("}", "}}") for made, inside in insides)
    return f'f"{"".join(parts)}"'


def _read(tokens: Iterator[Piece], closing: str = "") -> Code:
    """All up to a bracket that closes."""
    code: Code = []
    for token in tokens:
        if token.text == closing:
            break
        if end := BRACKETS.get(token.text, ""):
            called = not token.space and code[-1:] != [] and code[-1].operand
            token = Piece(token.space, token.text, False, _read(tokens, end), end, called)
        code.append(token)
    return code


def _begin(code: Code) -> int:
    """Where the expression of a statement begins; its end if it has none that can be broken."""
    first = code[0].text
    if first not in BEFORE and not iskeyword(first):
        return max((at + 1 for at, piece in enumerate(code) if piece.text in GIVING), default=0)
    word = BEFORE.get(first, "")
    return next((at + 1 for at, piece in enumerate(code) if piece.text == word), len(code))


def _parts(code: Code) -> tuple[list[Code], bool]:
    """What may have a line each: items, or operands, each but the first with its operator before it; and whether they
    are items."""
    for operators in BINDING:
        cuts = [
            at for at, (before, piece) in enumerate(pairwise(code), 1)
            if before.operand and (piece.text in operators or (not operators and before.constant and piece.constant))
        ]  # fmt: skip
        if cuts:
            items = "," in operators
            found = (code[begin + items : end] for begin, end in pairwise([-items, *cuts, len(code)]))
            return [_bare(part) for part in found if part], items
    return [code], False


# -- layout -------------------------------------------------------------------------------------------------------


def _statement(head: str, code: Code, foot: str, indent: int, more: int) -> list[str]:
    """A statement that is too long, its first line without the margin. Its expression gets brackets of its own if it
    has operators, or no others."""
    if len(code) == 1 and code[0].end and not more and _is_table(code[0]):
        return _rows(head, code[0], indent)
    alone, brackets = len(_parts(code)[0]) == 1, any(piece.end for piece in code)
    if alone and (brackets or indent + STEP + len(shown(code)) > WIDTH):
        return _broken(head, code, foot, indent, more)
    return [f"{head}(", *_inside(Piece("", "(", False, code, ")"), indent + STEP), f"{' ' * indent}){foot}"]


def _is_table(brackets: Piece) -> bool:
    """Whether they hold constants."""
    parts, items = _parts(brackets.inside)
    bare = (part[1:] if part[0].text == "-" else part for part in parts)
    return items and all(len(part) == 1 and part[0].constant for part in bare)


def _rows(head: str, table: Piece, indent: int) -> list[str]:
    """A table in as few lines as it needs; formatters would give each item its own."""
    margin = " " * (indent + STEP)
    rows = [head + table.text, ""]
    for item in map(shown, _parts(table.inside)[0]):
        if rows[-1] and len(rows[-1]) + len(item) + 2 > WIDTH:
            rows.append("")
        rows[-1] += f" {item}," if rows[-1] else f"{margin}{item},"
    return [*rows, " " * indent + table.end + "  # fmt: skip"]


def _broken(head: str, code: Code, foot: str, indent: int, more: int = 0) -> list[str]:
    """Broken inside its brackets: from the left, where what goes to the next bracket does not fit. The first line is
    without its margin."""
    lines: list[str] = []
    line, column = head, indent
    for place, piece in enumerate(code):
        behind = [*takewhile(lambda each: not each.end, code[place + 1 :])]
        rest = len(foot) + more if place + 1 + len(behind) == len(code) else 1
        if not piece.end or column + len(line + shown([piece, *behind])) + rest <= WIDTH:
            line += str(piece)
        else:
            lines += [line + piece.space + piece.text, *_inside(piece, indent + STEP)]
            line, column = " " * indent + piece.end, 0
    return [*lines, line + foot]


def _inside(brackets: Piece, indent: int) -> list[str]:
    """What stands in brackets: items may have one line together if it is called with these."""
    code = brackets.inside
    parts, items = _parts(code)
    if not items or (brackets.called and indent + len(shown(code)) <= WIDTH):
        return _lines(code, indent)
    return [line for item in parts for line in _lines(item, indent, ",")]


def _lines(code: Code, indent: int, foot: str = "") -> list[str]:
    """An item or an operand, or several of these."""
    margin = " " * indent
    if indent + len(shown(code) + foot) <= WIDTH:
        return [margin + shown(code) + foot]
    parts, _ = _parts(code)
    if len(parts) == 1:
        first, *others = _broken("", code, foot, indent)
        return [margin + first, *others]
    *lines, last = (line for part in parts for line in _lines(part, indent))
    return [*lines, last + foot]
