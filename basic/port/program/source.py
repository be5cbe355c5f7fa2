"""A program as it is ported, and what holds of it in every manner."""

from __future__ import annotations

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, analyse, core
from ...analysis.variables.tables import with_tables
from ...analysis.variables.types import predicted
from ...syntax import nodes as n
from ...syntax.visit import walk
from .events import with_events
from .prepare import Handing, afresh, base_of, begins_again, handing, naming, resets, traced, with_pictures, with_signs


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
        program = program if self.whole else with_tables(program)
        self.flow = analyse(program)
        self.types, _ = predicted(self.flow, 0, DefTypes(), 0)
        self.base = base_of(self.flow)
        if not _types_hold(self.flow, self.types):
            self.flow, self.types = with_signs(program, self.flow), DefTypes()
        self.statements = [node for point in self.flow.points for node in walk(point.statement)]  # and all in them


def _types_hold(flow: Flow, types: DefTypes) -> bool:
    """Whether DEFINT and its kin say at the beginning what holds throughout, several in a row together."""
    own = [point for point in flow.points if isinstance(core(point.statement), n.DefType)]
    if own and any(resets(core(p.statement)) and not begins_again(core(p.statement)) for p in flow.points):
        return False
    for point in own:
        said, index = types, point.index
        while index < flow.end:
            statement = core(flow.points[index].statement)
            if isinstance(statement, n.DefType):
                said = said.with_letters(statement.letters, statement.kind)
            elif not isinstance(statement, n.Remark | n.Empty):
                break
            index = flow.points[index].next
        if said != types:
            return False
    return True


def is_clear(statement: n.Statement) -> bool:
    return isinstance(statement, n.Command) and statement.word == "CLEAR"
