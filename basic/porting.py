"""The transpiler, with the interpreter as its witness: `basic.to_python('10 PRINT "HELLO"')`."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from functools import partial
from math import inf

from . import codepage
from .compare.runs import judged
from .editing.load import load_program
from .engine.interpreter import Interpreter
from .library import words as _words
from .machine.disk import MemoryDisk
from .machine.machine import Machine
from .machine.terminal import MemoryTerminal
from .port import port
from .port.program.evidence import NoWitness
from .sizes import MEMORY
from .syntax.nodes import Program

LONGEST = 60  # seconds; only a run that does not come to its end where Python's does takes so long


def to_python(
    source: str | bytes | Program,
    exact: bool = False,
    names: Mapping[str, str] | None = None,
    unlimited: bool = False,
    modern: bool = True,
) -> str:
    """The Python for a BASIC program, as `basic port` writes it; `names`: Python's for BASIC's; `unlimited`: lines and
    arrays may be larger than GW-BASIC's.

    `exact`: all arithmetic is BASIC's own. Not `modern`: where nothing is proven, and no run is made.
    """
    if not isinstance(source, Program):
        source = load_program(source.encode() if isinstance(source, str) else source, unlimited=unlimited).program
    witness = partial(prints, unlimited=unlimited)
    runs = partial(judged, unlimited=unlimited) if modern and not exact else None
    return port(source, exact, names, witness=witness, memory=inf if unlimited else MEMORY, runs=runs).text


def prints(program: Program, expected: str, brief: bool = False, unlimited: bool = False) -> bool:
    """Whether a program that takes nothing from outside prints just this; it is stopped where it does not.

    The interpreter is many times faster than a port in BASIC's arithmetic; in a `brief` run of a large program most
    of its time, and ten times the memory, would go into compiling what is carried out once. Without an alarm, as in a
    browser or beside the main thread, there is nothing to stop it by, and it does not bear witness.
    """
    assert _words
    terminal = _Expecting(expected)
    machine = Machine(terminal, disks={"C": MemoryDisk({})})
    interpreter = Interpreter(machine, engine="step" if brief else "auto", unlimited=unlimited)
    interpreter.load(program)
    try:
        before = signal.signal(signal.SIGALRM, lambda *_: terminal.stop())
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
    except (AttributeError, ValueError):
        raise NoWitness from None
    try:
        terminal.running = True
        outcome = interpreter.run()
    finally:
        terminal.running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if outcome.reason == "break" and not terminal.stopped:
        raise KeyboardInterrupt
    terminal.flush()
    return not terminal.stopped and terminal.seen == len(expected)


class _Expecting(MemoryTerminal):
    """Presses Ctrl-C where something else is printed than what is expected."""

    def __init__(self, expected: str) -> None:
        super().__init__([])
        self.expected = expected
        self.seen = 0  # so much of it has been printed
        self.running = False
        self.stopped = False

    def _send(self, text: str) -> None:
        begin, self.seen = self.seen, self.seen + len(text)
        if not self.stopped and self.expected[begin : self.seen] != codepage.to_unicode(text):
            self.stop()

    def stop(self) -> None:
        if self.running and not self.stopped:
            signal.raise_signal(signal.SIGINT)
        self.stopped = True
