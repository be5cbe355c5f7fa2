"""Shapes as Python has them, `while`, `for` and `try` beside the loops and blocks with labels, and what is in them.

Which loops are `while` and `for` is found in `looping.py`, what errors lead to in `regions.py`, what jumps come to in
`jumps.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
from operator import attrgetter
from typing import Any

from ...analysis.routines.routines import Key, Node
from ...analysis.shapes.structure import Block, Branch, Code, Goal, Jump, Loop, Shape, Switch
from ...record import record, replace
from ...syntax import nodes as n

COPIED = 3  # statements that may stand in several places
Seq = list[Shape]
Target = int  # what a handler said (`Outcome.said`)
Frame = tuple[Seq, int]
NOWHERE: frozenset[Goal] = frozenset()


class Action(StrEnum):
    """What a jump is in Python, and how that is written."""

    NONE = ""  # control comes there by itself
    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"
    YES = "return True"  # from a function that says for which of two places it is left
    NO = "return False"
    EXIT = "sys.exit()"  # to the end of the program, from a function that returns elsewhere


@record(frozen=False)
class While(Loop):
    """A loop with a test before each turn; `orelse` is where a failed test leads."""

    test: Branch
    orelse: list[Shape]


@record(frozen=False)
class Range(Loop):
    """A counted loop: the step is in its head; `begin` is the FOR if it stands right before."""

    test: Branch
    orelse: list[Shape]
    begin: Node | None


@record(frozen=False)
class Flag:
    """`leaving = True`"""

    name: str
    value: bool


@record(frozen=False)
class IfFlag:
    """`if leaving:`"""

    name: str
    negated: bool
    body: list[Shape]


@record(frozen=False)
class Asked:
    """The test of a node, asked again behind a loop that has been left where it holds."""

    node: Node
    negated: bool
    loop: Loop
    body: list[Shape]


@record(frozen=False)
class Try:
    """Statements whose errors all lead to the same place: where `body` ends, or further with the jump in `handler`."""

    body: list[Shape]
    handler: list[Shape]
    key: Key  # the routine that handles them
    targets: list[Target]
    catching: bool  # not every statement that may fail has a guard of its own


@record(frozen=False)
class Part:
    """What was taken out of a routine."""

    body: list[Shape]
    name: str
    given: list[tuple[str, str]]  # names and types
    back: list[tuple[str, str]]
    asked: bool  # it gives back which of two ways it was left by


@record(frozen=False)
class Called:
    """What stood here has become a function. If that says which of two ways it was left by, `if found_word(a):` the
    first, else the second."""

    part: Part
    first: list[Shape]
    second: list[Shape]


PARTS: dict[type, Callable[[Any], tuple[Seq, ...]]] = {
    Branch: attrgetter("first", "second"),
    Called: attrgetter("first", "second"),
    Switch: lambda switch: tuple(switch.cases),
    While: attrgetter("body", "orelse"),
    Range: attrgetter("body", "orelse"),
    Try: attrgetter("body", "handler"),
    **dict.fromkeys((Loop, Block, IfFlag, Asked), lambda shape: (shape.body,)),
}


def parts(shape: object) -> tuple[Seq, ...]:
    """The sequences inside a shape."""
    inside = PARTS.get(type(shape))
    return () if inside is None else inside(shape)


def everything(seq: Seq, called: bool = False) -> Iterator[object]:
    """All shapes, each before what is in it. `called`: also those of the functions that are called, once: in a chain
    of endings, each called twice by the one before, they would be twice as many with each."""
    stack: list[object] = seq[::-1]  # type: ignore[assignment]
    seen: set[int] = set()
    while stack:
        shape = stack.pop()
        yield shape
        if type(shape) is Code:  # which most of them are
            continue
        for part in reversed(parts(shape)):
            stack += part[::-1]
        if called and isinstance(shape, Called) and id(shape.part) not in seen:
            seen.add(id(shape.part))
            stack += shape.part.body[::-1]


def within(seq: Seq) -> Iterator[Seq]:
    """A sequence and all those inside it."""
    yield seq
    for shape in everything(seq):
        yield from parts(shape)


def nested(seq: Seq) -> int:
    """How many loops and `with` are in each other."""
    inside = ((isinstance(shape, Loop | Try), parts(shape)) for shape in seq if type(shape) is not Code)
    return max((own + max(map(nested, within), default=0) for own, within in inside), default=0)


def sets_state(seq: Seq) -> bool:
    """Whether a sequence begins with a jump to a state."""
    return bool(seq) and isinstance(first := seq[0], Code) and first.node.kind == "state"


def is_remark(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)


def nodes_in(seq: Seq) -> Iterator[Node]:
    """The places that shapes and the functions that they call are made of."""
    for shape in everything(seq, called=True):
        match shape:
            case Code(node=node) | Branch(node=node) | Switch(node=node) | Asked(node=node):
                yield node
            case While(test=test):
                yield test.node
            case Range(test=test, begin=begin):
                yield test.node
                if begin is not None:
                    yield begin
            case _:
                pass


def node_of(shape: object) -> Node | None:
    """The place that a shape begins with, if that is its own."""
    match shape:
        case Code() | Branch() | Switch() | Jump():
            return shape.node
        case Range():
            return shape.begin or shape.test.node
        case While():
            return shape.test.node
        case _:
            return None


def size(seq: Seq) -> int:
    """How many shapes are in a sequence."""
    return sum(1 for _ in everything(seq))


class Exits:
    """Where the jumps that lead out of sequences go, and whether these end so; kept until a sequence is forgotten."""

    def __init__(self) -> None:
        self.goals: dict[int, tuple[frozenset[Goal], Seq]] = {}
        self.ending: dict[int, tuple[bool, Seq]] = {}

    def forget(self, seq: Seq) -> None:
        self.goals.pop(id(seq), None)
        self.ending.pop(id(seq), None)

    def of(self, seq: Seq) -> frozenset[Goal]:
        known = self.goals.get(id(seq))
        if known is None:
            known = self.goals[id(seq)] = self.out_of(seq), seq
        return known[0]

    def out_of(self, shapes: Iterable[object]) -> frozenset[Goal]:
        """The same of what is no sequence that stays."""
        return NOWHERE.union(*(self._out_of(shape) for shape in shapes if type(shape) is not Code))

    def _out_of(self, shape: object) -> frozenset[Goal]:
        if isinstance(shape, Jump):
            return frozenset((shape.goal,))
        found = NOWHERE.union(*map(self.of, parts(shape)))
        return found - {shape.goal} if isinstance(shape, Block | Loop) else found

    def count(self, seq: Seq, goal: Goal) -> int:
        """How many jumps in a sequence lead to one place."""
        if goal not in self.of(seq):
            return 0
        jumps = sum(isinstance(shape, Jump) and shape.goal == goal for shape in seq)
        return jumps + sum(self.count(part, goal) for shape in seq for part in parts(shape))

    def ends(self, seq: Seq) -> bool:
        """Whether control never comes out at the end: nothing comes out of a loop but by jumps, which name a label."""
        match seq[-1] if seq else None:
            case Jump():
                return True
            case Code(node=node):
                return not node.follows
            case Branch() | Switch() | Called() | Try() as last:
                return all(map(self._ends_kept, parts(last)))
            case Block(body=body) as block:
                return self._ends_kept(body) and block.goal not in self.of(body)
            case While(orelse=orelse) | Range(orelse=orelse):
                return self._ends_kept(orelse)
            case last:
                return isinstance(last, Loop)

    def _ends_kept(self, seq: Seq) -> bool:
        """The same for a sequence that stays."""
        known = self.ending.get(id(seq))
        if known is None:
            known = self.ending[id(seq)] = self.ends(seq), seq
        return known[0]


def ends(seq: Seq) -> bool:
    return Exits().ends(seq)


def is_little(seq: Seq) -> bool:
    """Whether it may stand in several places."""
    inner = [*islice(everything(seq), COPIED + 1)]
    return len(inner) <= COPIED and not any(isinstance(shape, Loop | Block | Try | Asked) for shape in inner)


def copied(seq: Seq) -> Seq:
    """The same shapes once more; what has become a function, and the loops of what is only moved, are there once."""
    return [_copy(shape) for shape in seq]


def _copy(shape: Shape) -> Shape:
    match shape:
        case Branch(first=first, second=second) | Called(first=first, second=second):
            return replace(shape, first=copied(first), second=copied(second))
        case Switch(cases=cases):
            return replace(shape, cases=[copied(case) for case in cases])
        case IfFlag(body=body):
            return replace(shape, body=copied(body))
        case _:
            return shape if isinstance(shape, Loop | Block | Try | Asked) else replace(shape)
