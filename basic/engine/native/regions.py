"""The native regions of a program and the record of their use."""

from __future__ import annotations

from time import perf_counter
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

TRIAL = 40  # entries after which a region must have been worth it
WORTH = 8  # how much longer Python would take than native code, at least
WIDENINGS = 4  # how often a region is compiled anew because whole numbers grew too large


class Regions:
    """The regions of one version of a program."""

    def __init__(self, interpreter: Interpreter, compiled: Compiled, always: bool) -> None:
        self.interpreter = interpreter
        self.compiled = compiled
        self.always = always
        self.entries: dict[int, Native] = {}
        self.natives: list[Native] = []
        self.hopeless: set[int] = set()  # points without native code around them

    def promising(self, point: int) -> bool:
        return point not in self.hopeless

    def make(self, point: int) -> bool:
        """See that there is native code for the surroundings of a point."""
        for native in self.natives:
            if point in native.points:
                return native.tried_again()
        if point >= self.compiled.flow.end or point in self.hopeless:
            return False
        native = Native(self.interpreter, self.compiled, point, self.always)
        if not native.entries:
            self.hopeless.update(native.points, (point,))
            return False
        self.natives.append(native)
        for entry in native.entries:
            self.entries.setdefault(entry, native)
        return True

    def at(self, point: int) -> Native | None:
        native = self.entries.get(point)
        if native is None and self.always and self.make(point):
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
        self.points = frozenset(region.code)
        self.entries = frozenset(region.entries) if always or region.turns() else frozenset()
        self._exchanges: dict[int, tuple[str, ...] | None] = {}
        self._widenings = 0
        self._entered = 0
        self._native = self._total = 0.0
        self._pause = self._waiting = 10  # ticks until a region that was not worth it is tried again

    def _region(self) -> Region:
        compiled = self.compiled
        assert compiled.function
        expressions = Expressions(compiled.ranges, compiled.base, compiled.expressions.arrays, self._wide)
        return Region(compiled.flow, compiled.blocks, expressions, compiled.statements.fielded, self.point, self.always)

    def run(self, point: int, steps: Steps) -> int | None:
        """Run from an entry; gives the point for a single step, or None if nothing has been done."""
        began = perf_counter()
        try:
            state = self._state or self._compile()
            state.take(state.layout.kinds)
            state.take_stack(point)
        except Refused as refused:
            self._widen(refused.wide)
            return None
        interpreter = self.interpreter
        stepping: tuple[str, ...] = ()  # the variables that a single step is working on
        try:
            while True:
                before = perf_counter()
                point, undone = state.run(point)
                self._native += perf_counter() - before
                interpreter._point = point
                if not undone:
                    if interpreter._interrupted or point not in self.entries:
                        return point
                    continue
                self._entered += 1
                if self._entered % TRIAL == 0 and not self._judge(perf_counter() - began):
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
            self._widen(refused.wide)
            return point
        finally:
            state.give([identifier for identifier in state.layout.kinds if identifier not in stepping])
            state.give_stack(interpreter._point)
            self._total += perf_counter() - began

    def _compile(self) -> State:
        self._state = State(*self._region().text(), self.rt, self.compiled.blocks)
        return self._state

    def _widen(self, identifier: str) -> None:
        """A whole number has grown too large for native integers: keep that variable as a single."""
        self._state = None
        self._wide |= {identifier}
        self._widenings += 1
        if not identifier or self._widenings > WIDENINGS:
            self.worth = False
            self._pause = self._waiting = 1 << 30

    def _judge(self, running: float) -> bool:
        """Whether native code has done enough between two single steps."""
        if not self.always and self._native * WORTH < self._total + running:
            self.worth = False
            self._pause *= 2
            self._waiting = self._pause
        return self.worth

    def tried_again(self) -> bool:
        """A tick has found the program here: whether to enter the region (again)."""
        self._waiting -= not self.worth
        if self._waiting <= 0:
            self.worth = True
            self._native = self._total = 0.0
        return self.worth

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
        used: set[str] = set()
        for node in walk(statement.condition if isinstance(statement, n.If) else statement):
            match node:
                case n.UserFunction() | n.UsrFunction() | n.Function(name="FRE" | "VARPTR" | "VARPTR$" | "PEEK"):
                    return None
                case n.Variable(name=name, sigil=sigil):
                    used.add(names.scalar(name, kinds.kind(name, sigil)))
                case n.Element(name=name, sigil=sigil):
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
