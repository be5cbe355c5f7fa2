"""Jumps that are none: what follows is put in another order until control gets there by itself, or copied."""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Branch, Goal, Jump, Loop, Switch
from .shapes import Called, Frame, Range, Seq, While, is_little, parts
from .ways import Ways, is_at


class Detours:
    """Each takes a path to a jump, and tells whether it has changed something."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways

    def absorb(self, path: list[Frame]) -> bool:
        """What follows a branch with the jump moves into the other branch, which alone goes on there."""
        target = self.ways.goal(path)
        for (seq, position), (inner, _) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            shape = seq[position]
            if isinstance(shape, Loop) or is_at(shape, target):
                return False
            rest = seq[position + 1 :]
            if not rest or not isinstance(shape, Branch | Switch | Called):
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
        if not loops or not loops[-1]:
            return False
        (outer, index), (seq, at) = path[loops[-1] - 1 : loops[-1] + 1]
        block, loop, rest = outer[index], seq[at], outer[index + 1 :]
        if not (isinstance(loop, While | Range) and isinstance(block, Block) and rest and at == len(seq) - 1):
            return False
        if self.ways.exits.count(block.body, block.goal) != 1 or not _only_leads(loop.orelse, block.goal):
            return False
        loop.orelse = rest
        del outer[index + 1 :]
        return True

    def inline(self, path: list[Frame]) -> bool:
        """The little that stands behind a block stands in each place that leads there. If the jump goes past the block,
        nothing may come out of that otherwise."""
        target, exits = self.ways.goal(path), self.ways.exits
        loops = self.ways.between(path, target)[1]
        for seq, position in reversed(path[:-1]):
            block, rest = seq[position], seq[position + 1 :]
            own = is_at(block, target)
            little = rest and exits.ends(rest) and is_little(rest)
            if isinstance(block, Block) and little and (
                own or (exits.ends(block.body) and (not loops or _only_leads(rest[-1:], target)))
            ):
                self.ways.replace(block.body, block.goal, rest)
                if exits.ends(block.body):
                    del seq[position + 1 :]
                return True
            if own:
                return False
        return False


def _only_leads(seq: Seq, goal: Goal) -> bool:
    """Whether a sequence is nothing but a jump."""
    return [shape.goal if isinstance(shape, Jump) else None for shape in seq] == [goal]
