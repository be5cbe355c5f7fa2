"""What a run needs of a program, as plain data: its outline and its code, without the tree they were made from.

    image = interpreter.ready()        # a program made ready
    pack(image)                        # bytes that `unpack` makes the same of, in another process

So a program that was run before starts without being read, analysed and compiled again (`basic/cache.py`), and what
does need the tree (LIST, single steps, native code, lines typed at the prompt) has it made when it asks.
"""

from __future__ import annotations

import marshal

from ..record import record, values
from .step_plans import StepPlans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType
    from typing import Any

    from ..analysis.defaults import Name
    from ..analysis.flow import Flow
    from ..errors import Unreadable
    from ..syntax.nodes import Line, Program

    # What code is written for: default types, OPTION BASE, variables that hold more than the program gives
    # them, and where it looks for what is due (`poll.py`).
    Situation = tuple[str, int, frozenset[Name], int]

# A loop without a stack entry, and where it keeps what the entry would hold: its FOR or WHILE, the counter's name, and
# limit and step, which are names of locals or constants.
Kept = tuple[int, str, str, str]

# Whether a variable only holds whole numbers, and between which bounds (`Range`).
Bounds = dict[str, "tuple[bool, int | None, int | None, int | None]"]

# The functions of DEF FN by the names they have in code: what each statement says, and the code of its lambda.
Definitions = dict[str, "tuple[tuple[str, CodeType], ...]"]


SITUATIONS = 8  # of a program, which are kept


@record
class Outline:
    """The lines and points of a program (`analysis/flow.py`), and its DATA."""

    lines: list[int]  # the line of each point
    following: list[int]  # the point behind it
    starts: dict[int, int]  # line number -> its first point
    loops: dict[int, int]  # point of FOR -> point of its NEXT
    whiles: dict[int, int]
    data: list[tuple[str, bool, bool, int]]  # the text of each constant, whether it is quoted, and whole, its line
    restores: dict[int, int]  # line number -> index of its first constant, or later
    settling: frozenset[int]  # points whose straight code leads to DEFINT or OPTION BASE
    raising: frozenset[int]  # those of ERROR
    common: tuple[Name, ...]  # what COMMON names anywhere
    uncommon: int | None  # the line of the first COMMON that CHAIN cannot read
    size: int  # of the text in memory
    trapping: bool  # it sets traps for events

    @property
    def end(self) -> int:
        return len(self.lines)


def outline(flow: Flow, lines: Iterable[Line]) -> Outline:
    """That of a program, out of its tree."""
    from ..analysis.flow import core
    from ..syntax import nodes as n
    from .settling import settling

    def unread(statement: n.Statement) -> bool:
        return isinstance(statement, n.Common) and statement.broken

    common: list[Name] = []
    statements = [core(point.statement) for point in flow.points]
    for statement in statements:
        if isinstance(statement, n.Common):
            common += [(variable.name, variable.sigil, "") for variable in statement.variables]
            common += [(array.name, array.sigil, "()") for array in statement.arrays]
    return Outline(
        lines=[point.line for point in flow.points],
        following=[point.next for point in flow.points],
        starts=flow.starts,
        loops=flow.loops,
        whiles=flow.whiles,
        data=[(c.item.text, c.item.quoted, c.item.whole, c.line) for c in flow.data],
        restores=flow.restores,
        settling=settling(flow),
        raising=frozenset(point.index for point in flow.points if getattr(point.statement, "word", "") == "ERROR"),
        common=tuple(common),
        uncommon=next((point.line for point in flow.points if unread(core(point.statement))), None),
        size=sum(len(line.text) + 5 for line in lines),
        trapping=any(isinstance(statement, n.OnEvent) and statement.line.number for statement in statements),
    )


@record
class Function:
    """The Python function of a program, and the way back from its lines."""

    code: CodeType
    marks: list[int]  # Python line -> point
    begins: frozenset[int]  # Python lines at which a statement begins
    heads: frozenset[int]
    scalars: tuple[str, ...]  # variables that are its locals
    arrays: dict[str, int]  # with their numbers of subscripts
    known: tuple[str, ...]  # all scalars that it names
    words: tuple[tuple[str, str], ...]  # functions of the library: name in the code, module
    whole: tuple[str, ...]  # scalars that must hold whole numbers
    nests: dict[int, tuple[Kept, ...]]  # point -> the loops without entries around it, outermost first
    ahead: dict[int, int]  # Python line -> how many statements behind it have been counted already
    calls: dict[int, tuple[int, ...]]  # Python line -> GOSUBs in whose place its subroutine stands, outermost first
    clean: frozenset[int]  # loops without entries
    unstacked: frozenset[int]  # those that need none even where all subroutines are called: for native code
    counters: dict[int, str]  # point of FOR -> the variable it counts with
    definitions: Definitions
    looks: int  # where it looks for what is due
    opened: frozenset[int]  # points at which it was made to begin


class Made:
    """What has been made of a program for one situation."""

    def __init__(
        self, function: Function | None = None, plans: StepPlans | None = None, bounds: Bounds | None = None
    ) -> None:
        self.function = function
        self.plans = plans or StepPlans()  # what has been carried out by single steps
        self.bounds = bounds or {}  # of variables by their names in code, as far as it has been asked for them
        self.changed = False  # there is more than was kept

    def packed(self) -> bytes:
        assert self.function is not None
        return marshal.dumps((values(self.function), self.plans.packed(), self.bounds))


class Image:
    """A program, with what has been made of it for every situation that runs have come to."""

    def __init__(
        self,
        outline: Outline,
        warnings: tuple[str, ...] = (),
        settled: dict[tuple[int, str, int], tuple[str, int]] | None = None,
        kept: dict[Situation, bytes] | None = None,
    ) -> None:
        self.outline = outline
        self.warnings = warnings  # what its reader should know about the file
        self.settled = settled or {}  # point, default types and OPTION BASE -> what its straight code makes of these
        self._kept = kept or {}
        self._made: dict[Situation, Made] = {}  # as far as this run has asked for it
        self.changed = False

    def made(self, situation: Situation) -> Made:
        made = self._made.get(situation)
        if made is None:
            made = self._made[situation] = _unpacked(self._kept.get(situation))
        return made

    @property
    def grown(self) -> bool:
        """There is more than was kept."""
        return self.changed or any(made.changed or made.plans.changed for made in self._made.values())

    def packed(self) -> tuple[Any, ...]:
        kept = self._kept
        for situation, made in self._made.items():
            if made.function is not None and (situation in kept or len(kept) < SITUATIONS):
                kept[situation] = made.packed()
            made.changed = made.plans.changed = False
        self.changed = False
        return values(self.outline), self.warnings, self.settled, kept


def pack(image: Image) -> bytes:
    return marshal.dumps(image.packed())


def unpack(data: bytes) -> Image:
    """What `pack` has made; nothing else will do."""
    outline, *rest = marshal.loads(data)
    return Image(Outline(*outline), *rest)


def _unpacked(data: bytes | None) -> Made:
    if data is None:
        return Made()
    function, plans, bounds = marshal.loads(data)
    return Made(Function(*function), StepPlans(*plans), bounds)


@record
class Source:
    """A program to be taken: what gives its tree, when that is asked for, and what is known of it."""

    tree: Callable[[], Program]
    image: Image | None = None  # where it was run before
    name: str = ""  # by which the image is kept
    warnings: tuple[str, ...] = ()
    fault: Unreadable | None = None  # it ends before a line of its text that cannot be read
