"""Loops over the places of a text, which look at nothing but the character there, as loops over its characters.

    for j in range(1, len(a) + 1):      for char in a:          for j in range(len(a), 0, -1):    for c in reversed(a):
        b = a[j - 1] + b                    b = char + b            c = a[j - 1]                      print(c)
                                                                    print(c)

The text has to stay as it is in the loop.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .conditions import TEXT as QUOTED
from .counters import read_behind
from .mentions import mentions, own, replaced, sets
from .page import Line
from .suites import Statement, lines_in

TEXT = r"([a-z_]\w*(?:\[\w+\])?)"
WALKS = (  # what such a loop goes through, its characters, and what these are all together
    (re.compile(rf"for (\w+) in range\(1, len\({TEXT}\) \+ 1\):"), ("{}[{} - 1]", "{}[{} - 1 : {}]"), "{}"),
    (re.compile(rf"for (\w+) in range\(len\({TEXT}\)\):"), ("{}[{}]", "{}[{} : {} + 1]"), "{}"),
    (re.compile(rf"for (\w+) in range\(len\({TEXT}\), 0, -1\):"), ("{}[{} - 1]", "{}[{} - 1 : {}]"), "reversed({})"),
)
NAMES = ("char", "letter", "character")
TAKES = re.compile(r"([a-z_]\w*)(?:: str)? = (.+)")


def walk_texts(suite: list[Statement], everything: list[Statement], taken: Collection[str]) -> None:
    """In a function, the inner loops first; `taken`: names that mean something elsewhere."""
    for statement in suite:
        for clause in statement.clauses:
            walk_texts(clause.suite, everything, taken)
        for head, letters, all_of in WALKS:
            if found := head.fullmatch(statement.text):
                counter, text = found.groups()
                here = [letter.format(text, counter, counter) for letter in letters]
                name = _name(statement, counter, text, here, everything, taken)
                if name:
                    statement.line.text = f"for {name} in {all_of.format(text)}:"


def _name(
    loop: Statement, counter: str, text: str, letters: list[str], everything: list[Statement], taken: Collection[str]
) -> str:
    """What the character is called, now in the loop, too; nothing if it has to stay as it is."""
    suite = loop.clauses[0].suite
    lines = lines_in(suite)
    if not any(letter in line.text for line in lines for letter in letters) or not _stays(text, lines):
        return ""
    if any(letter in shown for line in lines for shown in _shown(line.text) for letter in letters):
        return ""
    if any(mentions(_replaced(line.text, letters, ""), counter) for line in lines):
        return ""
    if read_behind(everything, counter, loop):
        return ""
    name = _taken_first(suite, letters)
    if name:
        del suite[0]
    else:
        inside = lines_in([loop])  # loops in it may have the first of the names
        free = (each for each in NAMES if each not in taken and not any(mentions(line.text, each) for line in inside))
        name = next(free, "")
    for line in lines if name else ():
        line.text = _replaced(line.text, letters, name)
    return name


def _replaced(code: str, letters: list[str], name: str) -> str:
    for letter in letters:
        code = replaced(code, letter, name)
    return code


def _shown(code: str) -> list[str]:
    """What stands in a line in quotes, but for what is worked out there."""
    return [re.sub(r"(?<!\{)\{(?!\{)[^{}]*\}", "", shown) for shown in re.findall(QUOTED, code)]


def _stays(text: str, lines: list[Line]) -> bool:
    """Whether a text is the same in all turns of a loop: nothing sets it, nor, if it is an element, is its list given
    away."""
    base, bracket, subscript = text.rstrip("]").partition("[")
    if any(sets(line.text, name) for line in lines for name in (base, subscript) if name):
        return False
    alone = re.compile(own(base).pattern + r"(?!\[)")
    return not bracket or not any(alone.search(line.text) for line in lines)


def _taken_first(suite: list[Statement], letters: list[str]) -> str:
    """The variable that is given the character at once, if it is asked for nowhere else once that has changed."""
    first, *others = suite
    found = TAKES.fullmatch(first.text) if first.simple and not first.line.note and others else None
    if found is None or found[2] not in letters:
        return ""
    changed = any(sets(line.text, found[1]) for line in lines_in(others))
    asked = any(letter in line.text for line in lines_in(others) for letter in letters)
    return "" if changed and asked else found[1]
