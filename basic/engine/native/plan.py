"""A region as plain data: its machine code, and what Python must know to run it and to stand in for it.

A program that was run before has its plans in the cache (`basic/cache.py`): then native code costs neither LLVM nor the
tree of the program. What a plan says of the program holds for one version of it; whoever keeps it sees to that.
"""

from __future__ import annotations

import marshal

from ...record import fields, record, values
from ..signals import Halt
from .tier import READY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Protocol

    class Store(Protocol):
        """Where bytes are kept from one run to the next (`basic/cache.py`)."""

        def name(self, *parts: str | bytes) -> str: ...
        def get(self, name: str) -> bytes | None: ...
        def put(self, name: str, data: bytes) -> None: ...


@record
class Layout:
    """Where Python puts and finds things in the state."""

    scalars: dict[str, int]
    kinds: dict[str, str]  # of scalars and arrays: i f d t
    loops: dict[int, tuple[int, str]]  # point of a FOR without entry: where its limit and step are, and their kinds
    arrays: dict[str, tuple[int, int]]  # where its address and sizes are, and how many subscripts
    whole: frozenset[str]  # those that the interpreter has as ints
    stored: frozenset[str]  # arrays that may be changed
    entry_kinds: dict[int, str]  # point of a FOR with entry: kinds of limit and step
    stacked: bool  # whether there may be anything on the stack
    size: int
    random: bool  # whether RND is called
    functions: frozenset[str]  # of DEF FN, which must have been defined


@record
class Plan:
    """One region of a program."""

    layout: Layout
    code: bytes  # linked machine code; none where LLVM must place it
    took: float  # seconds that LLVM spent on code that it could make better; 0 if this is the best
    point: int  # around which it was drawn
    points: frozenset[int]
    cycles: frozenset[int]  # points through which control can go round in native code alone
    turn: int  # points that a jump backwards stands for, at least
    entries: frozenset[int]
    wide: frozenset[str]  # whole variables whose values have been found to be large
    clean: frozenset[int]  # loops of the program without entries on the stack


@record
class Outlook:
    """What the shape of a program says of a region, before anything is written."""

    points: frozenset[int]
    cycles: frozenset[int]  # points through which control may go round in native code alone
    foreign: frozenset[int]  # statements that are certainly left to Python
    sure: frozenset[int]  # NEXT of loops that go on to their limits: nothing in them jumps out


class Refused(Exception):
    """The values, or the stack, are not of the kind the code is made for; `wide` names whole numbers too large."""

    def __init__(self, wide: str = "") -> None:
        super().__init__(wide)
        self.wide = wide


@record
class Step:
    """A statement that native code leaves to Python."""

    code: CodeType | None  # what carries it out, or the condition of an IF
    following: int
    otherwise: int = -1  # where a condition leads that does not hold
    halt: str = ""  # END, STOP or SYSTEM
    exchanged: tuple[str, ...] | None = None  # all that it uses, if no more than variables and devices
    names: tuple[str, ...] = ()  # what its code finds in the namespace

    def carry_out(self, namespace: dict[str, Any]) -> int:
        """Gives the point where the program goes on."""
        if self.halt:
            raise Halt(self.halt, self.following)
        if self.otherwise >= 0:
            assert self.code is not None
            return self.following if eval(self.code, namespace) else self.otherwise
        if self.code is not None:
            exec(self.code, namespace)
        return self.following


def pack(
    plans: list[Plan], steps: dict[int, Step], hopeless: frozenset[int], outlooks: dict[int, Outlook], spent: float
) -> bytes:
    """`hopeless`: points around which native code is of no use; `outlooks`: regions without plans, by points that they
    were drawn around; `spent`: seconds in which native code was missing."""
    head = READY if plans else b"-"
    return head + marshal.dumps(
        (
            [(*values(plan.layout), *values(plan)[1:]) for plan in plans],
            {point: values(step) for point, step in steps.items()},
            hopeless,
            {point: values(outlook) for point, outlook in outlooks.items()},
            spent,
        )
    )


def unpack(data: bytes) -> tuple[list[Plan], dict[int, Step], frozenset[int], dict[int, Outlook], float]:
    """What `pack` has made; nothing else will do."""
    plans, steps, hopeless, outlooks, spent = marshal.loads(memoryview(data)[1:])
    width = len(fields(Layout))
    return (
        [Plan(Layout(*plan[:width]), *plan[width:]) for plan in plans],
        {point: Step(*step) for point, step in steps.items()},
        hopeless,
        {point: Outlook(*outlook) for point, outlook in outlooks.items()},
        spent,
    )
