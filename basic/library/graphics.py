"""Graphics screens: for now only what tells a program that there are none.

`SCREEN 0` with its pages is the text screen; the modes 1 to 10 exist but come later; others are error 5.
"""

from __future__ import annotations

from basic.errors import BasicError
from basic.library.later import not_yet
from basic.library.registry import statement
from basic.machine.machine import Machine

PAGES = 8
MODES = 10


@statement("SCREEN", "byte? byte? byte? byte?")
def screen(
    m: Machine, mode: int | None = None, burst: int | None = None, active: int | None = None, seen: int | None = None
) -> None:
    """`SCREEN 0,0,0`"""
    if mode is burst is active is seen is None:
        raise BasicError(5)
    if mode:
        if mode > MODES:
            raise BasicError(5)
        not_yet(f"SCREEN {mode}")
    if max(active or 0, seen or 0) >= (PAGES if m.console.width == 40 else PAGES // 2):
        raise BasicError(5)
    if active or seen:
        not_yet("PCOPY")
