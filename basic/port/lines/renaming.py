"""Flags are called after where they lead.

    if leaving: return                       if finished: return
"""

from __future__ import annotations

import ast
from itertools import pairwise

from .context import Context
from .mentions import names_in, replaced, set_by
from .suites import Suite, lines_in

LED = {ast.Break: "over", ast.Return: "finished", ast.Continue: "again"}  # names that say where a flag leads


def name_flags(function: Suite, context: Context) -> None:
    lines = lines_in(function)
    for flag in sorted({name for line in lines for name in set_by(line.text) if name in context.flags}):
        led = set()
        for line, then in pairwise(lines):
            match line.tree:
                case ast.If(test=ast.Name(id=name)) if name == flag:
                    led.add(LED.get(type(then.tree), ""))
        used = {*context.taken}.union(*(names_in(line.text) for line in lines))
        words = [led.pop() if len(led) == 1 else "", *LED.values()]
        other = next((word for word in words if word and word not in used), flag)
        for line in lines:
            line.text = replaced(line.text, {flag: other})
