"""How a part of a function is left: for one place, or for two, of which it says which.

    break                            return                       it leaves for one place only
    if S<1 THEN GOTO 900: ...        if take_shot(s): break       it leaves for another, or goes on
    if S<1 THEN END                  if take_shot(s): return      the same, where the program ends
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.routines.routines import NO_TRAP
from ...analysis.shapes.structure import Again, Block, Code, Leave, Loop
from ...record import record
from ..shape.shapes import Answered, Called, Exits, Final, Part, Seq, ends, everything, parts, within

TOLD = ("return True", "return False", "return", "break", "continue")  # the first of two ways is told by True
END = "end"  # of the program


@record
class Ways:
    """The ways out of some shapes. `yes` and `no`: what leads on from there, "" where control gets by itself. `final`:
    the routine ends with them in any case."""

    jumps: list[Leave | Again]
    stops: list[tuple[Seq, int]]  # where the program ends
    samples: dict[str, Leave | Again | Code | Final]  # of each action
    yes: str
    no: str
    final: bool

    @property
    def two(self) -> bool:
        return self.yes != self.no


def ways_out(seq: Seq, begin: int, end: int, tail: str, actions: dict[int, str]) -> Ways | None:
    """The ways out of some shapes of a sequence; None if there are more than two. `tail`: the jump that is as good as
    coming to the end of the sequence."""
    shapes = seq[begin:end]
    jumps = [*jumps_out(shapes, actions, False)]
    behind = _falls(seq[end:], tail, actions)
    own = {shape.label for shape in everything(shapes) if isinstance(shape, Block | Loop)}
    leaving = [s for s in everything(shapes) if isinstance(s, Leave | Again) and s.label not in own]
    through = not Exits().closed(shapes) or any(all(jump is not other for other in jumps) for jump in leaving)
    samples: dict[str, Leave | Again | Code | Final] = {actions[id(jump)]: jump for jump in jumps}
    stops = [*_stops(seq, begin, end)] if through or jumps or not ends(shapes) else []
    if len({_ended_by(seq[position]) for seq, position in stops}) > 1:
        return None
    if stops:
        inner, position = stops[0]
        samples[END] = inner[position]  # type: ignore[assignment]
    ways = {"" if action == behind else action for action in samples} | ({""} if through else set())
    if len(ways) > 2 and END in ways:  # that may be said where it is
        ways.discard(END)
        stops = []
    caught = len(ways) > 1 and any(_fails(shape) for shape in everything(shapes))
    if caught or len(ways) > 2 or not ways <= {"", END, *TOLD}:
        return None
    told = [way for way in (END, *TOLD, "") if way in ways]
    return Ways(jumps, stops, samples, told[0] if told else "", told[-1] if told else "", not ways)


def jumps_out(seq: Seq, actions: dict[int, str], looping: bool) -> Iterator[Leave | Again]:
    """The jumps that Python would have to write, from shapes to elsewhere."""
    for shape in seq:
        if isinstance(shape, Leave | Again):
            action = actions.get(id(shape))
            if action and (action not in ("break", "continue") or not looping):
                yield shape
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            yield from jumps_out(part, actions, looping or own)


def _stops(seq: Seq, begin: int, end: int) -> Iterator[tuple[Seq, int]]:
    """Where the program ends among some shapes, or the routine with one of its parts."""
    for position in range(begin, end):
        shape = seq[position]
        lone = isinstance(shape, Final) and not shape.part.given
        if lone or (isinstance(shape, Code) and shape.node.kind == "end"):
            yield seq, position
        for part in parts(shape):
            yield from _stops(part, 0, len(part))


def _ended_by(shape: object) -> str:
    """The function that a routine ends with, "" if there is none."""
    return shape.part.name if isinstance(shape, Final) else ""


def _fails(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.kind == "fail"


def put_call(seq: Seq, begin: int, end: int, ways: Ways, part: Part, actions: dict[int, str]) -> None:
    """A call in the place of some shapes, and where it leads to."""
    stops: list[tuple[Leave | Again, str]] = []
    for inner, position in ways.stops:
        inner[position] = stop = Leave((-1, END, NO_TRAP))
        stops.append((stop, END))
    for jump, action in [*((jump, actions[id(jump)]) for jump in ways.jumps), *stops]:
        told = " True" if action == ways.yes else " False"
        actions[id(jump)] = f"return{told * ways.two}"
    _fall_out(part, actions, "return False" if ways.two else "return")
    arms = [_onward(ways, way, actions) for way in (ways.yes, ways.no)]
    part.asked = ways.two
    seq[begin:end] = [Answered(part, *arms)] if ways.two else [Called(part), *arms[0]]  # type: ignore[list-item]


def _fall_out(part: Part, actions: dict[int, str], last: str) -> None:
    """A jump to the end of a part that stands at its end need not be written."""
    at_ends = tails([part.shape], last, actions)
    for seq in within([part.shape]):
        jump = seq[-1] if seq else None
        if isinstance(jump, Leave | Again) and actions.get(id(jump)) == last == at_ends[id(seq)]:
            actions[id(jump)] = ""


def _onward(ways: Ways, way: str, actions: dict[int, str]) -> Seq:
    """What stands behind a part for one of its ways."""
    sample = ways.samples.get(way)
    if not isinstance(sample, Leave | Again):
        return [] if sample is None else [sample]  # type: ignore[list-item]
    copy = Leave(sample.label) if isinstance(sample, Leave) else Again(sample.label)
    actions[id(copy)] = way
    return [copy]


def _falls(rest: Seq, tail: str, actions: dict[int, str]) -> str:
    """The jump that is as good as going on with the rest of a sequence; "" if there is more in it."""
    for shape in rest:
        if not isinstance(shape, Leave | Again):
            return ""
        if action := actions.get(id(shape)):
            return action
    return tail


def tails(seq: Seq, tail: str, actions: dict[int, str]) -> dict[int, str]:
    """For each sequence the jump that is as good as coming to its end."""
    found = {id(seq): tail}
    for position, shape in enumerate(seq):
        behind = _falls(seq[position + 1 :], tail, actions)
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            found |= tails(part, "continue" if own else behind, actions)
    return found
