"""The clock behind TIMER, TIME$, DATE$ and RANDOMIZE TIMER.

    10 T=TIMER: PRINT DATE$, TIME$: TIME$="12:00"

Setting the clock moves BASIC's idea of the time, never the computer's. A fixed clock makes runs repeatable: it starts
at a given time and goes on by one tick (1/18.2 second) each time it is read, so that a program which waits for a
second to pass comes to an end. Time that must pass (for a note, say) passes where somebody sits at the machine; where
nobody does, and on a fixed clock, it has passed at once.
"""

from __future__ import annotations

from basic.record import Protocol
from basic.values.single import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date, datetime, time, timedelta

    from basic.machine.state import State

DAY = 86400
TICKS = 1573040  # of the PC's timer in a day, 18.2065 in a second


class Source(Protocol):
    def now(self) -> datetime:
        """What the clock on the wall says."""

    def elapsed(self) -> float:
        """Seconds since some moment. To ask does not move a fixed clock on."""

    def sleep(self, seconds: float) -> None:
        """So much time passes."""


class SystemClock:
    """The computer's own clock; `patient`: time that must pass is waited for, else it is skipped."""

    def __init__(self, patient: bool = False) -> None:
        self._patient = patient
        self._skipped = 0.0

    def now(self) -> datetime:
        from datetime import datetime, timedelta  # most programs never ask, and importing it takes a millisecond

        return datetime.now() + timedelta(seconds=self._skipped)

    def elapsed(self) -> float:
        from time import monotonic

        return monotonic() + self._skipped

    def sleep(self, seconds: float) -> None:
        if self._patient:
            from time import sleep

            sleep(seconds)
        else:
            self._skipped += seconds

    def state(self) -> float:
        return self.elapsed()

    def restore(self, state: float) -> None:
        """The time that has passed since then has not, for who asks here."""
        self._skipped += state - self.elapsed()


class FixedClock:
    """`--clock 1990-01-02T12:00:00`"""

    STATE = "_start", "_ticks"

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._ticks = 0.0
        self.read_by_read = True  # it goes on with each time it is read

    def now(self) -> datetime:
        from datetime import timedelta

        moment = self._start + timedelta(seconds=self.elapsed())
        self._ticks += self.read_by_read
        return moment

    def elapsed(self) -> float:
        return self._ticks * DAY / TICKS

    def sleep(self, seconds: float) -> None:
        self._ticks += seconds * TICKS / DAY


class Clock:
    """A source of time and how far BASIC's clock is off it."""

    def __init__(self, source: Source | None = None) -> None:
        self.source: Source = source or SystemClock()
        self._offset: timedelta | None = None

    def state(self) -> State:
        from basic.machine.state import of

        return self._offset, of(self.source, "the time of the machine's clock")

    def restore(self, state: State) -> None:
        from basic.machine.state import put

        self._offset, source = state
        put(self.source, source)

    def now(self) -> datetime:
        now = self.source.now()
        return now if self._offset is None else now + self._offset

    def elapsed(self) -> float:
        return self.source.elapsed()

    def ticks(self) -> int:
        """Timer ticks since midnight."""
        now = self.now()
        seconds = now.hour * 3600 + now.minute * 60 + now.second + now.microsecond / 1e6
        return int(seconds * TICKS / DAY)

    def timer(self) -> float:
        """`TIMER`: seconds since midnight as a single; DOS counts ticks and gives them as whole hundredths."""
        hundredths = self.ticks() * DAY * 100 // TICKS
        return nearest(hundredths / 100)

    def set_date(self, day: date) -> None:
        now = self.now()
        self._move(now, day, now.time())

    def set_time(self, moment: time) -> None:
        now = self.now()
        self._move(now, now.date(), moment)

    def _move(self, now: datetime, day: date, moment: time) -> None:
        from datetime import datetime

        way = datetime.combine(day, moment) - now
        self._offset = way if self._offset is None else self._offset + way
