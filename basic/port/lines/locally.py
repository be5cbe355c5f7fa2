"""A variable is called after BASIC's as shortly as its function allows: `c` for C where no C$ stands beside it.

    def take(l: list[int]) -> None:         A program with C and C$ has `c_number` and `c_text`, which only those
        c = 0                               functions need to tell apart that have both.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .page import Line
from .trees import MANY, changed, part, tree, within

Words = frozenset[str]
FIELDS = ("id", "attr", "arg", "name", "asname")  # where a node has what something is called


def name_locally(lines: list[Line], shorter: Mapping[str, str]) -> None:
    """Do that in all functions of a file, with what shorter names there are for variables."""
    functions, outside = _functions(lines)
    called = {head.name for function in functions if isinstance(head := tree(function[0].text), ast.FunctionDef)}
    taken = called.union(*_words(outside))
    for function in functions:
        words = taken.union(*_words(function))
        kept = taken.union(*(_elsewhere(line.text) for line in function))
        wanted = {name: shorter[name] for name in (words & shorter.keys()) - kept if shorter[name] not in words}
        once = {word for word, count in Counter(wanted.values()).items() if count == 1}
        new = {name: word for name, word in wanted.items() if word in once}
        for line in function if new else ():
            line.text = _renamed(line.text, new)


def _functions(lines: list[Line]) -> tuple[list[list[Line]], list[Line]]:
    """The lines of each function, and those outside."""
    functions: list[list[Line]] = []
    outside: list[Line] = []
    suite = outside
    for line in lines:
        if line.indent == 0 and line.text:
            suite = outside
            if isinstance(tree(line.text), ast.FunctionDef):
                functions.append(suite := [])
        suite.append(line)
    return functions, outside


def _words(lines: Iterable[Line]) -> list[Words]:
    return [_words_of(line.text) for line in lines]


@lru_cache(MANY)
def _words_of(code: str) -> Words:
    """All that something is called in a line."""
    said = [getattr(node, field, "") for node in within(tree(code)) for field in FIELDS]
    return frozenset(word for word in said if isinstance(word, str))


@lru_cache(MANY)
def _elsewhere(code: str) -> set[str]:
    """Attributes, and parameters of others by name."""
    attributes = {node.attr for node in within(tree(code)) if isinstance(node, ast.Attribute)}
    return attributes.union(node.arg for node in within(tree(code)) if isinstance(node, ast.keyword) and node.arg)


def _renamed(code: str, new: Mapping[str, str]) -> str:
    others: dict[ast.expr | ast.arg, str] = {}
    for node in within(tree(code)):
        match node:
            case ast.Name(id=name) if name in new:
                others[node] = new[name]
            case ast.arg(arg=name, annotation=kind) if name in new:
                others[node] = f"{new[name]}: {part(code, kind)}" if kind else new[name]
    return changed(code, others)
