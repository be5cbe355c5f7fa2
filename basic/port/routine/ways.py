"""How a part of a function is left: for one place, or for two, of which it says which.

    break                            return                       it leaves for one place only
    if S<1 THEN GOTO 900: ...        if take_shot(s): break       it leaves for another, or goes on
    if S<1 THEN END                  if take_shot(s): return      the same, where the program ends
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.shapes.structure import Again, Block, Code, Leave, Loop
from ...record import record, replace
from ..shape.shapes import Action, Called, Exits, Part, Seq, Try, everything, jump_of, parts, within
from ..shape.ways import ENDING

TOLD = (  # the first of two ways is told by True
    Action.EXIT, Action.YES, Action.NO, Action.RETURN, Action.BREAK, Action.CONTINUE, Action.NONE,
)  # fmt: skip


@record
class Ways:
    """The ways out of some shapes. `stops`: where the program is ended at once; `yes` and `no`: what leads on from
    there."""

    jumps: list[Leave | Again]
    stops: list[Leave | Again]
    samples: dict[Action, Leave | Again]  # of each action
    yes: Action
    no: Action

    @property
    def two(self) -> bool:
        return self.yes != self.no


def ways_out(
    seq: Seq, begin: int, end: int, tail: Action, actions: dict[int, Action], exiting: bool
) -> Ways | None:
    """The ways out of some shapes of a sequence; None if there are more than two. `tail`: the jump that is as good as
    coming to the end of the sequence; `exiting`: the program may be ended there, too."""
    shapes = seq[begin:end]
    jumps = [*jumps_out(shapes, actions, False)]
    behind = _falls(seq[end:], tail, actions)
    own = {shape.label for shape in everything(shapes) if isinstance(shape, Block | Loop)}
    leaving = [s for s in everything(shapes) if isinstance(s, Leave | Again) and s.label not in own]
    through = not Exits().ends(shapes) or any(all(jump is not other for other in jumps) for jump in leaving)
    samples = {actions[id(jump)]: jump for jump in jumps}
    ways = {Action.NONE if action is behind else action for action in samples} | ({Action.NONE} if through else set())
    stops = [jump for jump in jumps if jump_of(jump) == ENDING] if exiting and len(ways) > 2 else []
    ways -= {actions[id(jump)] for jump in stops}
    caught = len(ways) > 1 and any(isinstance(shape, Try) or _fails(shape) for shape in everything(shapes))
    if caught or len(ways) > 2:
        return None
    told = [way for way in TOLD if way in ways] or [Action.NONE]
    return Ways([jump for jump in jumps if all(jump is not stop for stop in stops)], stops, samples, told[0], told[-1])


def jumps_out(seq: Seq, actions: dict[int, Action], looping: bool) -> Iterator[Leave | Again]:
    """The jumps that Python would have to write, from shapes to elsewhere."""
    for shape in seq:
        if isinstance(shape, Leave | Again):
            action = actions.get(id(shape))
            if action and (action not in (Action.BREAK, Action.CONTINUE) or not looping):
                yield shape
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            yield from jumps_out(part, actions, looping or own)


def _fails(shape: object) -> bool:
    return isinstance(shape, Code) and shape.node.kind == "fail"


def put_call(seq: Seq, begin: int, end: int, ways: Ways, part: Part, actions: dict[int, Action]) -> None:
    """A call in the place of some shapes, and where it leads to."""
    actions.update((id(stop), Action.EXIT) for stop in ways.stops)
    answers = {ways.no: Action.NO, ways.yes: Action.YES} if ways.two else {}
    for jump in ways.jumps:
        actions[id(jump)] = answers.get(actions[id(jump)], Action.NO if ways.two else Action.RETURN)
    _fall_out(part, actions, Action.NO if ways.two else Action.RETURN)
    arms = [_onward(ways, way, actions) for way in (ways.yes, ways.no)]
    seq[begin:end] = [Called(part, *arms)] if ways.two else [Called(part, [], []), *arms[0]]  # type: ignore[list-item]


def _fall_out(part: Part, actions: dict[int, Action], last: Action) -> None:
    """A jump to the end of a part that stands at its end need not be written."""
    at_ends = tails([part.shape], last, actions)
    for seq in within([part.shape]):
        jump = seq[-1] if seq else None
        if isinstance(jump, Leave | Again) and actions.get(id(jump)) == last == at_ends[id(seq)]:
            actions[id(jump)] = Action.NONE


def _onward(ways: Ways, way: Action, actions: dict[int, Action]) -> Seq:
    """What stands behind a part for one of its ways."""
    if (sample := ways.samples.get(way)) is None:
        return []
    copy = replace(sample)
    actions[id(copy)] = way
    return [copy]


def _falls(rest: Seq, tail: Action, actions: dict[int, Action]) -> Action:
    """The jump that is as good as going on with the rest of a sequence; none if there is more in it."""
    for shape in rest:
        if not isinstance(shape, Leave | Again):
            return Action.NONE
        if action := actions.get(id(shape)):
            return action
    return tail


def tails(seq: Seq, tail: Action, actions: dict[int, Action]) -> dict[int, Action]:
    """For each sequence the jump that is as good as coming to its end."""
    found = {id(seq): tail}
    for position, shape in enumerate(seq):
        behind = _falls(seq[position + 1 :], tail, actions)
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            found |= tails(part, Action.CONTINUE if own else behind, actions)
    return found
