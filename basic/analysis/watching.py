"""Whether a program looks at the screen, so that what it prints must be kept from the beginning.

    10 IF SCREEN(12,40)=42 THEN 100
    20 DEF SEG=&HB800: IF PEEK(1960)=42 THEN 100
"""

from __future__ import annotations

from ..sizes import SEGMENT_SIZE, reaches_screen
from ..syntax import nodes as n
from ..syntax.visit import walk
from .flow import Flow, core, itself


def watches(flow: Flow) -> bool:
    """By SCREEN(row,column), or by DEF SEG of a segment that may have the screen's memory in it."""
    return any(_looks(node) for point in flow.points for node in walk(itself(core(point.statement))))


def _looks(node: object) -> bool:
    match node:
        case n.Function(name="SCREEN"):
            return True
        case n.DefSeg(segment=n.Number(value=value)):
            return reaches_screen(int(value) % SEGMENT_SIZE)
        case n.DefSeg(segment=segment):
            return segment is not None
    return False
