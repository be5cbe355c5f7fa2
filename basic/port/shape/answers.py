"""Jumps as the answers of functions: what is left for two places becomes one that says for which.

    for i in range(1, n + 1):               def guessed_before(n: int, u: list[str], g: str) -> bool:
        if u[i] == g:                           for i in range(1, n + 1):
            print("AGAIN!")                         if u[i] == g:
            leaving = True                              print("AGAIN!")
            break                                       return True
    if leaving:                                 return False
        continue
                                            if guessed_before(n, u, g):
                                                continue

That is better than a flag where the function is given little and gives nothing else back; where it does,
`done, i = ...` and `if done:` is.
"""

from __future__ import annotations

from ...analysis.shapes.structure import Block, Leave, Loop
from .asking import Asking
from .endings import Endings
from .shapes import Action, Answered, Asked, Frame, Jump, Range, Seq, While, jump_of, jumping
from .ways import PASSED, Ways


class Answers:
    """Makes such functions."""

    def __init__(self, ways: Ways, endings: Endings, asking: Asking) -> None:
        self.ways, self.endings, self.asking = ways, endings, asking

    def answer(self, path: list[Frame]) -> bool:
        """The smallest region around a jump that only this jump and one other way lead out of."""
        target = self.ways.goal(path)
        outer, loops = self.ways.between(path, target)
        first = loops[-1] if loops else len(path) - 2
        for at in range(first, outer, -1):
            shape = path[at][0][path[at][1]]
            if not (loops or isinstance(shape, Loop) or at == outer + 1):
                continue  # that would not get the jump nearer to its goal
            if self.asking.is_large(shape):  # and so is all that it is in
                return False
            if self._as_answer(path, at, target):
                return True
        return False

    def _as_answer(self, path: list[Frame], at: int, target: Jump) -> bool:
        """With what follows in its sequence, where control comes there."""
        seq, position = path[at]
        shape = seq[position]
        end = position + 1 if self.ways.exits.closed([shape]) else len(seq)
        region = self._unasked(seq[position:end])
        beside = self.ways.exits.out_of_any(region) & ~self.ways.exits.bit(target)
        if beside & (beside - 1) or bool(beside) != self.ways.exits.closed(region):
            return False
        others = [*self.ways.exits.jumps(beside)]
        if any(other in self.ways.returns for other in others):
            return False
        yes, no = self.ways.fresh("yes"), self.ways.fresh("no")
        ways = [(yes, target), *((no, other) for other in others)]
        if (
            others
            and isinstance(shape, While | Range)
            and not self.ways.exits.of(shape.body) & self.ways.exits.bit(target)
        ):
            ways = [(no, target), *((yes, other) for other in others)]  # what was looked for has not been found
        for begin in self.endings.beginnings(seq, position):
            body = [*seq[begin:position], *region]
            part = self.endings.function(no, [body], False, answers=True)
            if part is None:
                continue
            within = {id(inner) for inner in seq[position:end]}
            self.asking.asked[:] = [asked for asked in self.asking.asked if id(asked) not in within]
            part.asked = True
            for label, jump in ways:
                self.ways.replace(body, jump[1], [Leave(label)], jump[0])
            part.shape = Block(no, body)
            self.ways.functions.append((body, {("leave", no): Action.NO, ("leave", yes): Action.YES}))
            arms: list[Seq] = [[jumping(jump) for label, jump in ways if label == answer] for answer in (yes, no)]
            seq[begin:end] = [Answered(part, *arms)]  # type: ignore[list-item]
            if at and len(seq) == 1:
                self._unpack(*path[at - 1])
            return True
        return False

    def _unasked(self, seq: Seq) -> Seq:
        """What a loop is left for with a question, without the question where nothing else comes to it."""
        found: Seq = []
        for shape in seq:
            block = found[-1] if found else None
            alone = isinstance(block, Block) and self.ways.exits.closed(block.body)
            if isinstance(shape, Asked) and isinstance(block, Block) and block.label == shape.label and alone:
                found += shape.body
            else:
                found.append(shape)
        return found

    def _unpack(self, seq: Seq, position: int) -> None:
        """The jump that stood behind a loop stands in an arm now."""
        block, behind = seq[position], seq[position + 1 :]
        if isinstance(block, Block) and block.label[1] == PASSED and len(behind) == 1 and jump_of(behind[0]):
            self.ways.replace(block.body, block.label, behind)
            seq[position:] = block.body
