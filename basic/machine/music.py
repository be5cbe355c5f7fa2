"""The music language of PLAY: what its letters say, as notes for the loudspeaker.

    PLAY "T180 O3 L8 CDE F+4. P8 MS >C< MB N37"

Octaves 0 to 6 of twelve notes each, N1 to N84; A in octave 2 is 440 Hz, as the table of frequencies in the manual has
it. A length n is the n-th part of a whole note, of which a tempo has a quarter for each beat. MN lets 7/8 of a note
sound, MS 3/4, ML all of it. Letters, signs and numbers that are none of these are error 5.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.machine.macro import Macro

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.macro import Variables
    from basic.machine.speaker import Speaker

NOTES = {
    "C": 0, "C#": 1, "D-": 1, "D": 2, "D#": 3, "E-": 3, "E": 4, "F": 5, "F#": 6, "G-": 6, "G": 7, "G#": 8,
    "A-": 8, "A": 9, "A#": 10, "B-": 10, "B": 11,
}
HIGHEST_OCTAVE, HIGHEST_NOTE, SHORTEST = 6, 84, 64
SLOWEST, FASTEST = 32, 255  # beats a minute
_PARTS = {"N": 7 / 8, "L": 1.0, "S": 3 / 4}


def frequency(note: int) -> float:
    """Of N1 to N84."""
    return float(440 * 2 ** ((note - 34) / 12))


class Music:
    """What PLAY statements leave for the next one."""

    STATE = "octave", "length", "tempo", "part", "background"

    def __init__(self) -> None:
        self.octave, self.length, self.tempo = 4, 4, 120
        self.part = 7 / 8  # of a note that sounds
        self.background = False

    def play(self, text: str, speaker: Speaker, variables: Variables | None = None) -> None:
        macro = Macro(text, variables)
        while letter := macro.command():
            if "A" <= letter <= "G":
                self._note(macro, letter, speaker)
            elif letter == "N":
                number = _within(macro.needed(), 0, HIGHEST_NOTE)
                self._sound(speaker, number, self.length * self._dotted(macro))
            elif letter == "P":
                number = _within(macro.needed(), 0, SHORTEST)
                dots = self._dotted(macro)
                if number:
                    self._sound(speaker, 0, number * dots)
            elif letter == "L":
                self.length = _within(macro.needed(), 1, SHORTEST)
            elif letter == "O":
                self.octave = _within(macro.needed(), 0, HIGHEST_OCTAVE)
            elif letter == "<":
                self.octave = max(self.octave - 1, 0)
            elif letter == ">":
                self.octave = min(self.octave + 1, HIGHEST_OCTAVE)
            elif letter == "T":
                self.tempo = _within(macro.needed(), SLOWEST, FASTEST)
            elif letter == "M":
                self._manner(macro.command())
            else:
                raise BasicError(ILLEGAL)
        if not self.background:
            speaker.wait(ended=True)

    def _note(self, macro: Macro, letter: str, speaker: Speaker) -> None:
        if macro.take("+") or macro.take("#"):
            letter += "#"
        elif macro.take("-"):
            letter += "-"
        if letter not in NOTES:  # only what has a black key
            raise BasicError(ILLEGAL)
        length = _within(macro.number() or 0, 0, SHORTEST) or self.length
        self._sound(speaker, 12 * self.octave + NOTES[letter] + 1, length * self._dotted(macro))

    def _dotted(self, macro: Macro) -> float:
        """What dots divide a length by: each makes the note half as long again."""
        parts = 1.0
        while macro.take("."):
            parts /= 1.5
        return parts

    def _manner(self, letter: str) -> None:
        if letter in _PARTS:
            self.part = _PARTS[letter]
        elif letter in ("F", "B"):
            self.background = letter == "B"
        else:
            raise BasicError(ILLEGAL)

    def _sound(self, speaker: Speaker, number: int, length: float) -> None:
        from basic.machine.speaker import WAITING

        seconds = 240 / self.tempo / length
        speaker.wait(WAITING - 1)
        if number:
            speaker.note(frequency(number), seconds * self.part, seconds * (1 - self.part))
        else:
            speaker.note(0, seconds)


def _within(number: int, low: int, high: int) -> int:
    if not low <= number <= high:
        raise BasicError(ILLEGAL)
    return number
