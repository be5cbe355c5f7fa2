"""What a line of written Python does with a variable: whether it mentions it, sets it, or only gives it a value."""

from __future__ import annotations

import re
from functools import lru_cache

MANY = 1 << 12  # names whose patterns are kept: `re` keeps 512, and a long program has more
_PLACE = r"[\w.]+(?:\[.*?\])*"
_TYPE = r": [\w\[\], ]+"


@lru_cache(MANY)
def own(name: str) -> re.Pattern[str]:
    """Where a name, or what is reached by one (`g.a`), stands by itself."""
    return re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")


def mentions(code: str, name: str) -> bool:
    return name in code and own(name).search(code) is not None


def replaced(code: str, name: str, other: str) -> str:
    """Code with something else in the place of a name."""
    return own(name).sub(lambda _: other, code)


def sets(text: str, name: str) -> bool:
    """Whether a line may give a variable, or an element of it, another value."""
    if name not in text:
        return False
    return _setting(name).match(text) is not None


@lru_cache(MANY)
def _setting(name: str) -> re.Pattern[str]:
    targets = rf"(?:for )?(?:{_PLACE}(?:, | = ))*{re.escape(name)}(?:\[.*?\])*(?:, {_PLACE})*"
    return re.compile(rf"{targets}(?:{_TYPE})? (?:\S{{0,2}}=|in) |.*\b{re.escape(name)} :=")


def gives(text: str, name: str) -> bool:
    """Whether a line gives a variable a value without looking at it."""
    head = _giving(name).match(text) if name in text else None
    return head is not None and not mentions(head[1] or head[3], name)


@lru_cache(MANY)
def _giving(name: str) -> re.Pattern[str]:
    return re.compile(rf"for {name} in (.+)|((?:[\w.]+, )*{name}(?:, [\w.]+)*)(?:{_TYPE})? = (.+)")
