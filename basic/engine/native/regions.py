"""The native regions of a version of a program: which there are, what they cost, and what is kept of them."""

from __future__ import annotations

from .. import names
from .plan import Step, pack, unpack
from .processor import available
from .running import Native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..interpreter import Interpreter
    from ..version import Version
    from .plan import Store
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
        price = PRICE + self._price_of_point * points + self.price_of_tree
        return price if self.version.has_tree else price + PRICE_IN_TREE * self.interpreter.outline.end

    @property
    def price_of_tree(self) -> float:
        return 0.0 if self.version.has_tree else PRICE_OF_TREE

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
            from .forest import outlook

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
