"""Where errors in subroutines lead back to the main program, never to return: the calls are given up.

    20 INPUT A$: GOSUB 100: GOTO 20
    900 PRINT "AGAIN": RESUME 20

Taken as it stands, most of the main program would be in every subroutine, once for every way that loops can be left by
an error. So what lines that RESUME names look like such homes is found out beforehand, from the text; the routines are
built without what is behind these; and then it is asked whether that was right (`mistaken`). Others show themselves in
what has been built (`found`).

A subroutine may also go there by GOTO and never see its RETURN again, `IF A$="QUIT" THEN 20` (`left`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ...syntax import nodes as n
from .. import solver
from ..flow import Flow, calls, core, ends, ways
from .kept import KEPT
from .routines import loose

if TYPE_CHECKING:
    from .graph import Graph
    from .routines import Node, Place, Routine

STACK_ERRORS = (1, 3, 30)  # NEXT, RETURN or WEND without its beginning
MUCH = 4  # statements that are too many to have them twice

Ways = Callable[[Flow, int], list[int]]  # on from a point


def expected(flow: Flow) -> set[Place]:
    """The lines that are named by RESUME, and from which nothing comes to a RETURN: those of the main program, if it is
    only errors that lead there, or a GOSUB with which the program ends."""
    statements = [core(point.statement) for point in flow.points]
    starts = handlers(flow)
    if not starts:
        return set()
    begun = {target for point in flow.points for target in calls(flow, point)}
    named: dict[int, set[int]] = {}  # by which handlers lines are
    for handler in starts:
        for index in reached(flow, [handler]):
            statement = statements[index]
            target = flow.target(statement.line) if isinstance(statement, n.Resume) and statement.line else None
            if target is not None:
                named.setdefault(target, set()).add(handler)
    back = coming_back(flow, reached(flow, [*begun, *named]))
    targets = {target for target in named if target not in back}
    if targets & begun and _returns_by_error(flow, starts, named.keys()):
        targets -= begun
    return {
        (target, "", (handler, False, 0))
        for target in targets
        if target not in begun or _ends_program(flow, target)
        for handler in named[target]
    }  # fmt: skip


def handlers(flow: Flow) -> set[int]:
    """Where the lines begin that ON ERROR names."""
    statements = (core(point.statement) for point in flow.points)
    lines = {statement.line.number for statement in statements if isinstance(statement, n.OnError)}
    return {start for line in lines if (start := flow.starts.get(line)) is not None}


def spread(graph: Graph) -> bool:
    """Whether errors in several subroutines lead into the midst of one, from where much is done before its RETURN:
    that would be in each of them."""
    flow = graph.flow
    named = {
        target for point in flow.points
        if isinstance(statement := core(point.statement), n.Resume) and statement.line
        and (target := flow.target(statement.line)) is not None
    }  # fmt: skip
    for index in named - {place[0] for place in graph.homes}:
        users = {r.key[0] for r in _subroutines(graph) if any(place[:2] == (index, "") for place in r.nodes)}
        by_error = [begin for begin in users if index not in reached(flow, [begin])]
        much = sum(not isinstance(flow.points[i].statement, n.Remark) for i in reached(flow, [index])) > MUCH
        if len(users) > 1 and by_error and much:
            return True
    return False


def _returns_by_error(flow: Flow, starts: Iterable[int], named: Collection[int]) -> bool:
    """Whether an error may lead to a RETURN: in a handler, behind a RESUME, or behind what RESUME NEXT passes over."""
    resumed = coming_back(flow, reached(flow, named, _ways_on), _ways_on)
    return not (coming_back(flow, reached(flow, starts)).isdisjoint(starts) and resumed.isdisjoint(named))


def reached(flow: Flow, starts: Iterable[int], ways: Ways | None = None) -> set[int]:
    """The points that are reached without errors and RETURN."""

    def inside(points: Iterable[int]) -> Iterator[int]:
        return (index for index in points if 0 <= index < flow.end)

    return solver.reached(inside(starts), lambda index: inside((ways or _ways)(flow, index)))


def _ends_program(flow: Flow, target: int) -> bool:
    """Whether the program never comes to a GOSUB of a line again behind it, nor to the end of a loop around that."""
    found: set[int] = set()
    waiting = {target}
    while waiting:
        found |= reached(flow, waiting)
        waiting = {called for index in found for called in calls(flow, flow.points[index])} - found
        if any(target in calls(flow, flow.points[index]) for index in found):
            return False
    return all({flow.ends.get(index, target), flow.wends.get(index, target)} <= found for index in found)


def coming_back(flow: Flow, points: set[int], ways: Ways | None = None) -> set[int]:
    """Those points from which a RETURN is reached."""
    before: dict[int, list[int]] = {}
    for index in points:
        for following in (ways or _ways)(flow, index):
            before.setdefault(following, []).append(index)
    waiting = [index for index in points if isinstance(core(flow.points[index].statement), n.Return)]
    found = set(waiting)
    while waiting:
        more = [index for index in before.get(waiting.pop(), ()) if index not in found]
        found.update(more)
        waiting += more
    return found


def _ways(flow: Flow, index: int) -> list[int]:
    point = flow.points[index]
    statement = core(point.statement)
    if isinstance(statement, n.OnError):
        return [point.next]
    return [] if isinstance(statement, n.Return | n.Resume) or ends(statement) else ways(flow, point)


def _ways_on(flow: Flow, index: int) -> list[int]:
    """The same, and on behind what can only fail: a WEND or RESUME by itself, a GOTO to a line that is not there."""
    found = _ways(flow, index)
    fails = not found and isinstance(core(flow.points[index].statement), n.Resume | n.Wend | n.Goto)
    return [flow.points[index].next] if fails else found


def mistaken(graph: Graph) -> set[Place]:
    """Those of the homes that were taken for some and are none, now that all is built."""
    users = {place: [r for r in _subroutines(graph) if place in r.nodes] for place in graph.homes}
    used = {place for place in graph.homes if users[place]}
    if not used:
        return set()
    wrong: set[Place] = set()
    behind = graph.behind(used)
    if behind is None:
        return used
    for place in used:
        reach = behind.reach(*(other for other in behind.nodes if loose(other) == loose(place)))
        begun = {other[0] for other in reach}
        left = {
            begin
            for routine in users[place]
            for other, stacks in graph.stacks[routine.key].items()
            if loose(other) == loose(place)
            for stack in stacks
            for begin in stack
        }
        if _comes_back(behind.nodes[other] for other in reach) or left & begun:
            wrong.add(place)
    return wrong


def found(graph: Graph) -> set[Place]:
    """Places in subroutines that are homes: the main program has them, too, and here only errors lead to them."""
    homes: set[Place] = set()
    main = graph.routines[graph.main]
    for handler in [routine for routine in graph.routines.values() if routine.handler]:
        for outcome in handler.outcomes:
            place = outcome.goal
            if outcome.kind != "line" or place not in main.nodes or place in graph.homes:
                continue
            users = [routine for routine in _subroutines(graph) if place in routine.nodes]
            if users and not any(
                place in _undisturbed(graph, routine)
                or _comes_back(routine.nodes[other] for other in routine.reach(place))
                for routine in users
            ):
                homes.add(place)
    return homes


def left(graph: Graph) -> set[Place]:
    """Where subroutines go on in the main program without an error and never return."""
    places: set[Place] = set()
    main = {loose(place): node for place, node in graph.routines[graph.main].nodes.items()}
    for routine in _subroutines(graph):
        if routine.key[1][1]:  # of a handler
            continue
        before = routine.predecessors()
        at_home = graph.homes & _undisturbed(graph, routine)
        places |= at_home - {routine.entry}
        own = {
            place
            for place, node in routine.nodes.items()
            if place not in at_home
            and (place == routine.entry or _comes_back([node]) or not _alike(node, main.get(loose(place))))
        }
        waiting = list(own)
        while waiting:
            for place in before[waiting.pop()]:
                if place not in own:
                    own.add(place)
                    waiting.append(place)
        for place in routine.nodes.keys() - own:
            if not place[1] and not own.isdisjoint(before[place]) and _is_much(graph, routine, place):
                places.add(loose(place))
    return places


def _alike(node: Node, other: Node | None) -> bool:
    """Whether the same is done at a place of two routines."""
    return other is not None and (node.kind, node.error, node.call, len(node.follows)) == (
        other.kind, other.error, other.call, len(other.follows),
    )  # fmt: skip


def _is_much(graph: Graph, routine: Routine, place: Place) -> bool:
    nodes = [routine.nodes[other] for other in routine.reach(place)]
    return any(node.call for node in nodes) or sum(node.kind != "jump" for node in nodes) > MUCH


def _subroutines(graph: Graph) -> list[Routine]:
    return [routine for key, routine in graph.routines.items() if key != graph.main and not routine.handler]


def _undisturbed(graph: Graph, routine: Routine) -> set[Place]:
    """The places that a routine comes to without an error of its own or of what it calls."""
    places = {routine.entry}
    waiting = [routine.entry]
    while waiting:
        node = routine.nodes[waiting.pop()]
        for position, place in enumerate([] if node.kind == "fail" else node.follows):
            at_home = node.kind == "call" and node.outcomes[position].leads_home(graph.homes)
            if place not in places and not at_home and not routine.nodes[place].sorts:
                places.add(place)
                waiting.append(place)
    return places


def _comes_back(nodes: Iterable[Node]) -> bool:
    """Whether a routine's caller or its loops are still of use somewhere."""
    return any(
        node.kind in ("resume", "tail", KEPT)
        or node.error in STACK_ERRORS
        or (node.kind == "return" and node.outcomes[0].kind != "main")
        for node in nodes
    )
