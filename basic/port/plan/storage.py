"""What a program takes of GW-BASIC's memory: how much that is at least, and whether it may be more than there is.

    10 DIM A(100)                       404 bytes beside name and bounds: fits whatever else there is
    10 INPUT N: DIM A(N)                up to 131,072: an array that may find no room

What the run alone knows is counted by the port itself, in the exact manner (`gw/storage.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, analyse, core, ends, ways
from ...analysis.variables.types import predicted
from ...sizes import HIGHEST, MEMORY, VALUE_SIZES, array_size
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.names import Key as Name
from ..program.prepare import base_of
from ..program.survey import all_names
from ..program.texts import LONGEST, Widths
from ..words.taking import of_array, of_name

if TYPE_CHECKING:
    from .knowledge import Knowledge

Bounds = tuple[int, ...]  # the highest subscripts of an array


def size(k: Knowledge, program: n.Program) -> int:
    """What is there from the beginning: the program and its variables (no parameters), not the characters of texts; the
    arrays that are lists of a known length, too, where they are not counted while the program runs."""
    total = _text(program)
    parameters = _only_parameters(k)
    for name in k.names.known:
        if name in parameters:
            continue
        if name[2] != "()":
            total += of_name(name) + VALUE_SIZES[name[1]]
        elif not k.weighed:
            bounds = k.e.simple_arrays.get(k.names[name]) or ()
            known = [bound for bound in bounds if bound is not None]
            if bounds and len(known) == len(bounds):
                total += of_array(name, known, k.base)
    return total


def fills(program: n.Program) -> bool:
    """Whether arrays and texts may be more than memory holds, as far as its text says: with the arrays of the DIMs at
    its beginning. To know that, no other way of the program needs to be followed."""
    flow = analyse(program)
    types, _ = predicted(flow, 0, DefTypes(), 0)
    bounds = _undeclared(flow, types)
    for name, declared in _declared_first(flow, types):
        bounds[name] = max(bounds[name], declared, key=prod)
    return bool(bounds) and _most(program, flow, types, all_names(flow, types), bounds, base_of(flow) or 0) > MEMORY


def may_fill(k: Knowledge, program: n.Program) -> bool:
    """The same, as far as is known of their sizes."""
    bounds = _highest(k)
    if not bounds:
        return False  # a few variables
    return _most(program, k.flow, k.types, k.names.known, bounds, k.base) > MEMORY


def _most(
    program: n.Program, flow: Flow, types: DefTypes, names: Iterable[Name], bounds: Mapping[Name, Bounds], base: int
) -> int:
    """How much of memory a program may come to take, with arrays of such highest subscripts."""
    widths = Widths(flow, lambda node: types.kind(node.name, node.sigil))
    most = _text(program)
    for name in names:
        if name[2] == "()":
            if name not in bounds:
                continue  # ERASE finds nothing there
            most += of_array(name, bounds[name], base)
            elements = array_size(1, bounds[name], base)
            longest = widths.of(n.Element(0, name[0], name[1], ()))
        else:
            most += of_name(name) + VALUE_SIZES[name[1]]
            elements = int(not name[2])
            longest = widths.of(n.Variable(0, name[0], name[1]))
        if name[1] == "$":
            most += elements * (LONGEST if longest is None else longest)
    return most


def counted(k: Knowledge) -> set[Name]:
    """What the run must find for that: texts, and arrays that are no lists, those of FIELD aside."""
    arrays = {name for name in k.names.known if name[2] == "()" and k.e.simple_arrays.get(k.names[name]) is None}
    texts = {name for name in k.names.known if name[1:] == ("$", "")}
    return (arrays | texts) - _only_parameters(k) - k.survey.fielded


def _text(program: n.Program) -> int:
    return sum(len(line.text) + 5 for line in program.lines)


def _only_parameters(k: Knowledge) -> set[Name]:
    """The parameters of functions whose names are nothing else: no memory is taken for them."""
    definitions = [definition for every in k.survey.definitions.values() for definition in every]
    parameters = {k.survey.name(parameter) for each in definitions for parameter in each.parameters}
    for key in k.survey.definitions:
        parameters -= k.survey.free(key)
    for point in k.flow.points:
        if not isinstance(core(point.statement), n.DefFn):
            parameters -= {k.survey.name(node) for node in walk(point.statement) if isinstance(node, n.Variable)}
    return parameters


def _undeclared(flow: Flow, types: DefTypes) -> dict[Name, Bounds]:
    """The highest subscripts of arrays that no DIM has given others: ten."""
    found: dict[Name, Bounds] = {}
    for element in (part for point in flow.points for part in walk(point.statement)):
        if isinstance(element, n.Element):
            name = element.name, types.kind(element.name, element.sigil), "()"
            found.setdefault(name, (10,) * len(element.subscripts))
    return found


def _declared_first(flow: Flow, types: DefTypes) -> Iterator[tuple[Name, Bounds]]:
    """The arrays that are declared with numbers before the program first jumps."""
    index = 0
    while index < flow.end and ways(flow, point := flow.points[index]) == [point.next] and not ends(point.statement):
        statement = point.statement
        for array in statement.arrays if isinstance(statement, n.Dim) else ():
            subscripts = array.subscripts if isinstance(array, n.Element) else ()
            highs = tuple(min(HIGHEST, int(high.value)) for high in subscripts if isinstance(high, n.Number))
            if highs and len(highs) == len(subscripts):
                yield (array.name, types.kind(array.name, array.sigil), "()"), highs
        index = point.next


def _highest(k: Knowledge) -> dict[Name, Bounds]:
    """The highest subscripts that each array may be given."""
    found = _undeclared(k.flow, k.types)
    for key, routine in k.graph.routines.items():
        for place, node in routine.nodes.items():
            statement = core(node.point.statement) if node.point is not None else None
            for target in statement.arrays if isinstance(statement, n.Dim) else ():
                if isinstance(target, n.Element):
                    k.ranges.bounds = k.intervals.at(key, place)
                    highs = [k.ranges.expression(subscript).high for subscript in target.subscripts]
                    bounds = tuple(HIGHEST if high is None else max(0, min(HIGHEST, int(high))) for high in highs)
                    name = target.name, k.types.kind(target.name, target.sigil), "()"
                    found[name] = max(found[name], bounds, key=prod)
    k.ranges.bounds = {}
    return found
