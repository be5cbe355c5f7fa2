"""What a program sets once, before it looks at it, and never changes: constants of the file.

    10 MAX=20: GOSUB 100                MAX = 20
    100 FOR I=1 TO MAX ...              def sub_100() -> None:
                                            for i in range(1, MAX + 1):

Only what subroutines look at is taken out, so that nobody need hand it on, and the tables of programs that are so long
that there will be functions that do. `TRUE` and `FALSE` are Python's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...analysis.defaults import Name
from ...analysis.flow import Point, Table
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from ..naming.names import CONSTANTS
from ..program.survey import union

if TYPE_CHECKING:
    from .knowledge import Knowledge

TRUTHS = {"TRUE": "True", "FALSE": "False"}
TAKEN = (*CONSTANTS, "I", "O")  # these two look like digits
LARGE = 60  # statements of a program in several functions
CHANGING = (n.Call, n.Field, n.GetImage, n.Common, n.Erase, n.Broken)


def constants(k: Knowledge) -> dict[Name, Point]:
    """The constants of a program, and where each gets its value."""
    if k.clearing or any(routine.handler for routine in k.graph.routines.values()):
        return {}
    writers: dict[Name, list[Point]] = {}
    for point in k.flow.points:
        for target in _targets(point.statement):
            writers.setdefault(k.types.name(target), []).append(point)
    found = {}
    elsewhere = _used_in_subroutines(k)
    for name, points in sorted(writers.items(), key=lambda item: item[1][0].index):
        wanted = name in elsewhere or name[0] in TRUTHS
        wanted |= len(k.flow.points) >= LARGE and isinstance(points[0].statement, Table)
        if wanted and len(points) == 1 and name not in k.survey.fielded and _is_constant(k, name, points[0]):
            found[name] = points[0]
    return found


def _targets(statement: n.Statement) -> Iterable[n.Target]:
    """What a statement may give a new value."""
    match statement:
        case n.DefFn(parameters=targets):
            return targets
        case Table(arrays=(array,)):
            return [array]
        case _ if isinstance(statement, CHANGING):
            nodes = [node for node in walk(statement) if isinstance(node, n.Variable | n.Element)]
            arrays = [n.Element(0, node.name, node.sigil, ()) for node in nodes]
            return [*nodes, *arrays]
        case _:
            return assigned(statement)


def _used_in_subroutines(k: Knowledge) -> set[Name]:
    touched = union(k.survey.touched[key] for key in k.graph.routines if key != k.graph.main)
    return {*k.survey.listed(touched)}.union(*(k.survey.free(function) for function in k.survey.definitions))


def _is_constant(k: Knowledge, name: Name, point: Point) -> bool:
    statement = point.statement
    if isinstance(statement, Table):
        if k.e.simple_arrays[k.names[name]] is None or not k.survey.first_of_all(point.index, name):
            return False
        k.e.constants.add(name)
        return True
    if not isinstance(statement, n.Let) or not isinstance(statement.target, n.Variable):
        return False
    if any(isinstance(node, n.UserFunction) for node in walk(statement.value)):
        return False
    value, code = k.s.assigning.given(statement.target, statement.value)
    if not (value.constant and code in (value.code, value.truth())):
        return False
    if not k.survey.first_of_all(point.index, name, again=True):
        return False
    k.e.constants.add(name)
    k.ranges.known[k.ranges.key(statement.target)] = value.range
    if TRUTHS.get(name[0]) == code:
        k.e.truths[name] = value
    return True


def constant_name(name: str, taken: Iterable[str]) -> str:
    """`max_` as a constant: `MAX`."""
    shown = name.rstrip("_").upper()
    while shown in taken or shown in TAKEN:
        shown += "_"
    return shown
