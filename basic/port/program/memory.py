"""Whether a program stays away from what BASIC's own data segment has of it: a port's lines do not lie there.

    10 DEF SEG=&HB800: POKE 0,65        the screen's memory is the machine's, for ports too
    20 DEF SEG: POKE 16553,255          a habit from another machine: nothing is there
    30 PRINT PEEK(&H2E)                 the line that is being carried out: a port has none

Variables have no place in the segment as long as no VARPTR asks for it, and no port has VARPTR. So the bytes of the
program and a few words of the work area are all that the interpreter keeps something behind. Who looks for them is
refused; what nobody can tell beforehand (`DEF SEG=S`, BLOAD to where the file came from) ends with error 73 if it comes
there, as POKE into the program does in the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...analysis.flow import Flow, core, itself
from ...analysis.routines.active import Refused
from ...analysis.variables.types import Ranges
from ...editing.tokenised import to_tokens
from ...machine.memory import DATA_SEGMENT, KEPT
from ...sizes import FIRST_LINE, SEGMENT_SIZE
from ...syntax import nodes as n
from ...syntax.visit import walk
from .prepare import states

SINGLE = ("PEEK", "POKE")  # bytes; the others are taken to look at the whole segment
USERS = (*SINGLE, "BSAVE", "BLOAD")
READERS = ("PEEK", "BSAVE")
ANY = -1  # a segment that is worked out while the program runs: as a rule one of the screen or the BIOS
SMALLEST = -SEGMENT_SIZE // 2  # an address, which means one further up

Extent = tuple[int, int]  # the first and the last offset that a place may be
EVERYTHING: Extent = (0, SEGMENT_SIZE - 1)


def asks(flow: Flow) -> bool:
    """Whether a program looks at memory or changes it."""
    return any(True for point in flow.points for _ in _places(core(point.statement)))


def kept_out(flow: Flow, program: n.Program, ranges_at: Callable[[int], Iterator[Ranges]]) -> int:
    """How many bytes the lines of a program are, if it may come to them, else 0. One that looks for them is refused.

    `program`: its lines as they lie there; `ranges_at`: what is known of the numbers at a point, on each way to it.
    """
    size = len(to_tokens(program.lines)) - 2  # of a file: its mark, and the end
    lines = FIRST_LINE, FIRST_LINE + size - 1
    own = [lines, *((word, word) for word in KEPT)]
    known = states(flow, DATA_SEGMENT, lambda statement, segment: {_after(statement, segment)})
    everywhere = {segment for index in known for segment in known[index]}
    comes_there = False
    for index in sorted(known):
        if index < flow.end:
            statement = core(flow.points[index].statement)
            defined = isinstance(statement, n.DefFn)  # is worked out anywhere, with any arguments
            segments = everywhere if defined else known[index]
            for word, arguments in _places(statement):
                known_at = [None] if defined or word not in SINGLE else ranges_at(index)
                extents = [_address(next(iter(arguments), None), ranges) for ranges in known_at]
                if word in READERS and any(_touches(each, extents, own) for each in segments - {ANY}):
                    raise Refused(flow.points[index].line, f"{word} within BASIC's own memory")
                loaded = word == "BLOAD" and len(arguments) < 2  # goes to where it comes from
                untold = loaded or ANY in segments
                comes_there = comes_there or untold or any(_touches(each, extents, [lines]) for each in segments)
    return size if comes_there else 0


def _after(statement: n.Statement, segment: int) -> int:
    """The segment of DEF SEG behind a statement."""
    if not isinstance(statement, n.DefSeg):
        return segment
    if statement.segment is None:
        return DATA_SEGMENT
    word = _word(statement.segment)
    return word if word is not None else DATA_SEGMENT if isinstance(statement.segment, n.Number) else ANY


def _word(node: n.Expression) -> int | None:
    """A constant as the 16 bits of an address."""
    if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
        return int(node.value) % SEGMENT_SIZE
    return None


def _places(statement: n.Statement) -> Iterator[tuple[str, tuple[n.Expression | None, ...]]]:
    """What a statement looks at or changes: the word, and what stands behind it."""
    for node in walk(itself(statement)):
        if isinstance(node, n.Function | n.Command):
            word = node.name if isinstance(node, n.Function) else node.word
            if word in USERS:
                yield word, tuple(node.arguments)


def _address(node: n.Expression | None, ranges: Ranges | None) -> Extent:
    """Between which 16-bit numbers one is; those below 0 are addresses further up."""
    word = None if node is None else _word(node)
    if word is not None:
        return word, word
    found = None if node is None or ranges is None else ranges.expression(node)
    if found is not None and found.low is not None and found.high is not None:
        fraction = not found.whole  # is rounded
        low, high = max(SMALLEST, found.low - fraction), min(SEGMENT_SIZE - 1, found.high + fraction)
        if low >= 0 or high < 0:
            return low % SEGMENT_SIZE, high % SEGMENT_SIZE
    return EVERYTHING


def _touches(segment: int, extents: list[Extent], own: list[Extent]) -> bool:
    """Whether places may be some of those that the interpreter keeps something behind."""
    distance = 16 * (segment - DATA_SEGMENT)
    return any(
        distance + first <= end and distance + last >= begin for first, last in extents for begin, end in own
    )
