"""Jumps as flags: `leaving = True`, and `if leaving:` wherever Python goes instead."""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Leave
from .shapes import Flag, Frame, IfFlag, Jump, jump_of
from .ways import Ways


class Flags:
    """The next-to-last resort."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.names: list[str] = []
        self.guards: dict[tuple[int, Jump], str] = {}

    def flag(self, path: list[Frame]) -> bool:
        """Set a flag, go where Python can go, and look at the flag there."""
        seq, position = path[-1]
        jump = seq[position]
        target = jump_of(jump)
        assert target is not None
        outer, inner = self.ways.between(path, target)
        assert outer >= 0, target
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
        if inner and loop_seq is not self.ways.seq:
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
        label = self.ways.fresh("flag")
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

    def _fresh(self) -> str:
        self.names.append(f"leaving{len(self.names) + 1}" if self.names else "leaving")
        return self.names[-1]
