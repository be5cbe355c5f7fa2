"""What comparisons say about later ones of the same two things.

    10 IF A<B THEN PRINT "LESS": GOTO 50
    20 IF A>B THEN PRINT "MORE": GOTO 50
    30 IF A=B THEN PRINT "EQUAL": GOTO 50       always so: nothing comes to line 40 from here

    10 IF K=1 THEN A=A+1        what K is does not change: if this is so, line 20 is not, and nothing comes to it
    20 IF K=2 THEN A=A-1        then line 30 is so, too, and nothing comes to it otherwise
    30 IF K=2 THEN B=B+1

Of two numbers or texts one is less, or both are equal, or it is more. What of that is possible is followed along the
ways of a routine: `{(A, B): LESS | EQUAL}`; pairs of which nothing is known are not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import and_

from ...syntax import nodes as n
from ..routines.doings import SURE, UNSURE
from ..routines.routines import Node, Place, Routine
from ..variables.types import MIRRORED, OPPOSITE, bare

LESS, EQUAL, MORE = 1, 2, 4
ANY = LESS | EQUAL | MORE
POSSIBLE = {"<": LESS, "=": EQUAL, ">": MORE, "<=": LESS | EQUAL, ">=": MORE | EQUAL, "<>": LESS | MORE}
MOST = 500_000  # loops times places of a routine: what has more is left as it is
Thing = tuple[str, str, str]  # a variable; or a constant, with "=" or "=$" in the place of its kind
Known = dict[tuple[Thing, Thing], int]


class Relations:
    """`name`: of a variable, None if it changes by itself; `changed`: what a place may change, None if nobody knows."""

    def __init__(
        self, name: Callable[[n.Variable], Thing | None], changed: Callable[[Routine, Node], set[Thing] | None]
    ) -> None:
        self.name = name
        self.changed = changed
        self._gone: dict[Place, set[Thing] | None] = {}  # what places of the routine in hand change
        self._held: dict[tuple[Place, bool], list[tuple[Thing, Thing, str]]] = {}  # what holds behind its tests

    def settle(self, routine: Routine) -> None:
        """Nothing is asked whose answer is known, if all subroutines are called that were called before."""
        tests = [test for node in routine.nodes.values() if (test := self._test(node)) is not None]
        if len({thing for test in tests for thing in test[:2] if thing[1][0] != "="}) == len(tests):
            return
        self._gone, self._held = {}, {}
        nodes, follows = routine.nodes, {place: list(node.follows) for place, node in routine.nodes.items()}
        before = self._followed(routine)
        ways = {place: self._after(routine, nodes[place], known) for place, known in before.items()}
        if not any(
            known is not None and self._way(nodes[following], known) is not None
            for place, after in ways.items()
            for following, known in zip(nodes[place].follows, after, strict=True)
        ):
            return
        heads = {following for place, node in nodes.items() for following in node.follows if following <= place}
        if len(heads) * len(nodes) > MOST:
            return
        ground = _Ground(routine)
        settled = {place for place in before if self._is_settled(routine, place, ways, ground)}
        for place, known_after in ways.items():
            for way, known in enumerate(known_after):
                if known is not None:
                    nodes[place].follows[way] = self._goal(routine, place, way, known, ground, settled)
        reached = routine.reach(routine.entry)
        if any(node.call is not None for place, node in nodes.items() if place not in reached):
            for place, node in nodes.items():
                node.follows = follows[place]
        else:
            routine.nodes = {place: node for place, node in nodes.items() if place in reached}

    def _is_settled(
        self, routine: Routine, place: Place, ways: dict[Place, list[Known | None]], ground: _Ground
    ) -> bool:
        """Whether nobody needs to ask at a place, from wherever control comes to it."""
        if self._test(routine.nodes[place]) is None or not ground.before[place]:
            return False
        for other in ground.before[place]:
            for following, known in zip(ground.follows[other], ways.get(other, ()), strict=False):
                if following == place and known is not None and (
                    self._way(routine.nodes[place], known) is None or not ground.is_level(other, place)
                ):
                    return False
        return True

    def _way(self, node: Node, known: Known) -> int | None:
        """Which of its ways a test takes with what is known; None: that is not known."""
        test = self._test(node)
        if test is None:
            return None
        one, two, operator = test
        possible = _possible(known, one, two)
        if possible & POSSIBLE[operator] and possible & ~POSSIBLE[operator]:
            return None
        return int(not possible & POSSIBLE[operator])

    def _goal(
        self, routine: Routine, start: Place, number: int, known: Known, ground: _Ground, settled: set[Place]
    ) -> Place:
        """Where control comes to from a place without being asked what is known: over what an IF leads to, or to
        where nobody asks any more."""
        place = ground.follows[start][number]
        behind = ground.is_arm(start, place)
        while ground.is_level(start, place) and (way := self._way(routine.nodes[place], known)) is not None:
            follows = ground.follows[place][way]
            behind = behind and bool(way) and ground.is_level(place, follows) and ground.joins(place, follows)
            if place not in settled and not behind:
                break
            place = follows
        return place

    def _test(self, node: Node) -> tuple[Thing, Thing, str] | None:
        """What a place compares."""
        condition = asked(node)
        return None if condition is None else self._compared(condition)

    def _compared(self, condition: n.Expression) -> tuple[Thing, Thing, str] | None:
        condition = bare(condition)
        if not isinstance(condition, n.Binary) or condition.operator not in OPPOSITE:
            return None
        left, right = self._thing(condition.left), self._thing(condition.right)
        if left is None or right is None or left[1][0] == "=" == right[1][0]:
            return None
        if (left[1][-1] == "$") != (right[1][-1] == "$"):
            return None
        if left[1][0] == "=" or (right[1][0] != "=" and right < left):  # a constant comes second
            return right, left, MIRRORED[condition.operator]
        return left, right, condition.operator

    def _said(self, condition: n.Expression, held: bool) -> Iterator[tuple[Thing, Thing, str]]:
        """The comparisons that hold where a condition does, or does not."""
        condition = bare(condition)
        match condition:
            case n.Binary(operator="AND", left=left, right=right) if held:
                yield from (*self._said(left, True), *self._said(right, True))
            case n.Binary(operator="OR", left=left, right=right) if not held:
                yield from (*self._said(left, False), *self._said(right, False))
            case _ if (test := self._compared(condition)) is not None:
                one, two, operator = test
                yield one, two, operator if held else OPPOSITE[operator]

    def _thing(self, node: n.Expression) -> Thing | None:
        node = bare(node)
        match node:
            case n.Variable():
                return self.name(node)
            case n.Number(value=value, kind=kind):
                return (str(value), "=#", "") if kind == "#" else (repr(float(value)), "=", "")
            case n.String(value=text):
                return text, "=$", ""
            case _:
                return None

    def _followed(self, routine: Routine) -> dict[Place, Known]:
        before: dict[Place, Known] = {routine.entry: {}}
        waiting = [routine.entry]
        while waiting:
            place = waiting.pop()
            node = routine.nodes[place]
            for following, after in zip(node.follows, self._after(routine, node, before[place]), strict=True):
                if after is None:
                    continue
                known = before.get(following)
                joined = after if known is None else _joined(known, after)
                if joined != known:
                    before[following] = joined
                    waiting.append(following)
        return before

    def _after(self, routine: Routine, node: Node, before: Known) -> list[Known | None]:
        """What is known on each way from a place; None of those that control does not take."""
        condition = asked(node)
        if condition is not None:
            return [self._with(before, node.place, condition, held) for held in (True, False)]
        if node.place not in self._gone:
            self._gone[node.place] = self.changed(routine, node)
        changed = self._gone[node.place] if before else None
        after = {} if changed is None else {p: possible for p, possible in before.items() if changed.isdisjoint(p)}
        return [after] * len(node.follows)

    def _with(self, before: Known, place: Place, condition: n.Expression, held: bool) -> Known | None:
        after = dict(before)
        if (place, held) not in self._held:
            self._held[place, held] = [*self._said(condition, held)]
        for one, two, operator in self._held[place, held]:
            after[one, two] = _possible(after, one, two) & POSSIBLE[operator]
            if not after[one, two]:
                return None
        return after


class _Ground:
    """How the places of a routine lie to each other in the text."""

    def __init__(self, routine: Routine) -> None:
        self.before = routine.predecessors()
        self.follows = {place: tuple(node.follows) for place, node in routine.nodes.items()}
        self._asks = {place: node.kind == "if" for place, node in routine.nodes.items()}
        self._loops = dict.fromkeys(routine.nodes, 0)  # those that a place is in, as bits
        bits: dict[Place, int] = {}  # of each loop, by where it begins
        for place in routine.nodes:
            for following in self.follows[place]:
                if following <= place:
                    self._go_round(following, place, bits.setdefault(following, 1 << len(bits)))
        for place, node in routine.nodes.items():
            if node.kind == "jump" and self.before[place]:  # by which a loop may be left
                self._loops[place] |= reduce(and_, (self._loops[other] for other in self.before[place]))

    def _go_round(self, first: Place, last: Place, bit: int) -> None:
        self._loops[first] |= bit
        waiting = [last]
        while waiting:
            if not self._loops[place := waiting.pop()] & bit:
                self._loops[place] |= bit
                waiting += self.before[place]

    def is_level(self, place: Place, goal: Place) -> bool:
        """Whether one place comes before another in the text, in the same loops."""
        return place < goal and self._loops[place] == self._loops[goal]

    def is_arm(self, place: Place, goal: Place) -> bool:
        """Whether one place is in what the IF right before the other leads to."""
        return any(
            test < place and self._asks[test] and self.follows[test][1] == goal
            and all(test <= other < goal for other in self.before[goal])
            for test in self.before[goal]
        )  # fmt: skip

    def joins(self, test: Place, goal: Place) -> bool:
        """Whether all that an IF leads to comes together again."""
        return len(self.before[goal]) > 1 and all(test <= place < goal for place in self.before[goal])


def _possible(known: Known, one: Thing, two: Thing) -> int:
    """What is possible of two things, also by what is known of the first and other constants."""
    found = known.get((one, two), ANY)
    for (thing, other), possible in known.items() if two[1] in ("=", "=$") else ():
        if thing == one and other[1] == two[1] and other != two:
            less = float(other[0]) < float(two[0]) if two[1] == "=" else other[0] < two[0]
            if possible == EQUAL or not possible & (MORE if less else LESS):
                found &= LESS if less else MORE
    return found


def _joined(one: Known, two: Known) -> Known:
    """What is possible where two ways meet."""
    both = ((pair, one[pair] | two[pair]) for pair in one.keys() & two.keys())
    return {pair: possible for pair, possible in both if possible != ANY}


def asked(node: Node) -> n.Expression | None:
    """The condition that an IF asks at a place, if the program does not go on after an error of it."""
    statement = node.point.statement if node.kind == "if" and node.point is not None else None
    if not isinstance(statement, n.If) or node.survives or node.valued or node.part in (SURE, UNSURE):
        return None
    return statement.condition if len(node.follows) == 2 else None
