"""Jumps as a question that is asked again: behind a loop that is left for two places, the test that led there.

    while True:                             while True:
        a = input("B)UY N)EXT ")                a = input("B)UY N)EXT ")
        if a == "N":                            if a == "N" or a == "B":
            d = next_day(d)                         break
            leaving = True                      print("WHAT?")
            break                           if a == "N":
        if a == "B":                            d = next_day(d)
            break                               continue
        print("WHAT?")
    if leaving:
        continue

That is the same if the condition is sure to be true where the loop is left by that jump, and false wherever else: it
was asked on the way, or another that says as much, and nothing has changed its variables since. It must have no effect.
"""

from __future__ import annotations

from ...analysis.defaults import Name
from ...analysis.flow import core
from ...analysis.routines.routines import NO_TRAP, Node, Routine
from ...analysis.shapes.structure import ENDING, Block, Branch, Goal, Jump, Loop
from ...analysis.variables.remainders import alike
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..program.dataflow import DataFlow
from .shapes import Asked, Exits, Frame, Range, Seq, While, nodes_in, parts, size
from .ways import MOST_SHAPES, Ways

PURE = {"LEFT$", "RIGHT$", "MID$", "LEN", "ASC", "ABS", "INT", "SGN", "INSTR"}
SIMPLE = (n.Number, n.String, n.Binary, n.Unary, n.Parenthesised)

ENDED: Goal = "ended", (-1, "", NO_TRAP)  # what a loop does that is not left by a jump
Truth = bool | None  # None: it is not known


class Facts:
    """What is known of the conditions of one routine."""

    def __init__(self, routine: Routine, data_flow: DataFlow) -> None:
        self.routine = routine
        self.data_flow = data_flow
        self.survey = data_flow.survey

    def condition(self, node: Node) -> n.Expression | None:
        """What a place tests, if that may be asked again."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind != "if" or not isinstance(statement, n.If | n.While) or node.valued or node.survives:
            return None
        simple = all(map(self._simple, walk(statement.condition)))
        return statement.condition if simple and self.looked_at(node) else None

    def _simple(self, node: object) -> bool:
        if isinstance(node, n.Variable):
            return self.survey.types.name(node) not in self.survey.fielded
        return isinstance(node, SIMPLE) or (isinstance(node, n.Function) and node.name in PURE)

    def looked_at(self, node: Node) -> set[Name]:
        """The variables in the condition of a place."""
        statement = core(node.point.statement) if node.point is not None else None
        if not isinstance(statement, n.If | n.While):
            return set()
        return {self.survey.types.name(inner) for inner in walk(statement.condition) if isinstance(inner, n.Variable)}

    def changes(self, nodes: list[Node], names: set[Name]) -> bool:
        """Whether one of the places may change one of the variables."""
        return any(self._changes(node, names) for node in nodes)

    def _changes(self, node: Node, names: set[Name]) -> bool:
        if node.point is not None and isinstance(core(node.point.statement), n.Call | n.GetImage):
            return True
        return bool(self.data_flow.changed(self.routine, node) & self.survey.mask(names))

    def implied(self, known: Node, true: bool, wanted: Node) -> Truth:
        """Whether the condition of a place holds where that of another is true, or is not."""
        one, two = self.condition(known), self.condition(wanted)
        if one is None or two is None:
            return None
        if alike(one, two):
            return true
        first, second = self._constant(bare(one)), self._constant(bare(two))
        if first is None or second is None or first[0] != second[0]:
            return None
        if first[1] == second[1]:
            return true == (first[2] == second[2])
        return not second[2] if true == first[2] else None  # it is that constant, so it is no other

    def _constant(self, node: n.Expression) -> tuple[Name, object, bool] | None:
        """`A$="Y"`: the variable, the constant, and whether it is that or is not."""
        match node:
            case n.Binary(operator="=" | "<>" as operator, left=n.Variable() as variable, right=value):
                sign = 1
                if isinstance(value, n.Unary) and value.operator == "-":
                    value, sign = value.operand, -1
                if isinstance(value, n.Number) and value.kind != "#":
                    return self.survey.types.name(variable), sign * value.value, operator == "="
                if isinstance(value, n.String):
                    return self.survey.types.name(variable), value.value, operator == "="
        return None

    def where(self, loop: Loop, node: Node, exits: Exits) -> dict[Goal, Truth]:
        """Whether the condition of a place holds at the jumps that lead out of a loop, and where it just ends."""
        follower = _Follower(self, node, exits)
        end = follower.through([loop], None)
        follower.found.pop(ENDING, None)
        return follower.found if exits.ends([loop]) else {**follower.found, ENDED: end}


class _Follower:
    """Follows a condition along the ways through shapes: whether it is true."""

    def __init__(self, facts: Facts, wanted: Node, exits: Exits) -> None:
        self.facts, self.wanted, self.exits = facts, wanted, exits
        self.found: dict[Goal, Truth] = {}
        self.names = facts.looked_at(wanted)

    def through(self, seq: Seq, known: Truth) -> Truth:
        """What is known behind a sequence, if control comes there."""
        for shape in seq:
            known = self._shape(shape, known)
        return known

    def _branch(self, node: Node, true: bool, known: Truth) -> Truth:
        """What is known where the condition of a place holds, or does not."""
        said = self.facts.implied(node, true, self.wanted)
        return known if said is None else said

    def _shape(self, shape: object, known: Truth) -> Truth:
        match shape:
            case Jump(goal=goal):
                self.found[goal] = _joined([known, self.found.get(goal, known)])
                return known
            case Branch(node=node, first=first, second=second, negated=negated):
                known = self._after([node], known)
                ways = [(first, not negated), (second, negated)]
                led = [(way, self.through(way, self._branch(node, true, known))) for way, true in ways]
                return _joined([known for way, known in led if not self.exits.ends(way)])
            case Block(goal=goal, body=body):
                end = self.through(body, known)
                return _joined([end, self.found.pop(goal)]) if goal in self.found else end
            case Loop(goal=goal, body=body):
                known = self._after([*nodes_in([shape])], known)  # as it may be in any turn
                test = shape.test if isinstance(shape, While) else None
                self.through(body, known if test is None else self._branch(test.node, not test.negated, known))
                self.found.pop(goal, None)
                if test is not None:
                    known = self._branch(test.node, test.negated, known)
                return self.through(shape.orelse, known) if isinstance(shape, While | Range) else known
        known = self._after([*nodes_in([shape])], known)  # type: ignore[list-item]
        for inner in parts(shape):
            known = _joined([known, self.through(inner, known)])
        return known

    def _after(self, nodes: list[Node], known: Truth) -> Truth:
        """What is known behind some places."""
        return None if known is None or self.facts.changes(nodes, self.names) else known


def _joined(ends: list[Truth]) -> Truth:
    """What is known on all of some ways."""
    return ends[0] if len({*ends}) == 1 else None


class Asking:
    """Puts such questions behind loops."""

    def __init__(self, ways: Ways, facts: Facts | None) -> None:
        self.ways = ways
        self.facts = facts  # None: nothing is asked again
        self.asked: list[Asked] = []

    def ask_again(self, path: list[Frame]) -> bool:
        """What is done before the jump goes behind the loop with it, under the test that it stood under."""
        loops, goal = self.ways.around(path), self.ways.goal(path)
        if not loops:
            return False
        seq, at = path[loops[-1]]
        loop, (arm, position) = seq[at], path[-1]
        branch = path[-2][0][path[-2][1]]
        assert isinstance(loop, Loop)
        alone = position == len(arm) - 1 and self.ways.exits.of(arm) == {goal}
        if not (isinstance(branch, Branch) and alone) or size([loop]) > MOST_SHAPES:
            return False
        once = sum(self.ways.exits.count(part, goal) for part in parts(loop)) == 1  # else it takes a flag in any case
        if not once or any(node.place[2][0] >= 0 for node in nodes_in([loop])):
            return False
        true = (arm is branch.first) != branch.negated
        if self._known(loop, branch.node, goal)[1] != {not true}:
            return False
        behind = self.ways.fresh("asked")
        done, arm[:] = list(arm), [Jump(behind)]
        asked = Asked(branch.node, not true, loop, behind, done)
        seq[at : at + 1] = [Block(behind[1], [loop]), asked]  # type: ignore[list-item]
        self.asked.append(asked)
        return True

    def _known(self, loop: Loop, node: Node, goal: Goal) -> tuple[Truth, set[Truth]]:
        """Whether a condition is true where a loop is left for a goal, and what it is wherever else."""
        if self.facts is None or self.facts.condition(node) is None:
            return None, set()
        found = self.facts.where(loop, node, self.ways.exits)
        here = found.pop(goal, None)
        return here, {*found.values()}

    def mistaken(self) -> bool:
        """Whether a loop has come to be left, by what was changed later, where its question has another answer."""
        return not all(map(self._holds, self.asked))

    def _holds(self, asked: Asked) -> bool:
        here, others = self._known(asked.loop, asked.node, asked.goal)
        return here is not asked.negated and here is not None and others == {asked.negated}
