"""Whether GW-BASIC's stack may come to be full."""

from __future__ import annotations

from ...sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, STACK, WHILE_SIZE
from ...syntax import nodes as n
from ..components import numbered
from .homes import piled_up, unasked, ways_unasked
from .rests import is_rest
from .routines import Key, Place, Routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..flow import Flow
    from .graph import Graph
    from .routines import Node

Calls = dict[Key, set[Key]]


def is_deep(graph: Graph, left: set[Place]) -> bool:
    """Whether routines call each other in circles, or more deeply than the stack is; or leave it too often for some
    places of the main program. A circle that is closed by an error only, and in which somebody is asked something each
    time, takes dozens of errors, which counts in lasting programs only."""
    calls = _calls(graph)
    part = {key: number for number, keys in enumerate(_parts(calls)) for key in keys}
    if _circle(calls if graph.lasting else _unasked_calls(graph)):
        return True
    calls = {
        key: {
            node.call for node in routine.nodes.values()
            if node.call is not None and not (is_rest(graph, key, node) and part[key] == part[node.call])
        }
        for key, routine in graph.routines.items()
    }  # fmt: skip
    if _circle(calls):
        return True
    needs: dict[Key, int] = {}
    for (key,) in _parts(calls):
        needs[key] = max(_needed(graph, graph.routines[key], needs).values(), default=0)
    # what is left there was no more than what is needed
    more = piled_up(graph, left, _needed(graph, graph.routines[graph.main], needs))
    return needs[graph.main] + more > least(graph.flow) - RESERVED


def _calls(graph: Graph) -> Calls:
    return {
        key: {node.call for node in routine.nodes.values() if node.call is not None}
        for key, routine in graph.routines.items()
    }


def _unasked_calls(graph: Graph) -> Calls:
    """What each routine calls before anybody is asked anything."""
    ways = ways_unasked(graph, set())
    seen = {key: unasked(graph, routine, routine.entry, ways, set())[1] for key, routine in graph.routines.items()}
    return {
        key: {called for place in seen[key] if (called := routine.nodes[place].call) is not None}
        for key, routine in graph.routines.items()
    }


def _parts(calls: Calls) -> list[list[Key]]:
    """The routines that call each other in circles, and the others by themselves; what they call before them."""
    keys = sorted(calls)
    number = {key: position for position, key in enumerate(keys)}
    parts = numbered([[number[called] for called in calls[key]] for key in keys])
    return [[keys[member] for member in part] for part in parts]


def _circle(calls: Calls) -> bool:
    return any(len(part) > 1 or part[0] in calls[part[0]] for part in _parts(calls))


def _needed(graph: Graph, routine: Routine, needs: dict[Key, int]) -> dict[Place, int]:
    """What the places of a routine need of the stack. `needs`: the same for what it calls."""
    found: dict[Place, int] = {}
    for place, node in routine.nodes.items():
        own = graph.most_size(routine, place)
        gosub = 0 if node.kind == "tail" else GOSUB_SIZE
        called = 0 if node.call is None else needs.get(node.call, 0)  # nothing is known of the rest in a circle
        found[place] = own + max(entry_size(node), 0 if node.call is None else gosub + called)
    return found


def entry_size(node: Node) -> int:
    """What a place puts on the stack."""
    match node.point.statement if node.point is not None else None:
        case n.For():
            return FOR_SIZE * (node.kind in ("plain", "fail", "room"))
        case n.While():
            return WHILE_SIZE * (node.kind in ("if", "room"))
        case n.Gosub() | n.OnJump():
            return GOSUB_SIZE * (node.kind in ("call", "room") and not node.sorts)
        case _:
            return 0


def circling(graph: Graph) -> set[Key]:
    """The routines that come to call themselves, and those that lead to them; not the main program."""
    calls = _calls(graph)
    found: set[Key] = set()
    for members in map(set, _parts(calls)):
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
