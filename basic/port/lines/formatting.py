"""Lines that are too long, broken as the usual formatters of Python break them (ruff's and black's common rules).

A statement is a head (`if `, `x = `), an expression and a foot (`:`). An expression is broken inside its brackets, from
the left, where the text up to the next bracket does not fit; or, if it has operators, at those that bind least, in
brackets of its own.
"""

from __future__ import annotations

import re
from itertools import pairwise

WIDTH = 120
NARROW = 88  # what tools take where nothing else is said; imports are sorted and broken by that
DEEPEST = 30  # nested brackets that are still broken
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
_SIMPLE = re.compile(r"-?[\w.]*")


class Part:
    """What stands in no brackets: a token, or brackets with all that is in them."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.group = text[0] in "([{"

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
                found.append(Part(text[begun : token.end()], begun, token.end()))
        elif not depth:
            found.append(Part(word, token.start(), token.end()))
    return found


def formatted(text: str, indent: int, more: int = 0) -> list[str]:
    """A statement as lines with their margin, behind the last of which `more` characters are to fit."""
    margin = " " * indent
    width = NARROW if text.startswith("from ") else WIDTH
    if '" f"' in text and indent + len(whole := _in_one_piece(text)) + more <= width:
        text = whole
    if indent + len(text) + more <= width or text.startswith("#") or _depth(text) > DEEPEST:
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


def _depth(text: str) -> int:
    depth = most = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "([{":
            depth += 1
            most = max(most, depth)
        elif token[0] in ")]}":
            depth -= 1
    return most


# -- statements ---------------------------------------------------------------------------------------------------


def _statement(text: str, indent: int, more: int) -> list[str]:
    """The lines of a statement that is too long, the first without its margin."""
    if text.startswith("def "):
        return _definition(text, indent)
    if text.startswith("from "):
        head, _, names = text.partition(" import ")
        return [f"{head} import (", *(" " * (indent + STEP) + f"{name}," for name in names.split(", ")), ")"]
    foot = ":" if text.endswith(":") else ""
    code = text.removesuffix(":") if foot else text
    match = _HEAD.match(code) or _LOOP.match(code)
    if match:
        return _expression(match[0], code[match.end() :], foot, indent, more)
    given = [part for part in parts(code) if _ASSIGNMENT.fullmatch(part.text)]
    if given:
        end = given[-1].end + 1
        if not more and _is_table(code[end:]):
            return _rows(code[:end], code[end:], indent)
        return _expression(code[:end], code[end:], foot, indent, more)
    return _broken("", code, foot, indent, more)


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


def _definition(text: str, indent: int) -> list[str]:
    start, end = next((part.start, part.end) for part in parts(text) if part.group)
    inner = text[start + 1 : end - 1]
    margin = " " * (indent + STEP)
    if len(margin) + len(inner) <= WIDTH:
        body = [margin + inner]
    else:
        body = [f"{margin}{piece}," for piece in _cut_at_commas(inner)]
    return [text[: start + 1], *body, " " * indent + text[end - 1 :]]


def _expression(head: str, code: str, foot: str, indent: int, more: int) -> list[str]:
    """An expression that may get brackets of its own."""
    level, cuts = operators(code)
    found = parts(code)
    if not cuts:
        if any(part.open for part in found):
            lines = _broken(head, code, foot, indent, more)
            if indent + len(lines[0]) <= WIDTH:
                return lines
            return min(_bracketed(head, code, foot, indent, more), lines, key=lambda each: max(map(len, each)))
        fits = indent + STEP + len(code) <= WIDTH
        return _bracketed(head, code, foot, indent, more) if fits else [head + code + foot]
    if level == COMMA and head.startswith("with "):
        items = [f"{' ' * (indent + STEP)}{item}," for item in _cut_at_commas(code)]
        return [f"{head}(", *items, " " * indent + ")" + foot]
    if level not in (TERNARY, COMMA) and len(cuts) == 1 and _ends_in_brackets(code, found):
        lines = _broken(head, code, foot, indent, more)
        if indent + len(lines[0]) <= WIDTH and all(len(line) <= WIDTH for line in lines[1:]):
            return lines
    return _bracketed(head, code, foot, indent, more)


def _ends_in_brackets(code: str, found: list[Part]) -> bool:
    """Whether an expression with one operator begins or ends with brackets, which are broken then."""
    first, last = found[0], found[-1]
    if last.open and not (last.text[0] == "[" and _is_trailer(code, last)):
        return True
    return first.open and not (len(found) > 1 and found[1].group)


def _bracketed(head: str, code: str, foot: str, indent: int, more: int) -> list[str]:
    level, _ = operators(code)
    inner = indent + STEP
    if level == COMMA:
        body = _listed(code, inner)
    else:
        body = _piece(code, inner)
    return [head + "(", *body, " " * indent + ")" + foot]


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


def _piece(code: str, indent: int, more: int = 0) -> list[str]:
    """What stands in brackets already, each line with its margin."""
    margin = " " * indent
    if indent + len(code) + more <= WIDTH:
        return [margin + code]
    level, cuts = operators(code)
    if level == COMMA:
        return _listed(code, indent)
    if not cuts:
        lines = _broken("", code, "", indent, more)
        return [margin + lines[0], *lines[1:]]
    edges = [0, *(cut.start for cut in cuts), len(code)]
    operands = [code[start:end].strip() for start, end in pairwise(edges)]
    return [line for operand in operands for line in _operand(operand, indent)]


def _operand(code: str, indent: int) -> list[str]:
    """An operand with the operator before it."""
    match = re.match(r"(?:if|else|or|and|in|not in|is not|is|for|[-+*/%&|^<>=!@]+) (?=\S)", code)
    head = match[0] if match else ""
    if indent + len(code) <= WIDTH:
        return [" " * indent + code]
    inner = _piece(code[len(head) :], indent)
    if not head:
        return inner
    lines = _broken(head, code[len(head) :], "", indent, 0) if not operators(code[len(head) :])[1] else []
    if lines:
        return [" " * indent + lines[0], *lines[1:]]
    return [" " * indent + head + inner[0].lstrip(), *inner[1:]]


def _listed(code: str, indent: int) -> list[str]:
    lines = []
    for item in _cut_at_commas(code):
        found = _piece(item, indent, 1)
        lines += [*found[:-1], found[-1] + ","]
    return lines


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
            lines += [line + group.text[0], *_body(code, group, indent + STEP)]
            line, column = " " * indent + group.text[-1], 0
        done = group.end
    return [*lines, line + code[done:] + foot]


def _body(code: str, group: Part, indent: int) -> list[str]:
    inner = group.text[1:-1].strip()
    level, _ = operators(inner)
    display = not _is_trailer(code, group)
    if level == COMMA and (display or indent + len(inner) > WIDTH or inner.endswith(",")):
        return _listed(inner, indent)
    return _piece(inner, indent)
