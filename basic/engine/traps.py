"""Event traps in the engine: `ON KEY(1) GOSUB 500`, `TIMER ON` and their kin.

What may have happened is looked at between two statements, some milliseconds apart, and behind each note. While an
error is handled, and in typed lines, no trap acts. On a fixed clock time goes on with the statements that a program
with traps carries out, so that every event comes at the same one in every run and engine. On a real one nobody can tell
the statements apart that are carried out in a moment: it is enough to look at loops and behind what may take long.
"""

from __future__ import annotations

from ..machine import traps
from ..machine.clock import FixedClock
from ..machine.traps import Event
from .poll import LOOPS, NOWHERE, STATEMENTS
from .signals import Trapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .runtime import Runtime

LOOK = 50  # statements between two looks, on a fixed clock


class Traps(traps.Traps):
    """Those of one runtime."""

    STATE = ("_next", "_looked", *traps.Traps.STATE)

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime.machine)
        self._rt = runtime
        self._next = 0  # the count from which to look again
        self._looked = 0
        runtime.stack.ended = self.ended
        runtime.poll.ask(self._ask, NOWHERE)

    @property
    def where(self) -> int:
        """Where code with traps looks."""
        return max(STATEMENTS if isinstance(self._machine.clock.source, FixedClock) else LOOPS, self._rt.poll.where)

    def end(self) -> None:
        """They are not asked any more."""
        self.clear()
        self._rt.poll.forget(self._ask)

    def urge(self) -> None:
        self._rt.poll.urge()

    def soon(self) -> None:
        """The next statement is a place to look."""
        self._next = 0
        self.urge()

    def ended(self, event: Event) -> None:
        """Its subroutine has returned."""
        self._traps[event].held = False
        self.urge()

    def _ask(self, point: int, done: int) -> float:
        if done >= self._next or self.where == LOOPS:  # which nothing counts
            self._next = done + LOOK
            self.count(done - self._looked)
            self._looked = done
            self.look()
        ready = self.ready()
        if not ready or self._rt.direct or self._rt.handling is not None:
            return done if ready else self._next - 1
        event, trap = ready[0]
        trap.pending, trap.held = False, True
        assert trap.handler is not None
        raise Trapped(trap.handler, event)
