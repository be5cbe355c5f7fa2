"""Jumps as flags: `leaving = True`, and `if leaving:` wherever Python goes instead."""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Branch, Leave, Loop, Switch
from .answers import Answers
from .asking import Facts
from .detours import COPIED_OFTEN
from .endings import Function
from .shapes import COPIED, Flag, Frame, IfFlag, Jump, Seq, jump_of, parts, weight

SHALLOW = 6  # shapes in each other: with no more around it, another is no harm
MANY = 3  # times as many as the others: what most do goes without a flag


class Flags(Answers):
    """The next-to-last resort."""

    def __init__(self, seq: Seq, function: Function, facts: Facts | None) -> None:
        super().__init__(seq, function, facts)
        self.flags = 0
        self.guards: dict[tuple[int, Jump], str] = {}

    def _flag(self, path: list[Frame]) -> bool:
        """Set a flag, go where Python can go, and look at the flag there."""
        seq, position = path[-1]
        jump = seq[position]
        target = jump_of(jump)
        assert target is not None
        outer, inner = self._between(path, target)
        assert outer >= 0, target
        if self._flag_few(path):
            return True
        if inner:
            self._flag_loop(path, inner[-1], target)
        else:
            self._flag_block(path, outer, target)
        return True

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
        label = self.fresh("flag")
        seq[position : position + 1] = [Flag(name, True), Leave(label)]  # type: ignore[list-item]
        loop_seq[at : at + 1] = [
            Flag(name, False),  # type: ignore[list-item]
            Block(label, [loop_seq[at]]),
            IfFlag(name, False, [jump]),  # type: ignore[list-item]
        ]

    def _flag_rather(self, path: list[Frame]) -> bool:
        """A flag for a few ways, where else a little that all others lead to would be copied very often."""
        outer = self._target(path, self._goal(path))
        if outer is None or sum(not isinstance(seq[at], Block) for seq, at in path) > SHALLOW:
            return False
        seq, at = path[outer]
        block, rest = seq[at], seq[at + 1 :]
        assert isinstance(block, Block)
        size = weight(rest, COPIED)
        if not 1 < size <= COPIED or jump_of(rest[0]) is not None:
            return False
        often = size * self.exits.leaves(block.body, block.label, COPIED_OFTEN // size) > COPIED_OFTEN
        return often and self._flag_few(path, all_others=True)

    def _flag_few(self, path: list[Frame], all_others: bool = False) -> bool:
        """Where most go past what stands before the end of a block, the few set a flag that do not. `all_others`: only
        if nobody needs a jump for that end then."""
        target = self._goal(path)
        outer, inner = self._between(path, target)
        within = path[outer + 1 : -1]
        skipped = [(seq, at) for seq, at in within if at + 1 < len(seq)]
        if target[0] == "again" or inner or len(skipped) != 1:
            return False
        around, at = skipped[0]
        block, rest = around[at], around[at + 1 :]
        blocks = [shape for seq, i in within if isinstance(shape := seq[i], Block)]
        if not isinstance(block, Block) or len(blocks) > 1:
            return False
        few = self.exits.leaves(block.body, block.label) + (not self.exits.closed(block.body))
        if self._at_ends(block.body, target) < max(1, MANY * few):
            return False
        whole = path[outer + 1][0]
        if all_others and self._at_ends(whole, target, block) < self.exits.leaves(whole, target[1]):
            return False
        name = self._fresh()
        block.body.append(Leave(block.label))
        self.replace(block.body, block.label, [Flag(name, True), Leave(block.label)])  # type: ignore[list-item]
        around[at:] = [Flag(name, False), block, IfFlag(name, False, rest)]  # type: ignore[list-item]
        return True

    def _at_ends(self, seq: Seq, jump: Jump, passing: Block | None = None) -> int:
        """How many jumps to one place stand at the end of a sequence, or of the ways with which it ends, or where all
        that follows belongs to the only other way; `passing`: a block from whose end it goes there, too."""
        found = 0
        for shape in seq:
            inner = () if isinstance(shape, Loop) else parts(shape)
            parting = isinstance(shape, Branch | Switch) and sum(not self.exits.ends(part) for part in inner) <= 1
            if shape is seq[-1] or shape is passing or parting:
                found += (jump_of(shape) == jump) + sum(self._at_ends(part, jump, passing) for part in inner)
        return found

    def _flag_block(self, path: list[Frame], outer: int, target: Jump) -> None:
        """What stands between here and the end of the block is done only without the flag."""
        seq, position = path[-1]
        jump = seq[position]
        first = path[outer + 1][0]
        known = self.guards.get((id(first), target))
        same = "" if known else self._same_flag(path, outer)
        name = known or same or self._fresh()
        if not same:
            seq[position : position + 1] = [Flag(name, True)]  # type: ignore[list-item]
        self.guards[id(first), target] = name
        for frame_seq, at in path[outer + 1 : -1]:
            rest = frame_seq[at + 1 :]
            only = rest[0] if len(rest) == 1 else None
            if rest and not (isinstance(only, IfFlag) and only.name == name):
                frame_seq[at + 1 :] = [IfFlag(name, True, rest)]  # type: ignore[list-item]
        if known is None:
            if target[0] == "again":
                first.append(jump)
            first.insert(0, Flag(name, False))  # type: ignore[arg-type]

    def _same_flag(self, path: list[Frame], outer: int) -> str:
        """The flag that a jump stands under goes on being one, instead of setting another: its test is taken out."""
        around, place = path[-2]
        flag = around[place]
        if not isinstance(flag, IfFlag) or flag.negated or len(flag.body) > 1:
            return ""
        if any(isinstance(seq[at], Loop) for seq, at in path[outer + 1 : -2]):
            return ""
        begun = [i for i, shape in enumerate(around) if isinstance(shape, Flag) and shape.name == flag.name]
        del around[place]
        for position in begun:
            del around[position]
        path[-2] = around, place - len(begun) - 1
        return flag.name

    def _fresh(self) -> str:
        self.flags += 1
        return f"leaving{self.flags}" if self.flags > 1 else "leaving"
