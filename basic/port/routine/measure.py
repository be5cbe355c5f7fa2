"""How many lines shapes will have as Python: roughly, before they are written."""

from __future__ import annotations

from ...analysis.flow import Table
from ...analysis.shapes.structure import Block, Code, Jump
from ...syntax import nodes as n
from ..shape.shapes import Seq, parts

SILENT = (n.Data, n.DefFn, n.DefType, n.Dim, n.Empty, Table)  # what mostly stands elsewhere in the file


def lines_of(seq: Seq) -> int:
    return sum(map(_lines, seq))


def _lines(shape: object) -> int:
    match shape:
        case Code(node=node):
            silent = node.point is not None and isinstance(node.point.statement, SILENT)
            return int(node.kind != "jump" and not silent)
        case Jump(action=action):
            return int(bool(action))
        case Block(body=body):
            return lines_of(body)
    heads = [1 + inside for part in parts(shape) if (inside := lines_of(part))]
    return max(1, sum(heads))
