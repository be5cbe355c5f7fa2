"""Whether GW-BASIC's stack may come to be full."""

from __future__ import annotations

from ..sizes import GOSUB_SIZE, RESERVED, STACK
from ..syntax import nodes as n
from .components import numbered
from .homes import piled_up
from .routines import Key, Place, Routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .flow import Flow
    from .graph import Graph


def is_deep(graph: Graph, left: set[Place]) -> bool:
    """Whether routines call each other in circles, or more deeply than the stack is; or leave it too often for some
    places of the main program."""
    needs: dict[Key, int] = {}
    order: list[Key] = []
    state: dict[Key, int] = {}
    stack: list[tuple[Key, list[Key]]] = []

    def calls(key: Key) -> list[Key]:
        return [node.call for node in graph.routines[key].nodes.values() if node.call is not None]

    for root in graph.routines:
        if root in state:
            continue
        state[root] = 1
        stack.append((root, calls(root)))
        while stack:
            key, waiting = stack[-1]
            if not waiting:
                stack.pop()
                state[key] = 2
                order.append(key)
                continue
            called = waiting.pop()
            if state.get(called) == 1:
                return True
            if called not in state:
                state[called] = 1
                stack.append((called, calls(called)))
    for key in order:
        needs[key] = max(_needed(graph, graph.routines[key], needs).values(), default=0)
    # what is left there was no more than what is needed
    more = piled_up(graph, left, _needed(graph, graph.routines[graph.main], needs))
    return needs[graph.main] + more > least(graph.flow) - RESERVED


def _needed(graph: Graph, routine: Routine, needs: dict[Key, int]) -> dict[Place, int]:
    """What the places of a routine need of the stack. `needs`: the same for what it calls."""
    found: dict[Place, int] = {}
    for place, node in routine.nodes.items():
        own = graph.size(routine, place)
        gosub = 0 if node.kind == "tail" else GOSUB_SIZE
        found[place] = own if node.call is None else own + gosub + needs[node.call]
    return found


def circling(graph: Graph) -> set[Key]:
    """The routines that come to call themselves, and those that lead to them; not the main program."""
    calls = {
        key: {node.call for node in routine.nodes.values() if node.call is not None}
        for key, routine in graph.routines.items()
    }
    keys = sorted(calls)
    number = {key: position for position, key in enumerate(keys)}
    found: set[Key] = set()
    for part in numbered([[number[called] for called in calls[key]] for key in keys]):
        members = {keys[member] for member in part}
        if len(members) > 1 or any(members & calls[key] or found & calls[key] for key in members):
            found |= members
    return found - {graph.main}


def least(flow: Flow) -> int:
    """The smallest stack that the program may have: `CLEAR ,,2000` gives it another."""
    given = [
        statement.arguments[2]
        for point in flow.points
        if isinstance(statement := point.statement, n.Command) and statement.word == "CLEAR"
        and len(statement.arguments) > 2
    ]  # fmt: skip
    return min([STACK, *(int(size.value) if isinstance(size, n.Number) else 0 for size in given if size is not None)])
