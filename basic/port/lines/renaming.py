"""Short names for what a FOR works out when it begins, and for flags, after where they lead.

    limit_123 = integer(gw.sqr(m))           limit = integer(gw.sqr(m))
    if leaving: return                       if finished: return
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from itertools import pairwise

from .context import Context
from .mentions import names_in, replaced, set_by
from .page import Line
from .suites import Suite, lines_in

LED = {ast.Break: "over", ast.Return: "finished", ast.Continue: "again"}  # names that say where a flag leads


def name_limits(function: Suite, context: Context) -> None:
    """`limit` and `step`, where there is one of them."""
    lines = lines_in(function)
    held = {name for line in lines for name in names_in(line.text)} & context.held.keys()
    short = {name: context.held[name][1] for name in held}
    for name, word in short.items():
        if [*short.values()].count(word) == 1:
            _rename(lines, name, [word], context.taken)


def name_flags(function: Suite, context: Context) -> None:
    """`if over:` for `if leaving:`, after where that leads."""
    lines = lines_in(function)
    for flag in sorted({name for line in lines for name in set_by(line.text) if name in context.flags}):
        led = set()
        for line, then in pairwise(lines):
            match line.tree:
                case ast.If(test=ast.Name(id=name)) if name == flag:
                    led.add(LED.get(type(then.tree), ""))
        _rename(lines, flag, [led.pop() if len(led) == 1 else "", *LED.values()], context.taken)


def _rename(lines: list[Line], name: str, names: Collection[str], taken: Collection[str]) -> None:
    """Call a variable by the first of some names that is free."""
    used = {*taken}.union(*(names_in(line.text) for line in lines))
    other = next((each for each in names if each and each not in used), name)
    for line in lines:
        line.text = replaced(line.text, {name: other})
