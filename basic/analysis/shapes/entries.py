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

from collections.abc import Collection, Container

from ...record import replace
from ..components import components
from ..dominators import dominators
from ..routines.dispatch import join_points
from ..routines.routines import Node, Place, Routine, order

ONCE = "-once"  # in the name of a place with a switch between two entries, and of those that set its state
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
                head, setters = _switch(routine, entries, part)
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
        _switch(routine, states)
    return bool(states)


def _switch(routine: Routine, entries: list[Place], loop: Container[Place] = ()) -> tuple[Place, set[Place]]:
    """Put a switch before some places; each way to one of them sets the state first. `loop`: what they are the entries
    of; of two, the second is reached from inside as ever. Gives the switch, and what sets its state inside."""
    first, _, trap = entries[0]
    state = f"{entries[1][0]}{ONCE}" if loop and len(entries) == 2 else f"{first}"
    while any(node.kind == "switch" and state_of(place) == state for place, node in routine.nodes.items()):
        state += "'"
    head: Place = (first, f"state {state}", trap)
    inside: set[Place] = set()
    ways = 0

    def led(target: Place, within: bool) -> Place:
        nonlocal ways
        if target not in entries or (within and ONCE in state and target != entries[0]):
            return target
        ways += 1
        setter: Place = (target[0], f"set {entries.index(target)} {state} way{ways}", target[2])
        routine.nodes[setter] = Node(setter, "state", None, [head])
        if within:
            inside.add(setter)
        return setter

    for place, node in [*routine.nodes.items()]:
        goals = {target: led(target, place in loop) for target in dict.fromkeys(node.follows)}
        node.follows = [goals[target] for target in node.follows]
    routine.entry = led(routine.entry, False)
    routine.nodes[head] = Node(head, "switch", None, entries)
    return head, inside


def state_of(head: Place) -> str:
    """The state that a switch looks at: the point that it is called after, and what tells it from others of that."""
    return head[1].partition(" ")[2] or f"{head[0]}"
