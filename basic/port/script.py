"""Which programs are so short that they need no `main`: Python's global variables are slower than local ones."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING

from ..analysis.flow import core
from ..analysis.shapes.structure import Code, Loop, Shape
from ..syntax import nodes as n
from .lines.mentions import names_in
from .lines.page import Page
from .shape.shapes import Called, parts
from .shape.shapes import Range as Counted

if TYPE_CHECKING:
    from .write import Writer

WAITING = (n.Print, n.Input, n.LineInput)
SCRIPT, BESIDE, TURNS = 30, 24, 1000  # lines of a script, of one beside functions, and statements that it carries out


def is_script(w: Writer, page: Page, others: list[Page]) -> bool:
    """Whether it is so short that it needs no `main`: Python's global variables are slower than local ones."""
    leaves = bool(w.draft.handlers)  # which `gw.run` calls
    leaves |= any(isinstance(line.tree, ast.Return) for line in page.lines)
    leaves |= any("Restart" in names_in(line.text) for some in (page, *others) for line in some.lines)
    most = BESIDE if others else SCRIPT
    return not leaves and page.size <= most and _effort(w, w.draft.shapes[w.k.graph.main]) <= TURNS


def _effort(w: Writer, seq: list[Shape]) -> float:
    """How many statements are carried out, at most; infinitely many where that is not known.

    A loop that prints or reads in each turn takes its time with that, not with its variables.
    """
    total = 0.0
    for shape in seq:
        if isinstance(shape, Loop):
            turns = _turns(w, shape) if isinstance(shape, Counted) else None
            if turns is None and any(map(_waits, shape.body)):
                turns = 1
            total += math.inf if turns is None else turns * max(1, _effort(w, shape.body))
        elif isinstance(shape, Called):
            total += _effort(w, shape.part.body)
        else:
            total += 1 + sum(_effort(w, part) for part in parts(shape))
    return total


def _turns(w: Writer, loop: Counted) -> int | None:
    """How often a counted loop is run at most."""
    node = loop.test.node
    assert node.point is not None and isinstance(node.point.statement, n.For)
    start, stop, step = w.k.bounds(node.point.statement)
    low, high, pace = start.range.low, stop.range.high, step.range.low
    if pace is not None and pace < 0:
        low, high, pace = stop.range.low, start.range.high, -pace
    return None if low is None or high is None or not pace else max(0, (high - low) // pace + 1)


def _waits(shape: Shape) -> bool:
    point = shape.node.point if isinstance(shape, Code) else None
    return point is not None and isinstance(core(point.statement), WAITING)
