"""The clock behind TIMER, TIME$, DATE$ and RANDOMIZE TIMER.

    10 T=TIMER: PRINT DATE$, TIME$: TIME$="12:00"

Setting the clock moves BASIC's idea of the time, never the computer's. A fixed clock makes runs repeatable: it starts
at a given time and goes on by one tick (1/18.2 second) each time it is read, so that a program which waits for a
second to pass comes to an end.
"""

from __future__ import annotations

from basic.record import Protocol
from basic.values.single import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date, datetime, time, timedelta

DAY = 86400
TICKS = 1573040  # of the PC's timer in a day, 18.2065 in a second


class Source(Protocol):
    def now(self) -> datetime: ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        from datetime import datetime  # most programs never ask, and importing it takes a millisecond

        return datetime.now()


class FixedClock:
    """`--clock 1990-01-02T12:00:00`"""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._readings = 0

    def now(self) -> datetime:
        from datetime import timedelta

        moment = self._start + timedelta(seconds=self._readings * DAY / TICKS)
        self._readings += 1
        return moment


class Clock:
    """A source of time and how far BASIC's clock is off it."""

    def __init__(self, source: Source | None = None) -> None:
        self.source: Source = source or SystemClock()
        self._offset: timedelta | None = None

    def now(self) -> datetime:
        now = self.source.now()
        return now if self._offset is None else now + self._offset

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
