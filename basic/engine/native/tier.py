"""When native code is made, entered and given up.

A program starts in Python. Every tick of processor time asks where it is; if control can go round there in native code
alone, and has done so for long enough or will by what the loops around say, that part of the program is compiled and
entered at its next jump backwards. What an earlier run has found worth it is entered at once.

Statements in between that only use variables (PRINT, INPUT, READ ...) are single steps with just those variables
brought up to date; for anything else the region is left with everything in order. A region that spends its time on such
steps is given up for a while.
"""

from __future__ import annotations

import sys
from time import process_time

from ...record import record
from ..poll import STATEMENTS
from ..signals import Between
from ..stack import Loop
from ..tracing import Place
from .processor import available

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import Any

    from ..image import Function, Kept
    from ..interpreter import Interpreter
    from ..version import Version
    from .plan import Step, Store
    from .regions import Regions
    from .running import Native
else:
    import _signal as signal  # the same without its enumerations, which take 2 ms to import

# Seconds of processor time until the first look, from one to the next, and when they have become rare.
FIRST, TICK, LONGEST_TICK = 0.008, 0.004, 0.02
DEAREST, RARENESS = 0.1, 100.0  # what a tick takes is a hundredth of the time to the next, or that is this long
WATCHFUL = 14  # ticks at first of which it is not: what is decided at all is decided then, or a short run gains nothing
HELD_UP = 3.0  # the timer counts by some milliseconds; what comes later than that was held up by native code or LLVM
EARLY = 0.02  # seconds in which nothing is asked but whether there is native code of an earlier run
FAILURES = 3  # so many entries into the fast code during one tick: errors, most likely, which it takes its time for
READY = b"+"  # begins what is kept where there is native code in it
PATIENCE = 300  # single steps, or lines of Python, in which an entry must turn up
IMPORTING = "importlib._bootstrap"  # runs while a module is being made
VERSIONS = 8  # of a program, whose native code is kept


@record
class Ahead:
    """A FOR loop that has come round since the last tick."""

    begin: int
    end: int  # point of its NEXT
    seconds: float  # for which it will go on at its pace
    pace: float  # seconds of one turn


class Hot(Between):
    """A tick has found the program where native code may pay; `line` is the Python line that was about to run."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Tier:
    """The native code of one interpreter."""

    def __init__(self, interpreter: Interpreter, always: bool) -> None:
        self.interpreter = interpreter
        self.always = always  # from the start, and everywhere
        self.active = always
        self._available: bool | None = None
        self._unknown: dict[Version, float] = {}  # versions without regions so far: seconds in them
        self._entered = 0  # so often the fast code, since the last tick
        self._versions: dict[Version, Regions] = {}
        self._watched: set[Version] = set()
        self._ticking = False
        self._now = 0.0  # when the last tick was
        self._asked = FIRST  # seconds from it to the next
        self._counters: dict[int, tuple[float, float]] = {}  # loops: when, and at what value, they were seen last
        self._steps_left = PATIENCE
        self._last: Native | None = None  # the region that was left
        self.busy = False  # variables are where native code has them
        self._next_length = TICK
        self._ticks = 0

    @property
    def available(self) -> bool:
        """Whether LLVM is there."""
        if self._available is None:
            self._available = available()
        return self._available

    # -- ticks ----------------------------------------------------------------------------------------------------

    def start(self) -> Any:
        """The program runs: ask from time to time where it is."""
        self.active = self.always
        if self.always or not hasattr(signal, "setitimer"):
            return None
        self._next_length, self._ticks = TICK, 0
        try:
            previous = signal.signal(signal.SIGVTALRM, self._tick)
        except ValueError:  # only the main thread has ticks
            return None
        self._ticking = True
        self._now, self._asked = process_time(), FIRST
        self._counters.clear()
        signal.setitimer(signal.ITIMER_VIRTUAL, FIRST)
        return previous

    def stop(self, previous: Any) -> None:
        for regions in self._versions.values():
            regions.keep()
        self._unknown.clear()
        self._ticking = False
        self._watched.clear()
        if previous is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, previous)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if not self._ticking:  # it came while `stop` was at work: a timer set again now would end the process
            return
        begin, cost = process_time(), 0.0
        seconds = min(begin - self._now, HELD_UP * self._asked)
        self._now = begin
        function, version = self.interpreter.running, self.interpreter.version
        wanted = version is not None and version.looks < STATEMENTS and not self.active
        if function is not None and version is not None and wanted and not self.interpreter.interrupts.pressed:
            while frame is not None and frame.f_code is not function.code:
                if frame.f_globals.get("__name__") == IMPORTING:  # what we need may stand half made in there
                    frame = None
                else:
                    frame = frame.f_back
            line = None if frame is None else _line(frame)
            point = -1 if line is None else function.marks[line]
            if frame is not None and line is not None and point >= 0:
                places = (*function.calls.get(line, ()), point)
                ahead = self._ahead([kept for place in places for kept in function.nests.get(place, ())], frame)
                cost = process_time() - begin  # finding the line in the code of a long program takes a millisecond
                entries = self._found(version, point, seconds, ahead) if self._entered < FAILURES else None
                if entries is not None:
                    sys.settrace(lambda *_: None)
                    frame.f_trace = _Look(function, entries, place=Place(frame)).look
        self._entered = 0
        self._ticks += 1
        rare = min(RARENESS * cost, DEAREST) if self._ticks > WATCHFUL else 0.0
        self._asked = max(self._next_length, rare)
        signal.setitimer(signal.ITIMER_VIRTUAL, self._asked)
        self._next_length = min(LONGEST_TICK, self._next_length * 1.1)

    def _ahead(self, nest: list[Kept], frame: FrameType) -> list[Ahead]:
        """The loops around a point, with the pace they had since the last tick; but for those inside one that has made
        a turn, which have begun anew. `nest`: those that are no entries of the stack."""
        local = frame.f_locals
        loops = [entry for entry in self.interpreter.rt.stack if type(entry) is Loop]
        known = [(entry.point, entry.variable, entry.limit, entry.step) for entry in loops]
        for begin, variable, limit, step in nest:
            if variable:
                known.append((begin, variable, eval(limit, {}, local), eval(step, {}, local)))
        seen, self._counters = self._counters, {}
        ahead: list[Ahead] = []
        turns = 0.0
        for begin, variable, limit, step in known:
            value = local.get(variable)
            if value is None or not step:
                continue
            self._counters[begin] = self._now, value
            if begin in seen and not turns:
                then, before = seen[begin]
                turns = (value - before) / step
                pace = (self._now - then) / max(turns, 1)
                end = self.interpreter.outline.loops.get(begin, begin)
                ahead.append(Ahead(begin, end, (limit - value) / step * pace, pace))
        return ahead

    def _found(self, version: Version, point: int, seconds: float, ahead: list[Ahead]) -> frozenset[int] | None:
        """The program has been met at a point: where native code is to be entered, if that is wanted now."""
        if version not in self._versions:
            seconds += self._unknown.get(version, 0.0)
            self._unknown[version] = seconds
            if seconds < EARLY or not self.available:
                return None
        return self._of(version).found(point, seconds, ahead)

    def watch(self, version: Version) -> None:
        """The fast code is about to run: where an earlier run has left native code for it, that is not waited for."""
        self._entered += 1
        if not self._ticking or version in self._watched:
            return
        self._watched.add(version)
        kept = self._kept(version)
        if kept is not None and kept.startswith(READY) and (entries := frozenset(self._of(version).entries)):
            sys.settrace(_Look(version.function, entries, False).begin)

    def _place(self, version: Version) -> tuple[Store, str] | None:
        """Where native code of this version is kept from run to run."""
        from .processor import processor

        kept, cpu = version.code.kept, processor()
        if kept is None or not cpu or self.always:
            return None
        types, base, exceptions = version.assumed
        return kept[0], kept[0].name("native", kept[1], cpu, repr((types.sigils, base, sorted(exceptions))))

    def _kept(self, version: Version) -> bytes | None:
        """What earlier runs have left of this version."""
        place = self._place(version)
        return None if place is None else place[0].get(place[1])

    # -- running --------------------------------------------------------------------------------------------------

    def _of(self, version: Version) -> Regions:
        if version not in self._versions:
            from .regions import Regions

            if len(self._versions) >= VERSIONS:
                self._versions.clear()
                self._unknown.clear()
            self._versions[version] = Regions(
                self.interpreter, version, self.always, self._place(version), self._kept(version)
            )
        return self._versions[version]

    def heat(self) -> None:
        """Native code is wanted from now on."""
        self.active = True
        self._steps_left = PATIENCE

    def step(self, version: Version, point: int) -> Step | None:
        """The step at a point, where it can be told without the tree."""
        return self._of(version).step(point) if self.active else None

    def run(self, version: Version, point: int) -> int | None:
        """Run native code from a point, if there is any; gives the point to carry out by a single step."""
        if self.always and not self.available:
            self.active = False
            return None
        native = self._of(version).at(point)
        if native is None:
            if self._last is not None:
                self._last.stepped()
            self._steps_left -= 1
            self.active = self.always or self._steps_left > 0
            where = None
        else:
            self._last = native
            self.busy = True
            try:
                where = native.run(point)
            finally:
                self.busy = False
            if where is not None:
                self._steps_left = PATIENCE
            self.active = self.always or native.worth
        if not self.active:
            self._last = None
        return where


class _Look:
    """Follows the Python code until it comes to an entry; or gives up waiting for one (`sure`: and stops it there)."""

    def __init__(
        self, function: Function, entries: frozenset[int], sure: bool = True, place: Place | None = None
    ) -> None:
        self.function = function
        self.place = place or Place()
        self.entries = entries
        self.sure = sure
        # Once round the whole program if an entry must come, since without one all goes on in single steps.
        self.left = max(PATIENCE, len(function.begins)) if sure else PATIENCE

    def begin(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self.look if frame.f_code is self.function.code else None

    def look(self, frame: FrameType, event: str, argument: Any) -> Any:
        line = frame.f_lineno
        if event == "line" and self.place.begins(frame) and line in self.function.begins:
            self.left -= 1
            found = self.function.marks[line] in self.entries
            if found or self.left < 0:
                sys.settrace(None)
                frame.f_trace = None
                if found or self.sure:
                    raise Hot(line)
                return None
        return self.look


def _line(frame: FrameType) -> int | None:
    """The line that a frame is in: where a jump backwards has none, that of the instruction before it."""
    line: int | None = frame.f_lineno
    if line is None:
        for begin, _, found in frame.f_code.co_lines():
            if begin > frame.f_lasti:
                break
            line = found or line
    return line
