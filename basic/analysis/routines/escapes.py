"""Errors in subroutines that lead to a line of the main program leave all calls at once, as Python's exceptions do.

    20 INPUT A: GOSUB 100: GOTO 20               with trap_900.resuming(20):
    100 B=1/A: PRINT B: RETURN                       show_b(a)
    900 PRINT "AGAIN": RESUME 20

So a subroutine need not tell its caller that it has ended so: nothing of the error is left in it, and the call in the
main program is a statement that may fail. This is so where subroutines come to that line by errors alone, under the
trap that holds where they are called, and where a call has one other end at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .routines import Key, Node, Outcome, Place, Routine, handler_of, loose

if TYPE_CHECKING:
    from .graph import Graph

ESCAPED = "sort escaped"  # part of the place where the main program goes on after an error in a call


def escapable(graph: Graph) -> set[Place]:
    """The lines of the main program to which errors may leave all calls."""
    goals = {place for place in graph.homes if place in graph.routines[graph.main].nodes}
    everywhere = [routine for routine in graph.routines.values() if not routine.handler]
    while wrong := {place for routine in everywhere for place in _kept(graph, routine, goals)}:
        goals -= wrong
    return goals


def let_escape(graph: Graph) -> bool:
    """Take such errors out of the subroutines; whether there are any."""
    goals = escapable(graph)
    called = [routine for key, routine in graph.routines.items() if key != graph.main and not routine.handler]
    if not any(outcome.leads_home(goals) for routine in called for outcome in routine.outcomes):
        return False
    for routine in called:
        for node in [*routine.nodes.values()]:
            if node.kind in ("call", "tail") and not node.sorts:
                _forget(node, goals)
            elif node.kind == "fail" and node.named and loose(node.follows[0]) in goals:
                node.named, node.call, node.guarded = [], None, False
                node.follows = node.follows[1:]
                node.escapes = node.tried  # its other errors lead on here
                graph.bare.add(routine.key)
            if node.tried and any(o.goal in goals for o in routine.nodes[node.follows[-1]].outcomes):
                _let_go(graph, routine, node, goals)
        reached = routine.reach(routine.entry)
        routine.nodes = {place: node for place, node in routine.nodes.items() if place in reached}
    main = graph.routines[graph.main]
    for node in [*main.nodes.values()]:
        if node.kind == "call" and not node.sorts and any(o.leads_home(goals) for o in node.outcomes):
            _may_fail(main, node, goals)
    for key, outcomes in graph.outcomes.items():
        if key in graph.routines and not graph.routines[key].handler:
            graph.outcomes[key] = [outcome for outcome in outcomes if not outcome.leads_home(goals)]
            graph.routines[key].outcomes = [o for o in graph.routines[key].outcomes if not o.leads_home(goals)]
    return True


def escaping(routine: Routine) -> Iterator[tuple[Key, Place]]:
    """The calls of the main program that errors leave, and where it goes on then."""
    for node in routine.nodes.values():
        if node.kind == "call" and node.tried and not node.sorts:
            assert node.call is not None
            yield node.call, node.follows[-1]


def _kept(graph: Graph, routine: Routine, goals: set[Place]) -> Iterator[Place]:
    """The goals that must stay what they are for this routine's sake."""
    own = routine.key == graph.main
    for place, node in routine.nodes.items():
        ends_so = node.kind == "return" and not place[1]  # and not as what it goes on with has ended
        if ends_so and loose(place) != node.outcomes[0].goal in goals:  # RETURN with that line
            yield node.outcomes[0].goal
        if node.kind == "call" and not own:  # an error that ends the routine as its RETURN does
            ways = zip(node.follows, node.outcomes, strict=True)
            yield from (o.goal for follows, o in ways if o.goal in goals and o.goal != loose(follows))
        found = goals.intersection(map(loose, node.follows)) if not own else set()
        if node.kind in ("call", "tail") and not node.sorts:
            found = {home for o in node.outcomes if (home := o.goal) in goals}
            if own and len({f for f, o in zip(node.follows, node.outcomes, strict=True) if o.goal not in found}) > 1:
                yield from found
        elif not (node.sorts or (node.kind == "fail" and node.named)):
            yield from found
        yield from (home for home in found if home[2][0] != place[2][0] or routine.key in graph.kept)


def _forget(node: Node, goals: set[Place]) -> None:
    """A call whose errors go on to its caller's caller."""
    if node.follows:  # what a routine ends with alike has none
        kept = [(f, o) for f, o in zip(node.follows, node.outcomes, strict=True) if not o.leads_home(goals)]
        node.follows, node.outcomes = [f for f, _ in kept], [o for _, o in kept]
    if node.kind == "tail" and node.outcomes == [Outcome("return", -1, loose(node.place)[2])]:
        node.follows = []


def _let_go(graph: Graph, routine: Routine, node: Node, goals: set[Place]) -> None:
    """A statement whose errors leave the routine, or some of them."""
    sort = routine.nodes[node.follows[-1]]
    if any(o.goal not in goals for o in sort.outcomes):
        ways = [(f, o) for f, o in zip(sort.follows, sort.outcomes, strict=True) if o.goal not in goals]
        sort.follows, sort.outcomes = [f for f, _ in ways], [o for _, o in ways]
        node.escapes = True
        return
    node.tried = False
    node.follows = node.follows[:-1]
    if node.call is not None:  # one that may also go on here
        node.guarded = True
        return
    graph.bare.add(routine.key)
    use = routine.nodes[node.follows[0]] if len(node.follows) == 1 else None
    if use is not None and use.valued and use.index == node.index:  # its condition need not be worked out beforehand
        node.kind, node.follows, node.chosen = use.kind, use.follows, use.chosen


def _may_fail(main: Routine, node: Node, goals: set[Place]) -> None:
    """A call in the main program that errors may leave."""
    homes = {o: f for f, o in zip(node.follows, node.outcomes, strict=True) if o.leads_home(goals)}
    _forget(node, goals)
    node.follows = node.follows[:1]
    place: Place = (node.index, ESCAPED + node.part, node.place[2])
    lines = [Outcome("line", o.target, o.trap) for o in homes]
    main.nodes[place] = Node(place, "call", node.point, [*homes.values()], handler_of(node.place[2]), lines)
    node.tried = True
    node.follows = [*node.follows, place]
