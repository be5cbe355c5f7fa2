"""The devices of a ported program by name: `gw.screen.locate(5, 10)`, `gw.files.open("T.DAT", 1, "O")`.

Each has the words of one module of the library, which is imported when a program first asks for it.
"""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.machine import Machine
    from basic.machine.writer import Writer

    from .clock import Clock
    from .devices import Devices
    from .events import Events
    from .files import Files
    from .graphics import Graphics
    from .keyboard import Keyboard
    from .memory import Memory
    from .screen import Screen
    from .sound import Sound


class Computer:
    """What has a machine, and its devices."""

    machine: Machine

    @property
    def printer(self) -> Writer:
        return self.machine.printer

    @cached_property
    def clock(self) -> Clock:
        from .clock import Clock

        return Clock(self.machine)

    @cached_property
    def devices(self) -> Devices:
        from .devices import Devices

        return Devices(self.machine)

    @cached_property
    def events(self) -> Events:
        from .events import Events

        return Events(self.machine)

    @cached_property
    def files(self) -> Files:
        from .files import Files

        return Files(self.machine)

    @cached_property
    def graphics(self) -> Graphics:
        from .graphics import Graphics

        return Graphics(self.machine)

    @cached_property
    def keyboard(self) -> Keyboard:
        from .keyboard import Keyboard

        return Keyboard(self.machine)

    @cached_property
    def memory(self) -> Memory:
        from .memory import Memory

        return Memory(self.machine)

    @cached_property
    def screen(self) -> Screen:
        from .screen import Screen

        return Screen(self.machine)

    @cached_property
    def sound(self) -> Sound:
        from .sound import Sound

        return Sound(self.machine)
