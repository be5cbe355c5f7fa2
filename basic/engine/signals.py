"""What takes control out of running code: not errors, but the program's own ways to rest or to go elsewhere."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..machine.traps import Event
    from .steps import Steps


class Halt(Exception):
    """The program comes to rest: END, STOP, SYSTEM or its last line."""

    def __init__(self, reason: str, point: int) -> None:
        super().__init__(reason)
        self.reason = reason  # end stop system; ran out behind the last line; done where nothing was running
        self.point = point  # where CONT would go on


class Request(Exception):
    """A statement about the program itself (RUN, CHAIN, LIST, NEW ...): the interpreter carries it out."""

    def __init__(self, word: str, values: tuple[Any, ...], following: int) -> None:
        super().__init__(word)
        self.word = word  # one of TRANSFERS or COMMANDS
        self.values = values
        self.following = following


class GoTo(Exception):
    """A typed line sends the program on from one of its points."""

    def __init__(self, point: int) -> None:
        super().__init__(point)
        self.point = point


class Cleared(GoTo):
    """CLEAR, or RUN within the program: it goes on with everything forgotten."""


class ReturnToPrompt(Exception):
    """RETURN from a subroutine that a typed line has called, or RESUME after an error in one."""

    def __init__(self, steps: Steps, point: int) -> None:
        super().__init__(point)
        self.steps = steps
        self.point = point


class Between(BaseException):
    """What takes the program elsewhere between two statements, before the second begins."""

    line: int | None = None  # the Python line that was about to run, where the traceback does not tell it


class Pause(Between):
    """The program rests here for who wants to look at it, and can go on as if nothing had been."""


class Trapped(Between):
    """An event has come: its subroutine is called."""

    def __init__(self, handler: int, event: Event) -> None:
        super().__init__(handler)
        self.handler = handler
        self.event = event


class Leave(Exception):
    """Compiled code stops before this point: it is to be carried out step by step."""

    def __init__(self, point: int) -> None:
        super().__init__(point)
        self.point = point


class Recompile(Exception):
    """DEFINT or OPTION BASE has changed what the code was compiled for; it goes on at the next point."""
