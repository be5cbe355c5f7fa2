"""Sections of a long routine, which are routines of their own though no GOSUB calls them.

    490 INPUT "COMMAND";A$                  while True:
    500 IF A$="NAV" THEN 600                    a = gw.input_text("COMMAND")
    ...                                         if a == "NAV":
    590 REM COURSE CONTROL                          match course_control():
    600 INPUT "COURSE";C: IF C=0 THEN 490               case "again": continue
    ...                                                 case "new sector": break
    790 IF T>T9 THEN 2200 ELSE 290

A section is what control comes to through one place only, by a jump: an item of a menu, or what a loop begins with. It
must have a name. It may lead to a few places if it need not give back variables as well; the call of it ends in as many
ways, as that of a subroutine that is left by GOTO. So what a person would write as functions is not tangled up with
what stands around it before anybody looks at loops and jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from ...record import record, replace
from ...syntax import nodes as n
from ..dominators import dominators
from ..routines.routines import Key, Node, Outcome, Place, Routine, order

if TYPE_CHECKING:
    from ..routines.graph import Graph

LONG = 60  # statements of a routine that has sections
FEWEST = 6  # of a section, and for each place that it leads to: to tell these apart behind the call takes lines, too
Gives = Callable[[Routine, Collection[Place], list[Place]], bool]  # of places in a routine, and where they lead
ORDINARY = frozenset(("plain", "jump", "if", "test", "switch", "call", "end", "fail"))


@record
class Section:
    """The places that control comes to through `entry`, and where they lead."""

    entry: Place
    inside: set[Place]
    exits: list[Place]


def take_out(graph: Graph, named: Callable[[int], str], gives: Gives) -> None:
    """Make routines of the sections of all long routines, and of theirs. `named`: what is known of a point that a
    section can be called after; `gives`: whether variables would have to be given back with the word where it leads,
    which nobody would write."""
    if graph.dispatcher is not None:
        return  # there a routine is more than its places
    waiting = [key for key, routine in graph.routines.items() if not routine.handler and not key[1][1]]
    while waiting:
        routine = graph.routines[waiting.pop()]
        while sections := [*_found(graph, routine, named, gives)]:
            waiting += [_made(graph, routine, section) for section in sections]


def _works(node: Node) -> bool:
    return node.kind != "jump" and node.point is not None and not isinstance(node.point.statement, n.Remark)


def _found(graph: Graph, routine: Routine, named: Callable[[int], str], gives: Gives) -> Iterator[Section]:
    """Sections that have nothing in common: the largest that is not too long itself first, else the smallest."""
    whole = sum(map(_works, routine.nodes.values()))
    if whole <= LONG:
        return
    before = routine.predecessors()
    below = _dominated(routine)
    sizes = {place: int(_works(node)) for place, node in routine.nodes.items()}
    sized: list[tuple[int, Place]] = []
    for place in reversed(below):  # the places below one come before it
        sizes[place] += sum(sizes[other] for other in below[place])
    for place in below:
        jumped = any(graph.flow.points[other[0]].next != place[0] for other in before[place])
        if jumped and FEWEST <= sizes[place] <= whole * 3 // 4 and _may_begin(graph, routine, place):
            sized.append((sizes[place], place))
    found: set[Place] = set()
    for size, place in sorted(sized, key=lambda each: (each[0] > LONG, abs(LONG - each[0]))):
        section = _section(routine, place, below)
        comes_back = bool(section.exits) or size > LONG  # what does not is the game itself
        worth = size >= FEWEST * len(section.exits)
        fits = worth and comes_back and found.isdisjoint(section.inside)
        apart = fits and named(place[0]) and _is_apart(routine, section)
        if apart and not (len(section.exits) > 1 and gives(routine, section.inside, section.exits)):
            found |= section.inside
            yield section


def _section(routine: Routine, entry: Place, below: dict[Place, list[Place]]) -> Section:
    inside = {entry}
    waiting = [entry]
    while waiting:
        found = below[waiting.pop()]
        inside.update(found)
        waiting += found
    led = {led for place in inside for led in routine.nodes[place].follows} - inside
    return Section(entry, inside, sorted(led))


def _may_begin(graph: Graph, routine: Routine, place: Place) -> bool:
    index, part, trap = place
    return not part and place != routine.entry and index < graph.flow.end and (index, trap) not in graph.routines


def _dominated(routine: Routine) -> dict[Place, list[Place]]:
    """What control comes to through each place only, but not only through another of these."""
    ordered = order(routine)
    number = {place: position for position, place in enumerate(ordered)}
    parent = dominators(ordered, number, routine.predecessors())
    found: dict[Place, list[Place]] = {place: [] for place in ordered}
    for place in ordered[1:]:
        found[parent[place]].append(place)
    return found


def _is_apart(routine: Routine, section: Section) -> bool:
    """Whether nothing crosses the border but control and variables: no FOR without its NEXT, and no error that leads
    elsewhere."""
    exits, nodes = section.exits, [routine.nodes[place] for place in section.inside]
    led = {(index, trap) for index, _, trap in exits}
    return len(led) == len(exits) and all(routine.nodes[place].kind != "test" for place in exits) and all(
        node.kind in ORDINARY and not (node.tried or node.guarded or node.valued or node.sorts)
        for node in nodes
    )  # fmt: skip


def _made(graph: Graph, routine: Routine, section: Section) -> Key:
    """Have a routine call a section, and go on where it leads."""
    entry, exits = section.entry, section.exits
    key: Key = entry[0], entry[2]
    outcomes = [Outcome("return", index, trap) for index, _, trap in exits]
    ends: dict[Place, Place] = {place: (place[0], f"ended {place[1]}", place[2]) for place in exits}
    made = Routine(key, {}, entry, outcomes)
    for outcome, (goal, end) in zip(outcomes, ends.items(), strict=True):
        made.nodes[end] = Node(end, "return", routine.nodes[goal].point, [], outcomes=[outcome])
    for place in sorted(section.inside):
        node = routine.nodes.pop(place)
        made.nodes[place] = replace(node, follows=[ends.get(led, led) for led in node.follows])
    routine.nodes[entry] = Node(entry, "call", made.nodes[entry].point, exits, key, outcomes)
    graph.routines[key] = made
    graph.outcomes[key] = list(outcomes)
    return key
