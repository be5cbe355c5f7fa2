"""A terminal without a device: keys come from a script, and nobody sees the screen but who asks for it afterwards.

    basic run --headless --keys keys.txt --dump-text screen.txt GAME.BAS

A script is bytes, one for each key: 13 or 10 is Enter, 0 and a scan code a key that types no character, as INKEY$ gives
it. A program that goes on polling the keyboard after the last key is stopped as it is on a stream.
"""

from __future__ import annotations

from basic.errors import InputEnded
from basic.machine.terminal import POLLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from basic.machine.console import Console
    from basic.machine.film import Film


def keys(script: bytes) -> Iterator[str]:
    """The keys of a script."""
    codes = iter(script.decode("latin-1"))
    for code in codes:
        if code == "\0":
            code += next(codes, "\0")
        yield "\r" if code == "\n" else code


class HeadlessTerminal:
    echoes = True
    reads_lines = False
    watched = False

    def __init__(self, script: Callable[[], bytes]) -> None:
        self._script = script
        self.film: Film | None = None  # takes pictures while the program runs
        self._keys: Iterator[str] | None = None
        self._polls = 0

    def _next_key(self) -> str:
        if self._keys is None:
            self._keys = keys(self._script())
        key = next(self._keys, "")
        if key == "\x03":
            raise KeyboardInterrupt
        return key

    def read_key(self) -> str:
        self.flush()
        if key := self._next_key():
            return key
        raise InputEnded

    def poll_key(self) -> str:
        self._polls += 1
        if key := self._next_key():
            self._polls = 0
        elif self._polls > POLLS:
            raise InputEnded
        return key

    def pressed_key(self) -> str:
        return self._next_key()

    def read_line(self) -> str:
        raise AssertionError("the console edits its lines itself")

    def write(self, text: str) -> None:
        """It stands on the screen."""
        self._polls = 0

    def flush(self) -> None:
        if self.film is not None:
            self.film.take()

    def wrap(self) -> None:
        """The screen has gone on by itself."""

    @property
    def live(self) -> bool:
        return self.film is not None

    def record(self, film: Film) -> None:
        self.film = film

    def use_screen(self) -> bool:
        return self.live

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

    def close(self) -> None:
        """There is nothing to give back."""
