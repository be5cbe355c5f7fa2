"""A loop within a loop that is none: what lies between their beginnings is asked again.

    380 IF F<=0 THEN 1800
    390 IF D>L THEN 1820
    410 INPUT "ORDER";O
    420 IF O<1 OR O>3 THEN PRINT "1 TO 3": GOTO 410       as well 380: neither F nor D and L have changed since
    430 ON O GOTO 500,700,750

What a command leads to goes back to the tests, to the question, or out of both: as one loop that is `continue` and
`break`, as two it takes flags. A loop that is left for one place or two stays by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import nodes as n
from ...syntax.visit import walk
from ..routines.routines import Node, Place, Routine, loop_of
from ..variables.types import OPPOSITE
from .relations import Thing, asked

FEWEST = 3  # places that a loop is left for
MOST_TESTS, LONGEST = 4, 12  # tests that are asked again, and what one may consist of
SIMPLE = n.Variable | n.Number | n.String | n.Unary | n.Parenthesised
OPERATORS = {*OPPOSITE, "AND", "OR"}  # those that never say "Overflow" and go on
LOOPING = n.For | n.Next | n.While | n.Wend


class Merging:
    """The loops of a routine. `name`: of a variable, None if it changes by itself or tests of it stay as they are;
    `changed`: what a place may change, None if nobody knows."""

    def __init__(
        self,
        routine: Routine,
        name: Callable[[n.Variable], Thing | None],
        changed: Callable[[Routine, Node], set[Thing] | None],
    ) -> None:
        self.routine = routine
        self.name = name
        self.changed = changed
        self.before = routine.predecessors()

    def merge(self) -> None:
        """Every loop that can goes back to the beginning of the one around it."""
        for place in sorted(self.routine.nodes):
            for led in self.before[place] if self._is_head(place) else ():
                tests = self._tests(led)
                if tests and self._goes_back(place, led, tests):
                    break

    def _goes_back(self, head: Place, led: Place, tests: list[Place]) -> bool:
        """Let a loop go back to the first of the tests that lead to its beginning, if they do so again for certain."""
        back = [other for other in self.before[head] if other != led]
        inside = loop_of(head, back, self.before)
        nodes = [self.routine.nodes[place] for place in inside]
        if led in inside or self.routine.entry in inside or any(_loops(self.routine.nodes[p]) for p in (head, *back)):
            return False
        if len({following for node in nodes for following in node.follows} - inside) < FEWEST:
            return False
        conditions = [condition for test in tests if (condition := _condition(self.routine.nodes[test])) is not None]
        asked = {self.name(part) for each in conditions for part in walk(each) if isinstance(part, n.Variable)}
        gone = [self.changed(self.routine, node) for node in nodes]
        if None in asked or any(names is None or not asked.isdisjoint(names) for names in gone):
            return False
        for place in back:
            node = self.routine.nodes[place]
            node.follows = [tests[0] if following == head else following for following in node.follows]
        self.before[tests[0]] += back
        self.before[head] = [led]
        return True

    def _tests(self, place: Place) -> list[Place]:
        """The tests from the beginning of a loop to a place, with nothing between them; none if something else is."""
        found: list[Place] = []
        while len(found) < MOST_TESTS:
            node = self.routine.nodes[place]
            if _condition(node) is not None:
                found.insert(0, place)
            elif node.kind != "jump" or node.part or _loops(node):
                return []
            sources = self.before[place]
            if len(sources) != 1 or place == self.routine.entry:
                is_head = found[:1] == [place] and self._is_head(place)
                return found if is_head and not self.routine.reach(place).isdisjoint(sources) else []
            place = sources[0]
        return []

    def _is_head(self, place: Place) -> bool:
        """Whether something leads back to a place in the text."""
        return any(source >= place for source in self.before[place])


def _loops(node: Node) -> bool:
    return node.kind == "test" or (node.point is not None and isinstance(node.point.statement, LOOPING))


def _condition(node: Node) -> n.Expression | None:
    """What a place asks, if that has no effect, and would have failed the first time."""
    condition = asked(node)
    found = [] if condition is None else [*walk(condition)]
    simple = len(found) <= LONGEST and all(
        isinstance(part, SIMPLE) or (isinstance(part, n.Binary) and part.operator in OPERATORS) for part in found
    )
    return condition if simple else None
