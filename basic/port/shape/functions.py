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

from typing import Protocol

from ...analysis.shapes.structure import END, Block, Code, Leave, Loop
from ...syntax import nodes as n
from .shapes import Action, Called, Frame, Jump, Part, Range, Seq, Try, While, everything, jumping
from .ways import ENDING, MOST_SHAPES, Returns, Ways

TOLD = (  # the first of two ways is told by True
    Action.EXIT, Action.YES, Action.NO, Action.RETURN, Action.BREAK, Action.CONTINUE, Action.NONE,
)  # fmt: skip


class Function(Protocol):
    """Makes a function of a sequence, if it can. `asked`: it says which of two ways it has ended."""

    def __call__(self, body: Seq, asked: bool = ...) -> Part | None: ...


class Functions:
    """Each takes a path to a jump, and tells whether it has changed something."""

    def __init__(self, ways: Ways, function: Function) -> None:
        self.ways, self.function = ways, function

    def ending(self, path: list[Frame]) -> bool:
        """What a routine ends with is called from each place that leads there."""
        left = self.ways.targets(path, self.ways.exits.bit(self.ways.goal(path)))
        return left is not None and self._end_with(path, left[0])

    def _end_with(self, path: list[Frame], at: int) -> bool:
        """The same of what stands behind a block, if it ends the routine; else of what it leads to outside."""
        seq, position = path[at]
        block = seq[position]
        assert isinstance(block, Block)
        rest = seq[position + 1 :]
        onward = self.ways.exits.out_of_any(rest) & ~self.ways.exits.bit(ENDING)
        outer = self.ways.targets(path[:at], onward)
        if outer is None or not self.ways.exits.ends(rest):
            return False
        if outer:  # that has to end first
            return self._end_with(path, outer[0])
        tries = (shape.body for shape in everything(block.body) if isinstance(shape, Try))
        if any(self.ways.exits.has(body, block.label) for body in tries):
            return False  # its errors would be led elsewhere
        ends = self.ways.exits.ends(block.body)
        part = self._made(rest, {ENDING: Action.RETURN})
        if part is None:
            return False
        rest = [Called(part, [], []), Leave(END)]  # type: ignore[list-item]
        self.ways.replace(block.body, block.label, rest)
        seq[position + 1 :] = [] if ends else rest
        return True

    def nest(self, path: list[Frame]) -> bool:
        """What is left for one place only, at several levels, is a function."""
        left = self.ways.targets(path, self.ways.exits.bit(self.ways.goal(path)))
        while left:
            seq, position = path[at := left[0]]
            block = seq[position]
            outward = self.ways.outward([block])
            if isinstance(block, Block) and not outward:
                leaving: Returns = {("leave", block.label): Action.RETURN}
                return self._put(seq, position, position + 1, block.body, leaving, [], [])
            left = self.ways.targets(path[:at], outward)
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
        if others and isinstance(loop := seq[position], While | Range) and not exits.of(loop.body) & exits.bit(target):
            target, others = others[0], [target]  # what was looked for has not been found
        answers = {target: Action.YES, **dict.fromkeys(others, Action.NO)}
        return self._put(seq, position, end, region, answers, [jumping(target)], [*map(jumping, others)])

    def _put(
        self, seq: Seq, position: int, end: int, inside: Seq, returns: Returns, first: Seq, second: Seq
    ) -> bool:
        """Put a call of a function in the place of some shapes, and of the remarks before them."""
        begin = position
        while begin and _is_remark(seq[begin - 1]):
            begin -= 1
        part = self._made([*seq[begin:position], *inside], returns)
        if part is None:
            return False
        seq[begin:end] = [Called(part, first, second)]  # type: ignore[list-item]
        return True

    def _made(self, body: Seq, returns: Returns) -> Part | None:
        """A function, if it can be one; `returns`: the jumps that leave it, in the main program also its end."""
        part = None if self.ways.shares_flags(body) else self.function(body, Action.YES in returns.values())
        if part is not None:
            self.ways.functions.append((body, {**self.ways.exiting, **returns}))
        return part

    # -- where every jump has become one of Python's --------------------------------------------------------------

    def leading(self, seq: Seq, begin: int, end: int) -> dict[Action, list[Jump]] | None:
        """The ways out of some shapes of a sequence: what the jumps would be behind them; None if there are more than
        two. Of a function, the program may be ended, too."""
        shapes, exits = seq[begin:end], self.ways.exits
        standing = self.ways.behind(seq, end - 1, self.ways.clean[id(seq)][1])
        found: dict[Action, list[Jump]] = {} if exits.ends(shapes) else {Action.NONE: []}
        for jump in exits.jumps(exits.out_of_any(shapes)):
            action = self.ways.action(jump, standing)
            assert action is not None
            found.setdefault(action, []).append(jump)
        if len(found) > 2 and self.ways.exiting:
            found = {action: jumps for action, jumps in found.items() if jumps != [ENDING]}
        found = found or {Action.NONE: []}
        return {action: found[action] for action in TOLD if action in found} if len(found) <= 2 else None

    def call(self, seq: Seq, begin: int, end: int, leading: dict[Action, list[Jump]], part: Part) -> None:
        """Put a call of a function in the place of some shapes, with what leads on from there."""
        onward: list[Seq] = [[jumping(jumps[0])] if action else [] for action, jumps in leading.items()]
        told = (Action.YES, Action.NO) if len(onward) > 1 else (Action.RETURN,)
        words = zip(told, leading.values(), strict=True)
        returns = {jump: word for word, jumps in words for jump in jumps}
        self.ways.functions.append((part.body, {**self.ways.exiting, **returns}))
        call = [Called(part, *onward)] if len(onward) > 1 else [Called(part, [], []), *onward[0]]
        seq[begin:end] = call  # type: ignore[assignment]
        for known in (self.ways.exits.masks, self.ways.exits.sizes, self.ways.exits.ending):
            known.clear()


def _is_remark(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)
