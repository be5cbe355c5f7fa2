"""Ctrl-C, which waits for the beginning of a statement."""

from __future__ import annotations

import sys
from math import inf

from ..machine.console import Console
from ..record import partial
from .poll import LOOPS, Poll
from .signals import Between
from .tracing import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from .image import Function
else:
    import _signal as signal  # the same without its enumerations, which take 2 ms to import


class Break(Between):
    """Ctrl-C, at the beginning of a statement; in the fast code `line` is the Python line that was about to run."""

    def __init__(self, line: int | None = None) -> None:
        super().__init__(line)
        self.line = line


class Interrupts:
    """Whether Ctrl-C has been pressed. Single steps ask for that, the fast code is traced from then on."""

    def __init__(self, console: Console, poll: Poll, running: Callable[[], Function | None]) -> None:
        self._console = console
        self._poll = poll
        self._running = running  # the fast code that runs at this moment
        self.pressed = False

    def catch(self) -> Any:
        """Listen; gives what `release` is to be told."""
        try:
            return signal.signal(signal.SIGINT, self._on_interrupt)
        except ValueError:  # only the main thread hears of it
            return None

    def release(self, previous: Any) -> None:
        if self.pressed:  # too late: the program was at its end
            self.forget()
        if previous is not None:
            signal.signal(signal.SIGINT, previous)

    def allow_stops(self) -> None:
        """Code is written so that `stop` is heard."""
        self._poll.ask(self._stopped, LOOPS)

    def stop(self) -> None:
        """As Ctrl-C, from any thread; what does not poll hears it at its next single step."""
        self.pressed = self._console.break_pressed = True
        self._poll.urge()

    def _stopped(self, point: int, done: int) -> float:
        if self.pressed:
            raise Break
        return inf

    def forget(self) -> None:
        sys.settrace(None)
        self.pressed = self._console.break_pressed = False

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """While the program waits for a key it acts at once, and so does a second one where a statement does not come
        to its end."""
        if self._console.waiting or self.pressed:
            raise KeyboardInterrupt
        self.pressed = self._console.break_pressed = True
        function = self._running()
        while frame is not None and function is not None:
            if frame.f_code is function.code:
                sys.settrace(lambda *_: None)
                frame.f_trace = partial(self._look, function, Place(frame))
                return
            frame = frame.f_back

    def _look(self, function: Function, place: Place, frame: FrameType, event: str, argument: Any) -> Any:
        """The trace of the fast code: stop at the next statement."""
        if event == "line" and place.begins(frame) and frame.f_lineno in function.begins:
            sys.settrace(None)
            frame.f_trace = None
            raise Break(frame.f_lineno)
        return partial(self._look, function, place)
