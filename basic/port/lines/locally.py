"""A variable is called after what the program says of it, and where that is nothing, after BASIC's as shortly as its
function allows: `c` for C where no C$ stands beside it.

    def take(l: list[int]) -> None:         A program with C and C$ has `c_number` and `c_text`, which only those
        c = 0                               functions need to tell apart that have both; so with `limit_40` of a FOR.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from ..naming.names import is_free
from .mentions import replaced
from .page import Line
from .trees import MANY, tree, within

Words = frozenset[str]
Said = Callable[[Collection[int]], Mapping[str, list[str]]]
Renamed = dict[tuple[str, str], str]  # of a function's names, what they were before
FIELDS = ("id", "attr", "arg", "name", "asname")  # where a node has what something is called


def name_locally(lines: list[Line], shorter: Mapping[str, str], said: Said, helpers: Collection[str]) -> Renamed:
    """Do that in all functions of a file but the helpers, with what shorter names there are for variables, and what
    lines of BASIC have `said` of each. Gives what they were called before."""
    functions, outside = _functions(lines)
    called = {head.name: lines for lines in functions if isinstance(head := lines[0].tree, ast.FunctionDef)}
    taken = frozenset(called).union(*_words(outside))
    renamed: Renamed = {}
    for name, function in [*called.items(), *[("", outside)] * ("main" not in called)]:
        if name in helpers:
            continue
        words = taken.union(*_words(function))
        kept = (taken if name else frozenset(called)).union(*(_elsewhere(line.text) for line in function))
        wanted = {name: shorter[name] for name in (words & shorter.keys()) - kept if shorter[name] not in words}
        once = {word for word, count in Counter(wanted.values()).items() if count == 1}
        new = {name: word for name, word in wanted.items() if word in once}
        used = words.union(new.values())
        for each, found in said({line.source for line in function}).items():
            if each in words - kept and (word := next((w for w in found if w not in used and is_free(w)), "")):
                new[each] = word
                used |= {word}
        for line in function if new else ():
            line.text = replaced(line.text, new)
        renamed |= {(name, word): each for each, word in new.items()}
    return renamed


def _functions(lines: list[Line]) -> tuple[list[list[Line]], list[Line]]:
    """The lines of each function, and those outside."""
    functions: list[list[Line]] = []
    outside: list[Line] = []
    suite = outside
    for line in lines:
        if line.indent == 0 and line.text:
            suite = outside
            if isinstance(line.tree, ast.FunctionDef):
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
