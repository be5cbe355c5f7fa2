"""Variables that hold whole numbers in some routines, though not in all: there they are Python's `int`.

    200 FOR I=1 TO 9: PRINT A(I): NEXT: RETURN     for i in range(1, 10): print(a[i])
    300 FOR I=X-.5 TO X+.5: ...                    i: float = x - 0.5

BASIC has one I, a port one for each routine. Those that hand it to each other, as parameter or result, have it alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.defaults import Name
from ...analysis.flow import core
from ...analysis.routines.routines import Key, Place
from ...analysis.variables.types import Source
from ...syntax import nodes as n

if TYPE_CHECKING:
    from .knowledge import Knowledge


def integers(k: Knowledge) -> dict[Key, frozenset[Name]]:
    """Of each routine the single-precision variables that only get whole numbers in it and in those that share it."""
    routines = k.graph.routines
    given = {key: _given(k, key) for key in routines}
    names = {name for values in given.values() for name, *_ in values if not k.ranges.of(name).whole}
    names -= {*k.shared, *k.constants}  # those of all routines
    handed = {key: {*k.data_flow.parameters(key), *k.data_flow.results(key)} for key in routines}
    together = [
        (key, node.call, names & handed[node.call])
        for key, routine in routines.items() for node in routine.nodes.values() if node.call is not None
    ]  # fmt: skip
    found = dict.fromkeys(routines, frozenset(names))
    before = None
    while before != (before := dict(found)):
        for key, values in given.items():
            k.ranges.integers = found[key]
            found[key] -= {name for name, at, value in values if name in found[key] and not _whole(k, key, at, value)}
        for one, other, alike in together:
            found[one], found[other] = (found[a] - (alike - found[b]) for a, b in ((one, other), (other, one)))
    k.ranges.integers, k.ranges.bounds = frozenset(), {}
    return found


def _given(k: Knowledge, key: Key) -> list[tuple[Name, Place, Source]]:
    """The single-precision variables to which a routine gives something: where, and what."""
    nodes = k.graph.routines[key].nodes
    statements = [(place, core(node.point.statement)) for place, node in nodes.items() if node.point is not None]
    found = [(at, *each) for at, statement in statements for each in k.ranges.given(statement)]
    keys = [(k.ranges.key(target), at, source) for at, target, source in found if isinstance(target, n.Variable)]
    return [(name, at, source) for name, at, source in keys if name[1] == "!"]


def _whole(k: Knowledge, key: Key, at: Place, source: Source) -> bool:
    k.ranges.bounds = k.intervals.at(key, at)
    return k.ranges.source(source).whole
