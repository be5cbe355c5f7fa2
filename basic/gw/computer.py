"""The devices of a ported program by name: `gw.screen.locate(5, 10)`, `gw.files.open("T.DAT", 1, "O")`.

Each has the words of one module of the library, which is imported when a program first asks for it.
"""

from __future__ import annotations

from functools import partial

from basic.gw.printed import Output
from basic.library.registry import NAMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from basic.machine.machine import Machine


class Device:
    """The words of some modules, as the registry has them, for one machine."""

    def __init__(self, machine: Machine, *modules: str) -> None:
        for module in modules:
            __import__(module)
        for entry in NAMED.values():
            if entry.module in modules:
                function = partial(entry.function, machine) if entry.machine else entry.function
                setattr(self, entry.function.__name__.lower().rstrip("_"), function)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Computer:
    """What has a machine, and its devices."""

    machine: Machine
    clock: Device
    devices: Device
    events: Device
    files: Device
    graphics: Device
    keyboard: Device
    memory: Device
    screen: Device
    sound: Device

    if not TYPE_CHECKING:  # which is to know what there is

        def __getattr__(self, name: str) -> Device:
            """A device is made when it is first asked for."""
            if name not in DEVICES:
                raise AttributeError(name)
            pictures = ["basic.gw.pictures"] * (name == "graphics")
            vars(self)[name] = device = Device(self.machine, f"basic.library.{name}", *pictures)
            return device

    @property
    def printer(self) -> Output:
        return Output(self.machine.printer)


DEVICES = tuple(name for name, kind in Computer.__annotations__.items() if kind == "Device")
PARTS = (*DEVICES, "doubles", "errors", "fields", "singles", "traps")  # what a file may give a name of its own
