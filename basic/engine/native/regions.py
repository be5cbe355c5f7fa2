"""The native regions of a program and the record of their use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...syntax import nodes as n
from ...syntax.visit import walk
from .. import names
from ..compiled import Compiled
from ..steps import Steps
from .expressions import Expressions
from .region import Region
from .state import Refused, State

if TYPE_CHECKING:
    from ..interpreter import Interpreter

HITS = 2  # ticks that make a region hot
TRIAL = 40  # so often a region is left for Python before it is asked whether it is worth that
# What leaving it costs, in jumps backwards that native code makes while Python would spend as much time on its own.
STEP, ENTRY, ELEMENT = 40.0, 100.0, 0.25
MOST_WIDE = 4  # so often a region is compiled anew because whole numbers grew too large


class Regions:
    """The regions of one version of a program."""

    def __init__(self, interpreter: Interpreter, compiled: Compiled, always: bool) -> None:
        self.interpreter = interpreter
        self.compiled = compiled
        self.always = always
        self.entries: dict[int, Native] = {}
        self.natives: list[Native] = []
        self.hopeless: set[int] = set()  # points without native code around them

    def found(self, point: int) -> bool:
        """A tick has found the program at a point: whether native code is wanted there now."""
        native = self.make(point)
        return native is not None and native.found(point)

    def make(self, point: int) -> Native | None:
        """The region around a point, if control can go round in it."""
        for native in self.natives:
            if point in native.points:
                return native
        if not 0 <= point < self.compiled.flow.end or point in self.hopeless:
            return None
        native = Native(self.interpreter, self.compiled, point, self.always)
        if not native.entries:
            self.hopeless.update(native.points, (point,))
            return None
        self.natives.append(native)
        for entry in native.entries:
            self.entries.setdefault(entry, native)
        return native

    def at(self, point: int) -> Native | None:
        native = self.entries.get(point)
        if native is None and self.always and self.make(point) is not None:
            native = self.entries.get(point)
        return native if native is not None and native.worth else None


class Native:
    """One region, its machine code, and the record of its use."""

    def __init__(self, interpreter: Interpreter, compiled: Compiled, point: int, always: bool) -> None:
        self.interpreter = interpreter
        self.rt = interpreter.rt
        self.compiled = compiled
        self.always = always
        self.point = point
        self.worth = True
        self._wide: frozenset[str] = frozenset()
        self._state: State | None = None
        region = self._region()
        self.points = frozenset(region.code) | region.left
        self.cycles = region.cycles()
        self.entries = frozenset(region.entries) if always or self.cycles else frozenset()
        self._exchanges: dict[int, tuple[str, ...] | None] = {}
        self._left = 0
        self._cost = 0.0
        self._turns = 0
        self._pause = 10
        self._hits = 0  # ticks in native cycles, less those elsewhere

    def _region(self) -> Region:
        compiled = self.compiled
        assert compiled.function
        expressions = Expressions(compiled.ranges, compiled.base, compiled.expressions.arrays, self._wide)
        return Region(compiled.flow, compiled.blocks, expressions, compiled.statements.fielded, self.point, self.always)

    def run(self, point: int, steps: Steps) -> int | None:
        """Run from an entry; gives the point for a single step, or None if nothing has been done."""
        try:
            state = self._state or self._compile()
            state.take_all()
            state.take_stack(point)
        except Refused as refused:
            self._refuse(refused.wide)
            return None
        self._cost += ENTRY + ELEMENT * state.elements
        interpreter = self.interpreter
        stepping: tuple[str, ...] = ()  # the variables that a single step is working on
        try:
            while True:
                point, undone, turns = state.run(point)
                self._turns += turns
                interpreter._point = point
                if not undone:
                    if interpreter._interrupted or point not in self.entries:
                        return point
                    continue
                if not self._worth():
                    return point
                while True:
                    exchanged = self._exchange(point)
                    if exchanged is None:
                        return point
                    stepping = exchanged
                    state.give(exchanged)
                    point = interpreter._step(steps, point)
                    interpreter._point = point
                    if interpreter._interrupted:
                        return point
                    state.take(exchanged)
                    stepping = ()
                    if point in self.entries:
                        break
        except Refused as refused:
            self._refuse(refused.wide)
            return point
        finally:
            state.give_all(stepping)
            state.give_stack(interpreter._point)

    def _compile(self) -> State:
        self._state = State(*self._region().text(), self.rt, self.compiled)
        return self._state

    def _refuse(self, identifier: str) -> None:
        """Values or stack do not fit the code. A whole number that has grown too large is from now on kept as a single;
        for anything else the region waits."""
        if identifier and len(self._wide) < MOST_WIDE:
            self._wide |= {identifier}
            self._state = None
        else:
            self._give_up()

    def _give_up(self) -> None:
        self.worth = self.always
        self._pause *= 2
        self._hits = -self._pause

    def _worth(self) -> bool:
        """The region is left: whether it has done enough for that."""
        self._left += 1
        self._cost += STEP
        if self._left % TRIAL == 0 and not self.always and self._turns < self._cost:
            self._give_up()
        return self.worth

    def found(self, point: int) -> bool:
        """Count a tick; when most of them have found native cycles, the region is entered (again)."""
        self._hits += 1 if point in self.cycles else -1 if self._hits > -4 else 0
        if self._hits >= HITS:
            self.worth = True
            self._turns, self._cost = 0, 0.0
        return self._hits >= HITS

    def _exchange(self, point: int) -> tuple[str, ...] | None:
        """The variables that a single step at a point may use; None if it may need more than variables."""
        if point not in self._exchanges:
            self._exchanges[point] = self._used(point)
        return self._exchanges[point]

    def _used(self, point: int) -> tuple[str, ...] | None:
        flow, kinds = self.compiled.flow, self.compiled.types
        if point >= flow.end or self.compiled.statements.fielded:
            return None
        statement = flow.points[point].statement
        if not isinstance(statement, SIMPLE) and not (isinstance(statement, n.Command) and statement.word in WORDS):
            return None
        filling = not isinstance(statement, n.If | n.Print | n.Write)
        used: set[str] = set()
        for node in walk(statement.condition if isinstance(statement, n.If) else statement):
            match node:
                case n.UserFunction() | n.UsrFunction() | n.Function(name="FRE" | "VARPTR" | "VARPTR$" | "PEEK"):
                    return None
                case n.Variable(name=name, sigil=sigil):
                    used.add(names.scalar(name, kinds.kind(name, sigil)))
                case n.Element(name=name, sigil=sigil):
                    if filling and kinds.kind(name, sigil) == "$":
                        return None  # how much memory the strings leave counts
                    used.add(names.array(name, kinds.kind(name, sigil)))
                case _:
                    pass
        assert self._state is not None
        return tuple(used & self._state.layout.kinds.keys())


# Statements that use their variables and devices and nothing else.
SIMPLE = (
    n.If, n.Let, n.Swap, n.Print, n.Write, n.Input, n.LineInput, n.Read, n.Restore, n.MidAssign, n.Empty, n.Remark,
)  # fmt: skip
WORDS = frozenset({"CLS", "LOCATE", "COLOR", "BEEP", "SOUND", "PLAY", "OUT", "SCREEN", "RANDOMIZE"})
