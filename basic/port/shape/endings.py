"""Jumps that are `return`: what a routine ends with, and a nest that is left for one place, becomes a function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import Block, Code, Loop
from ...syntax import nodes as n
from .shapes import COPIED, Action, Called, Final, Frame, Part, Seq, Try, everything, parts, weight
from .ways import Ways


class Function(Protocol):
    """Makes a function of the first of some sequences that it can, or of the one that is handed the `least`, and has at
    most so many results. `final`: its routine ends with it; `answers`: it says which of two ways it has ended."""

    def __call__(
        self, label: Place, bodies: Sequence[Seq], final: bool, most: int = ..., answers: bool = ..., least: bool = ...
    ) -> Part | None: ...



class Endings:
    """The same as functions."""

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
            if not self.ways.exits.closed(rest):
                return False
            outer = self.ways.targets(path[:at], self.ways.exits.out_of_any(rest))
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
        if outward := self.ways.exits.first(rest):  # that has to end first
            outer = self.ways.target(path[:at], outward)
            assert outer is not None
            behind = path[outer][0][path[outer][1] + 1 :]
            if weight(behind, COPIED) > COPIED:
                return self._end_with(path, outer)
            self.ways.replace(rest, outward[1], behind)
            seq[position + 1 :] = rest
            self.ways.forget(seq)  # what has changed may be within shapes that are the same
            return True
        if self.tries and self._is_tried(block.body, self.ways.exits.bit(("leave", block.label))):
            return False
        if self.ways.exits.leaves(block.body, block.label, 1) == 1 and self.ways.exits.closed(block.body):
            self.ways.replace(block.body, block.label, rest)
            del seq[position + 1 :]
            return True
        part = self.function(block.label, [rest], True)
        if part is None:
            return False
        self.ways.functions.append((rest, {("leave", block.label): Action.RETURN}))
        self.ways.replace(block.body, block.label, [Final(part)])  # type: ignore[list-item]
        seq[position + 1 :] = [] if self.ways.exits.closed(block.body) else [Final(part)]  # type: ignore[list-item]
        return True

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
        target = self.ways.goal(path)
        at = self.ways.target(path, target)
        while at is not None:
            seq, position = path[at]
            outward = self.ways.exits.out_of(seq[position])
            if not outward:
                return self._as_function(path, at)
            outer = self.ways.targets(path[:at], outward)
            at = min(outer) if outer is not None else None
        return False

    def _as_function(self, path: list[Frame], at: int) -> bool:
        """In a loop with all that is done in a turn before it, if it is given less then, and no remark parts them."""
        seq, position = path[at]
        block = seq[position]
        assert isinstance(block, Block)
        begins = [*self.beginnings(seq, position)]
        bodies = [[*seq[begin:position], *block.body] for begin in begins]
        around = path[at - 1][0][path[at - 1][1]] if at else None
        turn = isinstance(around, Loop) and around.body is seq and begins[0] == position
        part = self.function(block.label, bodies, False, least=turn)
        if part is None:
            return False
        body = parts(part.shape)[0]
        begin = next(begin for begin, some in zip(begins, bodies, strict=True) if some is body)
        self.ways.functions.append((body, {("leave", block.label): Action.RETURN}))
        seq[begin : position + 1] = [Called(part)]  # type: ignore[list-item]
        return True

    def beginnings(self, seq: Seq, position: int) -> Iterator[int]:
        """Where a function may begin: with the remarks before it, or with all that may set what it would be given."""
        begin = position
        while begin and _is_remark(seq[begin - 1]):
            begin -= 1
        yield begin
        if begin and not self.ways.exits.out_of_any(seq[:begin]):
            yield 0


def _is_remark(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)
