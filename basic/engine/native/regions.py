"""The native regions of a version of a program, and the record of their use."""

from __future__ import annotations

from time import perf_counter, process_time

from ...record import replace, values
from .. import names
from .plan import Outlook, Plan, Refused, Step, pack, unpack
from .processor import available

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..interpreter import Interpreter
    from ..version import Version
    from .compiler import Code
    from .drawing import Drawing
    from .plan import Store
    from .state import State
    from .tier import Ahead

# Seconds of processor time that native code costs: modules and LLVM to be loaded and asked, and for each point (as much
# again where all is strings and doubles); and for the tree where there is none yet, with each of its points.
PRICE, PRICE_OF_POINT = 0.03, 0.00025
PRICE_OF_TREE, PRICE_IN_TREE = 0.045, 0.0002
LOOKING, LOOKING_AT_POINT = 0.001, 0.000006  # seconds that a first look at the tree costs
# It is made where loops say that so many times the price is still to go; or where an earlier run does, for then others
# will find it made; or when so many times the price has been spent. The first two are sure to pay, the last never loses
# more than a twentieth.
AHEAD, AGAIN, SPENT = 2.0, 1.2, 20.0
NOTED = 0.06  # seconds without native code that a later run hears of
# What a second in statements that are left to Python counts against it, and a single one of them in seconds.
FOREIGN, SINGLE = 4.0, 0.00002
ENOUGH = 4  # ticks that say how much of a region is left to Python
DEBT = 0.1  # seconds: such statements count against a region so far
# Code made quickly is made anew, with more effort, when it has run for so many times what LLVM took for it.
BETTER = 2.0
NOTICED = 0.01  # seconds of a run that count towards that
# What it costs that Python does a statement by a single step, that a region is entered, and an element of its arrays is
# copied: in jumps backwards that native code makes while Python would spend as much time on its own.
STEP, ENTRY, ELEMENT = 40.0, 100.0, 0.25
POINTS = 4  # of such a jump: of a longer turn, each is worth more
TRIAL = 400 * STEP  # what a region may cost before it is asked whether it is worth that: some 8 ms
MOST_WIDE = 4  # so often a region is compiled anew because whole numbers grew too large
PAUSE = 0.2  # seconds that a region waits at least which has been given up


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
        self._before = 0.0  # seconds of an earlier run in which native code was missing
        self._seconds = 0.0  # of this run, in Python
        self.vain = 0.0  # seconds spent on native code that was of no use
        self._place = place
        self._changed = False
        dear = [names.kind_of(name) in "#$" for name in (*version.function.scalars, *version.function.arrays)]
        self._price_of_point = PRICE_OF_POINT * (1 + sum(dear) / max(len(dear), 1))
        if kept is not None:
            plans, self.steps, self.hopeless, outlooks, self._before = unpack(kept)
            for plan in plans:
                if plan.clean == version.function.unstacked:
                    self._add(Native(self, plan.point, plan))
            for point, outlook in outlooks.items():
                self._add(Native(self, point, outlook=outlook))

    def keep(self) -> None:
        """Leave what has been made and has proved worth it to later runs."""
        for native in self.natives:
            native.settle()
        missing = max([self._unknown, *(native.waited for native in self.natives)])
        noted = missing >= NOTED and missing > 1.2 * self._before
        worth = [native for native in self.natives if native.worth]
        plans = [native.plan for native in worth if native.plan is not None and native.plan.code]
        changed = self._changed and (plans or self._seconds >= NOTED)
        if (changed or noted) and self._place is not None:
            self._changed = False
            if noted:
                self._before = missing
            useless = [native.points for native in self.natives if not native.worth]
            outlooks = {native.point: native.outlook for native in worth if native.plan is None and native.outlook}
            store, name = self._place
            store.put(name, pack(plans, self.steps, self.hopeless.union(*useless), outlooks, self._before))

    # -- regions --------------------------------------------------------------------------------------------------

    def found(self, point: int, seconds: float, ahead: list[Ahead]) -> frozenset[int] | None:
        """A tick has found the program at a point: where native code is to be entered, if that is wanted now. `ahead`:
        the loops around it."""
        self._seconds += seconds
        native = self._around(point)
        if native is None and point in self.hopeless:
            return None
        if native is None:
            self._unknown += seconds
            if not self._looks(ahead):
                return None
            native = self.make(point)
            seconds, self._unknown = self._unknown, 0.0
        return native.entries if native is not None and native.found(point, seconds, ahead) else None

    def _looks(self, ahead: list[Ahead]) -> bool:
        """Whether a first look, which needs the tree, is worth its price."""
        price = LOOKING + LOOKING_AT_POINT * self.interpreter.outline.end
        if not self.version.has_tree:  # nor is it known which loops go on to their limits
            return self.pays(0, self._unknown, 0.0)
        longest = max((loop.seconds for loop in ahead), default=0.0)
        return self._unknown >= SPENT * price or self.pays(0, self._unknown, longest)

    def pays(self, points: int, spent: float, ahead: float) -> bool:
        """Whether native code for so many points is worth its price, after so many seconds without it. `ahead`: the
        seconds that it would still be needed, as far as can be told."""
        price = self.price(points) + self.vain
        expected = self._before - self._seconds  # if the run goes on for as long as an earlier one
        return ahead >= AHEAD * price or expected >= AGAIN * price or spent >= SPENT * price

    def price(self, points: int) -> float:
        """The seconds that native code for so many points takes to be made."""
        price = PRICE + self._price_of_point * points
        return price if self.version.has_tree else price + PRICE_OF_TREE + PRICE_IN_TREE * self.interpreter.outline.end

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
        if self.always:
            native = Native(self, point)
            native.draw()
        else:
            from .nest import outlook

            native = Native(self, point, outlook=outlook(self.version.compiled.flow, point))
            self._changed = True
        if not (native.entries if self.always else native.cycles):
            self.drop(native, point)
            return None
        self._add(native)
        return native

    def drop(self, native: Native, point: int) -> None:
        """Control cannot go round in a region."""
        self.hopeless |= native.points | {point}
        if native in self.natives:
            self.natives.remove(native)
        self._changed = True

    def add_entries(self, native: Native) -> None:
        for entry in native.entries:
            self.entries.setdefault(entry, native)

    def _add(self, native: Native) -> None:
        self.natives.append(native)
        self.add_entries(native)

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

    def __init__(self, regions: Regions, point: int, plan: Plan | None = None, outlook: Outlook | None = None) -> None:
        self.regions = regions
        self.interpreter = regions.interpreter
        self.rt = regions.interpreter.rt
        self.always = regions.always
        self.point = point
        self.worth = True
        self.plan = plan
        self.outlook = outlook
        self._wide: frozenset[str] = plan.wide if plan is not None else frozenset()
        self._state: State | None = None
        self._drawing: Drawing | None = None
        self.points: frozenset[int] = frozenset()
        self.cycles: frozenset[int] = frozenset()
        self.entries: frozenset[int] = frozenset()
        self._foreign: frozenset[int] = frozenset()
        if plan is not None:
            self.points, self.cycles, self.entries = plan.points, plan.cycles, plan.entries
        elif outlook is not None:
            self.points, self.cycles, self._foreign = outlook.points, outlook.cycles, outlook.foreign
        self._sharing: dict[int, tuple[str, ...]] = {}
        self._cost = 0.0
        self._due = TRIAL
        self._turns = 0.0
        self._pause = PAUSE
        self._heat = 0.0  # seconds in native cycles, less those in statements of Python
        self._watched = 0.0  # seconds of both
        self._ticks = 0
        self._took = 0.0  # seconds that it took to make it
        self._seconds = 0.0  # in native code
        self._patience = float("inf")  # of them, until it is made better

    def draw(self) -> None:
        """Write it, which tells its entries."""
        begin = process_time()
        self._drawing = drawing = self._draw()
        self.points, self.cycles, self._foreign = drawing.points, drawing.cycles, drawing.foreign
        self.entries = drawing.entries if self.always or self.cycles else frozenset()
        self._took += process_time() - begin
        self.regions.add_entries(self)

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
        assert self.plan is not None
        worth_of_turn = max(1.0, self.plan.turn / POINTS)
        stepping: tuple[str, ...] = ()  # the variables that a single step is working on
        try:
            while True:
                begin = perf_counter()
                point, undone, turns = state.run(point)
                self._seconds += perf_counter() - begin
                self._turns += turns * worth_of_turn
                interpreter.point = point
                if self._seconds > self._patience:
                    self._improve(state)
                if not undone:
                    if interpreter.interrupts.pressed:
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
                    interpreter.point = point
                    if interpreter.interrupts.pressed:
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
            state.give_stack(interpreter.point)

    def _shared(self, point: int, exchanged: tuple[str, ...]) -> tuple[str, ...]:
        """The variables of a step that are the region's too."""
        if point not in self._sharing:
            assert self.plan is not None
            self._sharing[point] = tuple(name for name in exchanged if name in self.plan.layout.kinds)
        return self._sharing[point]

    def _make(self) -> State:
        from .linking import Image, Placed, Unlinkable
        from .state import State

        self._sharing.clear()
        begin = process_time()
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
        self._took += process_time() - begin
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
        self.regions.vain += self._took
        self._took = 0.0
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

    def found(self, point: int, seconds: float, ahead: list[Ahead]) -> bool:
        """Count a tick; when most of the time has gone into native cycles, the region is entered (again)."""
        self._watched += seconds
        self._ticks += 1
        if point in self.cycles:
            self._heat += seconds
        elif point in self._foreign:
            self._heat = max(self._heat - FOREIGN * seconds, min(self._heat, -DEBT))
        if self._heat < 0 or (self.plan is None and not self._pays(ahead)):
            return False
        if not self.entries:
            self.draw()
            if not self.entries:
                self.regions.vain += self._took
                self.regions.drop(self, point)
                return False
        self.worth = True
        self._turns, self._cost, self._due = 0.0, 0.0, TRIAL
        return True

    def _pays(self, ahead: list[Ahead]) -> bool:
        """Whether native code is worth its price, after what has been spent, or for what lies ahead."""
        share = self._heat / self._watched if self._watched else 1.0
        left = [0.0]
        for loop in ahead:
            if loop.end in self.points and (self.outlook is None or loop.end in self.outlook.sure):
                singles = SINGLE * sum(loop.begin < point <= loop.end for point in self._foreign) / loop.pace
                left.append(loop.seconds * (1 - singles))
        if self._foreign and self._ticks < ENOUGH:
            left = [0.0]
        return self.regions.pays(len(self.points), self._heat, share * max(left))
