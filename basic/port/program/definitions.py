"""DEF FN that calls itself never comes to an end: GW-BASIC is out of memory and empties its stack in the middle of a
statement, loops and all, which no port follows where ON ERROR lets it go on."""

from __future__ import annotations

from collections import defaultdict

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, core, itself
from ...analysis.routines.active import Refused
from ...analysis.solver import reached
from ...syntax import nodes as n
from ...syntax.visit import walk

Function = tuple[str, str]  # BASIC's name and its kind


def refuse_endless(flow: Flow, types: DefTypes) -> None:
    """Refuse a program that takes the error of a function without end."""
    called: defaultdict[Function, set[Function]] = defaultdict(set)
    uses: dict[Function, int] = {}
    for point in flow.points if any(isinstance(core(point.statement), n.OnError) for point in flow.points) else ():
        statement = core(point.statement)
        nodes = [node for node in walk(itself(statement)) if isinstance(node, n.UserFunction)]
        functions = {(node.name, types.kind(node.name, node.sigil)) for node in nodes}
        if isinstance(statement, n.DefFn):
            called[statement.name, types.kind(statement.name, statement.sigil)].update(functions)
        else:
            uses |= {function: point.line for function in functions if function not in uses}
    calls = called.__getitem__
    for function, line in uses.items():
        if any(inner in reached(calls(inner), calls) for inner in reached([function], calls)):
            raise Refused(line, f"FN{function[0]}, which calls itself without end, under ON ERROR")
