"""Which lines of Python can end in an error of BASIC's, so that its message must know the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...gw.computer import DEVICES
from ..lines.page import Line

if TYPE_CHECKING:
    from ..plan.knowledge import Knowledge

# Calls that can end in an error of BASIC's; those of arithmetic only under ON ERROR, else they print their message.
FAILING = (
    r"\)\.input\w*\("  # gw.put("HOW MANY").input_number()
    r"|\bgw\.printer\.|\*\*(?! ?\d)|\b(gw\.(function|sqr|exp|log|tan|val\w*|power|read\w*|input\w*|fail|again|using\w*"
    r"|write\w*|file|field|kept|new_list|option_base|randomize|restore\(\d|set_limits|new_variable)|stack\.(next|wend|back)|gw\.resumed|integer|byte|index|look|join"
    r"|string_of|defined|counting|BasicError|chr|cint\w*|word\w*|convert\.cv[isd]"
    rf"|(strings|handover|{'|'.join(DEVICES)})\.\w+)\("
)
COUNTED = re.compile(r"\[int\((\w+)\)\]")  # by a counter that may have come to be an `int` since
BEGINNING = re.compile(r"(?:g\.)?\w*")
ARITHMETIC = r"\bgw\.(add|subtract|multiply|divide|quotient|modulo|single)\w*\("


def failing(k: Knowledge) -> Callable[[Line], bool]:
    """Whether a line can end in an error, so that the message must know its BASIC line."""
    if k.modern:
        return lambda line: False
    names = [rf"\b{k.names[key]}\(" for key in k.survey.definitions]
    objects = [name for name, bounds in k.e.simple_arrays.items() if bounds is None]
    names += [rf"(?<![\w.])(?:g\.)?{name}(\[|\.(dim|room|erase|place|part)\()" for name in objects]
    pattern = re.compile("|".join([FAILING, *[ARITHMETIC] * k.catches, *names]))
    codes: dict[str, list[str]] = {}  # by what they begin with: there are hundreds where every line can fail
    for code in {*k.e.unsound, *(k.e.uncertain if k.catches else ())}:
        code = _counted(code)
        codes.setdefault(BEGINNING.match(code)[0], []).append(code)  # type: ignore[index]

    def fails(line: Line) -> bool:
        if not line.working:
            return False
        text = _counted(line.text)
        for beginning, others in codes.items():
            if beginning in text and any(code in text for code in others):
                return True
        return pattern.search(text) is not None

    return fails


def _counted(code: str) -> str:
    """With each such counter as it may be by now."""
    return COUNTED.sub(r"[\1]", code) if "[int(" in code else code
