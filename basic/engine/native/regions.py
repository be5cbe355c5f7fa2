"""The native regions of a version of a program, and the record of their use."""

from __future__ import annotations

from time import perf_counter

from ...record import replace, values
from .linking import Image, Placed, Unlinkable
from .plan import Plan, Step, pack, unpack
from .processor import available
from .state import Refused, State
from .tier import NOTED, PRICE_OF_TREE, pays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..interpreter import Interpreter
    from ..version import Version
    from .compiler import Code
    from .drawing import Drawing
    from .plan import Store

# Code made quickly is made anew, with more effort, when it has run for so many times what LLVM took for it.
BETTER = 4.0
NOTICED = 0.01  # seconds of a run that count towards that
# What it costs that Python does a statement by a single step, that a region is entered, and an element of its arrays is
# copied: in jumps backwards that native code makes while Python would spend as much time on its own.
STEP, ENTRY, ELEMENT = 40.0, 100.0, 0.25
TRIAL = 400 * STEP  # what a region may cost before it is asked whether it is worth that: some 8 ms
MOST_WIDE = 4  # so often a region is compiled anew because whole numbers grew too large
PAUSE = 0.1  # seconds that a region waits at least which has been given up


class Regions:
    """The regions of one version of a program."""

    def __init__(
        self,
        interpreter: Interpreter,
        version: Version,
        always: bool,
        place: tuple[Store, str] | None,
        kept: bytes | None,
    ) -> None:
        """`kept`: what earlier runs have left at that place."""
        self.interpreter = interpreter
        self.version = version
        self.always = always
        self.entries: dict[int, Native] = {}
        self.natives: list[Native] = []
        self.hopeless: frozenset[int] = frozenset()  # points without native code around them
        self.steps: dict[int, Step] = {}
        self._unknown = 0.0  # seconds in parts that have not been looked at
        self._before = 0.0  # seconds of earlier runs in which native code was missing
        self._vain = 0  # so often there was no loop
        self._place = place
        self._changed = False
        if kept is not None:
            plans, self.steps, self.hopeless, self._before = unpack(kept)
            for plan in plans:
                if plan.clean == version.function.unstacked:
                    self._add(Native(self, plan.point, plan))

    def keep(self) -> None:
        """Leave what has been made and has proved worth it to later runs."""
        for native in self.natives:
            native.settle()
        missing = max([self._unknown, *(native.waited for native in self.natives)])
        spent = self._before + missing if missing >= NOTED else self._before
        if (self._changed or spent > self._before) and self._place is not None:
            self._changed = False
            self._before, self._unknown = spent, 0.0
            worth = [native for native in self.natives if native.worth]
            plans = [native.plan for native in worth if native.plan is not None and native.plan.code]
            useless = [native.points for native in self.natives if not native.worth]
            store, name = self._place
            store.put(name, pack(plans, self.steps, self.hopeless.union(*useless), spent))

    # -- regions --------------------------------------------------------------------------------------------------

    def found(self, point: int, seconds: float, ahead: dict[int, float], least: int) -> frozenset[int] | None:
        """A tick has found the program at a point: where native code is to be entered, if that is wanted now. `ahead`:
        the seconds that the loops around it still have to go, by the points of their NEXT; `least`: so many points the
        region will have."""
        native = self._around(point)
        if native is None and point in self.hopeless:
            return None
        if native is None:
            self._unknown += seconds
            if not self.pays(least, self._unknown, max(ahead.values(), default=0.0)):
                return None
            native = self.make(point)
            seconds, self._unknown = self._unknown, 0.0
        return native.entries if native is not None and native.found(point, seconds, ahead) else None

    def pays(self, points: int, spent: float, ahead: float) -> bool:
        """Whether native code is worth its price, by this run or by the ones before; looking in vain doubles it."""
        scale = 1 << self._vain
        return pays(self.version, points, max(spent, self._before) / scale, ahead / scale)

    def _around(self, point: int) -> Native | None:
        for native in self.natives:
            if point in native.points:
                return native
        return None

    def make(self, point: int) -> Native | None:
        """The region around a point, if control can go round in it."""
        native = self._around(point)
        if native is not None or not 0 <= point < self.interpreter.outline.end or point in self.hopeless:
            return native
        if not available():
            return None
        native = Native(self, point)
        if not native.entries:
            self._vain += 1
            self.hopeless |= native.points | {point}
            self._changed = True
            return None
        self._add(native)
        return native

    def _add(self, native: Native) -> None:
        self.natives.append(native)
        for entry in native.entries:
            self.entries.setdefault(entry, native)

    def at(self, point: int) -> Native | None:
        native = self.entries.get(point)
        if native is None and self.always and self.make(point) is not None:
            native = self.entries.get(point)
        return native if native is not None and native.worth else None

    # -- statements that are left to Python -----------------------------------------------------------------------

    def step(self, point: int) -> Step | None:
        """The step at a point, if it can be told by itself and all that it needs is there."""
        namespace = self.interpreter.rt.namespace
        step = self.steps.get(point)
        if step is None:
            from .drawing import step_at

            step = step_at(self.version, point)
            if step is None:
                return None
            self.steps[point] = step
            self._changed = True
        return step if all(name in namespace for name in step.names) else None

    def made(self, code: bool = False) -> None:
        """There is something new to be kept; code: what was missing is there."""
        self._changed = True
        if code:
            self._before = 0.0


class Native:
    """One region, its machine code, and the record of its use."""

    def __init__(self, regions: Regions, point: int, plan: Plan | None = None) -> None:
        self.regions = regions
        self.interpreter = regions.interpreter
        self.rt = regions.interpreter.rt
        self.always = regions.always
        self.point = point
        self.worth = True
        self.plan = plan
        self._wide: frozenset[str] = plan.wide if plan is not None else frozenset()
        self._state: State | None = None
        self._drawing: Drawing | None = None
        if plan is not None:
            self.points, self.cycles, self.entries = plan.points, plan.cycles, plan.entries
        else:
            self._drawing = drawing = self._draw()
            self.points, self.cycles = drawing.points, drawing.cycles
            self.entries = drawing.entries if self.always or self.cycles else frozenset()
        self._sharing: dict[int, tuple[str, ...]] = {}
        self._cost = 0.0
        self._due = TRIAL
        self._turns = 0
        self._pause = PAUSE
        self._heat = 0.0  # seconds in native cycles, less those elsewhere
        self._seconds = 0.0  # in native code
        self._patience = float("inf")  # of them, until it is made better

    def _draw(self) -> Drawing:
        from .drawing import Drawing

        return Drawing(self.regions.version, self.point, self._wide, self.always)

    def run(self, point: int) -> int | None:
        """Run from an entry; gives the point for a single step, or None if nothing has been done."""
        try:
            state = self._state or self._make()
            state.take_all()
            state.take_stack(point)
        except Refused as refused:
            self._refuse(refused.wide)
            return None
        self._cost += ENTRY + ELEMENT * state.elements
        interpreter, regions = self.interpreter, self.regions
        stepping: tuple[str, ...] = ()  # the variables that a single step is working on
        try:
            while True:
                begin = perf_counter()
                point, undone, turns = state.run(point)
                self._seconds += perf_counter() - begin
                self._turns += turns
                interpreter._point = point
                if self._seconds > self._patience:
                    self._improve(state)
                if not undone:
                    if interpreter._interrupted:
                        return point
                    if point not in self.entries:
                        self._worth()
                        return point
                    continue
                if not self._worth():
                    return point
                while True:
                    step = regions.step(point)
                    if step is None or step.exchanged is None:
                        return point
                    stepping = self._shared(point, step.exchanged)
                    state.give(stepping)
                    point = interpreter.carry_out(step)
                    interpreter._point = point
                    if interpreter._interrupted:
                        return point
                    state.take(stepping)
                    stepping = ()
                    if point in self.entries:
                        break
                    if not self._worth():
                        return point
        except Refused as refused:
            self._refuse(refused.wide)
            return point
        finally:
            state.give_all(stepping)
            state.give_stack(interpreter._point)

    def _shared(self, point: int, exchanged: tuple[str, ...]) -> tuple[str, ...]:
        """The variables of a step that are the region's too."""
        if point not in self._sharing:
            assert self.plan is not None
            self._sharing[point] = tuple(name for name in exchanged if name in self.plan.layout.kinds)
        return self._sharing[point]

    def _make(self) -> State:
        self._sharing.clear()
        code: Code | None = None
        if self.plan is not None:
            try:
                code = Placed(Image.read(self.plan.code))
            except Unlinkable:
                self.plan = None
        if self.plan is None or code is None:
            from .compiler import QUICK

            drawing = self._drawing or self._draw()
            self.plan, code = drawing.compiled(QUICK)
            self.regions.made(True)
        if self.plan.took:
            self._seconds = 0.0
            self._patience = BETTER * self.plan.took + (0.0 if self.regions.version.has_tree else PRICE_OF_TREE)
        self._drawing = None
        self._state = State(self.plan, code, self.rt, self.interpreter.outline, self.regions.version.function)
        return self._state

    def _improve(self, state: State) -> None:
        """The code has run for so long that better code pays."""
        self._patience = float("inf")
        if not available():
            return
        from .compiler import GOOD

        better, code = self._draw().compiled(GOOD)
        if self.plan is not None and values(better.layout) == values(self.plan.layout):
            self.plan = better
            state.use(code)
        elif self.plan is not None:  # what has become known meanwhile makes it another region: it stays as it is
            self.plan = replace(self.plan, took=0.0)
        self.regions.made()

    def settle(self) -> None:
        """The run ends: what the code has run is counted towards making it better."""
        if self.plan is not None and self.plan.took and self._seconds > NOTICED:
            self.plan = replace(self.plan, took=max(self.plan.took - self._seconds / BETTER, 1e-6))
            self._patience -= self._seconds
            self._seconds = 0.0
            self.regions.made()

    def stepped(self) -> None:
        """It was left, and Python has carried out a statement by itself."""
        self._cost += STEP

    def _refuse(self, identifier: str) -> None:
        """Values or stack do not fit the code. A whole number that has grown too large is from now on kept as a single;
        for anything else the region waits."""
        if identifier and len(self._wide) < MOST_WIDE:
            self._wide |= {identifier}
            self._state = self.plan = None
        else:
            self._give_up()

    def _give_up(self) -> None:
        self.worth = self.always
        self._pause *= 2
        self._heat = -self._pause
        self.regions.made()

    def _worth(self) -> bool:
        """Python has a statement to do: whether the region has done enough for that."""
        self._cost += STEP
        if self._cost >= self._due and not self.always:
            self._due = self._cost + TRIAL
            if self._turns < self._cost:
                self._give_up()
        return self.worth

    @property
    def waited(self) -> float:
        """Seconds in which machine code was missing."""
        return self._heat if self.plan is None and self.worth else 0.0

    def found(self, point: int, seconds: float, ahead: dict[int, float]) -> bool:
        """Count a tick; when most of the time has gone into native cycles, the region is entered (again)."""
        if point in self.cycles:
            self._heat += seconds
        else:
            self._heat = max(self._heat - seconds, min(self._heat, -0.02))
        inside = max((left for loop, left in ahead.items() if loop in self.points), default=0.0)
        hot = self._heat >= 0 and (self.plan is not None or self.regions.pays(len(self.points), self._heat, inside))
        if hot:
            self.worth = True
            self._turns, self._cost, self._due = 0, 0.0, TRIAL
        return hot
