"""What a run needs of a program, as plain data: its outline and its code, without the tree they were made from.

    image = interpreter.image()        # a program made ready
    pack(image)                        # bytes that `unpack` makes the same of, in another process

So a program that was run before starts without being read, analysed and compiled again (`basic/cache.py`), and what
does need the tree (LIST, single steps, native code, lines typed at the prompt) has it made when it asks.
"""

from __future__ import annotations

import marshal

from ..record import fields, record, values
from .acts import Acts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

    from ..analysis.flow import Flow

# A loop without a stack entry, and where it keeps what the entry would hold: its FOR or WHILE, the counter's name, and
# limit and step, which are names of locals or constants.
Kept = tuple[int, str, str, str]

# The functions of DEF FN by the names they have in code: what each statement says, and the code of its lambda.
Definitions = dict[str, "tuple[tuple[str, CodeType], ...]"]


@record
class Outline:
    """The lines and points of a program (`analysis/flow.py`), and its DATA."""

    lines: list[int]  # the line of each point
    following: list[int]  # the point behind it
    starts: dict[int, int]  # line number -> its first point
    loops: dict[int, int]  # point of FOR -> point of its NEXT
    whiles: dict[int, int]
    data: list[tuple[str, bool, int]]  # the text of each constant, whether it is quoted, its line
    restores: dict[int, int]  # line number -> index of its first constant, or later
    settling: frozenset[int]  # points whose straight code leads to DEFINT or OPTION BASE
    raising: frozenset[int]  # those of ERROR
    size: int  # of the text in memory

    @property
    def end(self) -> int:
        return len(self.lines)


def outline(flow: Flow, settling: frozenset[int], size: int) -> Outline:
    return Outline(
        lines=[point.line for point in flow.points],
        following=[point.next for point in flow.points],
        starts=flow.starts,
        loops=flow.loops,
        whiles=flow.whiles,
        data=[(constant.item.text, constant.item.quoted, constant.line) for constant in flow.data],
        restores=flow.restores,
        settling=settling,
        raising=frozenset(point.index for point in flow.points if getattr(point.statement, "word", "") == "ERROR"),
        size=size,
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
    words: tuple[tuple[str, str, str], ...]  # functions of the library: name in the code, module, word
    whole: tuple[str, ...]  # scalars that must hold whole numbers
    nests: dict[int, tuple[Kept, ...]]  # point -> the loops without entries around it, outermost first
    calls: dict[int, tuple[int, ...]]  # Python line -> GOSUBs in whose place its subroutine stands, outermost first
    clean: frozenset[int]  # loops without entries
    unstacked: frozenset[int]  # those that need none even where all subroutines are called: for native code
    counters: dict[int, str]  # point of FOR -> the variable it counts with
    definitions: Definitions


@record
class Image:
    """A program and its code for the default types that it begins with."""

    outline: Outline
    sigils: str  # these default types
    base: int
    function: Function
    warnings: tuple[str, ...]  # what its reader should know about the file
    acts: Acts  # what has been carried out by single steps


def pack(image: Image) -> bytes:
    rest = image.sigils, image.base, image.warnings, image.acts.packed()
    return marshal.dumps((*values(image.outline), *values(image.function), *rest))


def unpack(data: bytes) -> Image:
    """What `pack` has made; nothing else will do."""
    found = iter(marshal.loads(data))
    outline = Outline(*(next(found) for _ in fields(Outline)))
    function = Function(*(next(found) for _ in fields(Function)))
    sigils, base, warnings, acts = found
    return Image(outline, sigils, base, function, warnings, Acts(*acts))
