"""Lines that are too long, broken as the usual formatters of Python break them (ruff's and black's common rules).

A statement is a head (`if `, `x = `), an expression and a foot (`:`). An expression is broken inside its brackets, from
the left, where the text up to the next bracket does not fit; or, if it has operators, at those that bind least, in
brackets of its own.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ...record import record

WIDTH = 120
NARROW = 88  # what tools take where nothing else is said; imports are sorted and broken by that
STEP = 4

_TOKEN = re.compile(
    r"""[rbfRBF]*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[\w.]+|[()\[\]{}]|\*\*=?|//=?|<<|>>|[-+*/%&|^<>=!:]=|->|\S"""
)
TERNARY, COMMA, COMPREHENSION = 16, 18, 20
_WORDS = {"if": TERNARY, "else": TERNARY, "or": 14, "and": 13, "in": 10, "is": 10}
_SIGNS = {
    **dict.fromkeys(("<", ">", "==", ">=", "<=", "!="), 10),
    "|": 9, "^": 8, "&": 7, "<<": 6, ">>": 6, "+": 5, "-": 5, "*": 4, "/": 4, "//": 4, "%": 4, "@": 4,
}
NO_OPERANDS = {*_SIGNS, *_WORDS, "not", ",", "=", ":", "**", "~", "for"}  # behind which no operator stands between two
_HEAD = re.compile(r"(?:if|elif|while|return|raise|assert|match|case|yield|with) ")
_LOOP = re.compile(r"for [^()\[\]]+? in ")
_ASSIGNMENT = re.compile(r"(?:[-+*/%&|^]|//|\*\*|<<|>>)?=")
_CONSTANT = re.compile(r"""-?\.?\d[\d.]*(?:e[-+]?\d+)?|True|False|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
FEWEST = 6  # items of a table
QUOTES = "\"'"
_OPERATOR = re.compile(r"(?:if|else|or|and|in|not in|is not|is|for|[-+*/%&|^<>=!@]+) (?=\S)")
_SIMPLE = re.compile(r"-?[\w.]*")


@record
class Part:
    """What stands in no brackets: a token, or brackets with all that is in them."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def group(self) -> bool:
        return self.text[0] in "([{"

    @property
    def open(self) -> bool:
        """Whether there is something in the brackets, so that they can be broken."""
        return self.group and len(self.text) > 2


def parts(text: str) -> list[Part]:
    found: list[Part] = []
    depth = begun = 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in ("(", "[", "{"):
            if not depth:
                begun = token.start()
            depth += 1
        elif word in (")", "]", "}"):
            depth -= 1
            if not depth:
                found.append(Part(text[begun : token.end()], begun))
        elif not depth:
            found.append(Part(word, token.start()))
    return found


def formatted(text: str, indent: int, more: int = 0) -> list[str]:
    """A statement as lines with their margin, behind the last of which `more` characters are to fit."""
    margin = " " * indent
    width = NARROW if text.startswith("from ") else WIDTH
    if '" f"' in text and indent + len(whole := _in_one_piece(text)) + more <= width:
        text = whole
    if indent + len(text) + more <= width:
        return [margin + text]
    lines = _statement(text, indent, more)
    return [margin + lines[0], *lines[1:]]


def _in_one_piece(text: str) -> str:
    """With no f-string behind another."""
    tokens = [*_TOKEN.finditer(text)]
    for one, other in reversed([*pairwise(tokens)]):
        if one[0][:2] == other[0][:2] == 'f"':
            text = text[: one.end() - 1] + text[other.start() + 2 :]
    return text


def spaced_slices(text: str) -> str:
    """`a[: n - 1]` and `a[n + 1 :]`, with blanks beside what is not a mere name or number."""
    if ":" not in text or "[" not in text:
        return text
    for part in reversed(parts(text)):
        if part.open:
            inner = spaced_slices(part.text[1:-1])
            if part.text[0] == "[" and _is_trailer(text, part):
                inner = _spaced(inner)
            text = text[: part.start + 1] + inner + text[part.end - 1 :]
    return text


def _spaced(inner: str) -> str:
    colons = [part for part in parts(inner) if part.text == ":"]
    if len(colons) != 1:
        return inner
    before, after = inner[: colons[0].start].strip(), inner[colons[0].end :].strip()
    if _SIMPLE.fullmatch(before) and _SIMPLE.fullmatch(after):
        return f"{before}:{after}"
    return f"{before} : {after}".strip()


def _is_trailer(text: str, part: Part) -> bool:
    """Whether brackets belong to what stands before them, as a call or a subscript."""
    return part.start > 0 and (text[part.start - 1] in ")]}\"'_" or text[part.start - 1].isalnum())


# -- statements ---------------------------------------------------------------------------------------------------


def _statement(text: str, indent: int, more: int) -> list[str]:
    """The lines of a statement that is too long, the first without its margin."""
    if text.startswith("def "):
        first = next(part for part in parts(text) if part.group)
        inside = _inside(first.text[1:-1], indent + STEP, True)
        return [text[: first.start + 1], *inside, " " * indent + text[first.end - 1 :]]
    if text.startswith("from "):
        head, _, names = text.partition(" import ")
        return [f"{head} import (", *(" " * (indent + STEP) + f"{name}," for name in names.split(", ")), ")"]
    foot = ":" if text.endswith(":") else ""
    code = text.removesuffix(":") if foot else text
    match = _HEAD.match(code) or _LOOP.match(code)
    given = [part.end + 1 for part in parts(code) if _ASSIGNMENT.fullmatch(part.text)]
    end = match.end() if match else given[-1] if given else 0
    if given and not more and _is_table(code[end:]):
        return _rows(code[:end], code[end:], indent)
    return _expression(code[:end], code[end:], foot, indent, more)


def _is_table(code: str) -> bool:
    """Whether it is a list of constants."""
    found = parts(code)
    items = _cut_at_commas(code[1:-1]) if len(found) == 1 and found[0].open and code[0] in "([" else []
    return len(items) >= FEWEST and all(_CONSTANT.fullmatch(item) for item in items)


def _rows(head: str, code: str, indent: int) -> list[str]:
    """A table in as few lines as it needs; formatters would give each item its own."""
    margin = " " * (indent + STEP)
    rows = [head + code[0], ""]
    for item in _cut_at_commas(code[1:-1]):
        if rows[-1] and len(rows[-1]) + len(item) + 2 > WIDTH:
            rows.append("")
        rows[-1] += f" {item}," if rows[-1] else f"{margin}{item},"
    return [*rows, " " * indent + code[-1] + "  # fmt: skip"]


def _expression(head: str, code: str, foot: str, indent: int, more: int) -> list[str]:
    """An expression that gets brackets of its own if it has operators, or no others."""
    level, cuts = operators(code)
    if not cuts and any(part.open for part in parts(code)):
        return _broken(head, code, foot, indent, more)
    if not cuts and indent + STEP + len(code) > WIDTH:
        return [head + code + foot]
    return [f"{head}(", *_inside(code, indent + STEP, level != COMMA), f"{' ' * indent}){foot}"]


# -- expressions --------------------------------------------------------------------------------------------------


def operators(code: str) -> tuple[int, list[Part]]:
    """The operators that bind least, and how little; commas are such, too."""
    best = 0
    cuts: list[Part] = []
    before: Part | None = None
    comprehension = False
    for part in parts(code):
        text = part.text
        level = 0
        operand = before is not None and (before.group or before.text not in NO_OPERANDS)
        if part.group:
            pass
        elif text == "lambda":
            break
        elif text[-1] in QUOTES and before is not None and before.text[-1] in QUOTES:
            level = 1
        elif text == "for":
            level, comprehension = COMPREHENSION, True
        elif text == ",":
            level = COMMA
        elif comprehension:
            level = COMPREHENSION if text == "if" else 0
        elif text in _WORDS:
            level = _WORDS[text]
        elif text == "not" and operand:  # `not in`
            level = 10
        elif text in _SIGNS and operand:
            level = _SIGNS[text]
        if text in ("in", "not") and before is not None and before.text in ("not", "is"):
            level = 0
        if level > best:
            best, cuts = level, []
        if level == best and level:
            cuts.append(part)
        before = part
    return best, cuts


def _inside(code: str, indent: int, packs: bool) -> list[str]:
    """What stands in brackets; `packs`: whether several items may have one line together."""
    if operators(code)[0] != COMMA or (packs and indent + len(code) <= WIDTH and not code.endswith(",")):
        return _piece(code, indent)
    return [line for item in _cut_at_commas(code) for line in _piece(item, indent, ",")]


def _piece(code: str, indent: int, foot: str = "") -> list[str]:
    """What stands in brackets already, perhaps with an operator before it, each line with its margin."""
    margin = " " * indent
    if indent + len(code) + len(foot) <= WIDTH:
        return [margin + code + foot]
    match = _OPERATOR.match(code)
    sign = match[0] if match else ""
    _, cuts = operators(code[len(sign) :])
    if not cuts:
        first, *lines = _broken(sign, code[len(sign) :], foot, indent, 0)
        return [margin + first, *lines]
    edges = [len(sign), *(len(sign) + cut.start for cut in cuts), len(code)]
    lines = [line for start, end in pairwise(edges) for line in _piece(code[start:end].strip(), indent)]
    return [margin + sign + lines[0].lstrip(), *lines[1:-1], lines[-1] + foot]


def _cut_at_commas(code: str) -> list[str]:
    commas = [part for part in parts(code) if part.text == ","]
    edges = [0, *(comma.end for comma in commas), len(code)]
    return [item for start, end in pairwise(edges) if (item := code[start:end].strip().removesuffix(","))]


def _broken(head: str, code: str, foot: str, indent: int, more: int) -> list[str]:
    """Broken inside its brackets: from the left, where what goes to the next bracket does not fit. The first line is
    without its margin."""
    groups = [part for part in parts(code) if part.open]
    lines: list[str] = []
    line = head
    column = indent
    done = 0
    for number, group in enumerate(groups):
        line += code[done : group.start]
        last = number + 1 == len(groups)
        until = len(code) if last else groups[number + 1].start + 1
        rest = len(foot) + more if last else 0
        if column + len(line) + (until - group.start) + rest <= WIDTH:
            line += group.text
        else:
            lines += [line + group.text[0], *_inside(group.text[1:-1].strip(), indent + STEP, _is_trailer(code, group))]
            line, column = " " * indent + group.text[-1], 0
        done = group.end
    return [*lines, line + code[done:] + foot]
