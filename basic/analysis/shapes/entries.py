"""One entry for every loop, by a switch on a state; and one loop over states where jumps are a tangle.

    50 IF A>0 THEN 80                       from_80 = a > 0
    70 PRINT A                              while True:
    80 INPUT A: IF A>0 THEN 70                  if not from_80:
                                                    print(a)
                                                from_80 = False
                                                ...

A loop that is entered in several places begins with a switch, and whatever leads to one of its entries sets the state
first. Of two entries only the first turn needs one, which may begin with the second. Where that would be so again and
again, or jumps across each other need more flags than there is work, all that several ways lead to is a state of one
loop: right whatever the jumps are, and no longer than the program.
"""

from __future__ import annotations

from collections.abc import Collection

from ...record import replace
from ..components import components
from ..dominators import dominators
from ..routines.routines import Place, Routine, order
from ..routines.states import join_points, put_switch

STATES = ("", "test", "main")  # parts of what can be a state
MANY_ENTRIES = 12  # of loops that have several: more than that is a tangle


def make_reducible(routine: Routine) -> None:
    """Give every loop one entry: where there are several, a switch on a state goes before them."""
    _sort_apart(routine)
    if _entries_beside_heads(routine) > MANY_ENTRIES:
        dispatch(routine)
    nodes = routine.nodes
    before = routine.predecessors()
    waiting: list[Collection[Place]] = [routine.reach(routine.entry)]
    while waiting:
        for part in components(waiting.pop(), lambda place: nodes[place].follows):
            if len(part) == 1 and not part.intersection(*(nodes[place].follows for place in part)):
                continue
            entries = sorted(place for place in part if place == routine.entry or not part.issuperset(before[place]))
            head = entries[0] if entries else min(part)
            if len(entries) > 1:
                head, setters = put_switch(routine, entries, part)
                part |= setters
                before = routine.predecessors()
            waiting.append(part - {head})


def _sort_apart(routine: Routine) -> None:
    """What tells the lines apart to which errors lead stands behind each statement that has them: only there is it
    known which error that was."""
    for place, sources in routine.predecessors().items():
        node = routine.nodes[place]
        for number, source in enumerate(sources if node.sorts else ()):
            if number:
                one = replace(node, place=(node.index, f"{node.part} {number}", node.place[2]))
                routine.nodes[one.place] = one
                led = routine.nodes[source]
                led.follows = [one.place if following == place else following for following in led.follows]


def _entries_beside_heads(routine: Routine) -> int:
    """How many places something leads back to by which loops are entered, but not always."""
    ordered = order(routine)
    number = {place: position for position, place in enumerate(ordered)}
    parent = dominators(ordered, number, routine.predecessors())
    found: set[Place] = set()
    for place in ordered:
        for head in {led for led in routine.nodes[place].follows if number[led] <= number[place]} - found:
            above = place
            while number[above] > number[head]:
                above = parent[above]
            if above != head:
                found.add(head)
    return len(found)


def dispatch(routine: Routine) -> bool:
    """Make whatever several ways lead to a state of one loop; whether there was anything."""
    states = sorted(place for place in join_points(routine) if place[1] in STATES)
    if states:
        put_switch(routine, states)
    return bool(states)
