"""Whether a program stays out of BASIC's own data segment: a port's variables and lines do not lie there.

    10 DEF SEG=&HB800: POKE 0,65        the screen's memory is the machine's, for ports too
    20 DEF SEG: PRINT PEEK(&H2E)        the line that is being carried out: a port has none

In BASIC's own segment, where a program begins, bytes of the work area may be looked at and changed as long as the
interpreter keeps nothing behind them. What nobody can tell beforehand (`DEF SEG=S`, BLOAD to where the file came from)
ends with error 73 if it comes there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.flow import Flow, core, itself
from ...analysis.routines.active import Refused
from ...machine.memory import DATA_SEGMENT, is_interpreters
from ...sizes import SEGMENT_SIZE
from ...syntax import nodes as n
from ...syntax.visit import walk
from .prepare import states

USERS = {"PEEK": 0, "POKE": 0, "BSAVE": 1, "BLOAD": 1}  # which argument is the place in the segment
ANY = -1  # a segment that is worked out while the program runs: as a rule one of the screen or the BIOS


def keep_out(flow: Flow) -> None:
    """Refuse a program that looks for its own lines, variables or files, or may overwrite them."""
    statements = [core(point.statement) for point in flow.points]
    if not any(True for statement in statements for _ in _places(statement)):
        return
    known = states(flow, DATA_SEGMENT, lambda statement, segment: {_after(statement, segment)})
    everywhere = {segment for index in known for segment in known[index]}
    for index in sorted(known):
        if index < flow.end:
            statement = statements[index]
            segments = everywhere if isinstance(statement, n.DefFn) else known[index]
            for word, place in _places(statement):
                if any(_within(segment, place) for segment in segments):
                    raise Refused(flow.points[index].line, f"{word} within BASIC's own memory")


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


def _places(statement: n.Statement) -> Iterator[tuple[str, n.Expression | None]]:
    """What a statement looks at or changes: the word, and the place in the segment if it is given."""
    for node in walk(itself(statement)):
        if isinstance(node, n.Function | n.Command):
            word = node.name if isinstance(node, n.Function) else node.word
            if word in USERS:
                yield word, dict(enumerate(node.arguments)).get(USERS[word])


def _within(segment: int, place: n.Expression | None) -> bool:
    """Whether a place may be one of those that the interpreter keeps something behind."""
    if place is None or segment == ANY:
        return False  # BLOAD goes where the file comes from: the machine will look at it
    offset = _word(place)
    first, last = (0, SEGMENT_SIZE - 1) if offset is None else (offset, offset)
    if segment == DATA_SEGMENT and first == last:
        return is_interpreters(first)
    distance = 16 * (segment - DATA_SEGMENT)
    return distance + last >= 0 and distance + first < SEGMENT_SIZE
