"""Shapes as Python has them: `while`, `for`, `break` and `continue` instead of loops and blocks with labels.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied, or a flag is set: that is the
next-to-last resort.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.graph import Node, Place, Routine
from ..analysis.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ..record import record
from ..syntax import nodes as n

COPIED = 3  # statements that may stand twice
Seq = list[Shape]
Jump = tuple[str, Place]  # what a Leave or Again does
Frame = tuple[Seq, int]


@record(frozen=False)
class While(Loop):
    """A loop with a test before each turn; `orelse` is where a failed test leads."""

    test: Branch
    orelse: list[Shape]


@record(frozen=False)
class Range(Loop):
    """A counted loop: the step is in its head; `begin` is the FOR if it stands right before."""

    test: Branch
    orelse: list[Shape]
    begin: Node | None


@record(frozen=False)
class Flag:
    """`leaving = True`"""

    name: str
    value: bool


@record(frozen=False)
class IfFlag:
    """`if leaving:`"""

    name: str
    negated: bool
    body: list[Shape]


@record(frozen=False)
class Try:
    """Several statements whose errors are all handled alike."""

    body: list[Shape]
    handler: list[Shape]


def jump_of(shape: object) -> Jump | None:
    if isinstance(shape, Leave):
        return "leave", shape.label
    return ("again", shape.label) if isinstance(shape, Again) else None


def parts(shape: object) -> Iterator[Seq]:
    """The sequences inside a shape."""
    match shape:
        case Branch(first=first, second=second):
            yield first
            yield second
        case Switch(cases=cases):
            yield from cases
        case While(body=body, orelse=orelse) | Range(body=body, orelse=orelse):
            yield body
            yield orelse
        case Loop(body=body) | Block(body=body) | IfFlag(body=body):
            yield body
        case Try(body=body, handler=handler):
            yield body
            yield handler
        case _:
            pass


def everything(seq: Seq) -> Iterator[object]:
    for shape in seq:
        yield shape
        for part in parts(shape):
            yield from everything(part)


def leaves(seq: Seq, label: Place) -> int:
    return sum(isinstance(shape, Leave) and shape.label == label for shape in everything(seq))


def ends(seq: Seq) -> bool:
    """Whether control never comes out at the end."""
    if not seq:
        return False
    last = seq[-1]
    match last:
        case Leave() | Again():
            return True
        case Code(node=node):
            return not node.follows and not node.guarded
        case Branch(first=first, second=second):
            return ends(first) and ends(second)
        case Switch(cases=cases):
            return bool(cases) and all(ends(case) for case in cases)
        case Try(body=body, handler=handler):
            return ends(body) and ends(handler)
        case Block(label=label, body=body):
            return ends(body) and not leaves(body, label)
        case Loop() if type(last) is Loop:
            inside = {last.label} | {s.label for s in everything(last.body) if isinstance(s, Block | Loop)}
            return all(s.label in inside for s in everything(last.body) if isinstance(s, Leave | Again))
        case _:
            return False


def weight(seq: Seq) -> int:
    """How many statements a sequence has; loops and blocks count as too many."""
    total = 0
    for shape in seq:
        match shape:
            case Code() | Leave() | Again() | Flag():
                total += 1
            case Branch() | Switch() | IfFlag():
                total += 1 + sum(weight(part) for part in parts(shape))
            case _:
                total += 1000
    return total


def copied(seq: Seq) -> Seq:
    found: Seq = []
    for shape in seq:
        match shape:
            case Branch(node=node, first=first, second=second, negated=negated):
                found.append(Branch(node, copied(first), copied(second), negated))
            case Switch(node=node, cases=cases):
                found.append(Switch(node, [copied(case) for case in cases]))
            case Code(node=node):
                found.append(Code(node))
            case Leave(label=label):
                found.append(Leave(label))
            case Again(label=label):
                found.append(Again(label))
            case Flag(name=name, value=value):
                found.append(Flag(name, value))  # type: ignore[arg-type]
            case IfFlag(name=name, negated=negated, body=body):
                found.append(IfFlag(name, negated, copied(body)))  # type: ignore[arg-type]
            case _:
                found.append(shape)
    return found


# ---- errors -----------------------------------------------------------------------------------------------------


def with_tries(seq: Seq, routine: Routine) -> Seq:
    """One `try` around all statements whose errors lead to the same places."""
    tried = [shape for shape in everything(seq) if isinstance(shape, Branch) and shape.node.tried]
    wanted = {_destination(shape.node, routine) for shape in tried}
    if len(tried) > 1 and len(wanted) == 1 and None not in wanted and all(ends(shape.first) for shape in tried):
        has = [any(shape in tried for shape in everything([item])) for item in seq]
        begin, end = has.index(True), len(has) - has[::-1].index(True)
        body = seq[begin:end]
        trap = tried[0].node.place[2]
        nodes = [s.node for s in everything(body) if isinstance(s, Code | Branch | Switch) and s.node.part != "sort"]
        handler = tried[0].first
        inner = {shape.label for shape in everything(body) if isinstance(shape, Block | Loop)}
        outside = all(shape.label not in inner for shape in everything(handler) if isinstance(shape, Leave | Again))
        if outside and all(node.place[2] == trap and not node.guarded for node in nodes):
            _untried(body)
            seq[begin:end] = [Try(body, handler)]  # type: ignore[list-item]
            return seq
    for shape in seq:
        for part in parts(shape):
            with_tries(part, routine)
    return seq


def _destination(node: Node, routine: Routine) -> tuple[Place, ...] | None:
    """Where an error leads, if that does not hang on the statement."""
    sort = routine.nodes[node.follows[-1]]
    return tuple(sort.follows) if all(outcome.kind == "line" for outcome in sort.outcomes) else None


def _untried(seq: Seq) -> None:
    position = 0
    while position < len(seq):
        shape = seq[position]
        if isinstance(shape, Branch) and shape.node.tried:
            seq[position : position + 1] = [Code(shape.node), *shape.second]
        for part in parts(seq[position]):
            _untried(part)
        position += 1


# ---- loops ------------------------------------------------------------------------------------------------------


def with_loops(seq: Seq, counts: dict[int, bool]) -> Seq:
    """`while` and `for` in place of endless loops; `counts` tells of each FOR whether its variable only counts."""
    for shape in seq:
        for part in parts(shape):
            part[:] = with_loops(part, counts)
    found: Seq = []
    for shape in seq:
        found.append(_loop(shape, counts) if type(shape) is Loop else shape)
    _join_begins(found)
    return found


def _loop(shape: Loop, counts: dict[int, bool]) -> Shape:
    seq = shape.body
    while seq and isinstance(seq[0], Block):
        seq = seq[0].body
    test = seq[0] if seq else None
    if not isinstance(test, Branch) or test.node.tried or test.node.kind not in ("if", "test"):
        return shape
    if test.node.place != shape.label:
        return shape
    inside = {shape.label} | {s.label for s in everything(shape.body) if isinstance(s, Block | Loop)}
    if _goes_out(test.second, inside):
        seq[:1] = test.first
        test, orelse = Branch(test.node, [], []), test.second
    elif _goes_out(test.first, inside):
        seq[:1] = test.second
        test, orelse = Branch(test.node, [], [], True), test.first
    else:
        return shape
    if test.node.kind == "test" and counts.get(test.node.index) and _drop_step(shape):
        return Range(shape.label, shape.body, test, orelse, None)
    return While(shape.label, shape.body, test, orelse)


def _goes_out(seq: Seq, inside: set[Place]) -> bool:
    """Whether a way leads out of the loop at once."""
    return len(seq) == 1 and isinstance(seq[0], Leave | Again) and seq[0].label not in inside


def _drop_step(shape: Loop) -> bool:
    """Take the NEXT out of a counted loop, if it stands at its end and nowhere else."""
    body = shape.body
    steps = [s for s in everything(body) if isinstance(s, Code) and _steps(s.node, shape.label)]
    last = body[-1] if body else None
    if isinstance(last, Again) and last.label == shape.label:
        last = body[-2] if len(body) > 1 else None
    if len(steps) != 1 or steps[0] is not last or steps[0].node.guarded:
        return False
    if any(isinstance(s, Again) and s.label == shape.label for s in everything(body[:-1])):
        return False
    del body[body.index(last) :]
    return True


def _steps(node: Node, head: Place) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.Next) and node.follows == [head]


def _join_begins(seq: Seq) -> None:
    """Bring a FOR and its counted loop together."""
    position = 0
    while position + 1 < len(seq):
        shape, following = seq[position], seq[position + 1]
        while isinstance(following, Block) and following.body:
            following = following.body[0]
        if not isinstance(shape, Code) or shape.node.part or shape.node.guarded:
            position += 1
            continue
        if isinstance(following, Range) and shape.node.index == following.label[0]:
            following.begin = shape.node
            del seq[position]
        position += 1


# ---- branches ---------------------------------------------------------------------------------------------------


def flattened(seq: Seq) -> Seq:
    """A branch that goes elsewhere stands as a guard: what is done otherwise follows it, not nested."""
    position = 0
    while position < len(seq):
        shape = seq[position]
        if isinstance(shape, Branch) and position == len(seq) - 1 and not shape.node.tried:
            one, two = ends(shape.first), ends(shape.second)
            if one and two and (length(shape.first) == length(shape.second) == 1 or _has_else(shape.node)):
                pass  # two jumps, of which one will turn out to be none; or what BASIC wrote with ELSE
            elif one and shape.second and (not two or length(shape.second) >= length(shape.first)):
                seq.extend(shape.second)
                shape.second = []
            elif two and shape.first:
                seq.extend(shape.first)
                shape.first = []
        for part in parts(shape):
            flattened(part)
        position += 1
    return seq


def _has_else(node: Node) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.If) and bool(node.point.statement.otherwise)


def length(seq: Seq) -> int:
    return sum(1 + sum(length(part) for part in parts(shape)) for shape in seq)


# ---- jumps ------------------------------------------------------------------------------------------------------


class Resolver:
    """Makes every jump one that Python has."""

    def __init__(self, seq: Seq) -> None:
        self.seq = seq
        self.actions: dict[int, str] = {}  # id of a jump -> "", "break" or "continue"
        self.flags = 0
        self.guards: dict[tuple[int, Jump], str] = {}

    def resolve(self) -> Seq:
        for _ in range(10_000):
            self.actions = {}
            path = self._walk(self.seq, frozenset(), None, [])
            if path is None:
                return self.seq
            if not (self._absorb(path) or self._otherwise(path) or self._copy(path)):
                self._flag(path)
        raise RecursionError("jumps that do not come to an end")

    # -- what a jump comes to -------------------------------------------------------------------------------------

    def _walk(
        self, seq: Seq, tail: frozenset[Jump], loop: tuple[frozenset[Jump], frozenset[Jump]] | None, path: list[Frame]
    ) -> list[Frame] | None:
        """Note what each jump becomes; gives the way to the first that cannot be written yet."""
        for position, shape in enumerate(seq):
            here = [*path, (seq, position)]
            behind = tail
            after = position + 1
            while after < len(seq) and isinstance(flag := seq[after], IfFlag) and not flag.negated:
                after += 1  # a jump that sets no flag passes them
            if after < len(seq):
                jump = jump_of(seq[after])
                behind = frozenset() if jump is None else frozenset({jump}) | (tail if jump in tail else frozenset())
            jump = jump_of(shape)
            if jump is not None:
                if jump in tail:
                    self.actions[id(shape)] = ""
                elif loop is not None and jump in loop[0]:
                    self.actions[id(shape)] = "continue"
                elif loop is not None and jump in loop[1]:
                    self.actions[id(shape)] = "break"
                else:
                    return here
                continue
            found = None
            match shape:
                case Block(label=label, body=body):
                    found = self._walk(body, behind | {("leave", label)}, loop, here)
                case Loop(label=label, body=body):
                    labels = frozenset({("again", label), *_trailing(body)})
                    found = self._walk(body, labels, (labels, behind), here)
                    if found is None and isinstance(shape, While | Range):
                        found = self._walk(shape.orelse, behind, loop, here)
                case _:
                    for part in parts(shape):
                        found = found or self._walk(part, behind, loop, here)
            if found is not None:
                return found
        return None

    # -- ways to make it possible ---------------------------------------------------------------------------------

    def _absorb(self, path: list[Frame]) -> bool:
        """What follows a branch with the jump moves into the other branch, which alone goes on there."""
        target = jump_of(path[-1][0][path[-1][1]])
        for (seq, position), (inner, _) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            shape = seq[position]
            if isinstance(shape, Loop) or (isinstance(shape, Block) and ("leave", shape.label) == target):
                return False
            rest = seq[position + 1 :]
            if not rest or not isinstance(shape, Branch | Switch):
                continue
            open_ = [part for part in parts(shape) if not ends(part)]
            if ends(inner) and len(open_) <= 1:
                del seq[position + 1 :]
                if open_:
                    open_[0].extend(rest)
                return True
        return False

    def _otherwise(self, path: list[Frame]) -> bool:
        """`for ...: ... break` / `else:`: what follows a loop that has come to its end by itself."""
        loops = self._around(path)
        if not loops:
            return False
        position = loops[-1]
        seq, at = path[position]
        loop = seq[at]
        if not isinstance(loop, While | Range) or len(loop.orelse) != 1 or not isinstance(loop.orelse[0], Leave):
            return False
        label = loop.orelse[0].label
        if at != len(seq) - 1:
            return False
        for outer, index in reversed(path[:position]):
            block = outer[index]
            if not isinstance(block, Block) or (index + 1 == len(outer) and block.label != label):
                return False
            if block.label == label:
                if leaves(block.body, label) != 1 or index + 1 == len(outer):
                    return False
                loop.orelse = outer[index + 1 :]
                del outer[index + 1 :]
                return True
            if index + 1 != len(outer):
                return False
        return False

    def _copy(self, path: list[Frame]) -> bool:
        """A short piece of code that a block leads to stands in each place that leads there."""
        target = jump_of(path[-1][0][path[-1][1]])
        for seq, position in reversed(path[:-1]):
            block = seq[position]
            if isinstance(block, Loop) and ("again", block.label) == target:
                return False
            if not isinstance(block, Block):
                continue
            rest = seq[position + 1 :]
            own = ("leave", block.label) == target
            if rest and ends(rest) and weight(rest) <= COPIED and (own or ends(block.body)):
                _replace(block.body, block.label, rest)
                if ends(block.body):
                    del seq[position + 1 :]
                return True
            if own:
                return False
        return False

    def _flag(self, path: list[Frame]) -> None:
        """Set a flag, go where Python can go, and look at the flag there."""
        seq, position = path[-1]
        jump = seq[position]
        target = jump_of(jump)
        assert target is not None
        outer = max((i for i, (s, at) in enumerate(path) if self._is(s[at], target)), default=-1)
        assert outer >= 0, target
        inner = [i for i in self._around(path) if i > outer]
        if inner:
            self._flag_loop(path, inner[-1], target)
        else:
            self._flag_block(path, outer, target)

    def _around(self, path: list[Frame]) -> list[int]:
        """The loops whose bodies the end of a path is in."""
        found = []
        for i, (seq, at) in enumerate(path[:-1]):
            shape = seq[at]
            if isinstance(shape, Loop) and path[i + 1][0] is shape.body:
                found.append(i)
        return found

    def _flag_loop(self, path: list[Frame], inner: int, target: Jump) -> None:
        """Leave the loop, and go on from behind it. Several jumps out of one loop share the place behind it."""
        seq, position = path[-1]
        jump = seq[position]
        loop_seq, at = path[inner]
        if inner and loop_seq is not self.seq:
            around, place = path[inner - 1]
            block = around[place]
            if isinstance(block, Block) and block.label[1] == "flag" and len(block.body) == 1:
                after = place + 1
                while after < len(around) and isinstance(flag := around[after], IfFlag) and not flag.negated:
                    if jump_of(flag.body[0]) == target:
                        seq[position : position + 1] = [Flag(flag.name, True), Leave(block.label)]  # type: ignore[list-item]
                        return
                    after += 1
                name = self._fresh()
                seq[position : position + 1] = [Flag(name, True), Leave(block.label)]  # type: ignore[list-item]
                around.insert(after, IfFlag(name, False, [jump]))  # type: ignore[arg-type]
                around.insert(place, Flag(name, False))  # type: ignore[arg-type]
                return
        name = self._fresh()
        label: Place = (-self.flags, "flag", (-1, False))
        seq[position : position + 1] = [Flag(name, True), Leave(label)]  # type: ignore[list-item]
        loop_seq[at : at + 1] = [
            Flag(name, False),  # type: ignore[list-item]
            Block(label, [loop_seq[at]]),
            IfFlag(name, False, [jump]),  # type: ignore[list-item]
        ]

    def _flag_block(self, path: list[Frame], outer: int, target: Jump) -> None:
        """What stands between here and the end of the block is done only without the flag."""
        seq, position = path[-1]
        jump = seq[position]
        first = path[outer + 1][0]
        known = self.guards.get((id(first), target))
        name = known or self._fresh()
        self.guards[id(first), target] = name
        seq[position : position + 1] = [Flag(name, True)]  # type: ignore[list-item]
        for frame_seq, at in path[outer + 1 : -1]:
            rest = frame_seq[at + 1 :]
            only = rest[0] if len(rest) == 1 else None
            if rest and not (isinstance(only, IfFlag) and only.name == name):
                frame_seq[at + 1 :] = [IfFlag(name, True, rest)]  # type: ignore[list-item]
        if known is None:
            if target[0] == "again":
                first.append(jump)
            first.insert(0, Flag(name, False))  # type: ignore[arg-type]

    def _fresh(self) -> str:
        self.flags += 1
        return f"leaving{self.flags}" if self.flags > 1 else "leaving"

    def _is(self, shape: object, target: Jump | None) -> bool:
        if isinstance(shape, Block):
            return target == ("leave", shape.label)
        return isinstance(shape, Loop) and target == ("again", shape.label)


def _trailing(body: Seq) -> set[Jump]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: set[Jump] = set()
    while body and isinstance(body[-1], Block):
        found.add(("leave", body[-1].label))
        body = body[-1].body
    if body and isinstance(body[-1], Again) and len(body) > 1:
        found |= _trailing(body[:-1])
    return found


def _replace(seq: Seq, label: Place, rest: Seq) -> None:
    position = 0
    while position < len(seq):
        shape = seq[position]
        if isinstance(shape, Leave) and shape.label == label:
            new = copied(rest)
            seq[position : position + 1] = new
            position += len(new)
            continue
        for part in parts(shape):
            _replace(part, label, rest)
        position += 1
