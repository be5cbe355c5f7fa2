"""Traps for events: which are set and switched on, and what has happened since somebody looked.

    traps.set("KEY", 1, 500)
    traps.switch("KEY", 1, "ON")
    traps.look()
    traps.ready()           the traps whose subroutine is to be called

A trap that is on calls its subroutine; one that is held, because that runs, or stopped remembers one event. Who looks,
and when, is the business of what runs the program: the engine between two statements, a ported program in its loops.
"""

from __future__ import annotations

from ..errors import ILLEGAL, BasicError
from .clock import FixedClock
from .state import fields, put_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .machine import Machine
    from .state import State

Event = tuple[str, int]  # `KEY(1)`
STATEMENT = 0.001  # seconds that one takes on a fixed clock: a PC carried out about a thousand a second
ON, OFF = "ON", "OFF"
RANGES = {"KEY": (1, 20), "TIMER": (1, 86400), "COM": (1, 2), "STRIG": (0, 6), "PLAY": (1, 32)}


class Trap:
    STATE = "handler", "state", "held", "pending", "argument"

    def __init__(self) -> None:
        self.handler: int | None = None  # where its subroutine begins: a point of the engine's, or a line
        self.state = OFF
        self.held = False  # its subroutine runs
        self.pending = False
        self.argument = 0.0  # of ON: seconds of TIMER, notes of PLAY


class Traps:
    """Those of one program."""

    STATE: tuple[str, ...] = ("_alarm",)

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._traps: dict[Event, Trap] = {}
        self._alarm = 0.0  # when TIMER is due

    def urge(self) -> None:
        """A trap may have to act: whoever looks at times does so at once."""

    def soon(self) -> None:
        """Time has passed, or there are other notes: something may have happened."""

    # ---- as the program sets them -----------------------------------------------------------------------------------

    def set(self, event: str, argument: float | None, handler: int | None) -> None:
        """`ON KEY(1) GOSUB 500`; None takes the subroutine away, and the trap with it."""
        check(event, argument)
        trap = self._trap(event, argument if event in ("KEY", "COM", "STRIG") else None)
        trap.handler = handler
        trap.argument = argument or 0.0
        if handler is None:
            trap.state = OFF
        elif event == "TIMER":
            self._begin_timer(trap)
        self._listen()

    def switch(self, event: str, argument: float | None, state: str) -> None:
        """`KEY(1) ON`, `TIMER STOP`; KEY(0) is all keys."""
        if event == "KEY" and argument == 0:
            for number in range(1, 21):
                self._switch(self._trap(event, number), event, state)
        else:
            check(event, argument)
            self._switch(self._trap(event, argument), event, state)
            if event == "PEN":
                self._machine.use_pen(state != OFF)
        self._listen()

    def clear(self) -> None:
        """RUN, CLEAR, NEW: there are none."""
        if ("PEN", 0) in self._traps:
            self._machine.use_pen(False)
        self._traps.clear()
        self._machine.console.trapped = None
        self._machine.speaker.changed = None

    def state(self) -> State:
        return fields(self), {key: fields(trap) for key, trap in self._traps.items()}

    def restore(self, state: State) -> None:
        own, traps = state
        put_fields(self, own)
        self._traps = {key: Trap() for key in traps}
        for key, trap in traps.items():
            put_fields(self._traps[key], trap)
        self._listen()

    def _switch(self, trap: Trap, event: str, state: str) -> None:
        if event == "TIMER" and state == ON and trap.state == OFF:
            self._begin_timer(trap)
        if state == OFF:
            trap.pending = trap.held = False
        trap.state = state

    def _begin_timer(self, trap: Trap) -> None:
        """The seconds of ON TIMER begin."""
        self._alarm = self._machine.clock.elapsed() + trap.argument

    def _trap(self, event: str, number: float | None) -> Trap:
        return self._traps.setdefault((event, int(number or 0)), Trap())

    def _listen(self) -> None:
        """The console hands over the keys that are trapped now."""
        console = self._machine.console
        active = {key: trap for key, trap in self._traps.items() if trap.state != OFF and trap.handler is not None}
        self._machine.speaker.changed = self.soon if active else None
        keys = {number: trap for (event, number), trap in active.items() if event == "KEY"}
        if keys:
            from .scancodes import matches

            def take(key: str) -> bool:
                found = next((keys[n] for n in sorted(keys) if matches(key, n, self._machine.trap_keys)), None)
                if found is None:
                    return False
                found.pending = True
                self.urge()
                return True

            console.trapped = take
            console.use_screen()
        else:
            console.trapped = None
        self.urge()

    # ---- what has happened ------------------------------------------------------------------------------------------

    def ready(self) -> list[tuple[Event, Trap]]:
        """The traps whose event has come, and which may act."""
        return [(event, trap) for event, trap in self._traps.items()
                if trap.pending and trap.state == ON and trap.handler is not None and not trap.held]  # fmt: skip

    def count(self, statements: int) -> None:
        """So many have been carried out: on a fixed clock that is time."""
        if isinstance(source := self._machine.clock.source, FixedClock) and source.read_by_read:
            source.sleep(statements * STATEMENT)

    def look(self) -> None:
        """Take in what has happened since the last look."""
        machine = self._machine
        if machine.console.trapped is not None:
            machine.console.look_ahead(at_once=True)
        for (event, number), trap in self._traps.items():
            if trap.state == OFF or trap.handler is None:
                continue
            if event == "TIMER":
                now = machine.clock.elapsed()
                if now >= self._alarm:
                    trap.pending = True
                    self._alarm += trap.argument
                    if self._alarm <= now:
                        self._alarm = now + trap.argument
            elif event == "PLAY":
                most, notes = machine.speaker.fallen()
                trap.pending |= notes < trap.argument <= most
            elif event == "PEN":
                machine.console.look_ahead(at_once=True)
                trap.pending |= machine.pen.take_press()
            elif event == "STRIG":
                trap.pending |= machine.sticks.take_press(number)
            elif event == "COM":
                trap.pending |= machine.received(number)


def check(event: str, argument: float | None) -> None:
    low, high = RANGES.get(event, (0, 0))
    if argument is not None and (not low <= argument <= high or (event == "STRIG" and argument % 2)):
        raise BasicError(ILLEGAL)
