"""Traps for events in a ported program, which asks for them in its loops: `match traps.due(500, 600): ...`.

A subroutine that runs for an event asks for none.
"""

from __future__ import annotations

from basic.gw.handlers import Errors
from basic.machine.machine import Machine
from basic.machine.traps import Traps


class EventTraps(Traps):
    def __init__(self, machine: Machine, errors: Errors) -> None:
        super().__init__(machine)
        self._errors = errors

    def due(self, *lines: int) -> int:
        """Which of the subroutines that begin in some BASIC lines an event calls that has come: the first, the second
        ...; 0 for none."""
        self.count(1)
        self.look()
        trap = next((trap for _, trap in self.ready() if trap.handler in lines), None)
        if trap is None or self._errors.handling:
            return 0
        trap.pending = False
        return lines.index(trap.handler) + 1
