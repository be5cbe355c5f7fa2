"""DEF FN of one name with other parameters than before: functions of their own.

    20 DEF FNA(X,Y)=X+Y: PRINT FNA(1,2)
    40 DEF FNA(X$)=LEN(X$): PRINT FNA("abc")        a function FNA2 from here on

Which one is meant must be the same on all ways that lead to where it is used. A function that calls itself never comes
to an end: GW-BASIC is out of memory and empties its stack in the middle of a statement, loops and all, which no port
follows where ON ERROR lets it go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, Point, core, itself
from ...analysis.routines.active import Refused
from ...record import fields, replace
from ...syntax import nodes as n
from ...syntax.visit import walk
from .prepare import changes_types, states, types_at

Parameters = tuple[str, ...]  # their kinds
Function = tuple[str, str]  # BASIC's name and its kind


def set_apart(program: n.Program, flow: Flow) -> n.Program:
    """The program with a name for each kind of parameters. `flow`: its own."""
    definitions = [point for point in flow.points if isinstance(core(point.statement), n.DefFn)]
    return _Apart(flow, definitions).renamed(program) if len(definitions) > 1 else program


def refuse_endless(flow: Flow, types: DefTypes) -> None:
    """Refuse a program that takes the error of a function without end."""
    statements = [core(point.statement) for point in flow.points]
    if not all(any(isinstance(each, kind) for each in statements) for kind in (n.OnError, n.DefFn)):
        return
    called: dict[Function, set[Function]] = {}
    uses: dict[Function, int] = {}
    for point, statement in zip(flow.points, statements, strict=True):
        nodes = [node for node in walk(itself(statement)) if isinstance(node, n.UserFunction)]
        functions = {(node.name, types.kind(node.name, node.sigil)) for node in nodes}
        if isinstance(statement, n.DefFn):
            called.setdefault((statement.name, types.kind(statement.name, statement.sigil)), set()).update(functions)
        else:
            uses |= {function: point.line for function in functions if function not in uses}
    for function, line in uses.items():
        if any(inner in _reached(called, inner) for inner in {function} | _reached(called, function)):
            raise Refused(line, f"FN{function[0]}, which calls itself without end, under ON ERROR")


def _reached(called: dict[Function, set[Function]], function: Function) -> set[Function]:
    """What a function comes to call."""
    found: set[Function] = set()
    waiting = [function]
    while waiting:
        more = called.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


class _Apart:
    def __init__(self, flow: Flow, definitions: list[Point]) -> None:
        self.flow = flow
        self.tables = {table for tables in types_at(flow).values() for table in tables}
        self.kinds: dict[Function, list[Parameters]] = {}  # in the order of the text
        for point in definitions:
            statement = core(point.statement)
            assert isinstance(statement, n.DefFn)
            known = self.kinds.setdefault(self._function(statement), [])
            if (parameters := self._parameters(statement)) not in known:
                known.append(parameters)
        self.taken = {name for name, _ in self.kinds}
        self.new: dict[int, str] = {}  # by the id of a node

    def renamed(self, program: n.Program) -> n.Program:
        for function, kinds in self.kinds.items():
            if len(kinds) > 1 and "?" not in (function[1], *(kind for each in kinds for kind in each)):
                self._rename(function, kinds)
        return n.Program(tuple(_with_names(line, self.new) for line in program.lines)) if self.new else program

    def _function(self, node: n.DefFn | n.UserFunction) -> Function:
        return node.name, self._kind(node)

    def _parameters(self, statement: n.DefFn) -> Parameters:
        return tuple(map(self._kind, statement.parameters))

    def _kind(self, node: n.DefFn | n.UserFunction | n.Variable) -> str:
        """The type of a name, or `?` where DEFINT and its kin give it several."""
        kinds = {node.sigil or table[ord(node.name[0]) - 65] for table in self.tables}
        return kinds.pop() if len(kinds) == 1 else "?"

    def _rename(self, function: Function, kinds: list[Parameters]) -> None:
        names = [function[0], *(self._free(function[0]) for _ in kinds[1:])]

        def after(statement: n.Statement, state: int) -> set[int]:
            if isinstance(statement, n.DefFn) and self._function(statement) == function:
                return {kinds.index(self._parameters(statement))}
            return {-1} if changes_types(statement) and not isinstance(statement, n.DefType) else {state}

        known = states(self.flow, -1, after)
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.DefFn) and self._function(statement) == function:
                self.new[id(statement)] = names[kinds.index(self._parameters(statement))]
            for node in self._uses(point, function):
                meant = known.get(point.index, set()) - {-1}
                if len(meant) > 1 or isinstance(statement, n.DefFn):
                    raise Refused(point.line, f"FN{function[0]}, whose parameters depend on the way")
                self.new[id(node)] = names[meant.pop() if meant else 0]

    def _uses(self, point: Point, function: Function) -> Iterator[n.UserFunction]:
        for node in walk(itself(core(point.statement))):
            if isinstance(node, n.UserFunction) and self._function(node) == function:
                yield node

    def _free(self, name: str) -> str:
        number = 2
        while f"{name}{number}" in self.taken:
            number += 1
        self.taken.add(f"{name}{number}")
        return f"{name}{number}"


def _with_names(node: Any, new: dict[int, str]) -> Any:
    """A node with other names of functions in it."""
    changes: dict[str, Any] = {}
    for name in fields(node):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            changes[name] = _with_names(value, new)
        elif isinstance(value, tuple):
            changes[name] = tuple(_with_names(each, new) if isinstance(each, n.Node) else each for each in value)
    if id(node) in new:
        changes["name"] = new[id(node)]
    return replace(node, **changes) if changes else node
