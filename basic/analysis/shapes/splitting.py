"""Loops that are entered in two places get one entry, where few statements lead from the other to it: these are copied.

    60 IF F<=0 THEN 200                          if f <= 0:
    70 INPUT B                                       print(t)
    120 V=V-B: IF V<0 THEN 300                       b = 0
    180 PRINT "OUT OF FUEL"                      else:
    200 PRINT T                                      b = ask_number()
    210 B=0: GOTO 120                            while True:
                                                     v -= b ...
"""

from __future__ import annotations

from ...record import replace
from ...syntax import nodes as n
from ..routines.routines import Node, Place, Routine
from .hopeless import is_hopeless
from .numbering import Numbered

MOST = 3  # statements that are copied
COPIED = "copied"  # in the name of a place
LOOPING = (n.For, n.Next, n.While, n.Wend, n.Dim)


def split_entries(routine: Routine) -> None:
    """Copy what leads from one entry of a loop to the other, unless that would not help."""
    if is_hopeless(routine):
        return
    graph = Numbered(routine)
    waiting = [[*range(len(graph.places))]]
    while waiting:
        for part in graph.parts(waiting.pop()):
            if len(part) == 1:
                continue
            entries = graph.entries(part)
            head = entries[0] if entries else min(graph.places[place] for place in part)
            for candidate in entries if len(entries) > 1 else ():
                chains = _chains(routine, entries, candidate)
                if chains:
                    for chain in chains:
                        _copy(graph, chain, candidate, {*graph.before[graph.number[chain[0].place]]} - {*part})
                    head = candidate
                    break
            first = graph.number[head]
            waiting.append([place for place in part if place != first])


def _chains(routine: Routine, entries: list[Place], head: Place) -> list[list[Node]]:
    """The statements that lead from each entry straight to one of them; none if they do not from all."""
    found: list[list[Node]] = []
    for entry in entries:
        if entry != head:
            chain = _chain(routine, entry, head)
            if not chain:
                return []
            found.append(chain)
    return found


def _chain(routine: Routine, entry: Place, head: Place) -> list[Node]:
    """The statements that lead from one entry straight to the other; none if there are too many, or a way parts."""
    found: list[Node] = []
    place = entry
    while place != head:
        node = routine.nodes[place]
        statement = node.point.statement if node.point is not None else None
        plain = node.kind in ("plain", "jump") and not (node.tried or node.guarded or node.valued or node.part)
        if not plain or len(node.follows) != 1 or isinstance(statement, LOOPING) or node in found:
            return []
        found.append(node)
        place = node.follows[0]
    return found if sum(node.kind == "plain" for node in found) <= MOST else []


def _copy(graph: Numbered, chain: list[Node], head: Place, sources: set[int]) -> None:
    """Ways from outside lead through statements of their own to the head."""
    following = head
    for node in reversed(chain):
        index, _, trap = node.place
        graph.add(replace(node, place=(index, COPIED, trap), follows=[following]))
        following = index, COPIED, trap
    entry, routine = chain[0].place, graph.routine
    for source in sources:
        graph.lead(source, {entry: following})
    routine.entry = following if routine.entry == entry else routine.entry
