"""How many lines shapes will have as Python: roughly, before they are written."""

from __future__ import annotations

from ...analysis.flow import Table
from ...analysis.shapes.structure import Again, Block, Code, Leave
from ...syntax import nodes as n
from ..shape.shapes import Action, Seq, parts

SILENT = (n.Data, n.DefFn, n.DefType, n.Dim, n.Empty, Table)  # what mostly stands elsewhere in the file


def size(seq: Seq, actions: dict[int, Action]) -> int:
    """`actions`: what the jumps of the shapes have become."""
    return sum(_lines(shape, actions) for shape in seq)


def _lines(shape: object, actions: dict[int, Action]) -> int:
    match shape:
        case Code(node=node):
            silent = node.point is not None and isinstance(node.point.statement, SILENT)
            return int(node.kind != "jump" and not silent)
        case Leave() | Again():
            return int(bool(actions.get(id(shape))))
        case Block(body=body):
            return size(body, actions)
    heads = [1 + inside for part in parts(shape) if (inside := size(part, actions))]
    return max(1, sum(heads))
