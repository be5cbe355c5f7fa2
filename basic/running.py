"""A program run from Python: `basic.run("10 PRINT 1/3").text` is " .3333334 \\n"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from math import inf
from os import PathLike
from threading import Condition, Thread
from typing import TypedDict, Unpack

from . import codepage
from .editing.load import load_lines
from .engine.interpreter import Interpreter
from .engine.limits import Limits
from .engine.poll import LOOPS
from .engine.rest import Outcome
from .engine.signals import Pause
from .engine.state import State
from .errors import InputEnded
from .library import words as _words
from .machine.clock import FixedClock
from .machine.disk import MemoryDisk
from .machine.host import HostDisk
from .machine.machine import Limits as Sizes
from .machine.machine import Machine
from .machine.terminal import MemoryTerminal
from .syntax.nodes import Program
from .syntax.source import Loaded


class Transcript:
    """What a run printed (its console stream, in Unicode), how it ended, and the files it left in its memory disk."""

    def __init__(self, terminal: MemoryTerminal, outcome: Outcome, disk: MemoryDisk | None, machine: Machine) -> None:
        self.raw = terminal.text
        self.machine = machine
        self.outcome = outcome
        self._disk = disk

    @property
    def text(self) -> str:
        return codepage.to_unicode(self.raw)

    @property
    def status(self) -> int:
        return self.outcome.status

    def file(self, name: str) -> bytes:
        """The contents of a file that the program wrote where no folder was given."""
        if self._disk is None:
            raise KeyError(name)
        return self._disk[name]


# What a run may take unless its caller says otherwise: nobody waits longer, or reads more.
SECONDS, OUTPUT = 300.0, 32_000_000


class Options(TypedDict, total=False):
    """What a run may be told."""

    clock: datetime | None  # fixes the time, so that the run can be repeated exactly
    folder: str | PathLike[str] | None  # is drive C; without one there is an empty disk in memory
    files: Mapping[str, bytes] | None  # or one with these
    lf: bool  # the lines of its text files end with LF alone
    columns: int  # 80
    engine: str  # "auto"; also native, python, step
    unlimited: bool  # without GW-BASIC's own limits
    max_seconds: float | None  # None: there is no such limit
    max_steps: int | None  # statements begun
    max_output: int | None  # characters
    max_memory: int | None  # bytes of arrays


def run(
    source: str | bytes | Program,
    input: str = "",
    *,
    numbers: str = "gw",
    echo: bool = True,
    **options: Unpack[Options],
) -> Transcript:
    """Run a program on a machine of its own, as the `Options` say; `input` is what is typed, echoed as on a console.

    Without `echo` what is typed leaves no trace in the transcript, as where Python's `input` reads from a file: neither
    its characters nor its end. `numbers` is the arithmetic: that of GW-BASIC, or today's (`compare/modern.py`).

    A limit that is reached ends the run with status 3 (`outcome.limit` says which).
    """
    terminal = MemoryTerminal(_lines(input), echoes=not echo)
    options.setdefault("max_seconds", SECONDS)
    prepared = _Prepared(source, terminal, numbers, **options)
    return Transcript(terminal, prepared.outcome(), prepared.disk, prepared.interpreter.machine)


def start(source: str | bytes | Program, **options: Unpack[Options]) -> Running:
    """Run a program in a thread of its own, as the `Options` say, without a limit of time: it can be fed, looked at,
    stopped, and put back to where it was."""
    terminal = FedTerminal()
    prepared = _Prepared(source, terminal, **options)
    prepared.interpreter.interrupts.allow_stops()
    return Running(prepared.interpreter, terminal, prepared.disk, prepared.outcome)


class _Prepared:
    """A program on its machine, ready to be run."""

    def __init__(
        self,
        source: str | bytes | Program,
        terminal: MemoryTerminal,
        numbers: str = "gw",
        *,
        clock: datetime | None = None,
        folder: str | PathLike[str] | None = None,
        files: Mapping[str, bytes] | None = None,
        lf: bool = False,
        columns: int = 80,
        engine: str = "auto",
        unlimited: bool = False,
        max_seconds: float | None = None,
        max_steps: int | None = None,
        max_output: int | None = OUTPUT,
        max_memory: int | None = None,
    ) -> None:
        assert _words
        self._source = source
        self.disk = MemoryDisk(files or {}) if folder is None else None
        sizes = Sizes.none() if unlimited else Sizes()
        disk = self.disk if self.disk is not None else HostDisk(folder or ".")
        machine = Machine(terminal, clock=FixedClock(clock) if clock else None, disks={"C": disk}, limits=sizes, lf=lf)
        if columns != 80:
            machine.console.set_width(columns)
        arithmetic = None
        if numbers != "gw":
            from .compare.modern import arithmetic_of

            arithmetic = arithmetic_of(numbers)
        self.interpreter = Interpreter(machine, engine=engine, unlimited=unlimited, arithmetic=arithmetic)
        self._limits = Limits(max_seconds, max_steps, max_output, max_memory)

    def outcome(self) -> Outcome:
        """Run it; its limits count from now on."""
        interpreter, source = self.interpreter, self._source
        if isinstance(source, Program):
            loaded = Loaded(source)
        else:
            data = source.encode() if isinstance(source, str) else source
            loaded = load_lines(data, unlimited=interpreter.rt.unlimited)
        interpreter.load(loaded.program)
        self._limits.watch(interpreter)
        run = interpreter.run if loaded.fault is None else partial(interpreter.refuse, loaded.fault)
        return _closed(interpreter, run)


class FedTerminal(MemoryTerminal):
    """Lines come while the program runs; who asks for one waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self._change = Condition()
        self._ended = False

    def feed(self, *lines: str) -> None:
        with self._change:
            super().feed(*lines)
            self._change.notify_all()

    def end(self) -> None:
        """No more lines come."""
        with self._change:
            self._ended = True
            self._change.notify_all()

    def _next_line(self) -> str:
        self.flush()
        with self._change:
            while not (line := super()._next_line()) and not self._ended:
                self._change.wait()
        return line

    def poll_key(self) -> str:
        with self._change:
            typed = self._typed or super()._next_line()
        self._typed = typed[1:]
        if not typed:
            self._change_in(0.005)
        return typed[:1]

    def _change_in(self, seconds: float) -> None:
        """A program that polls leaves the processor alone."""
        with self._change:
            if not self._ended:
                self._change.wait(seconds)
                return
        raise InputEnded


class Running:
    """A program that runs: `running.feed("5")`, `running.output`, `running.stop()`, `running.wait().text`.

    One that has paused can be stepped, and put back to where it was (what was typed stays typed):

        running.pause(); state = running.state()
        running.resume(10); running.wait(); running.restore(state); running.resume()
    """

    def __init__(
        self,
        interpreter: Interpreter,
        terminal: FedTerminal,
        disk: MemoryDisk | None,
        run: Callable[[], Outcome],
    ) -> None:
        self._interpreter, self._terminal, self._disk = interpreter, terminal, disk
        self._pausing = False
        interpreter.poll.ask(self._ask, LOOPS)
        self._go(run)

    def _go(self, run: Callable[[], Outcome]) -> None:
        self._outcome: Outcome | None = None
        self._fault: BaseException | None = None
        self._thread = Thread(target=self._work, args=(run,), daemon=True)
        self._thread.start()

    def _ask(self, point: int, done: int) -> float:
        if self._pausing:
            self._pausing = False
            raise Pause
        return inf

    def _work(self, run: Callable[[], Outcome]) -> None:
        try:
            self._outcome = run()
        except BaseException as fault:
            self._fault = fault

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._thread.is_alive()

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return codepage.to_unicode(self._terminal.text)

    def feed(self, text: str) -> None:
        """Lines that are typed."""
        self._terminal.feed(*_lines(text))

    def end_input(self) -> None:
        """Nothing more is typed."""
        self._terminal.end()

    def stop(self) -> None:
        """As Ctrl-C; comes back at once."""
        self._interpreter.interrupts.stop()
        self._terminal.end()

    def pause(self, seconds: float | None = None) -> Transcript:
        """Have it pause at the head of a loop or a subroutine, if it does not come to rest before; `wait` says how."""
        self._pausing = True
        self._interpreter.poll.urge()
        return self.wait(seconds)

    def resume(self, statements: int | None = None) -> None:
        """Go on; with a number pause again after so many statements."""
        interpreter = self._resting()
        self._pausing = False
        if statements is None:
            run = partial(interpreter.proceed, interpreter.point)
        else:
            run = partial(interpreter.advance, statements)
        self._go(partial(_closed, interpreter, run))

    def state(self) -> State:
        """All that it has come to, while it pauses or has come to rest."""
        return self._resting().state()

    def restore(self, state: State) -> None:
        """All is as it was then."""
        self._resting().restore(state)

    def _resting(self) -> Interpreter:
        if self._thread.is_alive():
            raise RuntimeError("the program is running: it must pause first")
        return self._interpreter

    def wait(self, seconds: float | None = None) -> Transcript:
        """What has come of it, once it has come to rest; TimeoutError if it has not by then."""
        self._thread.join(seconds)
        if self._thread.is_alive():
            raise TimeoutError(f"the program still runs after {seconds} seconds")
        if self._fault is not None:
            raise self._fault
        assert self._outcome is not None
        return Transcript(self._terminal, self._outcome, self._disk, self._interpreter.machine)


def _lines(text: str) -> list[str]:
    lines = codepage.to_bytes(text).split("\n")
    return lines if lines[-1] else lines[:-1]


def _closed(interpreter: Interpreter, run: Callable[[], Outcome]) -> Outcome:
    """What comes of it; files are closed then, if it does not just pause."""
    outcome: Outcome | None = None
    try:
        outcome = run()
    finally:
        if outcome is None or outcome.reason != "pause":
            interpreter.machine.close()
    return outcome
