"""When native code is made, entered and given up.

A program starts in Python. Every tick of processor time asks where it is; if control can go round there in native code
alone, that part of the program is compiled and entered at its next jump backwards. Statements in between that only use
variables (PRINT, INPUT, READ ...) are single steps with just those variables brought up to date; for anything else the
region is left with everything in order. A region that spends its time on such steps is given up for a while.
"""

from __future__ import annotations

import signal
import sys
import threading
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from .compiler import available

if TYPE_CHECKING:
    from ..compiled import Compiled, Function
    from ..interpreter import Interpreter
    from ..steps import Steps
    from .regions import Regions

TICK = 0.02  # seconds of processor time between two looks
PATIENCE = 300  # single steps in which an entry must turn up
VERSIONS = 8  # of a program, whose native code is kept


class Hot(Exception):
    """A tick has found the program where native code may pay."""


class Tier:
    """The native code of one interpreter."""

    def __init__(self, interpreter: Interpreter, always: bool) -> None:
        self.interpreter = interpreter
        self.always = always  # from the start, and everywhere
        self.active = always
        self._versions: dict[Compiled, Regions] = {}
        self._regions: Regions | None = None  # of the version that was entered last
        self._steps_left = PATIENCE

    # -- ticks ----------------------------------------------------------------------------------------------------

    def start(self) -> Any:
        """The program runs: ask from time to time where it is."""
        if self.always or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            return None
        previous = signal.signal(signal.SIGVTALRM, self._tick)
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * TICK, TICK)
        return previous

    def stop(self, previous: Any) -> None:
        if previous is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, previous)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        function = self.interpreter._running
        if function is None or self.active or self.interpreter._interrupted:
            return
        if not available():
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            return
        while frame is not None:
            if frame.f_code is function.code:
                if self._regions is None or self._regions.promising(function.marks[frame.f_lineno]):
                    sys.settrace(lambda *_: None)
                    frame.f_trace = partial(self._look, function)
                return
            frame = frame.f_back

    def _look(self, function: Function, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line" and frame.f_lineno in function.begins:
            sys.settrace(None)
            frame.f_trace = None
            raise Hot
        return partial(self._look, function)

    # -- running --------------------------------------------------------------------------------------------------

    def _of(self, compiled: Compiled) -> Regions:
        if compiled not in self._versions:
            from .regions import Regions

            if len(self._versions) >= VERSIONS:
                self._versions.clear()
            self._versions[compiled] = Regions(self.interpreter, compiled, self.always)
        self._regions = self._versions[compiled]
        return self._regions

    def heat(self, compiled: Compiled, point: int) -> None:
        """A tick has brought the program to this point: native code is wanted from now on."""
        self.active = self._of(compiled).make(point)
        self._steps_left = PATIENCE

    def run(self, compiled: Compiled, steps: Steps, point: int) -> int | None:
        """Run native code from a point, if there is any; gives the point to carry out by a single step."""
        if not available():
            self.active = False
            return None
        native = self._of(compiled).at(point)
        if native is None:
            self._steps_left -= 1
            self.active = self.always or self._steps_left > 0
            return None
        self._steps_left = PATIENCE
        where = native.run(point, steps)
        self.active = self.always or native.worth
        return where
