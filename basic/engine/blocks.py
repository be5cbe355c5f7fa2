"""A program as one Python function: superblocks, put together by `nesting.py`, and loops as loops.

A *head* is a point that something jumps to; between heads control only runs on, so that a block needs no bookkeeping.
The Python line of an exception leads back to its point (`marks`). What is too rare to be worth code here raises Leave:
that point is carried out step by step (`steps.py`), which takes the variables from and gives them back to the same
names, and comes back at the next head that the dispatcher leads to.

FOR and WHILE come in three forms. A *simple* loop, which nothing enters or leaves but by its ends, is a Python loop.
A *clean* one, into whose body nothing jumps and which calls no subroutine (but those that stand in the place of their
GOSUBs), is made of blocks, with its limit and step in local names. Neither has an entry on GW-BASIC's stack; `nest`
tells which entries the stack must show at a point.
All other loops keep their entries on the stack, like GOSUB.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.flow import Flow, Point
from ..arithmetic.facts import meet
from ..arithmetic.ranges import Range
from ..errors import UNDEFINED_LINE
from ..library.registry import FUNCTIONS
from ..record import replace
from ..sizes import FOR_SIZE, RESERVED, STACK
from ..syntax import nodes as n
from ..syntax.visit import walk
from . import names
from .expressions import Expressions
from .layout import LARGE, Layout
from .loops import Loops
from .nesting import DISPATCH, Block, Line
from .poll import LONG, LOOPS, NOWHERE, STATEMENTS, turn
from .poll import line as look
from .stack import FEW
from .statements import Statements

STRAIGHT = (n.Let, n.If, n.Print, n.Remark, n.Empty, n.Data, n.Goto)  # change no variable that is not seen to
QUICK = (
    *STRAIGHT, n.For, n.Next, n.While, n.Wend, n.Gosub, n.Return, n.OnJump, n.Read, n.Restore, n.Swap, n.MidAssign,
)  # fmt: skip
SMALL = 3  # a block of so few statements is copied to where it is jumped to


class Blocks:
    """Writes the Python function of one program."""

    def __init__(
        self,
        flow: Flow,
        expressions: Expressions,
        statements: Statements,
        opened: frozenset[int] = frozenset(),
        looks: int = NOWHERE,
    ) -> None:
        self.layout = Layout(flow, expressions, opened, inlining=True)
        self.flow, self.points = flow, flow.points
        self.e, self.s = expressions, statements
        self.looks = looks
        self.loops = Loops(self)
        self._looping = self.layout.in_short_loops() if flow.end > LARGE else []
        self.lines: list[Line] = []
        self.within: list[int] = []  # simple loops being written, outermost first
        self._copies = 0  # how deep in copies of small blocks
        self.calls: tuple[int, ...] = ()  # GOSUBs in whose place subroutines are being written, outermost first
        self._head = 0
        self._blocks: dict[int, Block] = {}
        self._on_edges: dict[int, list[dict[str, Range]]] = {}  # what is known where a head is jumped to
        self.at_heads: dict[int, dict[str, Range]] = {}  # and what all who jump there know
        self._begins = -1  # the head whose first point is to be written
        self._long = False  # the statement before may take long

    def nest(self, index: int) -> list[int]:
        """The loops without stack entries around a point, outermost first."""
        return [begin for begin in sorted(self.layout.around(index)) if begin in self.layout.clean]

    # -- blocks ---------------------------------------------------------------------------------------------------

    def write(self) -> list[Block]:
        """All blocks; those whose head all jumps tell something of are written once more."""
        self.at_heads, self._on_edges = {}, {}
        self._blocks = {head: self._block(head) for head in sorted(self.layout.heads)}
        self.at_heads = self._meet()
        return self._again(self.at_heads)

    def forget(self, heads: Iterable[int]) -> list[Block]:
        """The blocks anew: to these heads lead single steps, too, and before them everything can be changed."""
        lost = [head for head in heads if self.at_heads.pop(head, None)]
        return self._again(lost)

    def _again(self, heads: Iterable[int]) -> list[Block]:
        self._blocks |= {head: self._block(head) for head in heads}
        self.e.facts.clear()
        for begin in self.layout.clean:  # also of loops that nothing leads to
            self.loops.state(begin)
        return list(self._blocks.values())

    def _block(self, head: int) -> Block:
        self.lines = []
        self.look(LOOPS, 0, head)
        self._from(head, 0, head)
        return Block(head, self.lines)

    def _meet(self) -> dict[int, dict[str, Range]]:
        """What all jumps to a head agree on.

            70 K=0
            80 K=K+1: IF K<30 THEN 80      here K is 29 at most

        That is no guess about loops: what the jumps know they know from their own blocks alone.
        """
        jumps = {head: ways for head, ways in self._on_edges.items() if head not in self.layout.entries}
        found = {head: meet(ways, self._everywhere) for head, ways in jumps.items()}
        return {head: ranges for head, ranges in found.items() if ranges}

    def _everywhere(self, identifier: str) -> Range:
        return self.e.ranges.of(names.known_as(identifier))

    def add(self, indent: int, code: str, point: int) -> None:
        self.lines.append(Line(indent, code, point, calls=self.calls))

    def look(self, where: int, indent: int, point: int, weight: int = 1) -> None:
        """See whether something is due, if that is asked for at such places."""
        if self.looks == where:
            self.add(indent, look(point) if where == STATEMENTS else turn(point, weight), point)
            self._long = False

    def jump(self, indent: int, target: int | None, point: int) -> None:
        """Go to another point; a small block is copied here instead."""
        if target is None:
            self.add(indent, f"fail({UNDEFINED_LINE})", point)
            return
        if target >= self.flow.end:
            self.add(indent, f"raise Leave({self.flow.end})", point)
            return
        if self.within:
            closing = self.layout.both[self.within[-1]]
            assert target == closing, (target, closing)
            self.loops.close_simple(indent, closing)
            self.add(indent, "continue", point)
            return
        if target != self._head and self._copies < 2 and self._small(target):
            self._copies += 1
            self._from(target, indent, -1)
            self._copies -= 1
            return
        self._on_edges.setdefault(target, []).append(self.e.facts.known()[0])
        self.lines.append(Line(indent, "", point, target))

    def _small(self, target: int) -> bool:
        """Whether so little stands between a head and its next jump that a copy is better than a jump."""
        index = target
        for _ in range(SMALL):
            if index >= self.flow.end or (index != target and index in self.layout.heads):
                return False
            match self.points[index].statement:
                case n.Goto():
                    aim = self.layout.jump_target(self.points[index])
                    return aim is not None and aim != target
                case n.Return(line=None):
                    return True
                case n.Next() if index in self.flow.ends and self.flow.ends[index] in self.layout.clean:
                    if self.flow.ends[index] in self.layout.simple:
                        return False
                    following = self.points[index].next
                    return following in self.layout.heads
                case n.Let() | n.Remark() | n.Empty() | n.Data() | n.Swap():
                    pass
                case _:
                    return False
            index = self.points[index].next
        return False

    def _from(self, index: int, indent: int, head: int) -> None:
        """Write the code from a point on, as far as control runs straight."""
        if head >= 0:
            self._head = self._begins = head
        begin = index
        while True:
            if index >= self.flow.end:
                self.add(indent, f"raise Leave({self.flow.end})", self.flow.end)
                return
            if index in self.layout.heads and index != begin:
                self.jump(indent, index, index)
                return
            following = self._point(self.points[index], indent)
            if following is None:
                return
            index = following

    def sequence(self, index: int, end: int, indent: int) -> bool:
        """Write the points of a branch, or of a simple loop's body, up to `end`; False if it is not reached."""
        while index != end:
            if index >= self.flow.end or (index in self.layout.heads and not self.within and not self.calls):
                self.jump(indent, index, index)
                return False
            following = self._point(self.points[index], indent, end)
            if following is None:
                return False
            index = following
        return True

    def _point(self, point: Point, indent: int, end: int = -1) -> int | None:
        """Write one point, and those before `end` that are counted with it; gives the point where the code falls
        through to, or None if it never does."""
        if self.looks == STATEMENTS:
            return self._counted(point, indent, self._group(point, end))
        if self._long:
            self.look(LOOPS, indent, point.index, LONG)
        return self._written(point, indent)

    def _group(self, point: Point, end: int) -> int:
        """How many statements from a point on are counted at once: only the last of them may make something due."""
        count, ends = 1, {end, self.flow.end}
        while _is_plain(point.statement) and point.next not in ends and point.next not in self.layout.heads:
            point = self.points[point.next]
            count += 1
        return count

    def _counted(self, point: Point, indent: int, count: int) -> int | None:
        """Write some points. Where something is due at one of them they are counted one by one, in a copy.

            if (done := done + 2) <= due:
             A_s = 1
            else:
             done -= 2
             if (done := done + 1) > due: look(0, done)
             A_s = 1
             if (done := done + 1) > due: look(1, done)
            out_line(str_single(A_s) + ' ')
        """
        first, begin = point.index, len(self.lines)
        written: list[tuple[int, list[Line]]] = []
        following: int | None = point.index
        while following is not None and len(written) < count:
            point = self.points[following]
            following = self._written(point, indent)
            written.append((point.index, self.lines[begin:]))
            del self.lines[begin:]
        last, rest = written.pop()
        inner = indent
        if written:
            inner, count = indent + 1, len(written) + 1
            self.add(indent, f"if (done := done + {count}) <= due:", first)
            for ahead, (_, lines) in zip(range(count - 1, 0, -1), written, strict=True):
                self.lines += [replace(line, indent=line.indent + 1, ahead=ahead) for line in lines]
            if len(self.lines) == begin + 1:
                self.add(inner, "pass", first)
            self.add(indent, "else:", first)
            self.add(inner, f"done -= {count}", first)
        for index, lines in written:
            self.look(STATEMENTS, inner, index)
            self.lines += [replace(line, indent=line.indent + 1) for line in lines]
        self.look(STATEMENTS, inner, last)
        self.lines += rest
        return following

    def _written(self, point: Point, indent: int) -> int | None:
        """Write one point, at which nobody looks."""
        self._long = not isinstance(point.statement, QUICK)
        straight = isinstance(point.statement, STRAIGHT)
        if point.index in self.layout.heads or not straight:
            self.e.facts.clear()
        if point.index == self._begins and straight:  # what FOR is told need not hold in its loop's second turn
            self.e.facts.ranges.update(self.at_heads.get(point.index, {}))
        self._begins = -1
        following = self._stated(point, indent)
        if not straight:
            self.e.facts.clear()
        return following

    def _stated(self, point: Point, indent: int) -> int | None:
        statement = point.statement
        self.e.brief = bool(self._looping) and not self._looping[point.index]
        match statement:
            case n.Goto(line=line):
                self.jump(indent, self.flow.target(line), point.index)
                return None
            case n.If():
                return self._if(point, statement, indent)
            case n.For():
                for code in self.e.notes(statement):
                    self.add(indent, code, point.index)
                return self.loops.for_(point, statement, indent)
            case n.Next():
                return self.loops.next(point, indent)
            case n.While():
                return self.loops.while_(point, statement, indent)
            case n.Wend():
                self.loops.wend(point, indent)
                return None
            case n.Gosub(line=line):
                return self._gosub(point, self.flow.target(line), indent)
            case n.Return():
                self._return(point, statement, indent)
                return None
            case n.OnJump():
                return self._on(point, statement, indent)
            case n.OnError(line=line):
                target = self.flow.target(line)
                if line.number and target is None:
                    self.add(indent, f"fail({UNDEFINED_LINE})", point.index)
                    return None
                self.add(indent, f"on_error({target if line.number else None})", point.index)
                return point.next
            case n.Resume(line=n.LineRef() as line) if line.number and self.flow.target(line) is not None:
                self.add(indent, "resumed()", point.index)
                self.jump(indent, self.flow.target(line), point.index)
                return None
            case n.Broken():
                self._broken(point, statement, indent)
                return None
            case n.Command(word="END" | "STOP" | "SYSTEM" as word):
                self.add(indent, f"raise Halt({word.lower()!r}, {point.next})", point.index)
                return None
            case n.Command(word="CLEAR", arguments=arguments):
                self.e.fresh()
                limits = ["None" if a is None else self.e.convert(self.e.expression(a), "!") for a in arguments]
                if limits:
                    self.add(indent, f"set_limits({', '.join(limits)})", point.index)
                self.add(indent, f"raise Cleared({point.next})", point.index)
                return None
            case n.Run(file=None, line=line):
                target = 0 if line is None else self.flow.target(line)
                code = f"raise Leave({point.index})" if target is None else f"raise Cleared({target})"
                self.add(indent, code, point.index)
                return None
            case _:
                lines = self.s.write(statement)
                if lines is None:
                    self.add(indent, f"raise Leave({point.index})", point.index)
                    return None
                for code in lines:
                    self.add(indent, code, point.index)
                if isinstance(statement, n.Let) and isinstance(statement.target, n.Variable):
                    self.e.facts.assign(self.s.identifier(statement.target), self.s.assigned)
                return point.next

    # -- branches and subroutines ---------------------------------------------------------------------------------

    def _if(self, point: Point, statement: n.If, indent: int) -> int | None:
        self.e.fresh()
        condition = self.e.condition(statement.condition)
        self.add(indent, f"if {condition}:", point.index)
        facts = self.e.facts
        known = facts.known()
        facts.learn(statement.condition, True, self.e.expression)
        before = len(self.lines)
        falls = self.sequence(point.next, point.after, indent + 1)
        if len(self.lines) == before:
            self.add(indent + 1, "pass", point.index)
        facts.restore(known)
        facts.learn(statement.condition, False, self.e.expression)
        if not falls:
            return point.otherwise  # the THEN branch has jumped away: no `else` is needed
        if point.otherwise != point.after:
            self.add(indent, "else:", point.index)
            before = len(self.lines)
            self.sequence(point.otherwise, point.after, indent + 1)
            if len(self.lines) == before:
                self.add(indent + 1, "pass", point.index)
        facts.clear()
        return point.after

    def _gosub(self, point: Point, target: int | None, indent: int) -> int | None:
        if target is None:
            self.add(indent, f"fail({UNDEFINED_LINE})", point.index)
            return None
        if point.index in self.layout.inlined:
            self._called(point, target, indent)
            return point.next
        self.add(indent, f"if len(stack) > {FEW}: room_for_gosub()", point.index)
        self.add(indent, f"stack.append({point.next})", point.index)
        self.jump(indent, target, point.index)
        return None

    def _called(self, point: Point, target: int, indent: int) -> None:
        """A subroutine in the place of its GOSUB. What it would have on the stack is put there if it is left."""
        sites = (*self.calls, point.index)
        size = self.loops.elided(sites)
        few = f"if stack and len(stack) > {FEW}: " if size <= STACK - RESERVED - FEW * FOR_SIZE else ""
        self.add(indent, f"{few}room({size})", point.index)
        self.calls, loops = sites, self.within
        self.within = []
        if self.layout.inlined[point.index].early:
            self.add(indent, "while True:", DISPATCH)
            indent += 1
        self.sequence(target, -1, indent)
        self.calls, self.within = sites[:-1], loops

    def _return(self, point: Point, statement: n.Return, indent: int) -> None:
        if statement.line is not None:
            self.add(indent, "unwind()", point.index)
            self.jump(indent, self.flow.target(statement.line), point.index)
            return
        if self.calls:
            early = self.layout.inlined[self.calls[-1]].early
            self.add(indent, "break" if early else "pass", point.index)
            return
        code = "pc = stack.pop() if stack and type(stack[-1]) is int else returned()"
        self.add(indent, code, point.index)
        self.lines.append(Line(indent, "", point.index, -1))

    def _on(self, point: Point, statement: n.OnJump, indent: int) -> int:
        self.e.fresh()
        targets = [self.flow.target(line) for line in statement.lines]
        choice = self.e.temporary()
        self.add(indent, f"{choice} = {self.e.byte(self.e.expression(statement.selector))}", point.index)
        self.add(indent, f"if 0 < {choice} <= {len(targets)}:", point.index)
        if statement.gosub:
            self.add(indent + 1, "room_for_gosub()", point.index)
            self.add(indent + 1, f"stack.append({point.next})", point.index)
        listed = ", ".join("fail_line" if target is None else str(target) for target in targets)
        if None in targets:
            # GOSUB to a missing line leaves no entry: the line is looked for first.
            undo = "stack.pop(), " if statement.gosub else ""
            errors = {k: line.error for k, line in enumerate(statement.lines, 1) if self.flow.target(line) is None}
            self.add(indent + 1, f"if {choice} in {errors}: {undo}fail({errors}[{choice}])", point.index)
            listed = ", ".join("0" if target is None else str(target) for target in targets)
        self.add(indent + 1, f"pc = ({listed},)[{choice} - 1]", point.index)
        self.lines.append(Line(indent + 1, "", point.index, -1))
        return point.next

    def _broken(self, point: Point, statement: n.Broken, indent: int) -> None:
        changing = isinstance(statement.prefix, n.DefType | n.OptionBase)  # what this code was written for
        lines = None if changing else broken_lines(self.s, statement)
        if lines is None:
            self.add(indent, f"raise Leave({point.index})", point.index)
            return
        for code in lines:
            self.add(indent, code, point.index)

def _is_plain(statement: n.Statement) -> bool:
    """Whether it makes nothing due: it gives a variable a value that the machine has no part in, or does nothing."""
    if not isinstance(statement, n.Let | n.Remark | n.Empty | n.Data):
        return False
    for node in walk(statement):
        if isinstance(node, n.UserFunction | n.UsrFunction | n.Fault):
            return False
        if isinstance(node, n.Function):
            entry = FUNCTIONS.get(node.name)
            if entry is None or entry.machine or entry.acts:
                return False
    return True


STACKED = frozenset(["RETURN", "RESUME"])  # words that look at the stack or for an error before anything else


def broken_lines(statements: Statements, statement: n.Broken) -> list[str] | None:
    """What a broken statement does before its error; None where its valid beginning jumps."""
    lines: list[str] = []
    if statement.word in STACKED:
        return None
    if statement.prefix is not None:
        if isinstance(statement.prefix, n.Print):
            statements.e.fresh()
            lines = statements.print(statement.prefix, ended=False)
        elif isinstance(statement.prefix, n.Write):
            statements.e.fresh()
            lines = statements.write_statement(statement.prefix, ended=False)
        elif isinstance(statement.prefix, n.Read):
            statements.e.fresh()
            lines = ["begin_read()", *statements.read(statement.prefix)]
        else:
            written = statements.write(statement.prefix)
            if written is None:
                return None
            lines = written
    for effect in statement.effects:
        lines.append(statements.e.expression(effect).code)
    return [*lines, statements.e.fail(statement.error)]


