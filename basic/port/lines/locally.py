"""A variable is called after BASIC's as shortly as its function allows: `c` for C where no C$ stands beside it.

    def take(l: list[int]) -> None:         A program with C and C$ has `c_number` and `c_text`, which only those
        c = 0                               functions need to tell apart that have both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from .conditions import TEXT
from .page import Line, without_texts

WORD = re.compile(rf"(?<![\w.])f?{TEXT}|(?<![\w.])[A-Za-z_]\w*")  # or a text
IDENTIFIER = re.compile(r"\w+")
WORKED_OUT = re.compile(r"\{[^{}]*\}")  # in a text
ELSEWHERE = re.compile(r"\.\w+|\b\w+=(?!=)")  # attributes, and parameters of others by name


def name_locally(lines: list[Line], shorter: Mapping[str, str]) -> None:
    """Do that in all functions of a file, with what shorter names there are for variables."""
    functions = [*_functions(lines)]
    within = {id(line) for function in functions for line in function}
    outside = [line for line in lines if line.working and id(line) not in within]
    heads = [function[0] for function in functions]
    taken = {word for line in outside for word in IDENTIFIER.findall(without_texts(line.text))}
    taken |= {line.text.removeprefix("def ").partition("(")[0] for line in heads}
    for function in functions:
        code = [without_texts(line.text) for line in function]
        words = {word for text in code for word in IDENTIFIER.findall(text)}
        unclear = [found for text in code for found in (*ELSEWHERE.findall(text), *(text,) * ("{{" in text))]
        kept = {word for text in unclear for word in IDENTIFIER.findall(text)}
        wanted = {name: shorter[name] for name in (words & shorter.keys()) - kept - taken}
        free = {name: word for name, word in wanted.items() if word not in words and word not in taken}
        new = {name: word for name, word in free.items() if [*free.values()].count(word) == 1}
        for line in function if new else []:
            line.text = WORD.sub(partial(_renamed, new), line.text)


def _renamed(new: Mapping[str, str], found: re.Match[str]) -> str:
    if found[0].startswith(("f\"", "f'")):
        return WORKED_OUT.sub(lambda part: WORD.sub(partial(_renamed, new), part[0]), found[0])
    return new.get(found[0], found[0])


def _functions(lines: list[Line]) -> Iterator[list[Line]]:
    begun: list[Line] | None = None
    for line in lines:
        if line.indent == 0 and line.text:
            if begun:
                yield begun
            begun = [line] if line.text.startswith("def ") else None
        elif begun is not None and line.working:
            begun.append(line)
    if begun:
        yield begun
