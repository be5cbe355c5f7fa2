"""A terminal without a device: keys come from a script, and nobody sees the screen but who asks for it afterwards.

    basic run --headless --keys keys.txt --dump-text screen.txt GAME.BAS

What a script says is in `scripts.py`. A program that goes on polling the keyboard after the last key is stopped as it
is on a stream.
"""

from __future__ import annotations

from basic.errors import InputEnded
from basic.machine.scripts import Typist
from basic.machine.terminal import POLLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from basic.machine.console import Console
    from basic.machine.film import Film
    from basic.machine.pointing import Pen, Sticks
    from basic.machine.state import State


TURN = 0.001  # seconds that INKEY$ takes while a script waits


class HeadlessTerminal:
    echoes = True
    reads_lines = False
    watched = False

    STATE = ("_polls",)

    def __init__(self, script: Callable[[], bytes]) -> None:
        self.typist = Typist(script)
        self.film: Film | None = None  # takes pictures while the program runs
        self._polls = 0
        self.noted: Callable[[str], object] = lambda text: None

    def read_key(self) -> str:
        self.flush()
        while not (key := self.typist.key()):
            if not (rest := self.typist.rest()):
                raise InputEnded
            self.typist.wait(rest + TURN)
        return key

    def poll_key(self) -> str:
        if key := self.typist.key():
            self._polls = 0
        elif self.typist.rest():
            self.typist.wait(TURN)
        else:
            self._polls += 1
            if self._polls > POLLS:
                raise InputEnded
        return key

    def pressed_key(self) -> str:
        return self.typist.key()

    def read_line(self) -> str:
        raise AssertionError("the console edits its lines itself")

    def write(self, text: str) -> None:
        self._polls = 0
        self.noted(text)

    def gather(self) -> None:
        """It is noted at once."""

    def control(self, char: str) -> None:
        self._polls = 0

    def flush(self) -> None:
        if self.film is not None:
            self.film.take()

    @property
    def live(self) -> bool:
        return self.film is not None

    def record(self, film: Film) -> None:
        self.film = film

    def use_screen(self) -> bool:
        return self.live

    def use_pen(self, pen: Pen) -> None:
        """There is no mouse."""

    def use_sticks(self, sticks: Sticks) -> None:
        """Nor is there a joystick."""

    def show(self, console: Console) -> None:
        if self.film is not None:
            self.film.look()

    def beep(self) -> None:
        """There is no speaker."""

    def interrupted(self) -> str:
        return ""

    def lent(self) -> AbstractContextManager[object]:
        from contextlib import nullcontext

        return nullcontext()

    def state(self) -> State:
        from basic.machine.state import fields

        return fields(self), fields(self.typist), None if self.film is None else fields(self.film)

    def restore(self, state: State) -> None:
        from basic.machine.state import put_fields

        own, typist, film = state
        put_fields(self, own)
        put_fields(self.typist, typist)
        if self.film is not None:
            put_fields(self.film, film)

    def close(self) -> None:
        """There is nothing to give back."""
