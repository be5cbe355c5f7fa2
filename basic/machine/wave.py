"""What the loudspeaker played, as a WAV file: a square wave, one channel of 8 bits.

basic run --headless --record TUNE.wav TUNE.BAS
"""

from __future__ import annotations

from basic.machine.speaker import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

RATE = 44100
QUIET, HIGH, LOW = 128, 168, 88
AUDIBLE = 20000  # what is higher, as SOUND 32767, is not heard


def samples(notes: Iterable[Note]) -> bytes:
    """From the beginning of the first note to the end of the last."""
    parts: list[bytes] = []
    begin: float | None = None
    place = 0
    for note in notes:
        begin = note.start if begin is None else begin
        start, end = (round((moment - begin) * RATE) for moment in (note.start, note.start + note.length))
        parts.append(bytes([QUIET]) * (start - place))
        place = max(start, place)
        if 0 < note.frequency < AUDIBLE:
            parts.append(_square(note.frequency, end - place))
        else:
            parts.append(bytes([QUIET]) * (end - place))
        place = max(end, place)
    return b"".join(parts)


def _square(frequency: float, count: int) -> bytes:
    half = RATE / (2 * frequency)
    edges = [min(round(half * number), count) for number in range(int(count / half) + 2)]
    levels = (bytes([HIGH]), bytes([LOW]))
    return b"".join(levels[number & 1] * (edges[number + 1] - edges[number]) for number in range(len(edges) - 1))


def wave(notes: Iterable[Note]) -> bytes:
    """The whole file."""
    data = samples(notes)
    form = (16).to_bytes(4, "little") + b"".join(
        number.to_bytes(size, "little") for number, size in ((1, 2), (1, 2), (RATE, 4), (RATE, 4), (1, 2), (8, 2))
    )
    data += b"\x80" * (len(data) % 2)
    body = b"WAVEfmt " + form + b"data" + len(data).to_bytes(4, "little") + data
    return b"RIFF" + len(body).to_bytes(4, "little") + body
