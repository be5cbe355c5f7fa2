"""States: what tells where a loop goes on that is entered in several places, or that stands for jumps in a tangle.

    state_50 = 1            set on each way to one of the places
    match state_50: ...     the switch, from which alone these are reached then
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container

from .routines import Node, Place, Routine, State


def put_switch(routine: Routine, entries: list[Place], loop: Container[Place] = ()) -> tuple[Place, set[Place]]:
    """Put a switch before some places; each way to one of them sets the state first. `loop`: what they are the entries
    of; of two, the second is reached from inside as ever. Gives the switch, and what sets its state inside."""
    first, _, trap = entries[0]
    once = bool(loop) and len(entries) == 2
    point = entries[1][0] if once else first
    states = [node.state for node in routine.nodes.values() if node.kind == "switch" and node.state is not None]
    state = State(point, once, sum((other.point, other.once) == (point, once) for other in states))
    head: Place = (first, f"state {state.point} {state.once} {state.inner}", trap)
    numbers = {place: number for number, place in enumerate(entries)}
    inside: set[Place] = set()
    ways = 0

    def led(target: Place, within: bool) -> Place:
        nonlocal ways
        if target not in numbers or (within and once and target != entries[0]):
            return target
        ways += 1
        setter: Place = (target[0], f"set {numbers[target]} {head[1]} way{ways}", target[2])
        routine.nodes[setter] = Node(setter, "state", None, [head], state=state, number=numbers[target])
        if within:
            inside.add(setter)
        return setter

    for place, node in [*routine.nodes.items()]:
        goals = {target: led(target, place in loop) for target in dict.fromkeys(node.follows)}
        node.follows = [goals[target] for target in node.follows]
    routine.entry = led(routine.entry, False)
    routine.nodes[head] = Node(head, "switch", None, entries, state=state)
    return head, inside


def join_points(routine: Routine, labels: Collection[Place] = ()) -> set[Place]:
    """The places that several ways lead to, and the labels."""
    reached = routine.reach(routine.entry)
    ways = Counter(following for place in reached for following in routine.nodes[place].follows)
    return {place for place in reached if ways[place] > 1 or place in labels}
