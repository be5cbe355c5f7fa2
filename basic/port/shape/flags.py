"""Jumps as flags: `leaving = True`, and `if leaving:` wherever Python goes instead."""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Goal, Jump
from .shapes import Flag, Frame, IfFlag, Seq
from .ways import Ways


class Flags:
    """The last resort."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.names: list[str] = []
        self.known: dict[tuple[int, Goal], tuple[str, Seq]] = {}  # for jumps out of sequences, by their ids

    def flag(self, path: list[Frame]) -> bool:
        """Set a flag, go where Python can go, and look at the flag there."""
        target = self.ways.goal(path)
        outer, inner = self.ways.between(path, target)
        assert outer >= 0, target
        if inner:
            self._flag_loop(path, inner[-1], target)
        else:
            self._flag_block(path, outer, target)
        return True

    def _flag_loop(self, path: list[Frame], inner: int, target: Goal) -> None:
        """Leave the loop, and go on from behind it. Several jumps out of one loop share the place behind it."""
        seq, position = path[-1]
        jump = seq[position]
        inside, at = path[inner]
        outside, place = path[inner - 1] if inner else path[inner]
        block = outside[place]
        if not (isinstance(block, Block) and block.label[1] == "flag" and block.body is inside):
            block = inside[at] = Block(self.ways.fresh("flag")[1], [inside[at]])
            outside, place = inside, at
        name, known = self._named(block.body, target)
        seq[position : position + 1] = [Flag(name, True), Jump(block.goal)]  # type: ignore[list-item]
        if not known:
            behind = place + 1
            while behind < len(outside) and isinstance(flag := outside[behind], IfFlag) and not flag.negated:
                behind += 1
            outside.insert(behind, IfFlag(name, False, [jump]))  # type: ignore[arg-type]
            outside.insert(place, Flag(name, False))  # type: ignore[arg-type]

    def _flag_block(self, path: list[Frame], outer: int, target: Goal) -> None:
        """What stands between here and the end of the block is done only without the flag."""
        seq, position = path[-1]
        jump = seq[position]
        first = path[outer + 1][0]
        name, known = self._named(first, target)
        seq[position : position + 1] = [Flag(name, True)]  # type: ignore[list-item]
        for frame_seq, at in path[outer + 1 : -1]:
            rest = frame_seq[at + 1 :]
            only = rest[0] if len(rest) == 1 else None
            if rest and not (isinstance(only, IfFlag) and only.name == name):
                frame_seq[at + 1 :] = [IfFlag(name, True, rest)]  # type: ignore[list-item]
        if not known:
            if target[0] == "again":
                first.append(jump)
            first.insert(0, Flag(name, False))  # type: ignore[arg-type]

    def _named(self, seq: Seq, target: Goal) -> tuple[str, bool]:
        """The flag for a jump out of a sequence, and whether there was one."""
        known = (id(seq), target) in self.known
        if not known:
            self.names.append(f"leaving{len(self.names) + 1}" if self.names else "leaving")
            self.known[id(seq), target] = self.names[-1], seq
        return self.known[id(seq), target][0], known
