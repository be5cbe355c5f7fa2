"""Real programs with something wrong in them, the same for the same seed, and all that can be seen of a run of one.

`text(random)` is a few lines of one of the programs that the tests have, with words, numbers, characters and lines
exchanged, lost or put in from elsewhere; `stored(random)` is a file, tokenised, protected or text, with damaged bytes.
"""

from __future__ import annotations

import re
import signal
from datetime import datetime
from functools import cache
from random import Random
from types import FrameType

from paths import PROGRAMS, TESTS

from basic.checking import findings
from basic.cli.check import report
from basic.editing.load import load_lines
from basic.editing.protected import protect
from basic.editing.tokenised import to_tokens
from basic.engine.interpreter import Interpreter
from basic.engine.limits import Limits
from basic.engine.rest import Outcome
from basic.errors import Unusable
from basic.machine import pictures
from basic.machine.clock import FixedClock
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.syntax.source import Loaded

FOLDERS = (*(TESTS / name for name in ("cases", "gallery", "listings")), PROGRAMS)
TYPED = ("5", "ABC", "1,2,3", "-1E38", "", "y", '"')
LIMITS = Limits(steps=300, output=3000, memory=300_000)
SECONDS = 30  # of processor time, then it hangs
WORDS = re.compile(r'"[^"\n]*"?|&H[0-9A-F]+|[0-9.]+(?:[ED][-+]?[0-9]+)?[!#%]?|[A-Z][A-Z0-9.]*[$%!#]?|[^\w\s]|\s+', re.I)
EDGES = (
    "0", "1", "-1", "2", "3", "7", "9", "13", "25", "40", "80", "81", "255", "256", "-32768", "32767", "32768", "65535",
    "65536", "-65536", "1E10", "-1E38", "1.7E38", "1E-38", ".5", "2.5", "&HFFFF", "&HB800", "1#", "1D300", '""', '"A"',
)  # fmt: skip


class Hung(BaseException):
    """It has worked for too long."""


@cache
def sources() -> tuple[tuple[str, ...], ...]:
    """The lines of every program."""
    paths = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.suffix.lower() == ".bas")
    found = []
    for path in paths:
        lines = load_lines(path.read_bytes()).program.lines
        found.append(tuple(f"{line.number} {line.text}" for line in lines))
    assert len(found) > 100
    return tuple(found)


@cache
def pieces() -> tuple[str, ...]:
    """Words, and whole statements, of all of them."""
    statements = {part.strip() for source in sources() for line in source for part in line.partition(" ")[2].split(":")}
    words = {word for statement in statements for word in WORDS.findall(statement)}
    return tuple(sorted(words | statements))


def text(random: Random) -> str:
    source = random.choice(sources())
    begin = random.randrange(len(source))
    lines = [*source[:1], *source[begin : begin + random.randint(1, 9)]]
    for _ in range(random.randint(1, 5)):
        place = random.randrange(len(lines))
        lines[place] = _changed(lines[place], random)
        if random.random() < 0.1:
            lines.insert(place, random.choice(random.choice(sources())))
    if random.random() < 0.6:  # what fails is not the last that happens
        lines = ["0 ON ERROR GOTO 65000", *lines, "64999 END", "65000 RESUME NEXT"]
    return "\n".join(lines) + "\n"


def _changed(line: str, random: Random) -> str:
    words = WORDS.findall(line) or [line]
    place = random.randrange(len(words))
    kind = random.random()
    if kind < 0.15:
        del words[place]
    elif kind < 0.25:
        words.insert(place, random.choice(words))
    elif kind < 0.35:
        words.insert(place, random.choice(pieces()))
    elif kind < 0.5:
        words[place] = random.choice(pieces())
    elif kind < 0.75:
        numbers = [at for at, word in enumerate(words) if at and word[0].isdigit()] or [place]
        words[random.choice(numbers)] = random.choice(EDGES)
    elif kind < 0.85:
        words.append(":" + random.choice(pieces()))
    elif kind < 0.95:
        at = random.randrange(len(line) + 1)
        return line[:at] + chr(random.randrange(256)) * random.randint(0, 2) + line[at + random.randint(0, 2) :]
    else:
        words = words[:place]
    return "".join(words)


def stored(random: Random) -> bytes:
    source = random.choice(sources())
    begin = random.randrange(len(source))
    plain = "\n".join(source[begin : begin + random.randint(1, 9)])
    kind = random.randrange(4)
    lines = load_lines(plain.encode("latin-1"), raw=True).program.lines
    data = bytearray(plain.encode("latin-1") if kind == 0 else to_tokens(lines))
    if kind == 2:
        data = bytearray(protect(bytes(data)))
    for _ in range(random.randint(1, 6)):
        if not data:
            break
        at = random.randrange(len(data))
        match random.randrange(5):
            case 0:
                data[at] ^= 1 << random.randrange(8)
            case 1:
                data[at] = random.choice((0, 13, 14, 15, 26, 28, 29, 31, 255, random.randrange(256)))
            case 2:
                del data[at : at + random.randint(1, 4)]
            case 3:
                data[at:at] = random.randbytes(random.randint(1, 4))
            case 4 if random.random() < 0.3:
                del data[at:]
    return bytes(protect(bytes(data)) if kind == 3 else data)


# ---- runs ------------------------------------------------------------------------------------------------------------


def difference(data: bytes) -> str:
    """What is wrong with what becomes of a program file in all engines: nothing."""
    previous = signal.signal(signal.SIGVTALRM, _hung)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        try:
            loaded = load_lines(data)
        except Unusable as problem:
            return "" if str(problem) else "nothing is said"
        found = findings(loaded.program)
        said = "\n".join(report("X.BAS", loaded.program, found))
        if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]", said):
            return f"a control character is shown: {said!r}"
        steps, python = seen(loaded, "step"), seen(loaded, "python")
        if steps != python:
            pairs = zip(steps, python, strict=True)
            return next(f"{one!r} in steps, {other!r} in Python" for one, other in pairs if one != other)
        return ""
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


def seen(loaded: Loaded, engine: str) -> tuple[object, ...]:
    """How a run ended, what it printed, the files it left, and the screen."""
    disk = MemoryDisk({"DATA.TXT": b'1,2,"A"\r\nB\r\n'})
    terminal = MemoryTerminal(TYPED)
    machine = Machine(terminal, clock=FixedClock(datetime(1990, 1, 2)), disks={"C": disk})
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(loaded.program)
    LIMITS.watch(interpreter)
    try:
        outcome = interpreter.run() if loaded.fault is None else interpreter.refuse(loaded.fault)
    finally:
        machine.close()
    files = [(entry.name, disk[entry.name]) for entry in disk.entries(()) if not entry.directory]
    drawing = machine.drawing
    screen = pictures.dump(machine) if drawing else pictures.text(machine) + pictures.attributes(machine)
    return told(outcome), terminal.text, files, machine.video.palette if drawing else None, screen


def told(outcome: Outcome) -> tuple[object, ...]:
    return outcome.reason, outcome.error and outcome.error.number, outcome.line, outcome.limit


def _hung(number: int, frame: FrameType | None) -> None:
    raise Hung
