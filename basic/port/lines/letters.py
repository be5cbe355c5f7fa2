"""Loops over the places of a text, which look at nothing but the character there, as loops over its characters.

    for j in range(1, len(a) + 1):      for char in a:          for j in range(1, len(a) + 1):    for c in a:
        b = a[j - 1] + b                    b = char + b            c = a[j - 1]                      print(c)
                                                                    print(c)

The text has to stay as it is in the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from .context import Context
from .counters import only_counts
from .mentions import Given, given, names_in, set_by
from .suites import Statement, Suite, lines_in, suites
from .trees import changed, same, tree, within

NAMES = ("char", "letter", "character", "sign", "mark")


def walk_texts(function: Suite, context: Context) -> None:
    """In a function, the inner loops first."""
    for loop in [statement for suite in suites(function) for statement in suite][::-1]:
        match loop.tree:
            case ast.For(
                ast.Name(counter), ast.Call(_, [_, ast.BinOp(ast.Call(ast.Name("len"), [ast.Name(text)]))]) as walk
            ) if same(walk, f"range(1, len({text}) + 1)") and only_counts(function, counter):
                _walk(loop, counter, text, context)


def _walk(loop: Statement, counter: str, text: str, context: Context) -> None:
    letters = (f"{text}[{counter} - 1]", f"{text}[{counter} - 1 : {counter}]")
    suite = loop.clauses[0].suite
    lines = lines_in(suite)
    looking = [line for line in lines if _standing(line.text, letters)]
    if not looking or any(text in set_by(line.text) for line in lines):
        return
    if any(counter in names_in(_replaced(line.text, letters, "''")) for line in lines):
        return
    match given(suite[0].text) if looking == lines[:1] else []:
        case [Given(ast.Name(name), None, value)] if any(same(value, letter) for letter in letters):
            del suite[0]
        case _:
            used = {*context.taken, *(word for line in [loop.line, *lines] for word in names_in(line.text))}
            name = next(each for each in NAMES if each not in used)
    for line in lines:
        line.text = _replaced(line.text, letters, name)
    loop.line.text = f"for {name} in {text}:"


def _standing(code: str, letters: Collection[str]) -> list[ast.expr]:
    """Where a line looks at the character."""
    found = [node for node in within(tree(code)) if isinstance(node, ast.Subscript)]
    return [node for node in found if any(same(node, letter) for letter in letters)]


def _replaced(code: str, letters: Collection[str], name: str) -> str:
    return changed(code, dict.fromkeys(_standing(code, letters), name))
