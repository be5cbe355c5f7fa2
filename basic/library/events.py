"""Light pen and joysticks, as functions. Event traps are in `machine/traps.py`.

    10 PEN ON: IF PEN(0) THEN PSET (PEN(1),PEN(2))

Without a mouse or a game pad they answer as on a PC that has none.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.library.registry import function
from basic.machine.machine import Machine


@function("PEN", "byte -> integer", acts=True)
def pen(m: Machine, question: int) -> int:
    """`PEN(0)`: -1 if the pen was pressed since the last time; 1 and 2 where, 3 whether it is down, 4 and 5 where it
    is; 6 to 9 the same places as rows and columns."""
    if question > 9:
        raise BasicError(ILLEGAL)
    return m.pen.value(question)


@function("STICK", "byte -> integer", acts=True)
def stick(m: Machine, axis: int) -> int:
    """`STICK(0)`: 0 without a joystick."""
    if axis > 3:
        raise BasicError(ILLEGAL)
    return m.sticks.stick(axis)


@function("STRIG", "byte -> integer", acts=True)
def strig(m: Machine, question: int) -> int:
    """`STRIG(0)`: -1 if the trigger was pressed since the last time; `STRIG(1)`: if it is down."""
    if question > 7:
        raise BasicError(ILLEGAL)
    return m.sticks.strig(question)
