"""Whether every line that a program prints is shorter than the screen is wide.

Then PRINT never folds a line, and Python's own `print` shows the same. How far the cursor can get is followed through
the shapes; what is printed after a final `;` adds up.
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.routines.routines import Key, Node, Place
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from .shapes import Answered, Asked, Called, Final, IfFlag, Range, parts

WIDTH = 79
FOLDED = -1  # what is printed may be wider, and looks after that itself, from the left margin to the end of the line
TURNS = 4  # of a loop, until the column must have come to rest

DEEPEST = 12  # calls within each other, each of them through all its shapes


class TooWide(Exception):
    """A line may reach the right margin."""


class Columns:
    """`printed`: for each PRINT how many characters it can write, and whether it ends the line.

    `actions`: the jumps that there are in Python, as `jumps.py` notes them.
    """

    def __init__(
        self,
        routines: dict[Key, list[Shape]],
        printed: dict[tuple[Key, Place], tuple[int, bool]],
        turns: Callable[[Range], int | None],
        actions: dict[int, str],
    ) -> None:
        self.routines, self.printed, self.turns, self.actions = routines, printed, turns, actions
        self.key: Key = next(iter(routines))
        self.peak = 0
        self.depth = 0

    def fit(self, main: Key) -> bool:
        try:
            self._routine(main, 0)
        except TooWide:
            return False
        return True

    def _routine(self, key: Key, column: int) -> int:
        before, self.key = self.key, key
        column = self._called(self.routines[key], column)
        self.key = before
        return column

    def _called(self, seq: list[Shape], column: int) -> int:
        """A routine, or a part of one that is a function; those that call themselves have no end."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooWide
        column = self._through(seq, column, True)
        self.depth -= 1
        return column

    def _through(self, seq: list[Shape], column: int, jumps: bool) -> int:
        """The column behind a sequence; with jumps in it, the furthest that was reached in it."""
        outer, self.peak = self.peak, column
        column = self._seq(seq, column)
        reached = max(column, self.peak) if jumps else column
        self.peak = max(outer, self.peak)
        return reached

    def _seq(self, seq: list[Shape], column: int) -> int:
        for shape in seq:
            column = self._shape(shape, column)
            self.peak = max(self.peak, column)
        return column

    def _shape(self, shape: object, column: int) -> int:
        match shape:
            case Code(node=node):
                return self._code(node, column)
            case Branch() | Switch():
                node = shape.node
                column = self._code(node, column) if node.call is not None else column
                return max([column, *(self._seq(part, column) for part in parts(shape))])
            case Block(body=body):
                return self._through(body, column, self._jumps(body))
            case Loop():
                return self._loop(shape, column)
            case Final(part=part) | Called(part=part):
                return self._called([part.shape], column)
            case Answered(part=part):
                column = self._called([part.shape], column)
                return max(column, *(self._seq(arm, column) for arm in parts(shape)))
            case IfFlag(body=body) | Asked(body=body):
                return max(column, self._seq(body, column))
            case _:
                return column

    def _jumps(self, seq: list[Shape]) -> bool:
        """Whether a sequence can be left from its middle; what leaves a loop inside does not matter."""
        for shape in seq:
            if isinstance(shape, Leave | Again):
                if self.actions.get(id(shape)) != "":
                    return True
            elif isinstance(shape, Final | Called | Answered):
                return True
            elif isinstance(shape, Loop):
                if self._jumps(getattr(shape, "orelse", [])):
                    return True
            elif any(self._jumps(part) for part in parts(shape)):
                return True
        return False

    def _loop(self, shape: Loop, column: int) -> int:
        turns = self.turns(shape) if isinstance(shape, Range) else None
        jumps = self._jumps(shape.body)
        reached = column
        for _ in range(min(WIDTH + 2, TURNS if turns is None else turns)):
            after = self._through(shape.body, reached, jumps)
            if after <= reached and turns is None:
                break
            if after == reached:
                break
            reached = max(reached, after) if turns is None else after
        else:
            if turns is None:
                raise TooWide
        reached = max(reached, column)
        orelse = getattr(shape, "orelse", [])
        return max(reached, self._seq(orelse, reached))

    def _code(self, node: Node, column: int) -> int:
        width, ended = self.printed.get((self.key, node.place), (0, False))
        if column + width > WIDTH or (width == FOLDED and column):
            raise TooWide
        column += width
        self.peak = max(self.peak, column)
        if node.call is not None and node.kind in ("call", "tail"):
            column = self._routine(node.call, column)
        return 0 if ended else column
