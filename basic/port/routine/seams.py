"""How a piece of a function is left: for one place, or for two, of which it says which.

    break                            return                       it leaves for one place only
    if S<1 THEN GOTO 900: ...        if take_shot(s): break       it leaves for another, or goes on
    if S<1 THEN END                  if take_shot(s): return      the same, where the program ends
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import Again, Block, Code, Leave, Loop, Shape
from ...record import record
from ..lines.page import Run
from ..shape.shapes import Answered, Exits, Final, Part, Seq, Try, ends, everything, parts, within
from .outline import Outline

JUMPS = ("return", "break", "continue")
TOLD = ("return True", "return False", *JUMPS)  # the first of two ways is the one that is told by True
END = "end"  # of the program


@record
class Ways:
    """The ways out of a piece. `yes` and `no`: what leads on from there, "" where control gets by itself. `ended`:
    whether the program may end in it."""

    jumps: list[Leave | Again]
    stops: list[tuple[Seq, int]]  # where the program ends
    samples: dict[str, Leave | Again | Code | Final]  # of each action
    yes: str
    no: str
    ended: bool

    @property
    def two(self) -> bool:
        return self.yes != self.no


class Seams(Outline):
    """Finds the ways out of pieces, and puts in the place of a piece what is to stand there."""

    wrapped: list[tuple[Seq, Seq]]  # sequences in which shapes have been put together, and what they were

    def unwrap(self) -> None:
        """Bring the shapes back that have been put together in pieces."""
        for seq, before in reversed(self.wrapped):
            seq[:] = before
        self.wrapped.clear()

    def ways_out(self, run: Run, begin: int, end: int, tail: str) -> Ways | None:
        """The ways out of some shapes of a sequence; None if there are more than two. `tail`: the jump that is as good
        as coming to the end of the sequence."""
        shapes = run.seq[begin:end]
        jumps = [*self._jumps_out(shapes, False)]
        behind = falls(run.seq[end:], tail, self.actions)
        own = {shape.label for shape in everything(shapes) if isinstance(shape, Block | Loop)}
        leaving = [s for s in everything(shapes) if isinstance(s, Leave | Again) and s.label not in own]
        through = not Exits().closed(shapes) or any(all(jump is not other for other in jumps) for jump in leaving)
        samples: dict[str, Leave | Again | Code | Final] = {self.actions[id(jump)]: jump for jump in jumps}
        stops = [*self._stops(run.seq, begin, end)] if through or jumps or not ends(shapes) else []
        ends_with = {self._ended_by(seq[position]) for seq, position in stops}
        if None in ends_with or len(ends_with) > 1:
            return None
        if stops:
            seq, position = stops[0]
            samples[END] = seq[position]  # type: ignore[assignment]
        ways = {"" if action == behind else action for action in samples} | ({""} if through else set())
        if len(ways) > 2 and END in ways:  # that may be said where it is
            ways.discard(END)
            stops = []
        caught = len(ways) > 1 and any(isinstance(shape, Try) or _raises(shape) for shape in everything(shapes))
        if caught or len(ways) > 2 or not ways <= {"", END, *TOLD}:
            return None
        told = [*(way for way in (END, *TOLD) if way in ways), *([""] if "" in ways else [])]
        ended = END in samples and not stops
        return Ways(jumps, stops, samples, told[0] if told else "", told[-1] if told else "", ended)

    def _jumps_out(self, seq: Seq, looping: bool) -> Iterator[Leave | Again]:
        """The jumps that Python would have to write, from shapes to elsewhere."""
        for shape in seq:
            if isinstance(shape, Leave | Again):
                action = self.actions.get(id(shape))
                if action and (action not in ("break", "continue") or not looping):
                    yield shape
            elif id(shape) not in self.taken_out:
                for part in parts(shape):
                    own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
                    yield from self._jumps_out(part, looping or own)

    def _stops(self, seq: Seq, begin: int, end: int) -> Iterator[tuple[Seq, int]]:
        """Where the program ends among some shapes, or the routine with one of its parts."""
        for position in range(begin, end):
            shape = seq[position]
            if isinstance(shape, Final) or (isinstance(shape, Code) and shape.node.kind == "end"):
                yield seq, position
            elif id(shape) not in self.taken_out:
                for part in parts(shape):
                    yield from self._stops(part, 0, len(part))

    def _ended_by(self, shape: object) -> str | None:
        """What a routine ends with, "" if that is nothing, and None if a remark says something of it."""
        if isinstance(shape, Final):
            return shape.part.name
        return None if isinstance(shape, Code) and self.remarks_of.beside.get(shape.node.index) else ""

    def open_ways(self, ways: Ways, place: Place) -> dict[int, str]:
        """Let control come out of a piece at its end, whatever the way; gives what its jumps were before."""
        before = {id(jump): self.actions[id(jump)] for jump in ways.jumps}
        self.actions.update(dict.fromkeys(before, ""))
        for seq, position in ways.stops:
            self.wrapped.append((seq, [*seq]))
            seq[position] = stop = Leave((place[0], END, place[2]))
            self.actions[id(stop)] = ""
        return before

    def close_ways(self, before: dict[int, str], wrapped: int) -> None:
        """Put things back."""
        self.actions.update(before)
        while len(self.wrapped) > wrapped:
            seq, shapes = self.wrapped.pop()
            seq[:] = shapes

    def put_piece(self, run: Run, begin: int, end: int, ways: Ways, part: Part, before: dict[int, str]) -> None:
        """A call in the place of a piece, and where it leads to."""
        stops = [(id(seq[position]), END) for seq, position in ways.stops]
        for jump, action in [*before.items(), *stops]:
            told = " True" if action == ways.yes else " False"
            self.actions[jump] = f"return{told * ways.two}"
        if ways.two:
            self._fall_out(part.shape, "return False")
        arms = [self._onward(ways, way) for way in (ways.yes, ways.no)]
        part.asked = ways.two
        new: Seq = [Answered(part, *arms)] if ways.two else [part.shape, *arms[0]]  # type: ignore[list-item]
        if not ways.two:
            self.taken_out[id(part.shape)] = part
        if ways.two or len(new) != end - begin or new[0] is not run.seq[begin]:
            self.wrapped.append((run.seq, [*run.seq]))
            run.seq[begin:end] = new

    def _fall_out(self, shape: Shape, last: str) -> None:
        """A jump to the end of a piece that stands at its end need not be written."""
        at_ends = tails([shape], last, self.actions, {})
        for seq in within([shape]):
            jump = seq[-1] if seq else None
            if isinstance(jump, Leave | Again) and self.actions.get(id(jump)) == last == at_ends[id(seq)]:
                self.actions[id(jump)] = ""

    def _onward(self, ways: Ways, way: str) -> Seq:
        """What stands behind a piece for one of its ways."""
        sample = ways.samples.get(way)
        if sample is None or isinstance(sample, Code | Final):
            return [] if sample is None else [sample]  # type: ignore[list-item]
        copy = Leave(sample.label) if isinstance(sample, Leave) else Again(sample.label)
        self.actions[id(copy)] = way
        return [copy]


def _raises(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.kind == "fail"


def falls(rest: Seq, tail: str, actions: dict[int, str]) -> str:
    """The jump that is as good as going on with the rest of a sequence; "" if there is more in it."""
    for shape in rest:
        if not isinstance(shape, Leave | Again):
            return ""
        if action := actions.get(id(shape)):
            return action
    return tail


def tails(seq: Seq, tail: str, actions: dict[int, str], found: dict[int, str]) -> dict[int, str]:
    """For each sequence the jump that is as good as coming to its end."""
    found[id(seq)] = tail
    for position, shape in enumerate(seq):
        behind = falls(seq[position + 1 :], tail, actions)
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            tails(part, "continue" if own else behind, actions, found)
    return found
