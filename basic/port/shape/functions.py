"""Jumps that are `return`: some shapes become a function, which is left for no place, for one, or for two.

    if offer < 0:                  def play() -> None:            def guessed_before(u: list[str], g: str) -> bool:
        no_sale()                      while True:                    for i in range(1, 9):
        return                             while input() != "X":          if u[i] == g:
                                               if ...:                        print("AGAIN!")
                                                   return                     return True
                                       ...                            return False

What a routine ends with is called wherever that is led to. What is left for one place is called there. What is left for
two says for which (`if guessed_before(u, g): continue`), where else a flag would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import END, Block, Code, Leave, Loop
from ...syntax import nodes as n
from .shapes import Action, Called, Frame, Jump, Part, Range, Seq, Try, While, everything, jump_of, jumping, parts
from .ways import ENDING, PASSED, Returns, Ways

MOST_SHAPES = 400  # that are looked at again and again


class Function(Protocol):
    """Makes a function of the first of some sequences that it can. `asked`: it says which of two ways it has ended."""

    def __call__(self, label: Place, bodies: Sequence[Seq], asked: bool = ...) -> Part | None: ...


class Functions:
    """Each takes a path to a jump, and tells whether it has changed something."""

    def __init__(self, ways: Ways, function: Function) -> None:
        self.ways, self.function = ways, function
        self.tries = any(isinstance(shape, Try) for shape in everything(ways.seq))

    def ending(self, path: list[Frame]) -> bool:
        """What a routine ends with is called from each place that leads there."""
        at = self.ways.target(path, self.ways.goal(path))
        return at is not None and self.is_ending(path, at) and self._end_with(path, at)

    def is_ending(self, path: list[Frame], at: int) -> bool:
        """Whether all ways from behind a block lead to the routine's end."""
        seen = {at}
        waiting = [at]
        while waiting:
            at = waiting.pop()
            rest = path[at][0][path[at][1] + 1 :]
            if not self.ways.exits.ends(rest):
                return False
            outer = self.ways.targets(path[:at], self._onward(rest))
            if outer is None:
                return False
            waiting += [i for i in outer if i not in seen]
            seen.update(outer)
        return True

    def _end_with(self, path: list[Frame], at: int) -> bool:
        seq, position = path[at]
        block = seq[position]
        assert isinstance(block, Block)
        rest = seq[position + 1 :]
        if outward := next(self.ways.exits.jumps(self._onward(rest)), None):  # that has to end first
            outer = self.ways.target(path[:at], outward)
            assert outer is not None
            return self._end_with(path, outer)
        if self.tries and self._is_tried(block.body, self.ways.exits.bit(("leave", block.label))):
            return False
        ends = self.ways.exits.ends(block.body)
        if not (ends and self.ways.exits.leaves(block.body, block.label, 1) == 1):
            part = self.function(block.label, [rest])
            if part is None:
                return False
            self.ways.functions.append((rest, {ENDING: Action.RETURN}))
            rest = [Called(part, [], []), Leave(END)]  # type: ignore[list-item]
        self.ways.replace(block.body, block.label, rest)
        seq[position + 1 :] = [] if ends else rest
        return True

    def _onward(self, rest: Seq) -> int:
        """The jumps that lead out of shapes, but to the routine's end."""
        return self.ways.exits.out_of_any(rest) & ~self.ways.exits.bit(ENDING)

    def _is_tried(self, seq: Seq, jump: int) -> bool:
        """Whether a jump leads out of statements whose errors are led elsewhere."""
        for shape in seq:
            leading = self.ways.exits.leading(shape, jump) if type(shape) is not Code else []
            if isinstance(shape, Try) and leading and leading[0] is shape.body:
                return True
            if any(self._is_tried(part, jump) for part in leading):
                return True
        return False

    def nest(self, path: list[Frame]) -> bool:
        """What is left for one place only, at several levels, is a function."""
        at = self.ways.target(path, self.ways.goal(path))
        while at is not None:
            seq, position = path[at]
            block = seq[position]
            outward = self.ways.outward([block])
            if isinstance(block, Block) and not outward:
                leaving: Returns = {("leave", block.label): Action.RETURN, **self.ways.exiting}
                return self._made(seq, position, position + 1, block.body, block.label, leaving) is not None
            outer = self.ways.targets(path[:at], outward)
            at = min(outer) if outer is not None else None
        return False

    def answer(self, path: list[Frame]) -> bool:
        """The smallest region around a jump that only this jump and one other way lead out of."""
        target = self.ways.goal(path)
        outer, loops = self.ways.between(path, target)
        first = loops[-1] if loops else len(path) - 2
        for at in range(first, outer, -1):
            shape = path[at][0][path[at][1]]
            if not (loops or isinstance(shape, Loop) or at == outer + 1):
                continue  # that would not get the jump nearer to its goal
            if self.ways.exits.size(shape) > MOST_SHAPES:  # and so has all that it is in
                return False
            if self._as_answer(*path[at], target):
                if at and len(path[at][0]) == 1:
                    self._unpack(*path[at - 1])
                return True
        return False

    def _as_answer(self, seq: Seq, position: int, target: Jump) -> bool:
        """With what follows in its sequence, where control comes there."""
        exits = self.ways.exits
        end = position + 1 if exits.ends([seq[position]]) else len(seq)
        region = seq[position:end]
        others = [*exits.jumps(self.ways.outward(region) & ~exits.bit(target))]
        if len(others) > 1 or bool(others) != exits.ends(region) or any(jump in self.ways.returns for jump in others):
            return False
        yes, no = self.ways.fresh("yes"), self.ways.fresh("no")
        if others and isinstance(loop := seq[position], While | Range) and not exits.of(loop.body) & exits.bit(target):
            target, others = others[0], [target]  # what was looked for has not been found
        answers = {("leave", no): Action.NO, ("leave", yes): Action.YES, **self.ways.exiting}
        call = self._made(seq, position, end, region, no, answers)
        if call is None:
            return False
        call.first, call.second = [jumping(target)], [*map(jumping, others)]
        for label, jump in ((yes, target), *((no, other) for other in others)):
            self.ways.replace(parts(call.part.shape)[0], jump[1], [Leave(label)], jump[0])
        return True

    def _unpack(self, seq: Seq, position: int) -> None:
        """The jump that has been put behind a loop stands in an arm now."""
        block, behind = seq[position], seq[position + 1 :]
        if isinstance(block, Block) and block.label[1] == PASSED and len(behind) == 1 and jump_of(behind[0]):
            self.ways.replace(block.body, block.label, behind)
            seq[position:] = block.body

    def _made(
        self, seq: Seq, position: int, end: int, inside: Seq, label: Place, returns: Returns
    ) -> Called | None:
        """A call of a function in the place of some shapes, and of the remarks before them, or of all that may set what
        it would be given."""
        begin = position
        while begin and _is_remark(seq[begin - 1]):
            begin -= 1
        begins = [begin] if self.ways.exits.out_of_any(seq[:begin]) else [begin, 0]
        bodies = [[*seq[begin:position], *inside] for begin in begins]
        part = self.function(label, bodies, asked=Action.YES in returns.values())
        if part is None:
            return None
        body = parts(part.shape)[0]
        begin = next(begin for begin, some in zip(begins, bodies, strict=True) if some is body)
        self.ways.functions.append((body, returns))
        call = Called(part, [], [])
        seq[begin:end] = [call]  # type: ignore[list-item]
        return call


def _is_remark(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)
