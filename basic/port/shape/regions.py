"""Errors and where they lead: one `with` around all the statements whose errors end in the same RESUME.

    with trap_900.resuming(540):    what is done behind the block, or with the next turn of the loop, where an error in
        ...                         these lines has led to RESUME 540

A statement that is tried again, or passed over by RESUME NEXT, has a `with` for itself; a RESUME to a line passes it.
Where a line is there twice, with its FOR active and without, an error goes no further than to the innermost `with` of
that line: a statement whose error leads to the other one takes it itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping

from ...analysis.routines.routines import Key, Node, Place, Routine, Trap, handler_of
from ...analysis.shapes.structure import ENDING, Block, Branch, Code, Goal, Jump, Loop, Shape, Switch
from ...syntax import nodes as n
from .shapes import Seq, Target, Try, parts, sets_state

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
            self._wrap(seq, _Lines(seq, self.free, self.alike))
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
        position = 0
        while position < len(seq):
            shape = seq[position]
            if type(shape) is Code:
                position += 1
                continue
            if (
                isinstance(shape, Branch) and shape.node.tried and position == len(seq) - 1
                and not self.alone
            ):  # fmt: skip
                led = self._led(shape, shape.first)
                if led is not None:
                    seq[-1:] = led
                    continue
            for part in parts(shape):
                self._jump_only(part)
            position += 1

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

    def _wrap(self, seq: Seq, lines: _Lines) -> None:
        for position, shape in reversed([*enumerate(seq)]):
            if type(shape) is Code:
                continue
            if isinstance(shape, Block | Loop):
                if shape.goal in self.goals and isinstance(shape, Block) and _has_head(seq, position):
                    lines.begin_with(shape, seq.pop(position - 1))
                self._guard(shape, lines)
            for part in parts(shape):
                self._wrap(part, lines)

    def _guard(self, shape: Block | Loop, lines: _Lines) -> None:
        """The end of a block's or loop's body is where its errors lead, too."""
        found = self.goals.get(shape.goal)
        if found is None:
            return
        goal = [node for node, _ in found]
        body = shape.body
        begin = lines.first(body, goal)
        begin -= _has_head(body, begin)
        inner = body[begin:]
        trap = goal[0].place[2]
        extent = lines.extents[id(inner[0])][0], lines.extents[id(shape)][1]
        free = lines.free(extent) if lines.are_under(trap, extent) else []
        for node in free:  # what another guard further out covers comes to this one
            node.covered = True
        key = handler_of(trap)
        targets = {target for _, named in found for target in named}
        body[begin:] = [Try(inner, [Jump(shape.goal)], key, sorted(targets), bool(free))]  # type: ignore[list-item]


class _Lines:
    """Where the nodes of shapes stand in the text. A `with` around some of them changes nothing about that, so it is
    found once for all of them: they are inside each other as often as lines errors lead to."""

    def __init__(self, seq: Seq, free: Container[Place], alike: Alike) -> None:
        self.alike = alike
        self.nodes: list[Node] = []
        self.extents: dict[int, tuple[int, int]] = {}  # id of a shape -> the first of its nodes, and what is behind it
        self._places: dict[int, list[int]] = {}  # id of a node -> where it stands with its work in line
        self._parted: dict[Trap, list[int]] = {}  # what is not under a trap
        self._read(seq)
        self._free = [at for at, node in enumerate(self.nodes) if node.place in free]

    def _read(self, seq: Seq) -> None:
        for shape in seq:
            begin = len(self.nodes)
            if isinstance(shape, Code | Branch | Switch):
                self.nodes.append(shape.node)
            if isinstance(shape, Code):
                self._places.setdefault(id(shape.node), []).append(begin)
            else:
                for part in parts(shape):
                    self._read(part)
            self.extents[id(shape)] = begin, len(self.nodes)

    def begin_with(self, shape: Shape, head: Shape) -> None:
        """A head that stood before a block stands in it and all that this begins with."""
        found: Seq = [shape]
        while isinstance(first := found[0], Block):
            begin, behind = self.extents[id(first)]
            self.extents[id(first)] = begin - 1, behind
            found = first.body
        found.insert(0, head)

    def first(self, body: Seq, goal: list[Node]) -> int:
        """The first in a sequence that one of some nodes stands in."""
        begin, end = self.extents[id(body[0])][0], self.extents[id(body[-1])][1]
        first = min(at for node in goal for at in self._places[id(node)] if begin <= at < end)
        return next(position for position, shape in enumerate(body) if self.extents[id(shape)][1] > first)

    def free(self, extent: tuple[int, int]) -> list[Node]:
        """The nodes in an extent whose errors need nothing but a `with` further out."""
        return [self.nodes[at] for at in _between(self._free, extent)]

    def are_under(self, trap: Trap, extent: tuple[int, int]) -> bool:
        """Whether everything in an extent is under a trap."""
        if trap not in self._parted:
            self._parted[trap] = [
                at for at, node in enumerate(self.nodes)
                if not (node.sorts or (node.place[2] == trap
                and (node.call is None or node.guarded or self.alike(node.call, trap))))
            ]  # fmt: skip
        return not _between(self._parted[trap], extent)


def _between(positions: list[int], extent: tuple[int, int]) -> list[int]:
    begin, end = extent
    return positions[bisect_left(positions, begin) : bisect_left(positions, end)]


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
