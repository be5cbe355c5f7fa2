"""What is being written: the file so far, and the routine in hand."""

from __future__ import annotations

from ...analysis.routines.routines import Key, Place, Routine
from ...analysis.shapes.structure import Shape
from ...syntax import nodes as n
from ..lines.page import Page
from ..plan.knowledge import Knowledge
from ..shape.asking import Facts
from ..shape.shapes import Asked, Part
from ..words.value import Value


class Draft:
    """What all that writes has in common."""

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.page = Page()
        self.routine: Routine = k.graph.routines[k.graph.main]
        self.actions: dict[int, str] = {}
        self.shapes: dict[Key, list[Shape]] = {}
        self.state = False  # there are variables that routines share
        self.remarks: list[str] = []  # those at the head of the program
        self.part: Part | None = None  # the one in hand
        self.called_parts: list[Part] = []
        self.part_names: set[str] = set()
        self.parts: list[Page] = []
        self.asked: list[Asked] = []  # tests that are asked again in the routine in hand
        self.facts: Facts  # what is known of its conditions
        self.remarked: set[int] = set()  # points whose remarks have been written
        self.traps: set[Key] = set()
        self.handlers: set[Key] = set()  # of errors, as ON ERROR names them
        self.endings = False  # some errors have handlers that never come back
        self.mapping: list[tuple[int, int]] = []  # Python's lines and BASIC's

    def stand(self, place: Place) -> None:
        """From now on numbers lie between the bounds that hold before a place of the routine."""
        self.k.ranges.bounds = self.k.intervals.at(self.routine.key, place)

    def bounds_at(self, statement: n.For, place: Place) -> tuple[Value, Value, Value]:
        """The bounds of a loop, as far as they are known before a place of the routine."""
        before = self.k.ranges.bounds
        self.stand(place)
        found = self.k.bounds(statement)
        self.k.ranges.bounds = before
        return found
