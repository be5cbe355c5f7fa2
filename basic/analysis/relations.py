"""What comparisons say about later ones of the same two things.

    10 IF A<B THEN PRINT "LESS": GOTO 50
    20 IF A>B THEN PRINT "MORE": GOTO 50
    30 IF A=B THEN PRINT "EQUAL": GOTO 50       always so: nothing comes to line 40 from here

Of two numbers or texts one is less, or both are equal, or it is more. What of that is possible is followed along the
ways of a routine: `{(A, B): LESS | EQUAL}`; pairs of which nothing is known are not there.
"""

from __future__ import annotations

from collections.abc import Callable

from ..syntax import nodes as n
from .doings import UNSURE
from .routines import Node, Place, Routine
from .types import MIRRORED, OPPOSITE, bare

LESS, EQUAL, MORE = 1, 2, 4
ANY = LESS | EQUAL | MORE
POSSIBLE = {"<": LESS, "=": EQUAL, ">": MORE, "<=": LESS | EQUAL, ">=": MORE | EQUAL, "<>": LESS | MORE}
Thing = tuple[str, str, str]  # a variable; or a constant, with "=" or "=$" in the place of its kind
Known = dict[tuple[Thing, Thing], int]


class Relations:
    """`name`: of a variable, None if it changes by itself; `changed`: what a place may change, None if nobody knows."""

    def __init__(
        self, name: Callable[[n.Variable], Thing | None], changed: Callable[[Routine, Node], set[Thing] | None]
    ) -> None:
        self.name = name
        self.changed = changed

    def settle(self, routine: Routine) -> None:
        """Nothing is asked whose answer is known, if nothing but what that leads to is left out."""
        tests = [node for node in routine.nodes.values() if self._test(node) is not None]
        pairs = [test[:2] for node in tests if (test := self._test(node)) is not None]
        if len(set(pairs)) == len(pairs):
            return
        before = self._followed(routine)
        for node in tests:
            known, test = before.get(node.place), self._test(node)
            assert test is not None
            one, two, operator = test
            possible = ANY if known is None else known.get((one, two), ANY)
            if not possible & POSSIBLE[operator]:
                self._straight(routine, node, 1)
            elif not possible & ~POSSIBLE[operator]:
                self._straight(routine, node, 0)

    def _straight(self, routine: Routine, node: Node, way: int) -> None:
        """A test becomes a jump, if no subroutine is called only where it does not lead."""
        kind, follows = node.kind, node.follows
        node.kind, node.follows = "jump", [follows[way]]
        reached = routine.reach(routine.entry)
        if any(other.call is not None for place, other in routine.nodes.items() if place not in reached):
            node.kind, node.follows = kind, follows
        else:
            routine.nodes = {place: other for place, other in routine.nodes.items() if place in reached}

    def _test(self, node: Node) -> tuple[Thing, Thing, str] | None:
        """What a place compares."""
        statement = node.point.statement if node.kind == "if" and node.point is not None else None
        if not isinstance(statement, n.If) or node.survives or node.valued or node.part == UNSURE:
            return None
        return self._compared(statement.condition)

    def _compared(self, condition: n.Expression) -> tuple[Thing, Thing, str] | None:
        condition = bare(condition)
        if not isinstance(condition, n.Binary) or condition.operator not in OPPOSITE:
            return None
        left, right = self._thing(condition.left), self._thing(condition.right)
        if left is None or right is None or left[1][0] == "=" == right[1][0]:
            return None
        if (left[1][-1] == "$") != (right[1][-1] == "$"):
            return None
        if right < left:
            return right, left, MIRRORED[condition.operator]
        return left, right, condition.operator

    def _thing(self, node: n.Expression) -> Thing | None:
        node = bare(node)
        match node:
            case n.Variable():
                return self.name(node)
            case n.Number(value=value, kind=kind):
                return f"{value!r}{'#' * (kind == '#')}", "=", ""
            case n.String(value=text):
                return text, "=$", ""
            case _:
                return None

    def _followed(self, routine: Routine) -> dict[Place, Known]:
        before: dict[Place, Known] = {routine.entry: {}}
        waiting = [routine.entry]
        while waiting:
            place = waiting.pop()
            for following, after in self._after(routine, routine.nodes[place], before[place]):
                known = before.get(following)
                joined = after if known is None else _joined(known, after)
                if joined != known:
                    before[following] = joined
                    waiting.append(following)
        return before

    def _after(self, routine: Routine, node: Node, before: Known) -> list[tuple[Place, Known]]:
        test = self._test(node)
        if test is not None and len(node.follows) == 2:
            one, two, operator = test
            possible = before.get((one, two), ANY)
            # control does not come to where nothing is possible: what was known before is enough to say of that
            said = (possible & POSSIBLE[held] or possible for held in (operator, OPPOSITE[operator]))
            return [(to, {**before, (one, two): left}) for to, left in zip(node.follows, said, strict=True)]
        changed = self.changed(routine, node)
        after = {} if changed is None else {p: possible for p, possible in before.items() if changed.isdisjoint(p)}
        return [(following, after) for following in node.follows]


def _joined(one: Known, two: Known) -> Known:
    """What is possible where two ways meet."""
    both = ((pair, one[pair] | two[pair]) for pair in one.keys() & two.keys())
    return {pair: possible for pair, possible in both if possible != ANY}
