"""Sound: for now the bell."""

from __future__ import annotations

from basic.library.later import not_yet
from basic.library.registry import Words, own, statement
from basic.machine.machine import Machine


@statement("BEEP")
def beep(m: Machine) -> None:
    """`BEEP`"""
    m.console.beep()


def play(text: str) -> None:
    """`PLAY "CDE"`, in a ported program"""
    not_yet("PLAY")


def playing(voice: object) -> int:
    """`PLAY(0)`: how many notes are still to be played"""
    not_yet("PLAY")


def sound(frequency: float, duration: float, volume: float | None = None, voice: float | None = None) -> None:
    """`SOUND 440,18`, in a ported program"""
    not_yet("SOUND")


class Sound(Words):
    """`gw.sound` in a ported program: the loudspeaker."""

    beep = own(beep)
    play = staticmethod(play)
    playing = staticmethod(playing)
    sound = staticmethod(sound)
