"""Comparisons that belong together, as one: `1 <= x <= 5`, `a in ("B", "S")`."""

from __future__ import annotations

import ast
import re

PLACE = r"[A-Za-z_][\w.]*(?:\[(?:[\w. +-]|int\(\w+\))+\])*"
PART = rf"{PLACE}(?:\[[\w. :+-]+\])?"  # of a text
QUOTED = r'"(?:[^"\\]|\\.)*"'
TEXT = rf"(?:{QUOTED}|'(?:[^'\\]|\\.)*')"  # `'"'` as well
AMONG_WHOLE = re.compile(r"(?<= in )\((-?\d+(?:, -?\d+)+)\)")
CONSTANT = rf"-?\d[\d.]*|{TEXT}"
OPPOSITES = {"==": "!=", "!=": "==", "<=": ">", ">=": "<", "<": ">=", ">": "<=", "in": "not in", "not in": "in"}
SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
FLAG = re.compile(r"(?:not )?[a-z_]\w*")
EQUAL_TO = rf"{CONSTANT}|[a-z_][\w.]*"  # what cannot fail
OF_TEXT = r"strings\.\w+\((?:[^()\"]|\([^()\"]*\))*\)"  # what a function of texts gives
BOUND = re.compile(rf"({PART}|{OF_TEXT}) ([<>]=?) (-?[\w.]+|\d+ \* double\.ONE|{PLACE}|{TEXT})")
AMONG = {
    "or": (re.compile(rf"({PART}|{OF_TEXT}) (?:== ({EQUAL_TO})|in \((.+)\))"), "in"),
    "and": (re.compile(rf"({PART}|{OF_TEXT}) (?:!= ({EQUAL_TO})|not in \((.+)\))"), "not in"),
}


def joined(word: str, one: str, two: str) -> tuple[str, bool]:
    """`one and two` or `one or two`, and whether that has become a single comparison."""
    first, rest = _first(word, two)
    if rest:
        return joined(word, joined(word, one, first)[0], rest)
    if FLAG.fullmatch(two) and '"' not in one and two in one.split(f" {word} "):
        return one, False
    before, last = _parted(word, one)
    both = _chained(last, two) if word == "and" else ""
    both = both or _among(word, last, two)
    return (before + both, not before) if both else (f"{one} {word} {two}", False)


def _first(word: str, code: str) -> tuple[str, str]:
    """The first of several comparisons, and the others."""
    head, found, rest = code.partition(f" {word} ")
    whole = head.count('"') % 2 == 0 and "\\" not in head and head.count("(") == head.count(")")
    return (head, rest) if found and whole else (code, "")


def _parted(word: str, code: str) -> tuple[str, str]:
    """The last comparison, and what stands before it."""
    head, found, last = code.rpartition(f" {word} ")
    whole = head.count('"') % 2 == 0 and "\\" not in head and head.count("(") == head.count(")")
    return (head + found, last) if whole else ("", code)


def _chained(one: str, two: str) -> str:
    """`1 <= x <= 5` for `x >= 1` and `x <= 5`; "" if that is not what they are."""
    low, high = BOUND.fullmatch(one), BOUND.fullmatch(two)
    if low is not None and low[2][0] == "<":
        low, high = high, low
    if low is None or high is None or low[1] != high[1] or low[2][0] == high[2][0]:
        return ""
    return f"{low[3]} {low[2].replace('>', '<')} {low[1]} {high[2]} {high[3]}"


def _among(word: str, one: str, two: str) -> str:
    """`x in (1, 9)` for `x == 1` or `x == 9`."""
    pattern, name = AMONG[word]
    first, second = pattern.fullmatch(one), pattern.fullmatch(two)
    for left, among in _sides(first):
        for other, too in _sides(second):
            if left == other:
                return f"{left} {name} ({among}, {too})"
    return ""


def in_order(code: str) -> str:
    """A line with the whole numbers that something is among from the lowest to the highest."""
    return AMONG_WHOLE.sub(lambda found: f"({', '.join(sorted(found[1].split(', '), key=int))})", code)


def _sides(found: re.Match[str] | None) -> list[tuple[str, str]]:
    """What is compared with what; both ways round if it is two names."""
    if found is None:
        return []
    sides = found[1], found[2] or found[3]
    return [sides, sides[::-1]] if found[2] and re.fullmatch(EQUAL_TO, sides[0]) and sides[1][0].isalpha() else [sides]


def grouped(code: str, before: str = "") -> str:
    """A line with brackets around each `a and b` that is one of several parts of an `or`."""
    if code.startswith("elif "):
        return grouped(code.removeprefix("el"), "el")
    try:
        tree = ast.parse(f"{code} pass" if code.endswith(":") else code)
    except SyntaxError:
        return before + code
    source = code.encode()  # offsets of the tree are those of bytes
    for node in ast.walk(tree):
        for part in node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) else ():
            begin, end = part.col_offset, part.end_col_offset or 0
            bracketed = (source[begin - 1 : begin], source[end : end + 1]) == (b"(", b")")
            if isinstance(part, ast.BoolOp) and isinstance(part.op, ast.Or) and bracketed:
                return grouped((source[: begin - 1] + source[begin:end] + source[end + 1 :]).decode(), before)
            if isinstance(part, ast.BoolOp) and not bracketed:
                return grouped((source[:begin] + b"(" + source[begin:end] + b")" + source[end:]).decode(), before)
    return before + code


def negated(test: str) -> str:
    """What holds where a test does not, without `not` before brackets; "" where that cannot be said so."""
    return _without(test, ast.parse(test, mode="eval").body)


def is_truth(test: str) -> bool:
    """Whether a test gives True or False, and nothing that only counts as that."""
    return _is_truth(ast.parse(test, mode="eval").body)


def _is_truth(node: ast.expr) -> bool:
    match node:
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case ast.UnaryOp(op=operator):
            return isinstance(operator, ast.Not)
        case _:
            return isinstance(node, ast.Compare)


def _without(test: str, node: ast.expr) -> str:
    source = ast.get_source_segment(test, node) or ""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.get_source_segment(test, operand) or ""
        case ast.BoolOp(op=operator, values=values):
            inner, outer = ("or", "and") if isinstance(operator, ast.Or) else ("and", "or")
            parts = [_without(test, value) for value in values]
            if not all(parts):
                return ""
            found = ""
            for part in parts:
                shown = f"({part})" if f" {inner} " in part else part
                found = joined(outer, found, shown)[0] if found else shown
            return found
        case ast.Compare(ops=[_], left=left, comparators=[right]):
            first, second = (ast.get_source_segment(test, part) or "" for part in (left, right))
            symbol = source[len(first) : len(source) - len(second)].strip()
            return f"{first} {OPPOSITES[symbol]} {second}" if symbol in OPPOSITES else ""
        case ast.Compare(
            left=left, ops=[_, _], comparators=[ast.Name() | ast.Attribute() | ast.Subscript() as middle, right]
        ):
            low, name, high = (ast.get_source_segment(test, part) or "" for part in (left, middle, right))
            one, two = source.removeprefix(low).removesuffix(high).split(name)
            one, two = OPPOSITES[one.strip()], OPPOSITES[two.strip()]
            return f"{name} {SWAPPED[one]} {low} or {name} {two} {high}"
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript():
            return f"not {source}"
        case _:
            return ""
