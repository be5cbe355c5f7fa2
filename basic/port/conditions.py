"""Comparisons that belong together, as one: `1 <= x <= 5`, `a in ("B", "S")`."""

from __future__ import annotations

import re

PLACE = r"[A-Za-z_][\w.]*(?:\[(?:[\w. +-]|int\(\w+\))+\])*"
PART = rf"{PLACE}(?:\[[\w. :+-]+\])?"  # of a text
TEXT = r'"(?:[^"\\]|\\.)*"'
CONSTANT = rf"-?\d[\d.]*|{TEXT}"
BOUND = re.compile(rf"({PLACE}) ([<>]=?) (-?[\w.]+|{PLACE})")
OPPOSITES = {"==": "!=", "!=": "==", "<=": ">", ">=": "<", "<": ">=", ">": "<=", "in": "not in", "not in": "in"}
AMONG = {
    "or": (re.compile(rf"({PART}) (?:== ({CONSTANT})|in \((.+)\))"), "in"),
    "and": (re.compile(rf"({PART}) (?:!= ({CONSTANT})|not in \((.+)\))"), "not in"),
}


def joined(word: str, one: str, two: str) -> tuple[str, bool]:
    """`one and two` or `one or two`, and whether that has become a single comparison."""
    before, last = _parted(word, one)
    both = _chained(last, two) if word == "and" else ""
    both = both or _among(word, last, two)
    return (before + both, not before) if both else (f"{one} {word} {two}", False)


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
    if first is None or second is None or first[1] != second[1]:
        return ""
    return f"{first[1]} {name} ({first[2] or first[3]}, {second[2] or second[3]})"


def opposite(test: str) -> str:
    """What holds where a single comparison does not."""
    if test.startswith("not "):
        return test[4:]
    found = re.fullmatch(rf"({PART}) (==|!=|[<>]=?|not in|in) (.+)", test)
    return f"{found[1]} {OPPOSITES[found[2]]} {found[3]}" if found else f"not {test}"
