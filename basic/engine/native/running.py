"""One native region: its machine code, how it is entered and left, and the record of its use."""

from __future__ import annotations

from time import perf_counter, process_time

from ...record import replace, values
from .plan import Outlook, Plan, Refused
from .processor import available

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compiler import Code
    from .drawing import Drawing
    from .regions import Regions
    from .state import State
    from .tier import Ahead

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
                    if regions.version.looks:
                        interpreter.poll.meanwhile(point)
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
                    if regions.version.looks:
                        interpreter.poll.meanwhile(point)
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
            self._patience = BETTER * self.plan.took + self.regions.price_of_tree
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
