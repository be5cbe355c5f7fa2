"""How often Python looks for garbage while much is made that stays."""

from __future__ import annotations

import gc
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SELDOM = 50_000  # things made between two searches


@contextmanager
def seldom_searched() -> Iterator[None]:
    """Nearly all that is known of a program is needed to the end: to search it for garbage as often as Python does
    takes a quarter of the time and more, and finds little."""
    before = gc.get_threshold()
    gc.set_threshold(max(SELDOM, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
