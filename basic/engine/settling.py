"""Which table of types, and which OPTION BASE, straight code comes to: code is compiled for these."""

from __future__ import annotations

from ..analysis.defaults import DefTypes
from ..analysis.flow import Flow
from ..syntax import nodes as n


def predicted(flow: Flow, index: int, types: DefTypes, base: int) -> tuple[DefTypes, int]:
    """The table of types and the OPTION BASE after the straight code from a point on.

    DEFINT stands at the top in nearly every program: compiling for what it will say saves compiling twice. The
    prediction ends at the first statement that could look at a variable (but for DIM of names that keep their type).
    """
    dimensioned = False
    seen: set[str] = set()  # first letters of the plain names used so far
    while index < flow.end:
        match flow.points[index].statement:
            case n.DefType(kind=kind, letters=letters):
                if seen & set(letters):
                    break
                types = types.with_letters(letters, kind)
            case n.OptionBase(value=value):
                if dimensioned:
                    break
                base = value
            case n.Dim(arrays=arrays):
                dimensioned = True
                seen.update(array.name[0] for array in arrays if not array.sigil)
            case n.Common(variables=variables, arrays=shared):
                seen.update(variable.name[0] for variable in variables + shared if not variable.sigil)
            case statement if not _looks_at_nothing(statement):
                break
            case _:
                pass
        index = flow.points[index].next
    return types, base


def _looks_at_nothing(statement: n.Statement) -> bool:
    """Whether a statement uses no variable at all."""
    match statement:
        case n.Remark() | n.Empty() | n.Data() | n.OnError():
            return True
        case n.Command(word="CLS" | "SCREEN" | "COLOR" | "LOCATE" | "RANDOMIZE", arguments=arguments):
            return all(isinstance(argument, n.Number | None) for argument in arguments)
        case n.Key() | n.Width(columns=n.Number() | None, rows=None, device=None):
            return True
        case n.Print(items=items, channel=None, using=None):
            return all(isinstance(item, n.String | n.Separator | n.Number) for item in items)
        case _:
            return False


def settling(flow: Flow) -> frozenset[int]:
    """The points from which `predicted` may say something new: straight code leads to DEFINT or OPTION BASE."""
    found: set[int] = set()
    for point in reversed(flow.points):
        match point.statement:
            case n.DefType() | n.OptionBase():
                found.add(point.index)
            case statement if point.next in found:
                if isinstance(statement, n.Dim | n.Common) or _looks_at_nothing(statement):
                    found.add(point.index)
    return frozenset(found)
