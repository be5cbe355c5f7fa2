"""What the loudspeaker plays, for the ears: handed to a device of SDL's (extra `window`, pygame-ce)."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from time import sleep

import pygame

from basic.machine.frames import FRAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from basic.machine.speaker import Note


@contextmanager
def hushed() -> Iterator[None]:
    """What SDL opens a device with writes lines on standard error where there is none."""
    shown, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(shown, 2)
        os.close(shown)
        os.close(nowhere)


class Loudspeaker:
    """The device: what is to be heard is handed on a piece at a time. Where there is none nothing is heard."""

    def __init__(self) -> None:
        self._notes: list[Note] = []
        self._channel: pygame.mixer.Channel | None = None
        self._tried = False

    def play(self, note: Note) -> None:
        if not note.length:  # all is over
            self._notes.clear()
            if self._channel is not None:
                while self._channel.get_queue() is not None:  # it would follow
                    self._channel.stop()
                self._channel.stop()
            return
        if self._open():
            self._notes.append(note)
            self.go_on()

    def go_on(self) -> None:
        """Hand over what is waiting, if there is room for it."""
        if self._notes and self._channel is not None and self._channel.get_queue() is None:
            from basic.machine.wave import samples

            piece = pygame.mixer.Sound(buffer=samples(self._notes))
            self._notes.clear()
            self._channel.queue(piece)

    def _open(self) -> bool:
        if not self._tried:
            self._tried = True
            from basic.machine.wave import RATE

            with suppress(pygame.error), hushed():
                pygame.mixer.init(RATE, 8, 1, 512)
                self._channel = pygame.mixer.Channel(0)
        return self._channel is not None

    def close(self) -> None:
        if self._channel is not None:
            while self._notes or self._channel.get_busy():  # what was played last is heard to its end
                self.go_on()
                sleep(1 / FRAMES)
            pygame.mixer.quit()
            self._channel = None
