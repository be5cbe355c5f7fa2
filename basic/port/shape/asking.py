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
was asked on the way, or another that says as much, and nothing has changed its variables since. It must cost little
and have no effect.
"""

from __future__ import annotations

from ...analysis.flow import core
from ...analysis.routines.routines import NO_TRAP, Node, Place, Routine
from ...analysis.shapes.structure import Block, Branch, Code, Leave, Loop, Switch
from ...analysis.variables.types import COMPARISONS, bare
from ...record import fields
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.names import Key as Name
from ..program.dataflow import DataFlow
from .endings import Endings
from .shapes import (
    Action,
    Answered,
    Asked,
    Called,
    Exits,
    Final,
    Frame,
    Jump,
    Range,
    Seq,
    Try,
    While,
    everything,
    jump_of,
    nodes_in,
    nodes_of,
    parts,
)
from .ways import Ways

PURE = {"LEFT$", "RIGHT$", "MID$", "LEN", "ASC", "ABS", "INT", "SGN", "INSTR"}
LONGEST, MOST_SHAPES = 12, 400  # nodes of a condition; what is looked at in a loop

ENDED: Jump = "ended", (-1, "", NO_TRAP)  # what a loop does that is not left by a jump
Truth = bool | None  # None: it is not known
Form = tuple[object, ...]


class Facts:
    """What is known of the conditions of one routine."""

    def __init__(self, routine: Routine, data_flow: DataFlow) -> None:
        self.routine = routine
        self.data_flow = data_flow
        self.survey = data_flow.survey
        self._conditions: dict[Place, n.Expression | None] = {}
        self._looked_at: dict[Place, set[Name]] = {}
        self._implied: dict[tuple[Place, bool, Place], Truth] = {}

    def condition(self, node: Node) -> n.Expression | None:
        """What a place tests, if that may be asked again."""
        if node.place not in self._conditions:
            self._conditions[node.place] = self._condition(node)
        return self._conditions[node.place]

    def _condition(self, node: Node) -> n.Expression | None:
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind != "if" or not isinstance(statement, n.If | n.While) or node.valued or node.survives:
            return None
        found = list(walk(statement.condition))
        simple = len(found) <= LONGEST and all(map(self._simple, found))
        return statement.condition if simple and self.names(statement.condition) else None

    def _simple(self, node: object) -> bool:
        if isinstance(node, n.Variable):
            return self.survey.name(node) not in self.survey.fielded
        if isinstance(node, n.Function):
            return node.name in PURE
        return isinstance(node, n.Number | n.String | n.Binary | n.Unary | n.Parenthesised)

    def names(self, condition: n.Expression) -> set[Name]:
        return {self.survey.name(node) for node in walk(condition) if isinstance(node, n.Variable)}

    def looked_at(self, node: Node) -> set[Name]:
        """The variables in the condition of a place, if that may be asked again."""
        if node.place not in self._looked_at:
            condition = self.condition(node)
            self._looked_at[node.place] = set() if condition is None else self.names(condition)
        return self._looked_at[node.place]

    def changes(self, nodes: list[Node], names: set[Name]) -> bool:
        """Whether one of the places may change one of the variables."""
        return any(self.changed(node, names) for node in nodes)

    def changed(self, node: Node, names: set[Name]) -> set[Name]:
        """The variables among some that a place may change."""
        if node.point is not None and isinstance(core(node.point.statement), n.Call | n.GetImage):
            return names
        _, writes = self.survey.effects[self.routine.key].get(node.place, ((), set()))
        found = names & (writes | self.survey.uncertain([node]))
        if node.call is not None:
            found |= {name for name in names if self.data_flow.changes(node.call, name)}
        return found

    # -- what one condition says of another -----------------------------------------------------------------------

    def implied(self, known: Node, true: bool, wanted: Node) -> Truth:
        """Whether the condition of a place holds where that of another is true, or is not."""
        asked = known.place, true, wanted.place
        if asked not in self._implied:
            one, two = self.condition(known), self.condition(wanted)
            self._implied[asked] = None if one is None or two is None else self._said(one, true, two)
        return self._implied[asked]

    def _said(self, known: n.Expression, true: bool, wanted: n.Expression) -> Truth:
        known, wanted = bare(known), bare(wanted)
        if self._form(known) == self._form(wanted):
            return true
        if isinstance(wanted, n.Binary) and wanted.operator in ("AND", "OR") and _logical(wanted):
            sides = [self._said(known, true, side) for side in (wanted.left, wanted.right)]
            decisive = wanted.operator == "OR"
            return decisive if decisive in sides else None if None in sides else not decisive
        if isinstance(known, n.Binary) and known.operator == ("AND" if true else "OR") and _logical(known):
            found = {self._said(side, true, wanted) for side in (known.left, known.right)} - {None}
            return found.pop() if len(found) == 1 else None
        one, two = self._constant(known), self._constant(wanted)
        if one is None or two is None or one[0] != two[0]:
            return None
        if one[1] == two[1]:
            return true == (one[2] == two[2])
        return not two[2] if true == one[2] else None  # it is that constant, so it is no other

    def _constant(self, node: n.Expression) -> tuple[Name, object, bool] | None:
        """`A$="Y"`: the variable, the constant, and whether it is that or is not."""
        if not isinstance(node, n.Binary) or node.operator not in ("=", "<>") or not isinstance(node.left, n.Variable):
            return None
        value, sign = node.right, 1
        if isinstance(value, n.Unary) and value.operator == "-":
            value, sign = value.operand, -1
        if isinstance(value, n.Number) and value.kind != "#":
            return self.survey.name(node.left), sign * value.value, node.operator == "="
        return (self.survey.name(node.left), value.value, node.operator == "=") if isinstance(value, n.String) else None

    def _form(self, node: object) -> Form:
        """The same for expressions that are written alike, wherever they stand."""
        if isinstance(node, n.Variable):
            return ("variable", *self.survey.name(node))
        if isinstance(node, n.Node):
            return (type(node), *(self._form(getattr(node, name)) for name in fields(node) if name != "column"))
        return tuple(map(self._form, node)) if isinstance(node, tuple) else (node,)

    def where(self, loop: Loop, node: Node, exits: Exits) -> dict[Jump, Truth]:
        """Whether the condition of a place holds at the jumps that lead out of a loop, and where it just ends."""
        follower = _Follower(self, node, exits)
        end = follower.through([loop], None)
        return follower.found if exits.closed([loop]) else {**follower.found, ENDED: end}


class _Follower:
    """Follows a condition along the ways through shapes: whether it is true."""

    def __init__(self, facts: Facts, wanted: Node, exits: Exits) -> None:
        self.facts, self.wanted, self.exits = facts, wanted, exits
        self.found: dict[Jump, Truth] = {}
        self.names = facts.looked_at(wanted)

    def through(self, seq: Seq, known: Truth) -> Truth:
        """What is known behind a sequence, if control comes there."""
        for shape in seq:
            known = self._shape(shape, known)
        return known

    def _branch(self, node: Node, true: bool, known: Truth) -> Truth:
        """What is known where the condition of a place holds, or does not: it may look at the same variables."""
        if self.names.isdisjoint(self.facts.looked_at(node)):
            return known
        said = self.facts.implied(node, true, self.wanted)
        return known if said is None else said

    def _shape(self, shape: object, known: Truth) -> Truth:
        jump = jump_of(shape)
        if jump is not None:
            self.found[jump] = _joined([known, self.found.get(jump, known)])
            return known
        match shape:
            case Code(node=node):
                return self._after([node], known)
            case Branch(node=node, first=first, second=second, negated=negated):
                known = self._after([node], known)
                ways = [(first, not negated), (second, negated)]
                led = [(way, self.through(way, self._branch(node, true, known))) for way, true in ways]
                return _joined([known for way, known in led if not self.exits.ends(way)])
            case Switch(node=node, cases=cases):
                known = self._after([node], known)
                return _joined([self.through(case, known) for case in cases])
            case Block(label=label, body=body):
                end = self.through(body, known)
                left = "leave", label
                return _joined([end, self.found.pop(left)]) if left in self.found else end
            case Loop(label=label, body=body):
                known = self._behind([shape], known)  # as it may be in any turn
                test = shape.test if isinstance(shape, While) else None
                self.through(body, known if test is None else self._branch(test.node, not test.negated, known))
                self.found.pop(("again", label), None)
                if test is not None:
                    known = self._branch(test.node, test.negated, known)
                return self.through(shape.orelse, known) if isinstance(shape, While | Range) else known
            case Called(part=part):
                return self._behind([part.shape], known)
            case Answered(part=part):
                known = self._behind([part.shape], known)
            case Final():
                return known
            case Try(body=body, handler=handler):
                known = self._behind([*body, *handler], known)
        for inner in parts(shape):
            known = _joined([known, self.through(inner, known)])
        return known

    def _behind(self, shapes: Seq, known: Truth) -> Truth:
        """What is known behind some shapes that need not be followed one by one."""
        if known is None:
            return None
        return self._after([node for shape in shapes for node in nodes_of(shape)], known)

    def _after(self, nodes: list[Node], known: Truth) -> Truth:
        return None if known is None or self.facts.changes(nodes, self.names) else known


def _joined(ends: list[Truth]) -> Truth:
    """What is known on all of some ways."""
    return ends[0] if len({*ends}) == 1 else None


def _logical(node: n.Expression) -> bool:
    """Whether a condition is made of comparisons: each of its parts is true or false."""
    node = bare(node)
    if isinstance(node, n.Binary) and node.operator in ("AND", "OR"):
        return _logical(node.left) and _logical(node.right)
    return isinstance(node, n.Binary) and node.operator in COMPARISONS


class Asking:
    """Puts such questions behind loops."""

    def __init__(self, ways: Ways, endings: Endings, facts: Facts | None) -> None:
        self.ways, self.endings = ways, endings
        self.facts = facts  # None: nothing is asked again
        self.asked: list[Asked] = []

    def ask_again(self, path: list[Frame]) -> bool:
        loops = self.ways.around(path)
        if self.facts is None or not loops:
            return False
        seq, at = path[loops[-1]]
        loop = seq[at]
        assert isinstance(loop, Loop)
        if self.is_large(loop) or any(node.place[2][0] >= 0 for node in nodes_in(loop)):
            return False
        return self._move(path, loops[-1], loop)

    def _move(self, path: list[Frame], at: int, loop: Loop) -> bool:
        """What is done before the jump goes behind the loop with it, under the test that it stood under."""
        arm = path[-1][0]
        branch = path[-2][0][path[-2][1]]
        outward = self.ways.exits.out_of(loop)
        if not isinstance(branch, Branch) or path[-1][1] != len(arm) - 1 or self.ways.exits.of(arm) & ~outward:
            return False
        goal = self.ways.goal(path)
        if (
            sum(self.ways.exits.count(part, goal) for part in parts(loop)) > 1
        ):  # what else leads there would need a flag in
            return False  # any case
        label = self.ways.fresh("asked")
        done, arm[:] = list(arm), [Leave(label)]
        self._ask_anew(path[at + 1 :])
        true = (arm is branch.first) != branch.negated
        if self._tells(loop, branch.node, true, ("leave", label), path[:at]):
            seq, position = path[at]
            asked = Asked(branch.node, not true, loop, label, done)
            seq[position : position + 1] = [Block(label, [loop]), asked]  # type: ignore[list-item]
            self.asked.append(asked)
            return True
        arm[:] = done
        self._ask_anew(path[at + 1 :])
        return False

    def _ask_anew(self, path: list[Frame]) -> None:
        """What a jump has been changed in for the time being."""
        for seq, _ in path:
            self.ways.exits.forget(seq)

    def _tells(self, loop: Loop, node: Node, true: bool, jump: Jump, around: list[Frame]) -> bool:
        """Whether a condition is true, or false, at a jump out of a loop, and the opposite at all others.

        Those that lead to the end of the routine are going to be `return`. `around`: the path to the loop.
        """
        assert self.facts is not None
        if self.facts.condition(node) is None:
            return False
        found = self.facts.where(loop, node, self.ways.exits)
        here = found.pop(jump, None)
        for other in list(found):
            at = None if other == ENDED else self.ways.target(around, other)
            if len(found) > 1 and at is not None and self.endings.is_ending(around, at):
                del found[other]
        return here is true and {*found.values()} == {not true}

    def mistaken(self) -> bool:
        """Whether a loop has come to be left, by what was changed later, where its question has another answer."""
        return not all(map(self._holds, self.asked))

    def _holds(self, asked: Asked) -> bool:
        assert self.facts is not None
        found = self.facts.where(asked.loop, asked.node, self.ways.exits)
        true = found.pop(("leave", asked.label), None)
        stays = (None, Action.RETURN)
        leaving = [shape for shape in everything([asked.loop]) if self.ways.actions.get(id(shape)) not in stays]
        goals = {jump_of(shape) for shape in leaving}
        others = {known for goal, known in found.items() if goal in goals or goal == ENDED}
        return true is not asked.negated and true is not None and others <= {not true}

    def is_large(self, shape: object) -> bool:
        """Whether there is too much in a shape to be looked at again and again."""
        return self.ways.exits.size(shape) > MOST_SHAPES
