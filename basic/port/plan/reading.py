"""The constants of DATA as Python writes them: numbers as numbers, where READ takes them so.

    10 READ N$,P: ... DATA NUT,12, BOLT,.5        DATA = ("NUT", 12, "BOLT", 0.5)

If every READ takes texts and numbers in the same order, it is known of each constant what it is read as. Otherwise a
number stands as one only if it would be the same as a text, too: `12`, not `007`; in quotes it keeps them, for
then READ takes it for none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...analysis.flow import core
from ...errors import BasicError
from ...syntax import nodes as n
from ...values.text import read_number
from ..words.value import quoted

if TYPE_CHECKING:
    from .knowledge import Knowledge

TEXT, NUMBER, EITHER = "text", "number", "either"


def literals(k: Knowledge) -> list[str]:
    """The constants of a program."""
    return [_literal(k, constant.item, _taken(k, place)) for place, constant in enumerate(k.flow.data)]


def spoilt(k: Knowledge) -> str:
    """The kinds of variables whose READ may find more than it takes: the message names the line of DATA."""
    kinds = {k.types.kind(t.name, t.sigil) for read in k.reads for t in read.targets}
    taken = [(constant.item, _taken(k, place)) for place, constant in enumerate(k.flow.data)]
    number = any(t != TEXT and (item.quoted or not is_number(item.text)) for item, t in taken)
    text = any(t != NUMBER and not item.whole for item, t in taken)
    return "".join(sorted(kind for kind in kinds if (text if kind == "$" else number)))


def order(k: Knowledge) -> str:
    """What READ takes, again and again: `$`, `0`, `$0`; empty where that is not the same everywhere."""
    found = {_repeated("".join("$" if k.types.kind(t.name, t.sigil) == "$" else "0" for t in read.targets))
             for read in k.reads}  # fmt: skip
    if len(found) != 1:
        return ""
    period = found.pop()
    restores = [s.line for point in k.flow.points if isinstance(s := core(point.statement), n.Restore)]
    begins = [k.flow.restores.get(line.number, 0) for line in restores if line is not None]
    return "" if any(begin % len(period) for begin in begins) else period


def is_number(text: str) -> bool:
    """Whether READ takes all of a text for a number; it does not if that is too large, as 1E39 and &H10000 are."""
    try:
        return not text[read_number(text)[2] :].strip()
    except BasicError:
        return False


def begins_number(text: str) -> bool:
    """Whether READ takes anything of a text for a number but 0: a handler may look at it."""
    try:
        return bool(read_number(text)[0]) or is_number(text)
    except BasicError:
        return True


def _taken(k: Knowledge, place: int) -> str:
    if not k.period:
        return EITHER
    return TEXT if k.period[place % len(k.period)] == "$" else NUMBER


def _repeated(kinds: str) -> str:
    """The shortest part that repeated makes the whole."""
    return next(kinds[:size] for size in range(1, len(kinds) + 1) if kinds[:size] * (len(kinds) // size) == kinds)


def _literal(k: Knowledge, item: n.DataItem, taken: str) -> str:
    if not item.whole:
        return quoted(f'"{item.text}" and more')
    if item.quoted and taken != TEXT and not k.modern and (begins_number if k.catches else is_number)(item.text):
        return quoted(f'"{item.text}"')  # READ A does not take it
    number = _plain_number(item.text) if not item.quoted and taken != TEXT else None
    return number if number is not None and (taken == NUMBER or number == item.text) else quoted(item.text)


def _plain_number(text: str) -> str | None:
    """Python's digits for a number, if READ makes the same of them."""
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([Ee][+-]?\d+)?", text):
        return None
    shown = repr(float(text)) if "." in text or "e" in text.lower() else str(int(text))
    if "e" in shown:
        return None
    for kind in "%!#":
        one, two = read_number(text, kind=kind), read_number(shown, kind=kind)
        if one[0] != two[0] or (one[1] == "#") != (two[1] == "#"):
            return None
    return shown
