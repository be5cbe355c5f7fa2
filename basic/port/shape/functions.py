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

from ...analysis.shapes.structure import ENDING, Block, Goal, Jump, Loop
from .shapes import Action, Called, Frame, Part, Range, Seq, Try, While, everything, is_remark, size
from .ways import MOST_SHAPES, Ways

TOLD = (  # the first of two ways is told by True
    Action.EXIT, Action.YES, Action.NO, Action.RETURN, Action.BREAK, Action.CONTINUE, Action.NONE,
)  # fmt: skip


class Function(Protocol):
    """Makes a function of a sequence, if it can. `asked`: it says which of two ways it has ended."""

    def __call__(self, body: Seq, asked: bool = ...) -> Part | None: ...


Leading = dict[Action | Goal, list[Goal]]  # the ways out of a function: what does the same there, in its jumps


class Functions:
    """Each takes a path to a jump, and tells whether it has changed something."""

    def __init__(self, ways: Ways, function: Function) -> None:
        self.ways, self.function = ways, function

    def ending(self, path: list[Frame]) -> bool:
        """What a routine ends with is called from each place that leads there."""
        left = self.ways.targets(path, frozenset((self.ways.goal(path),)))
        return left is not None and self._end_with(path, left[0])

    def _end_with(self, path: list[Frame], at: int) -> bool:
        """The same of what stands behind a block, if it ends the routine; else of what it leads to outside."""
        seq, position = path[at]
        block, exits = seq[position], self.ways.exits
        assert isinstance(block, Block)
        rest = seq[position + 1 :]
        outer = self.ways.targets(path[:at], exits.out_of(rest) - {ENDING})
        if outer is None or not exits.ends(rest):
            return False
        if outer:  # that has to end first
            return self._end_with(path, outer[0])
        if any(block.goal in exits.of(shape.body) for shape in everything(block.body) if isinstance(shape, Try)):
            return False  # its errors would be led elsewhere
        if not self.cut(seq, position + 1, len(seq), {ENDING: [ENDING]}, self.function):
            return False
        ends = exits.ends(block.body)
        self.ways.replace(block.body, block.goal, seq[position + 1 :])
        if ends:
            del seq[position + 1 :]
        return True

    def nest(self, path: list[Frame]) -> bool:
        """What is left for one place only, at several levels, is a function."""
        left = self.ways.targets(path, frozenset((self.ways.goal(path),)))
        while left:
            seq, position = path[at := left[0]]
            block = seq[position]
            outward = self.ways.outward([block])
            if isinstance(block, Block) and not outward:
                begin = _begin(seq, position)
                block.body[:0], seq[begin:position] = seq[begin:position], []
                return self.cut(block.body, 0, len(block.body), {Action.NONE: [block.goal]}, self.function)
            left = self.ways.targets(path[:at], outward)
        return False

    def answer(self, path: list[Frame]) -> bool:
        """The smallest region around a jump that only this jump and one other way lead out of."""
        target = self.ways.goal(path)
        outer, loops = self.ways.between(path, target)
        first = loops[-1] if loops else len(path) - 2
        for at in range(first, outer, -1):
            seq, position = path[at]
            if not (loops or isinstance(seq[position], Loop) or at == outer + 1):
                continue  # that would not get the jump nearer to its goal
            if size([seq[position]]) > MOST_SHAPES:  # and so has all that it is in
                return False
            if self._as_answer(seq, position, target):
                return True
        return False

    def _as_answer(self, seq: Seq, position: int, target: Goal) -> bool:
        """With what follows in its sequence, where control comes there."""
        exits = self.ways.exits
        end = position + 1 if exits.ends([seq[position]]) else len(seq)
        others = self.ways.outward(seq[position:end]) - {target}
        comes_out = not exits.ends(seq[position:end])
        if len(others) + comes_out > 1 or others & self.ways.returns.keys():
            return False
        leading: Leading = {target: [target], **{other: [other] for other in others}}
        if comes_out:
            leading[Action.NONE] = []
        if others and isinstance(loop := seq[position], While | Range) and target not in exits.of(loop.body):
            leading = dict(reversed(leading.items()))  # what was looked for has not been found
        return self.cut(seq, _begin(seq, position), end, leading, self.function)

    def cut(self, seq: Seq, begin: int, end: int, leading: Leading, function: Function) -> bool:
        """Make a function of some shapes of a sequence, if it can be one, and call it in their place."""
        body = seq[begin:end]
        asked = len(leading) > 1
        part = None if self.ways.shares_flags(body) else function(body, asked)
        if part is None:
            return False
        words = (Action.YES, Action.NO) if asked else (Action.RETURN,)
        returns = {goal: word for word, goals in zip(words, leading.values(), strict=True) for goal in goals}
        self.ways.functions.append((body, {**self.ways.exiting, **returns}))
        onward: list[Seq] = [[Jump(goals[0])] if way else [] for way, goals in leading.items()]
        call = [Called(part, *onward)] if asked else [Called(part, [], []), *onward[0]]
        seq[begin:end] = call  # type: ignore[assignment]
        return True

    # -- where every jump has become one of Python's --------------------------------------------------------------

    def leading(self, seq: Seq, begin: int, end: int) -> Leading | None:
        """The ways out of some shapes of a sequence: what the jumps would be behind them; None if there are more than
        two. Of a function, the program may be ended, too."""
        shapes, exits = seq[begin:end], self.ways.exits
        standing = self.ways.behind(seq, end - 1, self.ways.clean[id(seq)][1])
        found: dict[Action, list[Goal]] = {} if exits.ends(shapes) else {Action.NONE: []}
        for goal in sorted(exits.out_of(shapes)):
            action = self.ways.action(goal, standing)
            assert action is not None
            found.setdefault(action, []).append(goal)
        if len(found) > 2 and self.ways.exiting:
            found = {action: goals for action, goals in found.items() if goals != [ENDING]}
        found = found or {Action.NONE: []}
        return {action: found[action] for action in TOLD if action in found} if len(found) <= 2 else None


def _begin(seq: Seq, position: int) -> int:
    """Where the remarks before a shape begin."""
    while position and is_remark(seq[position - 1]):
        position -= 1
    return position
