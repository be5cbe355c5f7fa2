"""The devices of a ported program by name: `gw.screen.locate(5, 10)`, `gw.files.open("T.DAT", 1, "O")`.

Each has the words of one module of the library, which is imported when a program first asks for it.
"""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.gw.pictures import Graphics
    from basic.library.clock import Clock
    from basic.library.devices import Devices
    from basic.library.events import Events
    from basic.library.files import Files
    from basic.library.keyboard import Keyboard
    from basic.library.memory import Memory
    from basic.library.screen import Screen
    from basic.library.sound import Sound
    from basic.machine.machine import Machine
    from basic.machine.writer import Writer


class Computer:
    """What has a machine, and its devices."""

    machine: Machine

    @property
    def printer(self) -> Writer:
        return self.machine.printer

    @cached_property
    def clock(self) -> Clock:
        from basic.library.clock import Clock

        return Clock(self.machine)

    @cached_property
    def devices(self) -> Devices:
        from basic.library.devices import Devices

        return Devices(self.machine)

    @cached_property
    def events(self) -> Events:
        from basic.library.events import Events

        return Events(self.machine)

    @cached_property
    def files(self) -> Files:
        from basic.library.files import Files

        return Files(self.machine)

    @cached_property
    def graphics(self) -> Graphics:
        from basic.gw.pictures import Graphics

        return Graphics(self.machine)

    @cached_property
    def keyboard(self) -> Keyboard:
        from basic.library.keyboard import Keyboard

        return Keyboard(self.machine)

    @cached_property
    def memory(self) -> Memory:
        from basic.library.memory import Memory

        return Memory(self.machine)

    @cached_property
    def screen(self) -> Screen:
        from basic.library.screen import Screen

        return Screen(self.machine)

    @cached_property
    def sound(self) -> Sound:
        from basic.library.sound import Sound

        return Sound(self.machine)
