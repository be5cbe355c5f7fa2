"""Errors and where they lead: one `with` around all the statements whose errors end in the same RESUME.

    with trap_900.resuming(540):    what is done behind the block, or with the next turn of the loop, where an error in
        ...                         these lines has led to RESUME 540

A statement that is tried again, or passed over by RESUME NEXT, has a `with` for itself; a RESUME to a line passes it.
Where a line is there twice, with its FOR active and without, an error goes no further than to the innermost `with` of
that line: a statement whose error leads to the other one takes it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...analysis.routines.routines import Key, Node, Place, Routine, Trap, handler_of
from ...analysis.shapes.structure import ENDING, Block, Branch, Code, Goal, Jump, Loop, Shape, Switch
from ...syntax import nodes as n
from .shapes import Seq, Target, Try, nodes_in, parts, sets_state

Alike = Callable[[Key, Trap], bool]


class Regions:
    """Takes the errors out of a routine's shapes. `alike`: whether a trap holds in all that a call does; `alone`: all
    statements take their errors themselves."""

    def __init__(self, routine: Routine, alike: Alike, alone: bool = False) -> None:
        self.routine = routine
        self.alike = alike
        self.alone = alone
        self.goals: dict[Goal, list[tuple[Node, list[Target]]]] = {}  # a jump -> whose errors lead there by what
        self.free: set[Place] = set()  # statements whose errors need nothing but a `with` further out

    def take_out(self, seq: Seq) -> Seq:
        self._jump_only(seq)
        if self.goals:
            self._wrap(seq)
        return seq

    def stopped(self, seq: Seq) -> bool:
        """Whether errors of a statement lead further than another's to the same line, which would take these."""
        led: dict[Place, dict[Target, Goal]] = {}
        for goal, failing in self.goals.items():
            for node, targets in failing:
                led.setdefault(node.place, {}).update(dict.fromkeys(targets, goal))
        return bool(led) and any(_stopped(seq, led, {}))

    def _jump_only(self, seq: Seq) -> None:
        """What an error leads to stands behind a block, and the statement without its error in line."""
        while seq and isinstance(last := seq[-1], Branch) and last.node.tried and not self.alone:
            led = self._led(last, last.first)
            if led is None:
                break
            seq[-1:] = led
        for shape in seq:
            for part in parts(shape):
                self._jump_only(part)

    def _led(self, shape: Branch, first: Seq) -> Seq | None:
        """The statement with its error behind it; None if its handler says more than lines."""
        node = shape.node
        if isinstance(outer := first[0], Block):
            body = self._led(shape, outer.body)
            return None if body is None else [Block(outer.label, body), *first[1:]]
        cases = _cases(first)
        if cases is None or any(sets_state(case) for _, case in cases):  # more than a jump would be nested for each
            return None
        inner: Seq = [Code(node), *shape.second]
        sort = self.routine.nodes[node.follows[-1]]
        for numbers, case in cases:
            jump = case[0] if len(case) == 1 else None
            goal = jump.goal if isinstance(jump, Jump) else ENDING
            if goal == ENDING:
                block = Block((node.index, f"resumed{numbers[0]}", node.place[2]), inner)
                goal, inner = block.goal, [block, *case]
            self._leads(node, goal, [sort.outcomes[number].said for number in numbers])
        return inner

    def _leads(self, node: Node, goal: Goal, targets: list[Target]) -> None:
        """Note that errors of a statement lead to a jump, by the points that a RESUME names."""
        if not (node.repeated or node.passed):
            self.free.add(node.place)
        self.goals.setdefault(goal, []).append((node, targets))

    def _wrap(self, seq: Seq) -> None:
        for position, shape in reversed([*enumerate(seq)]):
            if isinstance(shape, Block | Loop) and shape.goal in self.goals:
                if isinstance(shape, Block) and _has_head(seq, position):
                    _innermost(shape).insert(0, seq.pop(position - 1))
                self._guard(shape)
            for part in parts(shape):
                self._wrap(part)

    def _guard(self, shape: Block | Loop) -> None:
        """The end of a block's or loop's body is where its errors lead, too."""
        found, body = self.goals[shape.goal], shape.body
        failing = {node.place for node, _ in found}
        begin = next(at for at, one in enumerate(body) if any(node.place in failing for node in nodes_in([one])))
        begin -= _has_head(body, begin)
        inner, trap = body[begin:], found[0][0].place[2]
        nodes = [*nodes_in(inner)]
        free = [node for node in nodes if node.place in self.free] if self._are_under(trap, nodes) else []
        for node in free:  # what another guard further out covers comes to this one
            node.covered = True
        targets = {target for _, named in found for target in named}
        body[begin:] = [Try(inner, [Jump(shape.goal)], handler_of(trap), sorted(targets), bool(free))]  # type: ignore[list-item]

    def _are_under(self, trap: Trap, nodes: list[Node]) -> bool:
        """Whether everything is under a trap."""
        return all(
            node.sorts
            or (node.place[2] == trap and (node.call is None or node.guarded or self.alike(node.call, trap)))
            for node in nodes
        )


def _stopped(seq: Seq, led: Mapping[Place, Mapping[Target, Goal]], held: Mapping[Target, Goal]) -> Iterator[Place]:
    """Those of some statements whose errors do not come to where they lead. `held`: what takes them around."""
    for shape in seq:
        inner = held
        if isinstance(shape, Code):
            leads = led.get(shape.node.place, {})
            if any(held.get(target) != leads[target] for target in leads):
                yield shape.node.place
            continue
        if isinstance(shape, Try) and isinstance(jump := shape.handler[0], Jump):
            inner = {**held, **dict.fromkeys(shape.targets, jump.goal)}
        for part in parts(shape):
            yield from _stopped(part, led, inner)


def _has_head(seq: Seq, position: int) -> bool:
    """Whether the head of a FOR, without errors of its own, stands before what begins with its turns."""
    head, loop = seq[position - 1], _innermost(seq[position])[0]
    return (
        position > 0 and isinstance(loop, Loop) and isinstance(head, Code)
        and (head.node.index, head.node.place[2]) == (loop.label[0], loop.label[2])
        and isinstance(head.node.point and head.node.point.statement, n.For)
        and not (head.node.tried or head.node.guarded)
    )  # fmt: skip


def _innermost(shape: Shape) -> Seq:
    """What a block begins with, without further blocks."""
    found: Seq = [shape]
    while isinstance(first := found[0], Block):
        found = first.body
    return found


def _cases(first: Seq) -> list[tuple[list[int], Seq]] | None:
    """What is done after each outcome of a statement's handler, if these are all lines."""
    match first:
        case [Switch(node=node, cases=cases, chosen=chosen)] if node.sorts and _named(node):
            return [*zip(chosen, cases, strict=True)]
        case [Code(node=node), *rest] if node.sorts and _named(node):
            return [([*range(len(node.outcomes))], rest)]
        case _:
            return None


def _named(sort: Node) -> bool:
    return all(outcome.kind == "line" for outcome in sort.outcomes)
