"""Loops get their tests and counters, and branches that go elsewhere become guards.

    while True:                          while a < 9:
        if not a < 9:                        if b == 7:
            leave                                continue
        if b == 7:                           c = c + a
            again
        else:
            c = c + a
            again
"""

from __future__ import annotations

from ...analysis.routines.routines import Node, Place
from ...analysis.shapes.structure import Block, Branch, Code, Goal, Jump, Loop, Shape, Switch
from ...syntax import nodes as n
from .shapes import Exits, Range, Seq, While, ends, everything, parts, sets_state, size, within


def with_loops(seq: Seq, counts: dict[int, bool]) -> Seq:
    """`while` and `for` in place of endless loops; `counts` tells of each FOR whether its variable only counts."""
    for shape in seq:
        for part in parts(shape):
            part[:] = with_loops(part, counts)
    found: Seq = []
    for shape in seq:
        found.append(_loop(shape, counts) if type(shape) is Loop else shape)
    _join_begins(found)
    return found


def _loop(shape: Loop, counts: dict[int, bool]) -> Shape:
    seq = shape.body
    while seq and isinstance(seq[0], Block):
        seq = seq[0].body
    test = seq[0] if seq else None
    if not isinstance(test, Branch) or test.node.tried or test.node.kind not in ("if", "test"):
        return shape
    if test.node.place != shape.label:
        return shape
    inside = _labelled([shape])
    counted = test.node.kind == "test" and counts.get(test.node.index, False)
    if counted and not test.second and ends(test.first) and _goes_out(seq[1:], inside):
        test.second, seq[1:] = seq[1:], []  # it was a guard, being shorter than what is behind it
    if _goes_out(test.second, inside):
        seq[:1] = test.first
        test, orelse = Branch(test.node, [], []), test.second
    elif _goes_out(test.first, inside):
        seq[:1] = test.second
        test, orelse = Branch(test.node, [], [], True), test.first
    else:
        return shape
    if counted and (step := _step_last(shape.body, shape.goal)) is not shape.body:
        shape.body += step[-2:]
        del step[-2:]
    if counted and _drop_step(shape):
        return Range(shape.label, shape.body, test, orelse, None)
    return While(shape.label, shape.body, test, orelse)


def _step_last(seq: Seq, goal: Goal) -> Seq:
    """The one of the ways through a sequence that ends with a step, where all others lead elsewhere; what follows a
    guard with a step (`if not found: step; continue`) becomes its other way. Empty if there is none."""
    if _goes_on(seq[-2:], goal):
        return seq
    for position, shape in enumerate(seq):
        rest = seq[position + 1 :]
        if not isinstance(shape, Branch | Switch) or shape.node.tried or (rest and not ends(rest)):
            continue
        for arm in parts(shape):
            others = [other for other in parts(shape) if other is not arm]
            if rest and others == [[]] and _goes_on(arm, goal):
                others[0][:], seq[position + 1 :] = rest, []
                return arm
            if not rest and all(map(ends, others)) and (found := _step_last(arm, goal)):
                return found
    return []


def _goes_on(seq: Seq, goal: Goal) -> bool:
    """`step; continue`"""
    match seq:
        case [Code(node=node), Jump(goal=other)]:
            return other == goal and _steps(node, goal[1])
        case _:
            return False


def _goes_out(seq: Seq, inside: set[Goal]) -> bool:
    """Whether a way leads out of the loop and not back."""
    exits = Exits()
    return exits.ends(seq) and exits.of(seq).isdisjoint(inside)


def _labelled(seq: Seq) -> set[Goal]:
    """Where jumps in a sequence may lead, without leaving it."""
    return {shape.goal for shape in everything(seq) if isinstance(shape, Block | Loop)}


def _drop_step(shape: Loop) -> bool:
    """Take the NEXT out of a counted loop, if it stands at its end and nowhere else."""
    body = shape.body
    steps = [s for s in everything(body) if isinstance(s, Code) and _steps(s.node, shape.label)]
    last = body[-1] if body else None
    if isinstance(last, Jump) and last.goal == shape.goal:
        last = body[-2] if len(body) > 1 else None
    if len(steps) != 1 or steps[0] is not last or steps[0].node.survives:
        return False
    if shape.goal in Exits().out_of(body[:-1]):
        return False
    del body[body.index(last) :]
    return True


def _steps(node: Node, head: Place) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.Next) and node.follows == [head]


def _join_begins(seq: Seq) -> None:
    """Bring a FOR and its counted loop together."""
    position = 0
    while position + 1 < len(seq):
        shape, following = seq[position], seq[position + 1]
        while isinstance(following, Block) and following.body:
            following = following.body[0]
        if not isinstance(shape, Code) or shape.node.part or shape.node.guarded:
            position += 1
            continue
        if isinstance(following, Range) and shape.node.index == following.label[0]:
            following.begin = shape.node
            del seq[position]
        position += 1


def flattened(seq: Seq) -> Seq:
    """A branch that goes elsewhere stands as a guard: what is done otherwise follows it, not nested."""
    _flatten(seq, Exits())
    return seq


def _flatten(seq: Seq, exits: Exits) -> None:
    """`exits`: of what stands inside shapes, which is as it was until it is come to itself."""
    position = 0
    while position < len(seq):
        shape = seq[position]
        if isinstance(shape, Branch) and shape.node.tried and position == len(seq) - 1:
            if any(sets_state(part) for part in within(shape.first)) and exits.ends(shape.first):
                seq.extend(shape.second)
                shape.second = []
        elif isinstance(shape, Branch) and position == len(seq) - 1:
            one, two = (exits.ends(way) for way in parts(shape))
            first, second = map(size, parts(shape))
            if one and two and (first == second == 1 or _has_else(shape.node)):
                pass  # two jumps, of which one will turn out to be none; or what BASIC wrote with ELSE
            elif one and shape.second and (not two or second >= first):
                seq.extend(shape.second)
                shape.second = []
            elif two and shape.first:
                seq.extend(shape.first)
                shape.first = []
        for part in parts(shape):
            _flatten(part, exits)
        position += 1


def _has_else(node: Node) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.If) and bool(node.point.statement.otherwise)
