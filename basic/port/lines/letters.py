"""Loops over the places of a text, which look at nothing but the character there, as loops over its characters.

    for j in range(1, len(a) + 1):      for char in a:          for j in range(len(a), 0, -1):    for c in reversed(a):
        b = a[j - 1] + b                    b = char + b            c = a[j - 1]                      print(c)
                                                                    print(c)

The text has to stay as it is in the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from .counters import read_behind
from .mentions import mentions, sets
from .page import Line
from .suites import Statement, lines_in
from .trees import changed, expression, part, same, tree, within

NAMES = ("char", "letter", "character")
# How such a loop goes through the places of `t` with `j`, the character there, and what these are all together.
WALKS = (
    ("range(1, len({t}) + 1)", ("{t}[{j} - 1]", "{t}[{j} - 1 : {j}]"), "{t}"),
    ("range(len({t}))", ("{t}[{j}]", "{t}[{j} : {j} + 1]"), "{t}"),
    ("range(len({t}), 0, -1)", ("{t}[{j} - 1]", "{t}[{j} - 1 : {j}]"), "reversed({t})"),
)


def walk_texts(suite: list[Statement], everything: list[Statement], taken: Collection[str]) -> None:
    """In a function, the inner loops first; `taken`: names that mean something elsewhere."""
    for statement in suite:
        for clause in statement.clauses:
            walk_texts(clause.suite, everything, taken)
        match tree(statement.text):
            case ast.For(target=ast.Name(id=counter), iter=walk) if text := _text_of(statement.text, walk):
                for head, letters, all_of in WALKS:
                    if same(walk, head.format(t=text)):
                        here = [letter.format(t=text, j=counter) for letter in letters]
                        if name := _name(statement, counter, text, here, everything, taken):
                            statement.line.text = f"for {name} in {all_of.format(t=text)}:"


def _text_of(code: str, walk: ast.expr) -> str:
    """The text whose length a range knows: a variable, or an element of a list."""
    for node in within(walk):
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Subscript() as text]):
                return part(code, text)
    return ""


def _name(
    loop: Statement, counter: str, text: str, letters: list[str], everything: list[Statement], taken: Collection[str]
) -> str:
    """What the character is called, now in the loop, too; nothing if it has to stay as it is."""
    suite = loop.clauses[0].suite
    lines = lines_in(suite)
    if not any(_standing(line.text, letters) for line in lines) or not _stays(text, lines):
        return ""
    if any(mentions(_replaced(line.text, letters, "''"), counter) for line in lines):
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


def _standing(code: str, letters: list[str]) -> list[ast.expr]:
    """Where a line looks at the character."""
    found = [node for node in within(tree(code)) if isinstance(node, ast.Subscript)]
    return [node for node in found if any(same(node, letter) for letter in letters)]


def _replaced(code: str, letters: list[str], name: str) -> str:
    return changed(code, dict.fromkeys(_standing(code, letters), name))


def _stays(text: str, lines: list[Line]) -> bool:
    """Whether a text is the same in all turns of a loop: nothing sets it, nor, if it is an element, is its list given
    away."""
    names = [node.id for node in within(expression(text)) if isinstance(node, ast.Name)]
    if any(sets(line.text, name) for line in lines for name in names):
        return False
    return text == names[0] or not any(_given_away(line.text, names[0]) for line in lines)


def _given_away(code: str, name: str) -> bool:
    """Whether a list stands anywhere but before a subscript."""
    nodes = [*within(tree(code))]
    own = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
    return len(own) > sum(isinstance(node, ast.Subscript) and node.value in own for node in nodes)


def _taken_first(suite: list[Statement], letters: list[str]) -> str:
    """The variable that is given the character at once, if it is asked for nowhere else once that has changed."""
    first, *others = suite
    match tree(first.text):
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as value):
            pass
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Subscript() as value):
            pass
        case _:
            return ""
    given = any(same(value, letter) for letter in letters)
    if not given or not first.simple or not others:
        return ""
    changing = any(sets(line.text, name) for line in lines_in(others))
    asked = any(_standing(line.text, letters) for line in lines_in(others))
    return "" if changing and asked else name
