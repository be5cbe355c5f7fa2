"""How blocks are put together: each where the one that leads to it leaves off, loops as Python's loops.

    while True:                   # the dispatcher
        if pc < 12:
            ...
            while True:           # a loop: a block that is come back to
                if done: break    # to what stands behind it
                while True:       # not a loop: several ways lead to what stands behind it
                    if odd: break
                    ...
                    break
                ...

A block can stand inside the one that dominates it (through which every way to it leads); what several ways lead to
stands behind a frame that is left with `break`, and so does what is reached from a loop but is no part of it. (After
Ramsey, "Beyond Relooper", 2022, but for `break` and `continue`, which know only the innermost frame: a way through
more than one says in `pc` where it leads.) Only blocks that are entered from elsewhere (a subroutine's beginning, what
RETURN comes back to), or that begin a loop with a second way in, are left to the dispatcher.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.dominators import dominators
from ..record import record

ROOT = -1  # the dispatcher, as a node from which the entries are reached
DISPATCH = -1  # the mark of a line that belongs to no point
MOST_FRAMES = 18  # Python allows 20 nested loops
MOST_INDENT = 70  # and 100 levels of indentation
MOST_NESTED = 90  # blocks, one inside or behind the other


@record(frozen=False)
class Line:
    """One line of generated code; `jump` is a point to go to (its code depends on the frames around it), or -1 for the
    one that `pc` says."""

    indent: int
    code: str
    point: int
    jump: int | None = None
    calls: tuple[int, ...] = ()  # GOSUBs in whose place a subroutine stands, of which this is a line
    ahead: int = 0  # so many statements behind it have been counted already


@record
class Block:
    head: int
    lines: list[Line]


class Frame:
    """A loop that can be left or gone on with: `again` is the block that `continue` comes to, `behind` the one that
    stands behind it."""

    def __init__(self, again: int | None = None, behind: int | None = None) -> None:
        self.again, self.behind = again, behind
        self.left: list[Line] = []  # where `pc` says that `break` means `behind`, if that must be said
        self.through: set[int] = set()  # where ways lead that break this frame and others


class Nesting:
    """The dispatcher and all blocks in their places, as lines of code with a point each."""

    def __init__(self, blocks: Iterable[Block], entries: Iterable[int]) -> None:
        self.blocks = {block.head: block for block in blocks}
        self.entries = {entry for entry in entries if entry in self.blocks}
        self.lines: list[Line] = []
        self._ways = {head: _targets(block) for head, block in self.blocks.items()}
        self._height = {head: _height(block) for head, block in self.blocks.items()}
        while True:
            sideways = self._arrange()
            if not sideways:
                self.lines = []
                sideways = self._write()
            if not sideways:
                return
            self.entries |= sideways

    # -- the arrangement --------------------------------------------------------------------------------------------

    def _arrange(self) -> set[int]:
        """Find each block's place; gives the beginnings of loops that have a second way in."""
        order = self._order()
        self._number = number = {node: position for position, node in enumerate(order)}
        before: dict[int, list[int]] = {node: [] for node in order}
        for node in order:
            for following in self._follows(node):
                before[following].append(node)
        above = dominators(order, number, before)
        within = _intervals(order, above)
        loops: dict[int, set[int]] = {}
        sideways: set[int] = set()
        for node in order[1:]:
            for following in self._follows(node):
                if number[following] <= number[node]:
                    begin, end = within[following]
                    if not begin <= within[node][0] < end:
                        sideways.add(following)
                    else:
                        loops.setdefault(following, set()).add(node)
        if not sideways <= self.entries:
            return sideways
        self._loops = {head: _body(head, ends, before) for head, ends in loops.items()}
        self._place(order, before, above)
        return set()

    def _follows(self, node: int) -> Iterable[int]:
        return sorted(self.entries, reverse=True) if node == ROOT else dict.fromkeys(self._ways[node])

    def _order(self) -> list[int]:
        """The blocks that can be reached, each before those that follow it, but for loops."""
        done: list[int] = []
        seen = {ROOT}
        stack = [(ROOT, iter(self._follows(ROOT)))]
        while stack:
            node, following = stack[-1]
            for target in following:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(sorted(self._follows(target), reverse=True))))
                    break
            else:
                done.append(node)
                stack.pop()
        return done[::-1]

    def _place(self, order: list[int], before: dict[int, list[int]], above: dict[int, int]) -> None:
        """Say for each block which ones stand behind it, and which of those behind its loop."""
        around: dict[int, list[int]] = {node: [] for node in order}  # the loops, innermost first
        for head in sorted(self._loops, key=lambda h: len(self._loops[h])):
            for node in self._loops[head]:
                around[node].append(head)
        counts: dict[int, int] = {}
        for node in order[1:]:
            for following in self._ways[node]:
                counts[following] = counts.get(following, 0) + (self._number[following] > self._number[node])
        self._behind: dict[int, list[int]] = {}
        self._exits: dict[int, list[int]] = {}
        self._inside: set[int] = set()
        for node in order[1:]:
            parent = above[node]
            if parent == ROOT:
                continue
            left = [head for head in around[parent] if node not in self._loops[head]]
            if left:
                self._exits.setdefault(left[-1], []).append(node)
            elif counts[node] > 1:
                self._behind.setdefault(parent, []).append(node)
            else:
                self._inside.add(node)
        self.heads = frozenset(node for node in order[1:] if above[node] == ROOT)  # what the dispatcher leads to

    # -- the code ---------------------------------------------------------------------------------------------------

    def _write(self) -> set[int]:
        """Write everything; gives the blocks that would stand too deep."""
        self._frames: list[Frame] = [Frame()]
        self._deep: set[int] = set()
        self._tree(sorted(self.heads), 0)
        looked: set[int] = set()
        while waiting := self._deep - looked:  # what would be too deep in these is found at once
            looked |= waiting
            for head in waiting:
                self._frames = [Frame()]
                self._block(head, 0, 0)
        return self._deep

    def _tree(self, roots: list[int], indent: int) -> None:
        """The dispatcher: halve the blocks until one is left."""
        if len(roots) < 2:
            for root in roots:
                self._block(root, indent, 0)
            return
        middle = len(roots) // 2
        self._put(indent, f"if pc < {roots[middle]}:", DISPATCH)
        self._tree(roots[:middle], indent + 1)
        self._put(indent, "else:", DISPATCH)
        self._tree(roots[middle:], indent + 1)

    def _put(self, indent: int, code: str, point: int) -> Line:
        self.lines.append(Line(indent, code, point))
        return self.lines[-1]

    def _block(self, head: int, indent: int, depth: int) -> None:
        """A block with all that stands in it and behind it."""
        following: int | None = head
        while following is not None:
            head = following
            exits, behind = self._exits.get(head, []), self._behind.get(head, [])
            is_loop = head in self._loops
            count = len(exits) + len(behind) + (is_loop and not exits)
            if (
                len(self._frames) + count + self._height[head] > MOST_FRAMES
                or indent + count > MOST_INDENT
                or depth > MOST_NESTED
            ):
                if head not in self.heads and head not in self._deep:
                    self._deep.add(head)
                    return
                if exits or behind:
                    self._deep.update(exits + behind)
                    return
            following = self._framed(head, exits, behind, indent, depth)

    def _framed(self, head: int, exits: list[int], behind: list[int], indent: int, depth: int) -> int | None:
        """The block in its frames; gives what stands behind the outermost one, to be written next."""
        frames = [Frame(behind=node) for node in reversed(exits[1:])]
        if head in self._loops:
            frames.append(Frame(head, exits[0] if exits else None))
        frames += [Frame(behind=node) for node in reversed(behind)]
        for offset, frame in enumerate(frames):
            self._put(indent + offset, "while True:", DISPATCH if frame.again is None else head)
            self._frames.append(frame)
        self._lines(head, indent + len(frames), depth)
        for offset in reversed(range(len(frames))):
            frame = self._frames.pop()
            self._leave(frame, indent + offset)
            if frame.behind is not None:
                if not offset:
                    return frame.behind
                self._block(frame.behind, indent + offset, depth + 1)
        return None

    def _lines(self, head: int, indent: int, depth: int) -> None:
        for line in self.blocks[head].lines:
            if line.jump is None:
                put = self._put(indent + line.indent, line.code, line.point)
                put.calls, put.ahead = line.calls, line.ahead
            elif line.jump in self._inside and self._number[line.jump] > self._number[head]:
                self._block(line.jump, indent + line.indent, depth + 1)
            else:
                self._jump(indent + line.indent, line.jump, line.point)

    def _jump(self, indent: int, target: int, point: int) -> None:
        frame = self._frames[-1]
        if target >= 0 and frame.again == target:
            self._put(indent, "continue", point)
        elif target >= 0 and frame.behind == target:
            frame.left.append(self._put(indent, "", point))
            self._put(indent, "break", point)
        else:
            if target >= 0:
                self._put(indent, f"pc = {target}", point)
            if len(self._frames) == 1:
                self._put(indent, "continue", point)
            else:
                frame.through.add(target)
                self._put(indent, "break", point)

    def _leave(self, frame: Frame, indent: int) -> None:
        """What stands directly behind a frame: the ways that lead further out."""
        if not frame.through:
            return
        for line in frame.left:
            line.code = f"pc = {frame.behind}"
        around = self._frames[-1]
        root = len(self._frames) == 1
        again = frame.through if root else {t for t in frame.through if t >= 0 and t == around.again}
        out = frame.through - again
        around.through |= out - {around.behind}
        for targets, word in ((again, "continue"), (out, "break")):
            if not targets:
                continue
            if frame.behind is None and (word == "break" or not out):
                self._put(indent, word, DISPATCH)
                continue
            test = f"!= {frame.behind}" if word == "break" or root else f"== {min(targets)}"
            self._put(indent, f"if pc {test}:", DISPATCH)
            self._put(indent + 1, word, DISPATCH)


def _targets(block: Block) -> list[int]:
    return [line.jump for line in block.lines if line.jump is not None and line.jump >= 0]


def _height(block: Block) -> int:
    """How many of Python's loops are nested in the lines of a block."""
    height, open_loops = 0, list[int]()
    for line in block.lines:
        while open_loops and line.code and open_loops[-1] >= line.indent:
            open_loops.pop()
        if line.code.startswith(("for ", "while ")):
            open_loops.append(line.indent)
            height = max(height, len(open_loops))
    return height


def _intervals(order: list[int], above: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Numbers such that one node dominates another if its interval holds the other's beginning."""
    size = dict.fromkeys(order, 1)
    for node in reversed(order[1:]):
        size[above[node]] += size[node]
    begin = {order[0]: 0}
    free = {order[0]: 1}
    for node in order[1:]:
        begin[node] = free[above[node]]
        free[above[node]] += size[node]
        free[node] = begin[node] + 1
    return {node: (begin[node], begin[node] + size[node]) for node in order}


def _body(head: int, ends: set[int], before: dict[int, list[int]]) -> set[int]:
    """The loop that begins at a head and comes back to it from the ends."""
    body = {head}
    waiting = list(ends)
    while waiting:
        node = waiting.pop()
        if node not in body:
            body.add(node)
            waiting += before[node]
    return body
