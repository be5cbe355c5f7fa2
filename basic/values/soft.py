"""The two errors of floating arithmetic that do not stop a program.

``PRINT 1/0`` prints ``Division by zero``, then goes on with the largest number there is; only
under ON ERROR are overflow and division by zero errors like the others.
"""

from __future__ import annotations

from basic.errors import DIVISION_BY_ZERO, OVERFLOW, BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class SoftError(BasicError):
    """An error with the value GW-BASIC goes on with where no ON ERROR is active.

    ``result`` is a single (float) or a double (scaled int), as the function that raised it returns.
    """

    def __init__(self, number: int, result: float) -> None:
        super().__init__(number)
        self.result = result


def went_on(error: SoftError, console: Any, trapping: bool) -> float:
    """What a program goes on with, after the message; under ON ERROR, also within its handler, it is an error."""
    if trapping:
        raise BasicError(error.number) from None
    console.put(error.text)
    console.newline()
    return error.result


class Overflow(SoftError):
    """``PRINT 1E38*10`` prints ``Overflow`` and then 1.701412E+38."""

    def __init__(self, result: float) -> None:
        super().__init__(OVERFLOW, result)


class DivisionByZero(SoftError):
    """``PRINT -1/0`` prints ``Division by zero`` and then -1.701412E+38."""

    def __init__(self, result: float) -> None:
        super().__init__(DIVISION_BY_ZERO, result)
