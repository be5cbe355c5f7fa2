"""Which lines of Python can end in an error of BASIC's, so that its message must know the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .page import Line

if TYPE_CHECKING:
    from .knowledge import Knowledge

# Calls that can end in an error of BASIC's; those of arithmetic only under ON ERROR, else they print their message.
FAILING = (
    r"\*\*(?! ?\d)|\b(gw\.(function|sqr|exp|log|tan|val|power|print_to|read\w*|input\w*|call|room|fail|again|using"
    r"|write|file|field|free|option_base|randomize|restore\(\d|set_limits)|active_loops\.(next|wend)|integer|byte|index|look|join"
    r"|string_of|counting|BasicError|chr|cint\w*|word\w*|convert\.cv[isd]"
    r"|(strings|files|keyboard|screen|memory|clock|devices|events|sound|graphics|handover)\.\w+)\("
)
ARITHMETIC = r"\bgw\.(add|subtract|multiply|divide|quotient|modulo|single)\w*\("


def failing(k: Knowledge) -> Callable[[Line], bool]:
    """Whether a line can end in an error, so that the message must know its BASIC line."""
    if k.s.plain:
        return lambda line: False
    names = [rf"\b{k.names[key]}\(" for key in k.survey.definitions]
    objects = [name for name, bounds in k.e.simple_arrays.items() if bounds is None]
    names += [rf"(?<![\w.])(?:g\.)?{name}(\[|\.(dim|erase|place|part)\()" for name in objects]
    names += [re.escape(code) for code in k.e.unsound]
    if k.catches:
        names += [ARITHMETIC, *(re.escape(code) for code in k.e.uncertain)]
    pattern = re.compile("|".join([FAILING, *names]))
    return lambda line: line.working and pattern.search(line.text) is not None
