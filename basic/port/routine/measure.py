"""How many lines shapes will have as Python: roughly, before they are written."""

from __future__ import annotations

from ...analysis.flow import Table
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Switch
from ...syntax import nodes as n
from ..shape.shapes import Action, Asked, Called, IfFlag, Seq, parts

SILENT = (n.Data, n.DefFn, n.DefType, n.Dim, n.Empty, Table)  # what mostly stands elsewhere in the file


class Measure:
    """`actions`: what the jumps of the shapes have become."""

    def __init__(self, actions: dict[int, Action]) -> None:
        self.actions = actions

    def size(self, seq: Seq) -> int:
        return sum(map(self.lines, seq))

    def lines(self, shape: object) -> int:
        match shape:
            case Code(node=node):
                silent = node.point is not None and isinstance(node.point.statement, SILENT)
                return int(node.kind != "jump" and not silent)
            case Leave() | Again():
                return int(bool(self.actions.get(id(shape))))
            case Block(body=body):
                return self.size(body)
            case Branch(first=first, second=second) | Called(first=first, second=second):
                one, two = self.size(first), self.size(second)
                apart = one and two and not (self.leaves(first) or self.leaves(second) or _is_branch(second))
                return 1 + one + two + bool(apart)
            case Switch(cases=cases):
                return 1 + len(cases) + sum(map(self.size, cases))
            case _:
                return 1 + sum(size + 1 for size in map(self.size, parts(shape)) if size) - isinstance(
                    shape, Loop | IfFlag | Asked
                )

    def leaves(self, seq: Seq) -> bool:
        """Whether the last line of a sequence goes elsewhere."""
        for shape in reversed(seq):
            match shape:
                case Leave() | Again():
                    if self.actions.get(id(shape)):
                        return True
                case Code(node=node):
                    if node.kind != "jump":
                        return not node.follows
                case Block(body=body):
                    return self.leaves(body)
                case _:
                    return False
        return False


def _is_branch(seq: Seq) -> bool:
    """Whether an `if` is all there is: it joins the one around it."""
    while len(seq) == 1 and isinstance(seq[0], Block):
        seq = seq[0].body
    return len(seq) == 1 and isinstance(seq[0], Branch)
