"""Devices beside files: widths, DOS drivers, the cassette's motor, the environment.

    10 WIDTH "LPT1:",132: ENVIRON "GAME=C:\\GAMES": PRINT ENVIRON$("GAME")

Opening a device is in `basic.library.files`.
"""

from __future__ import annotations

from basic.errors import BAD_FILE_NAME, BAD_FILE_NUMBER, ILLEGAL, PERMISSION_DENIED, BasicError
from basic.library import screen
from basic.library.registry import function, helper, statement
from basic.machine.channels import NAMED_DEVICES
from basic.machine.machine import Machine
from basic.machine.writer import ENDLESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


@helper("shell")
def shell(command: str = "") -> NoReturn:
    """`SHELL "DIR"`: the commands of this machine are not a BASIC program's, unless its user allows them to it."""
    raise BasicError(PERMISSION_DENIED)


@helper("device_width")
def device_width(m: Machine, name: str, columns: int) -> None:
    """`WIDTH "LPT1:",132`: for the printer at once, for other devices when they are opened next.

    `WIDTH "SCRN:",40` is `WIDTH 40`; 255 means that lines written to the screen as a file are never broken.
    """
    device = name.removesuffix(":").upper()
    if device not in NAMED_DEVICES or not name.endswith(":"):
        raise BasicError(BAD_FILE_NAME)
    if not columns:
        raise BasicError(ILLEGAL)
    if device == "LPT1":
        m.printer.width = columns
    if device in ("SCRN", "KYBD"):
        if columns != ENDLESS:
            screen.width(m, columns)
        device = "SCRN"
    m.channels.widths[device] = columns


# ---- DOS drivers ---------------------------------------------------------------------------------------------------


@helper("ioctl")
def ioctl(m: Machine, number: int, text: str) -> NoReturn:
    """`IOCTL #1,"PL56"`: error 5, as for everything that no DOS driver with control strings stands behind."""
    raise BasicError(ILLEGAL if number in m.channels.opened else BAD_FILE_NUMBER)


@function("IOCTL$", "channel -> string", acts=True)
def ioctl_text(m: Machine, number: int) -> NoReturn:
    """`IOCTL$(1)`: error 5 likewise."""
    raise BasicError(ILLEGAL if number in m.channels.opened else BAD_FILE_NUMBER)


@function("ERDEV", " -> integer")
def erdev() -> int:
    """`ERDEV`: the code of the last error of a DOS driver (a door left open, no paper); none comes about here."""
    return 0


@function("ERDEV$", " -> string")
def erdev_text() -> str:
    """`ERDEV$`: the driver that had it."""
    return ""


@function("EXTERR", "integer -> integer")
def exterr(question: int) -> int:
    """`EXTERR(0)`: DOS's extended error, its class (1), action (2) and place (3); 0 where no driver had one."""
    if not 0 <= question <= 3:
        raise BasicError(ILLEGAL)
    return 0


@statement("MOTOR", "byte?", isolated=True)
def motor(m: Machine, on: int | None = None) -> None:
    """`MOTOR`, `MOTOR 1`: the relay of the cassette recorder; without a number it is switched over."""
    m.channels.motor = not m.channels.motor if on is None else on != 0


@statement("LCOPY", "byte?", isolated=True)
def lcopy(mode: int | None = None) -> None:
    """`LCOPY`: accepted and without effect, in 3.23 too; the screen was copied by an older version."""


# ---- the environment -----------------------------------------------------------------------------------------------


@statement("ENVIRON", "string", isolated=True)
def environ(m: Machine, text: str) -> None:
    """`ENVIRON "PATH=C:\\"`; with nothing or `;` behind the equals sign the entry goes. BASIC's copy alone changes."""
    name, equals, value = text.partition("=")
    name = name.strip(" ").upper()
    if not name or not equals:
        raise BasicError(ILLEGAL)
    if value in ("", ";"):
        m.environment.pop(name, None)
    else:
        m.environment[name] = value


@helper("environ_text")
def environ_text(m: Machine, which: str | int) -> str:
    """`ENVIRON$("PATH")` is the value or ""; `ENVIRON$(1)` the first entry as NAME=VALUE, "" behind the last."""
    if isinstance(which, str):
        if not which:
            raise BasicError(ILLEGAL)
        return m.environment.get(which.upper(), "")
    if not 1 <= which <= 255:
        raise BasicError(ILLEGAL)
    entries = [f"{name}={value}" for name, value in m.environment.items()]
    return entries[which - 1] if which <= len(entries) else ""
