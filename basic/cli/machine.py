"""The machine that a command line describes: this process's terminal, clock, folders, printer and serial line."""

from __future__ import annotations

import os
import sys

from .files import STANDARD, Complaint, complain, refuse_unwritable, whole
from .limits import drives, environment, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from ..machine.clock import FixedClock
    from ..machine.machine import Machine
    from ..machine.serial import SerialLine
    from ..machine.terminal import Terminal


# The options that keep what is to be seen or heard at the end, with the functions of `pictures` that make it.
PICTURES = {
    "dump_screen": "dump",
    "screenshot": "png",
    "dump_text": "text",
    "dump_attributes": "attributes",
    "record": "recording",
}


def pictures_wanted(options: Namespace) -> list[tuple[str, str]]:
    """The files to write at the end, each with its function."""
    return [(file, form) for option, form in PICTURES.items() if (file := getattr(options, option)) is not None]


def machine_of(options: Namespace) -> Machine:
    """The machine that the options describe, on this process's terminal and folder."""
    from ..machine.clock import SystemClock
    from ..machine.machine import Limits, Machine
    from ..machine.printers import ends_with_lf

    settle(options)
    folders = {"C": "."}
    if options.file and not os.path.exists(options.file):
        from ..finding import shipped

        folders["C"] = os.path.dirname(shipped(options.file)) or "."  # a puzzle program has its data beside it
    for mount in options.mount:
        letter, equals, folder = mount.partition("=")
        if not equals or len(letter.rstrip(":")) != 1 or not letter[0].isalpha():
            raise Complaint(f"--mount {mount}: a drive letter and a folder are needed, as in --mount A=games")
        if not os.path.isdir(folder):
            raise Complaint(f"--mount {mount}: {folder} is no folder")
        folders[letter[0].upper()] = folder
    refuse_unwritable(*(file for file, _ in pictures_wanted(options)))
    if options.headless and options.window:
        raise Complaint("--headless shows nothing and --window a window: leave out one of the two")
    if options.engine == "native":
        _tell_of_llvmlite()
    limits = Limits.none() if options.unlimited else Limits()
    if options.memory is not None:
        if options.memory < 1:
            raise Complaint(f"--memory {options.memory}: a number of bytes is needed, as in --memory 60300")
        if not options.unlimited:
            limits.memory = options.memory
    terminal = _terminal(options)
    patient = options.speed != "max" if options.speed else terminal.watched
    machine = Machine(
        terminal,
        clock=_clock(options.clock) or SystemClock(patient),
        disks=drives(options, folders),
        printers=[_printer(options.printer)],
        lines=_serial(options.com1),
        environment=environment(options),
        limits=limits,
        lf=options.lf or ends_with_lf(),
    )
    if options.headless:
        terminal.typist.clock = machine.clock.source  # type: ignore[attr-defined]
    elif options.keys is not None:
        _type(options.keys, machine)
    if options.columns != 80:
        machine.console.set_width(options.columns)
    if options.window:
        terminal.attach(machine)  # type: ignore[attr-defined]
    if options.record is not None:
        _record(options, machine)
    return machine


def _record(options: Namespace, machine: Machine) -> None:
    file = options.record.lower()
    if file.endswith(".wav"):
        machine.speaker.heard = []
        return
    if not file.endswith(".gif"):
        raise Complaint(f"--record {options.record}: a name that ends in .gif or .wav is needed, as in TUNE.wav")
    from ..machine.headless import HeadlessTerminal

    terminal = machine.console.terminal
    if not isinstance(terminal, HeadlessTerminal):
        raise Complaint("--record: pictures are recorded with --headless")
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise Complaint("--record of pictures needs Pillow: pip install 'junzi[window]'") from None
    from ..machine.film import Film

    terminal.record(Film(machine))
    machine.console.use_screen()


def _tell_of_llvmlite() -> None:
    from importlib.machinery import PathFinder

    if PathFinder.find_spec("llvmlite") is None:
        complain("--engine native needs llvmlite, which is not here (pip install 'junzi[native]'): Python runs it all")


def close(machine: Machine) -> None:
    """The end of a run; what was noticed on the way is told when the screen is no longer the program's."""
    machine.close()
    for notice in machine.notices:
        complain(notice)


def _terminal(options: Namespace) -> Terminal:
    if options.window:
        return _window(options)
    if options.headless:
        from ..machine.headless import HeadlessTerminal

        return HeadlessTerminal(_typed if options.keys is None else _script(options.keys))
    from ..machine.terminal import standard_terminal

    return standard_terminal(options.encoding == "raw", graphics=options.graphics)


def _script(name: str) -> Callable[[], bytes]:
    """The keys of a file, which are looked at now."""
    from ..errors import Unusable
    from ..machine.scripts import keys

    try:
        with open(name, "rb") as file:
            script = whole(file, f"--keys {name}")
        list(keys(script))
    except OSError as problem:
        raise Complaint(f"--keys {name}: cannot be read: {problem.strerror}") from None
    except Unusable as problem:
        raise Complaint(f"--keys {name}: {problem}") from None
    return lambda: script


def _type(name: str, machine: Machine) -> None:
    """Somebody seems to type a script at a terminal or window."""
    from ..machine.scripts import Typist

    script = _script(name)
    machine.console.use_screen()
    terminal = machine.console.terminal
    if terminal.reads_lines:
        raise Complaint("--keys: a stream has no keys; add --headless")
    typist = Typist(script)
    typist.clock = machine.clock.source
    typist.sit_down(terminal)


def _window(options: Namespace) -> Terminal:
    try:
        from ..machine.window import WindowTerminal
    except ImportError:
        raise Complaint("--window needs pygame-ce: pip install 'junzi[window]'") from None
    import pygame

    try:
        return WindowTerminal(options.scale or 0, options.full_screen)
    except pygame.error as problem:
        raise Complaint(f"--window: no window can be opened here: {problem}") from None


def _typed() -> bytes:
    """What standard input has to say, where nobody sits at it."""
    return b"" if sys.stdin is None or sys.stdin.isatty() else whole(sys.stdin.buffer, STANDARD)


def _printer(target: str | None) -> Callable[[str], object]:
    """A file to print to, or with | a command that gets everything when the program has ended."""
    if target is not None and target.startswith("|"):
        return _CommandPrinter(target[1:])
    from ..machine.printers import attached

    return attached(target)


class _CommandPrinter:
    """`--printer '|lpr'`"""

    def __init__(self, command: str) -> None:
        self._command = command
        self._sent: list[str] = []

    def __call__(self, text: str) -> None:
        self._sent.append(text)

    def close(self) -> None:
        if self._sent:
            import subprocess

            subprocess.run(self._command, shell=True, input="".join(self._sent).encode("latin-1"), check=False)


def _serial(address: str | None) -> dict[int, SerialLine]:
    if address is None:
        return {}
    from ..machine.serial import SerialLine

    return {1: SerialLine(address)}


def _clock(text: str | None) -> FixedClock | None:
    if text is None:
        return None
    from datetime import datetime

    from ..machine.clock import FixedClock

    try:
        return FixedClock(datetime.fromisoformat(text))
    except ValueError:
        raise Complaint(f"--clock {text}: a time such as 1990-01-02T12:00:00 is needed") from None


def shell_of(options: Namespace, machine: Machine) -> Callable[[str], None] | None:
    """What SHELL does where it is allowed: a command of this machine, or its shell until that is left."""
    if not options.allow_shell:
        return None

    def shell(command: str) -> None:
        import subprocess

        command = command or os.environ.get("SHELL") or os.environ.get("COMSPEC") or "sh"
        with machine.console.terminal.lent():
            subprocess.run(command, shell=True, check=False)

    return shell
