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


class _Asked:
    """A device that is made when it is first asked for."""

    def __init__(self, *modules: str) -> None:
        self.modules = modules

    def __set_name__(self, computer: type, name: str) -> None:
        self.name = name

    def __get__(self, computer: Computer, owner: type) -> Device:
        device = Device(computer.machine, f"basic.library.{self.name}", *self.modules)
        vars(computer)[self.name] = device
        return device


class Computer:
    """What has a machine, and its devices."""

    machine: Machine
    clock = _Asked()
    devices = _Asked()
    events = _Asked()
    files = _Asked()
    graphics = _Asked("basic.gw.pictures")
    keyboard = _Asked()
    memory = _Asked()
    screen = _Asked()
    sound = _Asked()

    @property
    def printer(self) -> Output:
        return Output(self.machine.printer)


DEVICES = tuple(name for name, value in vars(Computer).items() if isinstance(value, _Asked))
PARTS = (*DEVICES, "doubles", "errors", "fields", "singles", "traps")  # what a file may give a name of its own
