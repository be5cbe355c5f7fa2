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
from ...analysis.routines.routines import Node, Place, Routine
from ...analysis.shapes.structure import Block, Branch, Jump, Loop
from ...analysis.variables.remainders import alike
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..program.dataflow import DataFlow
from .shapes import Asked, Frame, nodes_in, parts, size
from .ways import MOST_SHAPES, Ways

PURE = {"LEFT$", "RIGHT$", "MID$", "LEN", "ASC", "ABS", "INT", "SGN", "INSTR"}
SIMPLE = (n.Number, n.String, n.Binary, n.Unary, n.Parenthesised)

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
                if isinstance(value, n.String) or (isinstance(value, n.Number) and value.kind != "#"):
                    return self.survey.types.name(variable), value.value, operator == "="
        return None

    def on_leaving(self, loop: Loop, asked: Node) -> dict[tuple[Place, int], Truth]:
        """Whether the condition of a place holds on the ways out of a loop: by where these begin, and which of several
        ways from there they are."""
        nodes, names = self.routine.nodes, self.looked_at(asked)
        inside = {node.place for node in nodes_in([loop])}
        inside |= {node.place for node in nodes.values() if _steps(node) and not inside.isdisjoint(node.follows)}
        known: dict[Place, Truth] = {loop.label: None}
        found: dict[tuple[Place, int], Truth] = {}
        waiting = [loop.label]
        while waiting:
            node = nodes[waiting.pop()]
            behind = None if self.changes([node], names) else known[node.place]
            for way, following in enumerate(node.follows):
                said = self.implied(node, way == 0, asked)
                truth = behind if said is None else said
                (place,) = nodes[following].follows if nodes[following].kind == "jump" else (following,)
                if place not in inside:
                    found[node.place, way] = truth
                elif place not in known or known[place] not in (None, truth):
                    known[place] = None if place in known else truth
                    waiting.append(place)
        return found


def _steps(node: Node) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.Next)


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
        question = Asked(branch.node, not true, loop, [*arm])
        arm[:] = [Jump(behind := self.ways.fresh("asked"))]
        if not self._holds(question):
            arm[:] = question.body
            return False
        seq[at : at + 1] = [Block(behind[1], [loop]), question]  # type: ignore[list-item]
        self.asked.append(question)
        return True

    def _holds(self, asked: Asked) -> bool:
        """Whether what is asked again behind a loop tells how that was left."""
        if self.facts is None or self.facts.condition(asked.node) is None:
            return False
        ways = self.facts.on_leaving(asked.loop, asked.node)
        true = not asked.negated
        here = ways.pop((asked.node.place, int(asked.negated)), None)
        return here is true and {*ways.values()} == {not true}

    def mistaken(self) -> bool:
        """Whether a loop has come to be left, by what was changed later, where its question has another answer."""
        return not all(map(self._holds, self.asked))
