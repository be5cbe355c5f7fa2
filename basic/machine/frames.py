"""When a front draws its picture: when the program waits, else at most FRAMES times a second.

A picture that falls due while the program works on without writing is drawn by a timer, but never in the middle of a
statement that changes the screen: then it is drawn before the next that does. Where the system has no such timer, or
another owns it, it is always so.
"""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
else:
    import _signal as signal  # the same without its enumerations, which take 2 ms to import

FRAMES = 30
BLINK = 0.25  # seconds
_DEFER = 0.005  # seconds until the timer tries again
_DRAWN_BY = ("basic.machine.", "basic.library.", "basic.gw.")  # modules that may be changing the screen


def phase() -> int:
    """Which half of its time what blinks is in: it is shown in the first."""
    return int(monotonic() / BLINK) % 2


class Frames:
    def __init__(self, draw: Callable[[], None], interval: float = 1 / FRAMES, always: bool = False) -> None:
        """`always`: it is drawn at every turn, whether there is something new or not."""
        self._draw = draw
        self._interval = interval
        self.always = always
        self._due = 0.0
        self._timed = False
        self._missed = False  # the timer came in the middle of a statement
        self._stopped = False
        self.stale = False

    def touch(self) -> None:
        """There may be something new to see."""
        self.stale = True
        if self._missed:
            self._go_on()
        elif not (self._timed or self._stopped):
            rest = self._due - monotonic()
            self._timed = self._set_timer(rest)
            if not self._timed and rest <= 0:
                self.draw()

    def draw(self) -> None:
        self.stale = self._missed = False
        begun = monotonic()
        self._draw()
        now = monotonic()
        self._due = max(begun + self._interval, now + (now - begun))  # half the time is the program's, at least

    def draw_if_due(self) -> None:
        if (self.stale or self.always) and monotonic() >= self._due:
            self.draw()

    def stop(self) -> None:
        """Nothing is drawn any more by itself."""
        self._stopped, self._missed = True, False
        if self._timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._timed = False

    def _set_timer(self, seconds: float) -> bool:
        try:
            owner = signal.getsignal(signal.SIGALRM)
            ours = isinstance(getattr(owner, "__self__", None), Frames)
            if not ours and (owner is not signal.SIG_DFL or signal.getitimer(signal.ITIMER_REAL)[0]):
                return False  # an alarm of who has started us, which may be there to end this
            signal.signal(signal.SIGALRM, self._alarm)
            signal.setitimer(signal.ITIMER_REAL, max(seconds, _DEFER))
        except (AttributeError, ValueError):  # no such signal here, or another thread than the main one
            return False
        return True

    def _alarm(self, number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_globals.get("__name__", "").startswith(_DRAWN_BY):
                self._missed = True
                self._set_timer(_DEFER)
                return
            frame = frame.f_back
        self._go_on()

    def _go_on(self) -> None:
        """Draw what is new, and look again when the next picture is due."""
        self._timed = False
        if self.stale or self.always:
            self.draw()
            self._timed = self._set_timer(self._due - monotonic())
