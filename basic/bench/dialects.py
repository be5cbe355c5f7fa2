"""The programs in other dialects, and when a transcript in one says the same.

Each rewriting changes only what its interpreter refuses; each was found by running the programs there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[DE][-+]?\d+)?")
_DIGITS = 6  # what every dialect prints at least


def bwbasic(text: str) -> str:
    """bwBASIC 2.20 loses the variable F when it is an integer array, and a FOR whose NEXT stands in the same line."""
    text = re.sub(r"\bF\(", "FX(", text)
    return re.sub(r"(?m)^(\d+)(\d) (FOR [^:\n]*):([^:\n]*):(NEXT.*)$", r"\1\2 \3\n\g<1>2 \4\n\g<1>4 \5", text)


def yabasic(text: str) -> str:
    """yabasic knows no types of numbers (all are doubles), no THEN in a short IF, no semicolon between values, and no
    SYSTEM; GOTO and line numbers it has."""
    text = re.sub(r"(?m)^\d+ DEF(INT|DBL) .*\n", "", text)
    text = re.sub(r"(?<=[A-Z0-9])[!%#]", "", text)
    text = text.replace(" THEN GOTO ", " GOTO ").replace("SYSTEM", "END")
    return re.sub(r"(?m)^(\d+ PRINT )(.*)$", lambda m: m[1] + _commas(m[2]), text)


def _commas(items: str) -> str:
    """`"LINE";I` as `"LINE"," ",I`, blanks between the values."""
    return re.sub(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', '," ",', items)


def same(shown: str, wanted: str) -> bool:
    """To the character, but for line ends and what the end of the text has of them."""
    return shown.replace("\r\n", "\n").rstrip() == wanted.rstrip()


def alike(shown: str, wanted: str) -> bool:
    """In another dialect: numbers agree to six digits, the rest to the character, blanks aside; a greeting before the
    first line, as some interpreters print one, does not count."""
    return _said(shown).endswith(_said(wanted))


def _said(text: str) -> str:
    """What a text says: without blanks, every number set apart and with six digits."""
    lines = (_NUMBER.sub(_rounded, line) if any(map(str.isdigit, line)) else line for line in text.split("\n"))
    return "".join("".join(lines).split())


def _rounded(match: re.Match[str]) -> str:
    return f"<{float(match[0].replace('D', 'E')):.{_DIGITS - 1}e}>"


Dialect = Callable[[str], str]


def gwbasic(text: str) -> str:
    """The programs as they stand."""
    return text
