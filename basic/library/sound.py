"""Sound: `BEEP`, `SOUND` and the music of `PLAY`.

    10 SOUND 440,18.2: PLAY "T180 O3 L8 CDE": IF PLAY(0)=0 THEN BEEP

SOUND and BEEP begin when what sounded before is over, and the program goes on at once; PLAY waits for its last note,
unless MB lets up to 32 notes wait in the background.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.library.registry import function, helper, statement
from basic.machine.machine import Machine
from basic.machine.macro import Given, Variables
from basic.machine.speaker import BELL, TICK, WAITING
from basic.values.convert import cint

LOWEST, LONGEST = 37, 65535  # hertz, ticks


@statement("BEEP", "", [], isolated=True)
def beep(m: Machine) -> None:
    """`BEEP`: 800 hertz for a quarter of a second."""
    m.console.beep()
    _queue(m, *BELL)


@statement("SOUND", "single single", isolated=True)
def sound(m: Machine, frequency: float, duration: float) -> None:
    """`SOUND 440,18.2`: hertz from 37 on, ticks of the clock; a duration of 0 ends all that sounds."""
    frequency = cint(frequency)
    if frequency < LOWEST or not 0 <= duration <= LONGEST:
        raise BasicError(ILLEGAL)
    if duration:
        _queue(m, frequency, duration * TICK)
    else:
        m.speaker.stop()


def _queue(m: Machine, frequency: float, seconds: float) -> None:
    m.speaker.wait(WAITING - 1 if m.music.background else 0, ended=not m.music.background)
    m.speaker.note(frequency, seconds)


@helper("play")
def play(m: Machine, text: str, variables: Variables | dict[str, float | str] | None = None) -> None:
    """`PLAY "O=N;XA$;"`, with the variables that it may name"""
    known = Given(variables) if isinstance(variables, dict) else variables
    m.music.play(text, m.speaker, known)


@function("PLAY", "byte -> integer")
def playing(m: Machine, voice: int) -> int:
    """`PLAY(0)`: how many notes of background music have not begun."""
    return m.speaker.waiting if m.music.background else 0
