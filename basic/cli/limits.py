"""What a command line allows a program: limits, drives, the environment; and the signals that end it."""

from __future__ import annotations

import os
import sys

from .files import Complaint

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from argparse import Namespace
    from collections.abc import Mapping

    from ..engine.interpreter import Interpreter
    from ..machine.disk import Disk
else:
    import _signal as signal  # the same without its enumerations, which take 2 ms to import

# What --sandbox allows where nothing else is said.
SANDBOX = {
    "max_seconds": 60.0,
    "max_output": 10_000_000,
    "max_memory": 64_000_000,
    "max_disk": 1_474_560,  # a diskette
    "max_files": 112,
}
_KINDS = ("seconds", "steps", "output", "memory", "disk", "files")


def settle(options: Namespace) -> None:
    """Check the limits; a sandbox has those that were not given, and nothing that leads out of it."""
    for kind in _KINDS:
        value = getattr(options, f"max_{kind}")
        if value is not None and value <= 0:
            raise Complaint(f"--max-{kind} {value}: a positive number is needed, as in --max-{kind} 1000")
    if not options.sandbox:
        return
    for name, flag in (("allow_shell", "--allow-shell"), ("com1", "--com1"), ("printer", "--printer")):
        if getattr(options, name):
            raise Complaint(f"{flag}: it leads out of the --sandbox; leave out one of the two")
    for name, value in SANDBOX.items():
        if getattr(options, name) is None:
            setattr(options, name, value)


def any_limits(options: Namespace) -> bool:
    return any(getattr(options, f"max_{kind}") is not None for kind in _KINDS)


def watch(options: Namespace, interpreter: Interpreter) -> None:
    """Those limits that the engine looks at."""
    from ..engine.limits import Limits

    memory = options.max_memory
    Limits(options.max_seconds, options.max_steps, options.max_output, memory).watch(interpreter)


def drives(options: Namespace, folders: Mapping[str, str]) -> Mapping[str, Disk | str]:
    """The folders as the program may use them."""
    if not (options.sandbox or options.read_only or options.max_disk or options.max_files):
        return folders
    from ..machine.guarded import Metered, Overlay, ReadOnly, counter
    from ..machine.host import HostDisk

    count = counter(options.max_disk, options.max_files)
    found: dict[str, Disk | str] = {}
    for letter, folder in folders.items():
        disk: Disk = HostDisk(folder)
        if options.read_only:
            disk = ReadOnly(disk)
        elif options.sandbox:
            disk = Overlay(disk, options.max_disk)
        found[letter] = Metered(disk, count)
    return found


def environment(options: Namespace) -> dict[str, str]:
    """What ENVIRON$ may see."""
    missing = [name for name in options.env if name not in os.environ]
    if missing:
        raise Complaint(f"--env {missing[0]}: there is no such variable in the environment")
    return {name.upper(): os.environ[name] for name in options.env}


def end_on_signals() -> None:
    """SIGTERM and its kin end the program in order: what was written is sent, files are closed."""
    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
