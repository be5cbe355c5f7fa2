"""What is being written: the file so far, and the routine in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...analysis.flow import core
from ...analysis.routines.routines import Key, Node, Place, Routine
from ...analysis.shapes.structure import Shape
from ...syntax import nodes as n
from ..lines.page import ZERO, Page
from ..plan.knowledge import Knowledge
from ..shape.asking import Facts
from ..shape.shapes import Asked, Part
from ..words.value import Value
from .passing import Passing

Put = Callable[[str], None]  # a line that does some of the work of a place


class Draft:
    """What all that writes has in common."""

    page: Page  # that is being written
    routine: Routine  # the one in hand, and of it:
    before: dict[Place, list[Place]]  # what leads to each place
    passing: Passing  # what is written as part of its calls
    facts: Facts  # what is known of its conditions
    asked: list[Asked]  # its tests that are asked again
    gives: list[str]  # what the function in hand gives back, it or one that has been cut out of it
    called_parts: list[Part]  # those that its lines have called so far
    remarked: set[int]  # points whose remarks have been written

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.shapes: dict[Key, list[Shape]] = {}
        self.parts: list[Page] = []
        self.part_names: set[str] = set()
        self.remarks: list[str] = []  # those at the head of the program
        self.state = False  # there are variables that routines share
        self.handlers: set[Key] = set()  # of errors, as ON ERROR names them
        self.endings = False  # some errors have handlers that never come back
        self.mapping: list[tuple[int, int]] = []  # Python's lines and BASIC's

    def begin(self, routine: Routine) -> None:
        """Take a routine in hand."""
        self.routine = routine
        self.before = routine.predecessors()
        self.passing = Passing(self.k, routine)
        self.facts = Facts(routine, self.k.data_flow)
        self._alike: dict[tuple[str, int], list[Place]] = {}
        for place in routine.nodes:
            self._alike.setdefault((place[1], place[0]), []).append(place)

    def put(self, indent: int, text: str, node: Node) -> None:
        """A line that does the work of a place, or some of it."""
        self.page.put(indent, text, line_of(node), self.error(node))

    @contextmanager
    def aside(self) -> Iterator[Page]:
        """What is written meanwhile goes to a page of its own."""
        page, self.page = self.page, Page()
        try:
            yield self.page
        finally:
            self.page = page

    # -- places of the routine ------------------------------------------------------------------------------------

    def stand(self, place: Place) -> None:
        """From now on numbers lie between the bounds that hold before a place."""
        self.k.ranges.bounds = self.k.intervals.at(self.routine.key, place)

    def alike(self, part: str, index: int) -> list[Place]:
        """Where that part of a point's work is done, in whichever copy of the program."""
        return self._alike.get((part, index), [])

    def bounds_of(self, test: Node) -> tuple[Value, Value, Value]:
        """The bounds of a loop, as far as they are known before its FOR; nothing is if that is there more than once."""
        found = self.alike("", test.index)
        before = self.k.ranges.bounds
        self.k.ranges.bounds = self.k.intervals.at(self.routine.key, found[0]) if len(found) == 1 else {}
        bounds = self.k.bounds(for_of(test))
        self.k.ranges.bounds = before
        return bounds

    def error(self, node: Node) -> int:
        """The BASIC line that an error of a place names; 0 if it cannot end in one."""
        return line_of(node) if not self.k.modern and self.fails(node) else 0

    def fails(self, node: Node) -> bool:
        """Whether what is written of a place may end in an error."""
        if node.kind in ("call", "tail"):  # what stands as an argument may
            return any(map(self.fails, self.passing.given_to(node.place)))
        if node.kind not in ("plain", "if", "switch", "test"):
            return node.kind in ("fail", "again", "stack")
        statement = core(node.point.statement) if node.point is not None else None
        if statement is None or node.valued or (node.kind == "test" and isinstance(statement, n.For)):
            return False
        before = self.k.ranges.bounds
        self.stand(node.place)
        found = bool(self.k.failing.here(statement))
        self.k.ranges.bounds = before
        return found


def line_of(node: Node) -> int:
    """The BASIC line of a place, as pages name it."""
    return (node.point.line or ZERO) if node.point is not None else 0


def for_of(test: Node) -> n.For:
    """The FOR of its test."""
    assert test.point is not None and isinstance(test.point.statement, n.For)
    return test.point.statement
