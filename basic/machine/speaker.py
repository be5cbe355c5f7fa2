"""The loudspeaker as a model: notes with a frequency, a beginning and a length, one after the other.

    10 SOUND 440,18.2: PLAY "MB O3 L4 CDE"

Time is the machine's: who has to wait for a note asks the clock to go on, which on a fixed one takes no time at all. A
device may be told of each note; `heard` keeps them for who asks for a recording.
"""

from __future__ import annotations

from basic.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.clock import Clock

WAITING = 32  # notes that MB may have waiting
TICK = 86400 / 1573040  # seconds
SILENCE = 32767  # the frequency that cannot be heard: a rest
BELL = 800, 0.25  # hertz, seconds


@record
class Note:
    frequency: float  # hertz; 0 is a rest
    start: float  # seconds, by the machine's clock
    length: float


class Speaker:
    STATE = "_end", "_starts", "_most", "heard"

    def __init__(self, clock: Clock, sleep: Callable[[float], None]) -> None:
        """`sleep` has the machine wait for so many seconds."""
        self._clock = clock
        self._sleep = sleep
        self._end = 0.0  # of the last note
        self._starts: list[float] = []  # of the notes that have not begun
        self._most = 0  # of them at once
        self.heard: list[Note] | None = None
        self.device: Callable[[Note], object] | None = None
        self.changed: Callable[[], object] | None = None  # is told when a note has come or was waited for

    def note(self, frequency: float, length: float, gap: float = 0.0) -> None:
        """It sounds when those before it are over; `gap`: silence behind it, which is part of it."""
        now = self._clock.elapsed()
        start = max(now, self._end)
        self._end = start + length + gap
        if start > now:
            self._starts.append(start)
            self._most = max(self._most, self.waiting)
        note = Note(frequency, start, length)
        if self.heard is not None:
            self.heard.append(note)
        if self.device is not None:
            self.device(note)
        if self.changed is not None:
            self.changed()

    @property
    def waiting(self) -> int:
        """How many notes have not begun."""
        now = self._clock.elapsed()
        self._starts = [start for start in self._starts if start > now]
        return len(self._starts)

    def fallen(self) -> tuple[int, int]:
        """How many notes were waiting at most since this was asked last, and how many are now."""
        most, self._most = self._most, self.waiting
        return most, self._most

    def wait(self, most: int = 0, ended: bool = False) -> None:
        """Until no more than so many notes are waiting; `ended`: and the last of them is over."""
        while self.waiting > most:
            self._sleep(max(self._starts[-most - 1] - self._clock.elapsed(), TICK / 100))
        if ended:
            while (rest := self._end - self._clock.elapsed()) > 0:
                self._sleep(rest)

    def stop(self) -> None:
        """Nothing sounds any more."""
        now = self._clock.elapsed()
        self._starts.clear()
        self._end = now
        if self.heard is not None:
            self.heard = [
                note if note.start + note.length <= now else Note(note.frequency, note.start, now - note.start)
                for note in self.heard
                if note.start < now
            ]
        if self.device is not None:
            self.device(Note(0, now, 0))
