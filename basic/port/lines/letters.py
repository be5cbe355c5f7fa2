"""Loops over the places of a text, which look at nothing but the character there, as loops over its characters.

    for j in range(1, len(a) + 1):      for char in a:          for j in range(len(a), 0, -1):    for c in reversed(a):
        b = a[j - 1] + b                    b = char + b            c = a[j - 1]                      print(c)
                                                                    print(c)

The text has to stay as it is in the loop.
"""

from __future__ import annotations

import ast

from .context import Context
from .counters import read_elsewhere
from .mentions import mentions, names_in, sets
from .page import Line
from .suites import Statement, Suite, lines_in, suites
from .trees import changed, expression, part, same, tree, within

NAMES = ("char", "letter", "character", "sign", "mark")
# How such a loop goes through the places of `t` with `j`, the character there, and what these are all together.
WALKS = (
    ("range(1, len({t}) + 1)", ("{t}[{j} - 1]", "{t}[{j} - 1 : {j}]"), "{t}"),
    ("range(len({t}))", ("{t}[{j}]", "{t}[{j} : {j} + 1]"), "{t}"),
    ("range(len({t}), 0, -1)", ("{t}[{j} - 1]", "{t}[{j} - 1 : {j}]"), "reversed({t})"),
)


def walk_texts(function: Suite, context: Context) -> None:
    """In a function, the inner loops first."""
    for loop in [statement for suite in suites(function) for statement in suite][::-1]:
        match loop.tree:
            case ast.For(target=ast.Name(id=counter), iter=walk) if text := _text_of(loop.text, walk):
                for head, letters, all_of in WALKS:
                    if same(walk, head.format(t=text)):
                        here = [letter.format(t=text, j=counter) for letter in letters]
                        if _may_walk(loop, counter, text, here) and not read_elsewhere(function, counter, loop):
                            loop.line.text = f"for {_name(loop, here, context)} in {all_of.format(t=text)}:"


def _text_of(code: str, walk: ast.expr) -> str:
    """The text whose length a range knows: a variable, or an element of a list."""
    for node in within(walk):
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Subscript() as text]):
                return part(code, text)
    return ""


def _may_walk(loop: Statement, counter: str, text: str, letters: list[str]) -> bool:
    """Whether a loop looks at nothing but the character."""
    lines = lines_in(loop.clauses[0].suite)
    if not any(_standing(line.text, letters) for line in lines) or not _stays(text, lines):
        return False
    return not any(mentions(_replaced(line.text, letters, "''"), counter) for line in lines)


def _name(loop: Statement, letters: list[str], context: Context) -> str:
    """What the character is called, now in the loop, too."""
    suite = loop.clauses[0].suite
    name = _taken_first(suite, letters)
    if name:
        del suite[0]
    else:
        used = {*context.taken, *(word for line in lines_in([loop]) for word in names_in(line.text))}
        name = next(each for each in NAMES if each not in used)
    for line in lines_in(suite):
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


def _taken_first(suite: Suite, letters: list[str]) -> str:
    """The variable that is given the character at once, if that is asked for nowhere else once it has changed."""
    first, *others = suite
    match first.tree:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
            given = first.simple and others and any(same(value, letter) for letter in letters)
            lines = lines_in(others)
            changing = any(sets(line.text, name) for line in lines)
            return name if given and not (changing and any(_standing(line.text, letters) for line in lines)) else ""
        case _:
            return ""
