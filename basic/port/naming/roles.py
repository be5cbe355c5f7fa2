"""What a program does with its variables, where it says nothing of them: names after that.

10 K$=INKEY$                                        key
20 L$=MID$(W$,I,1)                                  letter
30 IF A(I)>H THEN H=A(I)                            highest
40 S=0: FOR I=1 TO N: S=S+B(I): NEXT                total, or total_bet if these are bets
50 C=0: FOR I=1 TO N: IF A(I)=0 THEN C=C+1          count
60 F=0: FOR I=1 TO N: IF N$(I)=A$ THEN F=1: ...     found
70 N$(K)=A$                                         names, if A$ is a name
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...analysis.flow import Flow, Point, core
from ...analysis.variables.remainders import alike, bare
from ...record import record
from ...syntax import nodes as n
from ...syntax.effects import assigned
from .spoken import typed_into

GIVEN = {"INKEY$": "key", "INPUT$": "key", "ASC": "code", "LEN": "length", "INSTR": "position"}
TRUTHS = {0, 1, -1}


@record
class Clue:
    """What a line says of a variable or an array: a word, which goes before the name of another that it is made of."""

    line: int
    node: n.Expression
    word: str
    of: n.Expression | None = None
    whole: bool = False  # of an array itself, not each element


def given(flow: Flow) -> Iterator[Clue]:
    """What comes from a function that says what it is, or from an element of a list, or goes into one."""
    for point in flow.points:
        match core(point.statement):
            case n.Let(target=target, value=value):
                yield Clue(point.line, target, _function(bare(value)))
                match target, bare(value):
                    case (n.Element(), n.Variable() as other) | (n.Variable(), n.Element() as other):
                        yield Clue(point.line, target, "", other)
                        yield Clue(point.line, other, "", target)


def _function(value: n.Expression) -> str:
    match value:
        case n.Function(name="MID$", arguments=(_, _, n.Number(value=1))):
            return "letter"
        case n.Function(name="VAL", arguments=(inner,)) if _function(bare(inner)) == "letter":
            return "digit"
        case n.Function(name=name):
            return GIVEN.get(name, "")
    return ""


def gathered(flow: Flow) -> Iterator[Clue]:
    """What is counted, added up or found, the highest and the lowest: nothing else is ever made of it."""
    changes: defaultdict[tuple[str, str], list[tuple[Point, n.Expression | None]]] = defaultdict(list)
    for point in flow.points:
        for target in assigned(statement := core(point.statement)):
            if isinstance(target, n.Variable):
                value = bare(statement.value) if isinstance(statement, n.Let) else None
                changes[target.name, target.sigil].append((point, value))
    searching = _searching(flow)
    for (name, sigil), made in changes.items():
        node = n.Variable(0, name, sigil)
        begun = {value.value for _, value in made if isinstance(value, n.Number)}
        known = [clue for point, value in made if value is not None for clue in _gathered(flow, point, node, value)]
        if len(known) + sum(isinstance(value, n.Number) for _, value in made) == len(made):
            yield from (clue for clue in known if clue.word not in ("count", "total") or begun <= {0})
            if not known and 0 in begun <= TRUTHS:
                yield from (Clue(point.line, node, "found") for point, _ in made if point.index in searching)


def _gathered(flow: Flow, point: Point, node: n.Variable, value: n.Expression) -> Iterator[Clue]:
    """What a variable becomes more of: itself and something, or what it is compared with right before."""
    match value, core(flow.points[point.index - 1].statement):
        case n.Binary(operator="+", left=n.Variable(name=node.name), right=n.Number(value=1)), _:
            yield Clue(point.line, node, "count")
        case n.Binary(operator="+", left=n.Variable(name=node.name), right=added), _ if node.sigil != "$":
            yield Clue(point.line, node, "total", added)
        case ((n.Variable() | n.Element()), n.If(condition=n.Binary(operator=operator, left=left, right=right))):
            for one, other, sign in ((left, right, ">"), (right, left, "<")):
                if alike(one, value) and alike(other, node) and operator[0] in "<>":
                    larger = (operator[0] == sign) == (flow.points[point.index - 1].next == point.index)
                    yield Clue(point.line, node, "highest" if larger else "lowest", value)


def _searching(flow: Flow) -> set[int]:
    """The points in loops that ask for nothing."""
    asking = {point.index for point in flow.points if typed_into(core(point.statement))}
    loops = (range(begin, end) for begin, end in flow.loops.items())
    return {index for loop in loops if asking.isdisjoint(loop) for index in loop}
