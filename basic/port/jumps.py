"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied; what a routine ends with, and
a nest that is left for one place, becomes a function. A flag is the next-to-last resort.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..analysis.graph import NO_TRAP, Place
from ..analysis.structure import Again, Block, Branch, Code, Leave, Loop, Switch
from ..syntax import nodes as n
from .shapes import (
    COPIED,
    COPIED_LAST,
    Called,
    Final,
    Flag,
    Frame,
    IfFlag,
    Jump,
    Part,
    Range,
    Seq,
    Try,
    While,
    closed,
    copied,
    ends,
    everything,
    jump_of,
    leaves,
    parts,
    weight,
)


class Resolver:
    """Makes every jump one that Python has."""

    def __init__(self, seq: Seq, function: Callable[[Place, Seq, bool], Part | None]) -> None:
        self.seq = seq
        self.function = function  # makes one of what a routine ends with, or of what is left for one place, if it can
        self.functions: list[tuple[Seq, Place]] = []
        self.actions: dict[int, str] = {}  # id of a jump -> "", "break" or "continue"
        self.continues: set[int] = set()  # jumps that need not be written, but could be: as `continue`
        self.flags = 0
        self.walks = 0
        self.flagged: list[tuple[Jump, list[Place]]] = []  # jumps that needed flags, with the loops that they leave
        self.absorbed: list[tuple[Jump, list[Place]]] = []  # jumps for which something is nested more deeply
        self.passed: list[Place] = []
        self.back: Jump | None = None  # what is `return` in the function in hand
        self.guards: dict[tuple[int, Jump], str] = {}

    def resolve(self, most: int = 10_000) -> bool:
        """Whether every jump could be made one, looking through all of them so often at most."""
        while self.walks < most:
            self.walks += 1
            self.actions, self.continues = {}, set()
            self.back = None
            path = self._walk(self.seq, frozenset(), None, [])
            for seq, label in self.functions:
                if path is None:
                    self.back = "leave", label
                    path = self._walk(seq, frozenset({self.back}), None, [])
            if path is None:
                return True
            if not (self._absorb(path) or self._otherwise(path) or self._copy(path) or self._through(path)
                    or self._ending(path) or self._nest(path) or self._copy(path, COPIED_LAST)):
                self._flag(path)
        return False

    # -- what a jump comes to -------------------------------------------------------------------------------------

    def _walk(
        self, seq: Seq, tail: frozenset[Jump], loop: tuple[frozenset[Jump], frozenset[Jump]] | None, path: list[Frame]
    ) -> list[Frame] | None:
        """Note what each jump becomes; gives the way to the first that cannot be written yet."""
        for position, shape in enumerate(seq):
            here = [*path, (seq, position)]
            behind = tail
            after = position + 1
            while after < len(seq) and isinstance(flag := seq[after], IfFlag) and not flag.negated:
                after += 1  # a jump that sets no flag passes them
            if after < len(seq):
                jump = jump_of(seq[after])
                behind = frozenset() if jump is None else frozenset({jump}) | (tail if jump in tail else frozenset())
            jump = jump_of(shape)
            if jump is not None:
                if jump in tail:
                    self.actions[id(shape)] = ""
                    if loop is not None and jump in loop[0]:
                        self.continues.add(id(shape))
                elif loop is not None and jump in loop[0]:
                    self.actions[id(shape)] = "continue"
                elif loop is not None and jump in loop[1]:
                    self.actions[id(shape)] = "break"
                elif jump == self.back:
                    self.actions[id(shape)] = "return"
                else:
                    return here
                continue
            found = None
            match shape:
                case Block(label=label, body=body):
                    found = self._walk(body, behind | {("leave", label)}, loop, here)
                case Loop(label=label, body=body):
                    labels = frozenset({("again", label), *_trailing(body)})
                    found = self._walk(body, labels, (labels, behind), here)
                    if found is None and isinstance(shape, While | Range):
                        found = self._walk(shape.orelse, behind, loop, here)
                case _:
                    for part in parts(shape):
                        found = found or self._walk(part, behind, loop, here)
            if found is not None:
                return found
        return None

    # -- ways to make it possible ---------------------------------------------------------------------------------

    def _absorb(self, path: list[Frame]) -> bool:
        """What follows a branch with the jump moves into the other branch, which alone goes on there."""
        target = jump_of(path[-1][0][path[-1][1]])
        for (seq, position), (inner, _) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            shape = seq[position]
            if isinstance(shape, Loop) or (isinstance(shape, Block) and ("leave", shape.label) == target):
                return False
            rest = seq[position + 1 :]
            if not rest or not isinstance(shape, Branch | Switch):
                continue
            open_ = [part for part in parts(shape) if not ends(part)]
            if ends(inner) and len(open_) <= 1:
                del seq[position + 1 :]
                if open_:
                    open_[0].extend(rest)
                    assert target is not None
                    self.absorbed.append((target, self._left(path)))
                return True
        return False

    def _otherwise(self, path: list[Frame]) -> bool:
        """`for ...: ... break` / `else:`: what follows a loop that has come to its end by itself."""
        loops = self._around(path)
        if not loops:
            return False
        position = loops[-1]
        seq, at = path[position]
        loop = seq[at]
        if not isinstance(loop, While | Range) or len(loop.orelse) != 1 or not isinstance(loop.orelse[0], Leave):
            return False
        label = loop.orelse[0].label
        if at != len(seq) - 1:
            return False
        for outer, index in reversed(path[:position]):
            block = outer[index]
            if not isinstance(block, Block) or (index + 1 == len(outer) and block.label != label):
                return False
            if block.label == label:
                if leaves(block.body, label) != 1 or index + 1 == len(outer):
                    return False
                loop.orelse = outer[index + 1 :]
                del outer[index + 1 :]
                return True
            if index + 1 != len(outer):
                return False
        return False

    def _copy(self, path: list[Frame], most: int = COPIED) -> bool:
        """A short piece of code that a block leads to stands in each place that leads there."""
        target = jump_of(path[-1][0][path[-1][1]])
        for seq, position in reversed(path[:-1]):
            block = seq[position]
            if isinstance(block, Loop) and ("again", block.label) == target:
                return False
            if not isinstance(block, Block):
                continue
            rest = seq[position + 1 :]
            own = ("leave", block.label) == target
            short = rest and closed(rest) and weight(rest) <= most
            if short and most > COPIED:
                short = weight(rest) * (leaves(block.body, block.label) - closed(block.body)) <= most
            if short and (own or ends(block.body)):
                _replace(block.body, block.label, rest)
                if closed(block.body):
                    del seq[position + 1 :]
                return True
            if own:
                return False
        return False

    def _ending(self, path: list[Frame]) -> bool:
        """What a routine ends with is called from each place that leads there."""
        at = self._target(path, jump_of(path[-1][0][path[-1][1]]))
        return at is not None and self._is_ending(path, at) and self._end_with(path, at)

    def _target(self, path: list[Frame], jump: Jump | None) -> int | None:
        """Where on a path the block stands that is left by a jump."""
        if jump is None or jump[0] == "again":
            return None
        return next((i for i, (seq, at) in enumerate(path) if self._is(seq[at], jump)), None)

    def _is_ending(self, path: list[Frame], at: int) -> bool:
        """Whether all ways from behind a block lead to the routine's end."""
        rest = path[at][0][path[at][1] + 1 :]
        outer = [self._target(path[:at], jump) for jump in set(_outward(rest))]
        return closed(rest) and all(i is not None and self._is_ending(path, i) for i in outer)

    def _end_with(self, path: list[Frame], at: int) -> bool:
        seq, position = path[at]
        block = seq[position]
        assert isinstance(block, Block)
        rest = seq[position + 1 :]
        if outward := next(_outward(rest), None):  # that has to end first
            outer = self._target(path[:at], outward)
            assert outer is not None
            behind = path[outer][0][path[outer][1] + 1 :]
            if weight(behind) > COPIED:
                return self._end_with(path, outer)
            _replace(rest, outward[1], behind)
            seq[position + 1 :] = rest
            return True
        tried = [shape for shape in everything(block.body) if isinstance(shape, Try)]
        if any(leaves(shape.body, block.label) for shape in tried):
            return False
        if leaves(block.body, block.label) == 1 and closed(block.body):
            _replace(block.body, block.label, rest)
            del seq[position + 1 :]
            return True
        part = self.function(block.label, rest, True)
        if part is None:
            return False
        self.functions.append((rest, block.label))
        _replace(block.body, block.label, [Final(part)])  # type: ignore[list-item]
        seq[position + 1 :] = [] if closed(block.body) else [Final(part)]  # type: ignore[list-item]
        return True

    def _through(self, path: list[Frame]) -> bool:
        """`else: continue` and `break`: a loop that is left by jumps to one place only, which go on from behind it."""
        loops = self._around(path)
        target = jump_of(path[-1][0][path[-1][1]])
        if not loops or not any(self._is(shapes[i], target) for shapes, i in path[: loops[-1]]):
            return False
        seq, at = path[loops[-1]]
        loop = seq[at]
        assert isinstance(loop, Loop)
        others = {jump for jump in _outward([Loop(loop.label, loop.body)]) if jump not in (target, self.back)}
        if others:
            return self._into(path, loops[-1], others)
        rest = seq[at + 1 :]
        if isinstance(loop, While | Range):
            if closed(loop.orelse):
                rest = []
            elif not closed(rest) or weight(rest) > COPIED:
                return False
        assert target is not None
        label: Place = (-len(self.passed), "passed", NO_TRAP)
        self.passed.append(label)
        _replace(loop.body, target[1], [Leave(label)], target[0])
        if isinstance(loop, While | Range):
            loop.orelse = [*loop.orelse, *rest]
        seq[at:] = [Block(label, [loop]), Leave(target[1]) if target[0] == "leave" else Again(target[1])]
        return True

    def _into(self, path: list[Frame], at: int, others: set[Jump]) -> bool:
        """A little that is done behind a loop, and reached by one jump only, stands where that is."""
        around, place = path[at - 1]
        block = around[place]
        if not isinstance(block, Block) or others != {("leave", block.label)} or leaves(block.body, block.label) != 1:
            return False
        rest = around[place + 1 :]
        if weight(rest) > COPIED_LAST or not (closed(rest) and closed(block.body)):
            return False
        _replace(block.body, block.label, rest)
        del around[place + 1 :]
        return True

    def _nest(self, path: list[Frame]) -> bool:
        """What is left for one place only, at several levels, is a function."""
        target = jump_of(path[-1][0][path[-1][1]])
        at = self._target(path, target)
        while at is not None:
            seq, position = path[at]
            outward = set(_outward([seq[position]]))
            if not outward:
                return self._as_function(seq, position)
            outer = [self._target(path[:at], jump) for jump in outward]
            at = None if None in outer else min(i for i in outer if i is not None)
        return False

    def _as_function(self, seq: Seq, position: int) -> bool:
        block = seq[position]
        assert isinstance(block, Block)
        begin = position
        while begin and _is_remark(seq[begin - 1]):
            begin -= 1
        body = [*seq[begin:position], *block.body]
        part = self.function(block.label, body, False)
        if part is None:
            return False
        self.functions.append((body, block.label))
        seq[begin : position + 1] = [Called(part)]  # type: ignore[list-item]
        return True

    def _flag(self, path: list[Frame]) -> None:
        """Set a flag, go where Python can go, and look at the flag there."""
        seq, position = path[-1]
        jump = seq[position]
        target = jump_of(jump)
        assert target is not None
        outer = max((i for i, (s, at) in enumerate(path) if self._is(s[at], target)), default=-1)
        assert outer >= 0, target
        inner = [i for i in self._around(path) if i > outer]
        self.flagged.append((target, self._left(path)))
        if inner:
            self._flag_loop(path, inner[-1], target)
        else:
            self._flag_block(path, outer, target)

    def _left(self, path: list[Frame]) -> list[Place]:
        """The loops that the jump at the end of a path may have to leave."""
        return [shape.label for seq, at in path[:-1] if isinstance(shape := seq[at], Loop)]

    def _around(self, path: list[Frame]) -> list[int]:
        """The loops whose bodies the end of a path is in."""
        found = []
        for i, (seq, at) in enumerate(path[:-1]):
            shape = seq[at]
            if isinstance(shape, Loop) and path[i + 1][0] is shape.body:
                found.append(i)
        return found

    def _flag_loop(self, path: list[Frame], inner: int, target: Jump) -> None:
        """Leave the loop, and go on from behind it. Several jumps out of one loop share the place behind it."""
        seq, position = path[-1]
        jump = seq[position]
        loop_seq, at = path[inner]
        if inner and loop_seq is not self.seq:
            around, place = path[inner - 1]
            block = around[place]
            if isinstance(block, Block) and block.label[1] == "flag" and len(block.body) == 1:
                after = place + 1
                while after < len(around) and isinstance(flag := around[after], IfFlag) and not flag.negated:
                    if jump_of(flag.body[0]) == target:
                        seq[position : position + 1] = [Flag(flag.name, True), Leave(block.label)]  # type: ignore[list-item]
                        return
                    after += 1
                name = self._fresh()
                seq[position : position + 1] = [Flag(name, True), Leave(block.label)]  # type: ignore[list-item]
                around.insert(after, IfFlag(name, False, [jump]))  # type: ignore[arg-type]
                around.insert(place, Flag(name, False))  # type: ignore[arg-type]
                return
        name = self._fresh()
        label: Place = (-self.flags, "flag", NO_TRAP)
        seq[position : position + 1] = [Flag(name, True), Leave(label)]  # type: ignore[list-item]
        loop_seq[at : at + 1] = [
            Flag(name, False),  # type: ignore[list-item]
            Block(label, [loop_seq[at]]),
            IfFlag(name, False, [jump]),  # type: ignore[list-item]
        ]

    def _flag_block(self, path: list[Frame], outer: int, target: Jump) -> None:
        """What stands between here and the end of the block is done only without the flag."""
        seq, position = path[-1]
        jump = seq[position]
        first = path[outer + 1][0]
        known = self.guards.get((id(first), target))
        name = known or self._fresh()
        self.guards[id(first), target] = name
        seq[position : position + 1] = [Flag(name, True)]  # type: ignore[list-item]
        for frame_seq, at in path[outer + 1 : -1]:
            rest = frame_seq[at + 1 :]
            only = rest[0] if len(rest) == 1 else None
            if rest and not (isinstance(only, IfFlag) and only.name == name):
                frame_seq[at + 1 :] = [IfFlag(name, True, rest)]  # type: ignore[list-item]
        if known is None:
            if target[0] == "again":
                first.append(jump)
            first.insert(0, Flag(name, False))  # type: ignore[arg-type]

    def _fresh(self) -> str:
        self.flags += 1
        return f"leaving{self.flags}" if self.flags > 1 else "leaving"

    def _is(self, shape: object, target: Jump | None) -> bool:
        if isinstance(shape, Block):
            return target == ("leave", shape.label)
        return isinstance(shape, Loop) and target == ("again", shape.label)


def _trailing(body: Seq) -> set[Jump]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: set[Jump] = set()
    while body and isinstance(body[-1], Block):
        found.add(("leave", body[-1].label))
        body = body[-1].body
    if body and isinstance(body[-1], Again) and len(body) > 1:
        found |= _trailing(body[:-1])
    return found


def _is_remark(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)


def _outward(seq: Seq) -> Iterator[Jump]:
    """The jumps that lead out of a sequence."""
    inside = {shape.label for shape in everything(seq) if isinstance(shape, Block | Loop)}
    for shape in everything(seq):
        jump = jump_of(shape)
        if jump is not None and jump[1] not in inside:
            yield jump


def _replace(seq: Seq, label: Place, rest: Seq, kind: str = "leave") -> None:
    position = 0
    while position < len(seq):
        shape = seq[position]
        if jump_of(shape) == (kind, label):
            new = copied(rest)
            seq[position : position + 1] = new
            position += len(new)
            continue
        for part in parts(shape):
            _replace(part, label, rest, kind)
        position += 1
