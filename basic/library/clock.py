"""The clock: `TIMER`, `TIME$` and `DATE$`, read and set.

    10 TIME$="23:59:58": DATE$="12-31-1999"
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.library.registry import function, helper
from basic.machine.machine import Machine

_DATE = r"(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{1,2})"
_TIME = r"(\d{1,2})(?:[:.](\d{1,2})(?:[:.](\d{1,2}))?)?"


@function("TIMER", "-> single 0..86400", [])
def timer(m: Machine) -> float:
    """`TIMER`: seconds since midnight, going on every 1/18.2 second."""
    return m.clock.timer()


@function("TIME$", "-> string ..8", [])
def time_(m: Machine) -> str:
    """`TIME$` is "23:59:58"."""
    return m.clock.now().strftime("%H:%M:%S")


@function("DATE$", "-> string ..10", [])
def date_(m: Machine) -> str:
    """`DATE$` is "12-31-1999"."""
    return m.clock.now().strftime("%m-%d-%Y")


@helper("set_time")
def set_time(m: Machine, text: str) -> None:
    """`TIME$="12"`, `TIME$="12:30:15"`"""
    import re  # setting the clock is rare, and these take milliseconds to import
    from datetime import time

    match = re.fullmatch(_TIME, text.strip())
    if not match:
        raise BasicError(ILLEGAL)
    hour, minute, second = (int(part or 0) for part in match.groups())
    try:
        m.clock.set_time(time(hour, minute, second))
    except ValueError:
        raise BasicError(ILLEGAL) from None


@helper("set_date")
def set_date(m: Machine, text: str) -> None:
    """`DATE$="12-31-99"`, `DATE$="1/2/1990"`: DOS knows the years 1980 to 2099; 80 to 99 are in the 20th century."""
    import re
    from datetime import date

    match = re.fullmatch(_DATE, text.strip())
    if not match:
        raise BasicError(ILLEGAL)
    month, day, year = (int(part) for part in match.groups())
    if year < 100:
        year += 1900 if year >= 80 else 2000
    try:
        if not 1980 <= year <= 2099:
            raise ValueError
        m.clock.set_date(date(year, month, day))
    except ValueError:
        raise BasicError(ILLEGAL) from None
