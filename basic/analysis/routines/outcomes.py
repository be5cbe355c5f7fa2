"""Ends of subroutines between which nobody tells a difference.

    200 IF A$="" THEN RETURN 20       line 20 is where the program goes on behind each of the calls, too
    210 PRINT A$: RETURN

One of them says what both say; a subroutine with one end has nothing to tell its callers.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from ...record import replace

if TYPE_CHECKING:
    from .graph import Graph
    from .routines import Key, Node, Outcome, Place, Routine


def unite(graph: Graph, apart: Container[Place] = ()) -> None:
    """Make one of all the ends of a routine behind which each of its callers goes on in the same place, but not of
    errors that lead to the places `apart`."""
    while any(_united(graph, key, others, apart) for key, others in callers(graph).items()):
        for routine in graph.routines.values():
            reached = routine.reach(routine.entry)
            routine.nodes = {place: node for place, node in routine.nodes.items() if place in reached}


def callers(graph: Graph) -> dict[Key, list[tuple[Routine, Node]]]:
    """The calls of each routine."""
    found: dict[Key, list[tuple[Routine, Node]]] = {key: [] for key in graph.routines}
    for routine in graph.routines.values():
        for node in routine.nodes.values():
            if node.call in found and node.kind in ("call", "tail"):
                found[node.call].append((routine, node))
    return found


def _united(graph: Graph, key: Key, calls: list[tuple[Routine, Node]], apart: Container[Place]) -> bool:
    routine = graph.routines[key]
    if len(routine.outcomes) < 2 or routine.handler or any(node.kind == "tail" for _, node in calls):
        return False
    leads: dict[Outcome, list[Place]] = {outcome: [] for outcome in routine.outcomes}
    for other, node in calls:
        for outcome, place in zip(node.outcomes, node.follows, strict=True):
            leads[outcome].append(_followed(other, place))
    groups: dict[tuple[Place, ...], list[Outcome]] = {}
    for outcome, places in leads.items():
        if len(places) == len(calls) and not outcome.leads_home(apart):
            groups.setdefault(tuple(places), []).append(outcome)
    instead = {
        outcome: min(group, key=lambda outcome: outcome.target >= 0)  # RETURN, if that is among them
        for group in groups.values() for outcome in group
    }  # fmt: skip
    if all(outcome == other for outcome, other in instead.items()):
        return False
    for other, node in calls:
        kept = [
            (outcome, place) for outcome, place in zip(node.outcomes, node.follows, strict=True)
            if instead.get(outcome, outcome) == outcome
        ]  # fmt: skip
        follows, outcomes = [place for _, place in kept], [outcome for outcome, _ in kept]
        other.nodes[node.place] = replace(node, follows=follows, outcomes=outcomes)
    routine.outcomes = [outcome for outcome in routine.outcomes if instead.get(outcome, outcome) == outcome]
    graph.outcomes[key] = list(routine.outcomes)
    _say(routine, instead, graph)
    return True


def _say(routine: Routine, instead: dict[Outcome, Outcome], graph: Graph) -> None:
    """Have a routine end with the outcomes that are left; errors in it lead straight to its RETURN."""
    ends: dict[Outcome, Node] = {}
    changed: dict[Place, Place] = {}
    for _, node in sorted(routine.nodes.items()):
        if node.kind == "return" and node.outcomes[0] == instead.get(node.outcomes[0], node.outcomes[0]):
            ends[node.outcomes[0]] = node
    for place, node in routine.nodes.items():
        ends_here = node.kind == "return" or (node.kind == "tail" and node.outcomes and not node.follows)
        if ends_here and (outcome := node.outcomes[0]) in instead and instead[outcome] != outcome:
            end = ends.get(instead[outcome]) if node.kind == "return" else None
            if end is not None and place in graph.homes and end.place[2][:2] == place[2][:2]:
                changed[place] = end.place
            else:
                routine.nodes[place] = replace(node, outcomes=[instead[outcome]])
    for place, node in routine.nodes.items():
        if not changed.keys().isdisjoint(node.follows):
            routine.nodes[place] = replace(node, follows=[changed.get(other, other) for other in node.follows])


def _followed(routine: Routine, place: Place) -> Place:
    """Where jumps lead from a place."""
    seen = {place}
    while (node := routine.nodes[place]).kind == "jump" and node.follows[0] not in seen:
        place = node.follows[0]
        seen.add(place)
    return place
