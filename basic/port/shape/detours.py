"""Jumps that are none: what follows is put in another order until control gets there by itself, or copied."""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Branch, Leave, Loop, Switch
from .shapes import (
    COPIED,
    Answered,
    Frame,
    Range,
    Seq,
    Try,
    While,
    jump_of,
    jumping,
    parts,
    weight,
)
from .ways import PASSED, Ways

NOT_FOUND = 12  # shapes behind `else:` of a loop that has not found anything
COPIED_OFTEN = 12  # statements that may come of three which stand in several places


class Detours:
    """Each takes a path to a jump, and tells whether it has changed something."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways

    def absorb(self, path: list[Frame]) -> bool:
        """What follows a branch with the jump moves into the other branch, which alone goes on there."""
        target = self.ways.goal(path)
        for (seq, position), (inner, _) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            shape = seq[position]
            if isinstance(shape, Loop) or (isinstance(shape, Block) and ("leave", shape.label) == target):
                return False
            rest = seq[position + 1 :]
            if not rest or not isinstance(shape, Branch | Switch | Answered):
                continue
            open_ = [part for part in parts(shape) if not self.ways.exits.ends(part)]
            if self.ways.exits.ends(inner) and len(open_) <= 1:
                del seq[position + 1 :]
                if open_:
                    open_[0].extend(rest)
                    self.ways.forget(open_[0])
                return True
        return False

    def otherwise(self, path: list[Frame]) -> bool:
        """`for ...: ... break` / `else:`: what follows a loop that has come to its end by itself."""
        loops = self.ways.around(path)
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
                if self.ways.exits.leaves(block.body, label) != 1 or index + 1 == len(outer):
                    return False
                loop.orelse = outer[index + 1 :]
                del outer[index + 1 :]
                return True
            if index + 1 != len(outer):
                return False
        return False

    def not_found(self, path: list[Frame]) -> bool:
        """`for ...: break` / `else: ...; continue`: a little that only a loop leads to that has not found anything."""
        (seq, _), (around, at) = path[-1], path[-2] if len(path) > 1 else path[-1]
        loop, target = around[at], self.ways.goal(path)
        if not isinstance(loop, Range) or loop.orelse is not seq or len(seq) != 1:
            return False
        for outer, index in reversed(path[:-2]):
            block, rest = outer[index], outer[index + 1 :]
            if not isinstance(block, Block):
                return False
            if ("leave", block.label) == target:
                short = self.ways.exits.length(rest) <= NOT_FOUND and self.ways.exits.closed(rest)
                if (
                    not short
                    or self.ways.exits.leaves(block.body, block.label, 1) != 1
                    or not self.ways.exits.closed(block.body)
                ):
                    return False
                loop.orelse = rest
                del outer[index + 1 :]
                return True
        return False

    def copy(self, path: list[Frame]) -> bool:
        """A short piece of code that a block leads to stands in each place that leads there."""
        target = self.ways.goal(path)
        loops = self.ways.between(path, target)[1]
        for at, (seq, position) in reversed([*enumerate(path[:-1])]):
            block = seq[position]
            if isinstance(block, Loop) and ("again", block.label) == target:
                return False
            if not isinstance(block, Block):
                continue
            own = ("leave", block.label) == target
            rest = seq[position + 1 : position + 2 + COPIED]
            short = 0 < len(rest) <= COPIED and (own or not (loops and loops[0] < at))
            size = weight(rest, COPIED) if short else 0
            short = short and size <= COPIED and self.ways.exits.closed(rest) and not self._is_passage(block, rest[0])
            short = short and (own or self.ways.exits.ends(block.body))
            if short and size == COPIED:
                times = self.ways.exits.leaves(block.body, block.label, COPIED_OFTEN // size + 1)
                short = size * (times - self.ways.exits.closed(block.body)) <= COPIED_OFTEN
            if short:
                self.ways.replace(block.body, block.label, rest)
                if self.ways.exits.closed(block.body):
                    del seq[position + 1 :]
                if at and self._is_all_in_block(path[at - 1], seq) and not isinstance(block.body[-1], Try):
                    seq[:] = block.body  # nothing leaves it any more
                return True
            if own:
                return False
        return False

    def _is_all_in_block(self, around: Frame, seq: Seq) -> bool:
        """Whether a sequence has become a block in a block, and nothing else."""
        return len(seq) == 1 and isinstance(around[0][around[1]], Block)

    def hand_over(self, path: list[Frame]) -> bool:
        """What only errors lead to becomes part of what is done about them: `if resumed:`"""
        for (seq, position), (inner, at) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            block, guard = seq[position], inner[at]
            if not isinstance(block, Block) or not isinstance(guard, Try) or at != len(inner) - 1:
                continue
            rest = seq[position + 1 :]
            silent = len(guard.handler) == 1 and jump_of(guard.handler[0]) == ("leave", block.label)
            if not rest or not silent or not self.ways.exits.closed(guard.body) or not self.ways.exits.closed(rest):
                continue
            if self.ways.exits.leaves(block.body, block.label, 1) == 1:
                guard.handler = rest
                del seq[position + 1 :]
                return True
        return False

    def _is_passage(self, block: Block, behind: object) -> bool:
        """Whether a jump has just been put there for all in a loop: to copy it into the loop would undo that."""
        return block.label[1] == PASSED and jump_of(behind) is not None

    def through(self, path: list[Frame]) -> bool:
        """`else: continue` and `break`: a loop that is left by jumps to one place only, which go on from behind it."""
        loops = self.ways.around(path)
        target = self.ways.goal(path)
        if not loops or not any(self.ways.is_at(shapes[i], target) for shapes, i in path[: loops[-1]]):
            return False
        seq, at = path[loops[-1]]
        loop = seq[at]
        assert isinstance(loop, Loop)
        others = self.ways.exits.of(loop.body)
        for own in (target, *self.ways.returns, ("again", loop.label)):
            others &= ~self.ways.exits.bit(own)
        if others:
            return False
        rest = seq[at + 1 :]
        if isinstance(loop, While | Range):
            if self.ways.exits.closed(loop.orelse):
                rest = []
            elif not self.ways.exits.closed(rest) or weight(rest, COPIED) > COPIED:
                return False
        label = self.ways.fresh(PASSED)
        self.ways.replace(loop.body, target[1], [Leave(label)], target[0])
        if isinstance(loop, While | Range):
            loop.orelse = [*loop.orelse, *rest]
        seq[at:] = [Block(label, [loop]), jumping(target)]
        return True

    def inwards(self, path: list[Frame]) -> bool:
        """A little that follows a loop for some of the ways out of it stands where these are; then all lead to one
        place."""
        target = self.ways.goal(path)
        for seq, position in reversed(path[:-1]):
            block, rest = seq[position], seq[position + 1 :]
            if not isinstance(block, Block):
                continue
            if ("leave", block.label) == target:
                return False
            goes_there = len(rest) > 1 and jump_of(rest[-1]) == target
            if not goes_there or self.ways.exits.out_of_any(rest) != self.ways.exits.bit(target):
                continue
            if not self.ways.exits.closed(block.body):
                continue
            size = weight(rest[:-1], COPIED)
            times = (self.ways.exits.has if size > COPIED else self.ways.exits.leaves)(block.body, block.label)
            if size * times <= COPIED:
                self.ways.replace(block.body, block.label, rest)
                del seq[position + 1 :]
                return True
        return False
