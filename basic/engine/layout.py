"""How a program is to be cut into blocks: what jumps where, and which loops are simple, clean, or neither."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from ..analysis.flow import Flow, Point, calls, core, jumps, ways
from ..record import record
from ..syntax import nodes as n
from . import names
from .expressions import Expressions
from .inlining import Subroutine, inlined
from .room import may_be_full

MOST_LOOPS = 12  # Python allows 20 nested blocks
LARGE = 3000  # in a program of so many points only loops of at most SHORT points get arithmetic written out
SHORT = 12


@record
class LoopState:
    """Where a loop without a stack entry keeps what the entry would hold: names of locals, or constants."""

    point: int  # of FOR or WHILE
    variable: str = ""
    limit: str = ""
    step: str = ""


class Layout:
    """The heads of the blocks of a program, and the form of each of its loops."""

    def __init__(
        self, flow: Flow, expressions: Expressions, opened: frozenset[int] = frozenset(), inlining: bool = False
    ) -> None:
        self.flow = flow
        self.opened = opened  # points at which the code is to begin: no loop of Python's is made around them
        self.points = flow.points
        self.e = expressions
        self.heads: set[int] = {0}
        self.both = flow.loops | flow.whiles
        self.entered: set[int] = set()  # loops with a way into their body
        self.left: set[int] = set()  # loops with a way out but through NEXT and WEND
        self.inlined: dict[int, Subroutine] = {}  # by the points of the GOSUBs in whose place they stand
        self._innermost = _innermost(flow.loops, flow.end), _innermost(flow.whiles, flow.end)
        self.traps = any(isinstance(core(point.statement), n.OnError | n.OnEvent) for point in self.points)
        self._find_targets()
        self._cross()
        self.simple = self._simple_loops()
        if inlining:
            self.inlined = inlined(flow, self.simple)
        if self.inlined:
            self._find_targets()
            self.simple = self._simple_loops()
        self.clean = self._clean_loops()
        self._find_heads()
        self.uses_stack = len(self.clean) < len(flow.loops) + len(flow.whiles) or any(
            isinstance(core(point.statement), n.Gosub | n.OnJump | n.OnEvent) for point in self.points
        )

    def _find_targets(self) -> None:
        """Note every jump, and which points are entered by what is no jump of the code: RETURN, ON GOTO, an error."""
        self.sources: dict[int, list[int]] = defaultdict(list)  # target of a jump -> points that jump there
        self.entries = {0, *self.opened}
        for index in self.opened:
            self.sources[index].append(-1)
        for point in self.points:
            if point.index in self.inlined:
                continue
            statement = core(point.statement)
            for line in jumps(statement):
                target = self.flow.target(line)
                if target is not None:
                    self.sources[target].append(point.index)
                    if not isinstance(statement, n.Goto | n.Gosub | n.Return):
                        self.entries.add(target)
            if isinstance(statement, n.Gosub | n.OnJump) or _comes_back(point.statement):
                self.sources[point.next].append(-1)
                self.entries.add(point.next)

    def _cross(self) -> None:
        """Note for each loop whether something comes into its body from outside, and whether anything leaves it."""
        for point in self.points:
            begun = calls(self.flow, point)
            if isinstance(core(point.statement), n.Return):
                begun = ways(self.flow, point)  # the loops that the subroutine began are gone
            self.entered.update(begin for target in begun for begin in self.around(target))
            for target in ways(self.flow, point):
                if target == point.index + 1:
                    continue
                for begin in self.around(target):
                    if not begin < point.index <= self.both[begin]:
                        self.entered.add(begin)
                for begin in self.around(point.index):
                    if self.both[begin] != point.index and not begin <= target <= self.both[begin]:
                        self.left.add(begin)

    def in_short_loops(self) -> list[bool]:
        """For each point whether a short loop runs through it: FOR, WHILE, or a jump back."""
        spans = list(self.both.items())
        spans += [(target, source) for target, sources in self.sources.items() for source in sources]
        borders = [0] * (self.flow.end + 2)
        for begin, end in spans:
            if 0 <= end - begin <= SHORT:
                borders[begin] += 1
                borders[end + 1] -= 1
        return [depth > 0 for depth in accumulate(borders)]

    def around(self, index: int) -> Iterator[int]:
        """The loops in whose bodies a point stands, NEXT and WEND included; inner before outer of each kind."""
        for innermost in self._innermost:
            begin = innermost[index]
            while begin >= 0:
                yield begin
                begin = innermost[begin]

    def _simple_loops(self) -> set[int]:
        """Loops whose body is straight code: IF, inner simple loops, and jumps to their own NEXT at most."""
        targets = sorted(target for target, sources in self.sources.items() if sources)
        simple: set[int] = set()
        both = self.both
        height: dict[int, int] = {}
        for begin in sorted(both, reverse=True):  # inner loops come later in the text
            end = both[begin]
            inside = bisect_left(targets, begin + 1)
            if inside < len(targets) and targets[inside] < end:
                continue
            levels = self._simple(begin, end, simple, height)
            if levels:
                simple.add(begin)
                height[begin] = levels
        return simple

    def _simple(self, begin: int, end: int, simple: set[int], height: dict[int, int]) -> int:
        """How many nested Python loops this one takes, itself included; 0 if it is not simple."""
        points = self.points
        first, last = points[begin], points[end]
        if first.depth != last.depth or begin in self.entered or begin in self.left or not self.matches(begin, end):
            return 0
        if isinstance(first.statement, n.While) and self.sources.get(begin):
            return 0
        if -1 in self.sources.get(end, ()):
            return 0
        levels = 0
        index = begin + 1
        while index < end:
            statement = points[index].statement
            inner = self.flow.loops.get(index, self.flow.whiles.get(index))
            if inner is not None:
                if index not in simple or inner >= end:
                    return 0
                levels = max(levels, height[index])
                if any(self.jump_target(p) == end for p in points[index:inner]):
                    return 0  # from an inner loop to the NEXT of this one
                index = inner + 1
                continue
            match statement:
                case n.Goto():
                    if self.jump_target(points[index]) != end:
                        return 0
                case n.Gosub() if index in self.inlined:
                    levels = max(levels, self.inlined[index].height)
                case n.Return() | n.OnJump() | n.Gosub() | n.Next() | n.Wend() | n.For() | n.While() | n.Resume():
                    return 0
                case _:
                    pass
            index += 1
        return levels + 1 if levels < MOST_LOOPS else 0

    def jump_target(self, point: Point) -> int | None:
        return self.flow.target(point.statement.line) if isinstance(point.statement, n.Goto) else None

    def matches(self, begin: int, end: int) -> bool:
        """Whether NEXT names the variable of its FOR, and that can count."""
        statement, closing = self.points[begin].statement, self.points[end].statement
        if isinstance(statement, n.While):
            return isinstance(closing, n.Wend)
        if not isinstance(statement, n.For) or not isinstance(closing, n.Next):
            return False
        identifier = self.identifier(statement.variable)
        if names.kind_of(identifier) not in "%!":
            return False
        return not closing.variables or self.identifier(closing.variables[0]) == identifier

    def identifier(self, variable: n.Variable) -> str:
        return names.scalar(variable.name, self.e.ranges.types.kind(variable.name, variable.sigil))

    def _clean_loops(self) -> set[int]:
        """Loops that need no entry on the stack: nothing jumps into them, and nothing in them uses the stack."""
        clean = set(self.simple)
        noticed = self._noticed()
        for begin in sorted(self.both, reverse=True):
            end = self.both[begin]
            if begin in clean or begin in self.entered or begin in noticed or not self.matches(begin, end):
                continue
            index = begin + 1
            while index < end and self._stackless(index, begin, end, clean):
                index = self.both[index] + 1 if index in self.both else index + 1  # what is inside has been looked at
            if index >= end:
                clean.add(begin)
        return clean

    def _noticed(self) -> set[int]:
        """Loops that may be left by a jump, so that their entry stays on the stack, where NEXT may come upon it.

            10 FOR I=1 TO 9: FOR J=1 TO 9: IF A(I,J)=0 THEN 20 ELSE NEXT
            20 NEXT                                             ' NEXT without FOR: J's entry is still there

        Or where it takes room that is needed in the end.
        """
        if self.entered or self.traps or (self.left and may_be_full(self.flow, self.left, self.around)):
            return self.left
        return {begin for begin in self.left if any(self._meets(outer, begin) for outer in self.around(begin))}

    def _meets(self, outer: int, inner: int) -> bool:
        """Whether the NEXT of a loop takes the entry of one inside it for its own: it has no name, or the same."""
        closing, opening = core(self.points[self.both[outer]].statement), core(self.points[inner].statement)
        if not (isinstance(closing, n.Next) and isinstance(opening, n.For)):
            return False
        return not closing.variables or self.identifier(closing.variables[0]) == self.identifier(opening.variable)

    def _stackless(self, index: int, begin: int, end: int, clean: set[int]) -> bool:
        statement = self.points[index].statement
        match core(statement):
            case n.Gosub() | n.OnJump(gosub=True):
                return index in self.inlined
            case n.For():
                return index in clean and self.flow.loops[index] < end
            case n.While():
                return index in clean and self.flow.whiles[index] < end
            case n.Next():
                return self.flow.ends.get(index, -1) > begin
            case n.Wend():
                return self.flow.wends.get(index, -1) > begin
            case _:
                return not _comes_back(statement)

    def _find_heads(self) -> None:
        heads = self.heads
        heads.update(target for target, sources in self.sources.items() if sources)
        for begin, end in self.flow.loops.items():
            if begin not in self.simple:
                heads.update((self.points[begin].next, self.points[end].next))
        for begin, end in self.flow.whiles.items():
            if begin not in self.simple:
                heads.update((begin, self.points[end].next))
        # The way on from a head inside a branch of IF meets the way past the IF at the next line.
        heads.update([self.points[head].after for head in heads if head < self.flow.end and self.points[head].depth])
        heads.discard(self.flow.end)
        for begin in self.simple:  # the NEXT of a simple loop is reached from inside only
            heads.discard(self.both[begin])


def _innermost(loops: dict[int, int], count: int) -> list[int]:
    """For each point the beginning of the innermost loop around it, or -1."""
    ends = set(loops.values())
    innermost = []
    open_loops = [-1]
    for index in range(count + 1):
        innermost.append(open_loops[-1])
        if index in ends:
            open_loops.pop()
        if index in loops:
            open_loops.append(index)
    return innermost


def _comes_back(statement: n.Statement) -> bool:
    """Whether a statement is carried out step by step and goes on at the next one."""
    match statement:
        case n.Command(word=word):
            return word in ("CLEAR", "TRON", "TROFF", "SHELL")
        case n.ListLines() | n.Numbering() | n.FileCommand():
            return True
        case _:
            return False
