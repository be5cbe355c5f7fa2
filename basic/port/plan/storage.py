"""What a program takes of GW-BASIC's memory: how much that is at least, and whether it may be more than there is.

    10 DIM A(100)                       404 bytes beside name and bounds: fits whatever else there is
    10 INPUT N: DIM A(N)                up to 131,072: an array that may find no room

What the run alone knows is counted by the port itself, in the exact manner (`library/storage.py`).
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ...analysis.flow import core
from ...sizes import HIGHEST, MEMORY, VALUE_SIZES, array_size
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.names import Key as Name
from ..program.texts import LONGEST, Widths
from ..words.taking import of_array, of_name

if TYPE_CHECKING:
    from .knowledge import Knowledge


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
    """Whether a program with arrays leaves no room for any."""
    return _text(program) > MEMORY and any(isinstance(node, n.Element) for line in program.lines for node in walk(line))


def may_fill(k: Knowledge, program: n.Program) -> bool:
    """Whether arrays and texts may be more than memory holds, as far as is known of their sizes."""
    bounds = _most(k)
    if not bounds:
        return False  # a few variables
    widths = Widths(k.flow, k.e.kind)
    most = _text(program)
    for name in k.names.known:
        if name[2] == "()":
            if name not in bounds:
                continue  # ERASE finds nothing there
            most += of_array(name, bounds[name], k.base)
            elements = array_size(1, bounds[name], k.base)
            longest = widths.of(n.Element(0, name[0], name[1], ()))
        else:
            most += of_name(name) + VALUE_SIZES[name[1]]
            elements = int(not name[2])
            longest = widths.of(n.Variable(0, name[0], name[1]))
        if name[1] == "$":
            most += elements * (LONGEST if longest is None else longest)
    return most > MEMORY


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


def _most(k: Knowledge) -> dict[Name, tuple[int, ...]]:
    """The highest subscripts that each array may be given; without DIM it has ten."""
    found: dict[Name, tuple[int, ...]] = {}
    for element in (part for point in k.flow.points for part in walk(point.statement)):
        if isinstance(element, n.Element):
            name = element.name, k.types.kind(element.name, element.sigil), "()"
            found.setdefault(name, (10,) * len(element.subscripts))
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
