"""A program as it is ported, and what holds of it in every manner."""

from __future__ import annotations

from ...analysis.flow import analyse
from ...analysis.variables.tables import with_tables
from ...syntax import nodes as n
from ...syntax.visit import walk
from .events import with_events
from .prepare import Handing, afresh, handing, naming, settled, traced, with_pictures


class Source:
    """Its points, with what depends on the way, or stands in texts, written into them; its types and its lists."""

    def __init__(self, program: n.Program) -> None:
        self.program = program  # as it stands there
        program = traced(with_pictures(naming(handing(with_events(afresh(program))))))
        nodes = [node for line in program.lines for node in walk(line)]
        handed = (each for node in nodes if isinstance(node, Handing) for each in node.variables)
        self.whole = {(each.name, each.sigil) for each in handed if isinstance(each, n.Whole)}  # they are no lists
        drawn = (node.array for node in nodes if isinstance(node, n.GetImage | n.PutImage | n.PaletteUsing))
        self.pictures = {(array.name, array.sigil) for array in drawn}
        program, self.types, self.base = settled(program)
        self.flow = analyse(program if self.whole else with_tables(program, self.types, self.base))
        self.statements = [node for point in self.flow.points for node in walk(point.statement)]  # and all in them
