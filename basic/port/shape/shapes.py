"""Shapes as Python has them, `while`, `for` and `try` beside the loops and blocks with labels, and what is in them.

Which loops are `while` and `for` is found in `looping.py`, what errors lead to in `regions.py`, what jumps come to in
`jumps.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from math import inf
from operator import attrgetter
from typing import Any

from ...analysis.routines.routines import Key, Node, Place
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ...record import record, replace

COPIED = 3  # statements that may stand in several places
Seq = list[Shape]
Target = int  # what a handler said (`Outcome.said`)
Jump = tuple[str, Place]  # what a Leave or Again does
Frame = tuple[Seq, int]


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
    """The test of a node, asked again behind a loop that some jump leaves by `label` where it holds."""

    node: Node
    negated: bool
    loop: Loop
    label: Place
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


def jump_of(shape: object) -> Jump | None:
    if isinstance(shape, Leave):
        return "leave", shape.label
    return ("again", shape.label) if isinstance(shape, Again) else None


def jumping(jump: Jump) -> Leave | Again:
    return Leave(jump[1]) if jump[0] == "leave" else Again(jump[1])


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


def everything(seq: Seq) -> Iterator[object]:
    """All shapes, each before what is in it."""
    stack: list[object] = seq[::-1]  # type: ignore[assignment]
    while stack:
        shape = stack.pop()
        yield shape
        if type(shape) is not Code:  # which most of them are
            for part in reversed(parts(shape)):
                stack += part[::-1]


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


def nodes_in(seq: Seq) -> Iterator[Node]:
    """The places that shapes are made of; those of a part once, however often it is called: in a chain of endings,
    each called twice by the one before, it would be twice as often with each."""
    stack: list[object] = seq[::-1]  # type: ignore[assignment]
    called: set[int] = set()
    while stack:
        inner = stack.pop()
        if type(inner) is Code:  # most of them are
            yield inner.node
            continue
        for seq in reversed(parts(inner)):
            stack += seq[::-1]
        match inner:
            case Branch(node=node) | Switch(node=node) | Asked(node=node):
                yield node
            case While(test=test):
                yield test.node
            case Range(test=test, begin=begin):
                yield test.node
                if begin is not None:
                    yield begin
            case Called(part=part):
                if id(part) not in called:
                    called.add(id(part))
                    stack += part.body[::-1]  # one is in the other, often too deep for generators in generators
            case _:
                pass


class Exits:
    """The jumps that lead out of sequences, as the bits of a number, how many shapes are in them, and whether they
    end so; kept until a sequence is forgotten."""

    def __init__(self) -> None:
        self.masks: dict[int, tuple[int, Seq]] = {}
        self.sizes: dict[int, tuple[int, Seq]] = {}
        self.ending: dict[int, tuple[bool, Seq]] = {}
        self.bits: dict[Jump, int] = {}
        self.named: list[Jump] = []

    def forget(self, seq: Seq) -> None:
        for known in (self.masks, self.sizes, self.ending):
            known.pop(id(seq), None)

    def mask(self, jumps: Iterable[Jump]) -> int:
        """The bits of some jumps."""
        found = 0
        for jump in jumps:
            found |= self.bit(jump)
        return found

    def bit(self, jump: Jump) -> int:
        found = self.bits.get(jump)
        if found is None:
            found = self.bits[jump] = 1 << len(self.named)
            self.named.append(jump)
        return found

    def jumps(self, mask: int) -> Iterator[Jump]:
        """The jumps that bits stand for."""
        while mask:
            yield self.named[(mask & -mask).bit_length() - 1]
            mask &= mask - 1

    def of(self, seq: Seq) -> int:
        return (self.masks.get(id(seq)) or self._found(seq))[0]

    def _found(self, seq: Seq) -> tuple[int, Seq]:
        self.masks[id(seq)] = known = self.out_of_any(seq), seq
        return known

    def size(self, shape: object) -> int:
        """How many shapes are in one, and it."""
        return 1 + sum(map(self.length, parts(shape)))

    def length(self, seq: Seq) -> int:
        """How many are in a sequence."""
        return (self.sizes.get(id(seq)) or self._counted(seq))[0]

    def _counted(self, seq: Seq) -> tuple[int, Seq]:
        found = len(seq)
        for shape in seq:
            if type(shape) is not Code:
                for part in parts(shape):
                    found += (self.sizes.get(id(part)) or self._counted(part))[0]
        self.sizes[id(seq)] = known = found, seq
        return known

    def out_of_any(self, shapes: Iterable[object]) -> int:
        """The jumps out of what is no sequence that stays."""
        found = 0
        for shape in shapes:
            if type(shape) is not Code:
                found |= self.out_of(shape)
        return found

    def out_of(self, shape: object) -> int:
        jump = jump_of(shape)
        if jump is not None:
            return self.bit(jump)
        found = 0
        for part in parts(shape):
            found |= (self.masks.get(id(part)) or self._found(part))[0]
        if found and isinstance(shape, Block | Loop):
            found &= ~self.bits.get(("leave" if isinstance(shape, Block) else "again", shape.label), 0)
        return found

    def has(self, seq: Seq, label: Place) -> bool:
        """Whether any jump leaves for a label."""
        return bool(self.of(seq) & self.bit(("leave", label)))

    def leaves(self, seq: Seq, label: Place, most: float = inf) -> int:
        """How many jumps leave for a label, counted up to a number that is too many."""
        return self.count(seq, ("leave", label), most)

    def count(self, seq: Seq, wanted: Jump, most: float = inf) -> int:
        """How many jumps in a sequence lead to one place, counted in the same way."""
        bit = self.bit(wanted)
        total = 0
        waiting = [seq] if self.of(seq) & bit else []
        while waiting and total <= most:
            for shape in waiting.pop():
                if type(shape) is Code:
                    continue
                if jump := jump_of(shape):
                    total += jump == wanted
                else:
                    waiting += self.leading(shape, bit)
        return total

    def leading(self, shape: object, jumps: int) -> list[Seq]:
        """The sequences in a shape that one of some jumps, given as bits, leads out of."""
        known = self.masks
        return [part for part in parts(shape) if (known.get(id(part)) or self._found(part))[0] & jumps]

    def ends(self, seq: Seq) -> bool:
        """Whether control never comes out at the end: nothing comes out of a loop but by jumps, which name a label."""
        match seq[-1] if seq else None:
            case Leave() | Again():
                return True
            case Code(node=node):
                return not node.follows
            case Branch() | Switch() | Called() | Try() as last:
                return all(map(self._ends_kept, parts(last)))
            case Block(label=label, body=body):
                return self._ends_kept(body) and not self.has(body, label)
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


def weight(seq: Seq, most: int) -> int:
    """How many statements a sequence has, counted up to a number that is too many; loops and blocks are too many."""
    total = 0
    for shape in seq:
        match shape:
            case Code() | Leave() | Again() | Flag():
                total += 1
            case Branch() | Switch() | IfFlag() | Called():
                total += 1
                for part in parts(shape):
                    if total <= most:
                        total += weight(part, most - total)
            case _:
                total += most + 1
        if total > most:
            break
    return total


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
