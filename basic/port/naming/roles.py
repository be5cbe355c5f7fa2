"""What a program does with its variables, where it says nothing of them: names after that.

10 K$=INKEY$                                        key
20 L$=MID$(W$,I,1)                                  letter
30 IF A(I)>H THEN H=A(I)                            highest
40 S=0: FOR I=1 TO N: S=S+B(I): NEXT                total, or total_bet if these are bets
50 C=0: FOR I=1 TO N: IF A(I)=0 THEN C=C+1          count (matches: IF A(I)=B(I), turns: beside a question)
60 F=0: FOR I=1 TO N: IF N$(I)=A$ THEN F=1: ...     found
70 N$(K)=A$                                         names, if A$ is a name
80 N=INT(RND*9)+1: INPUT G: IF G=N THEN ...         secret (pick: A(N), roll: ON N GOSUB)
90 PRINT "HOW MANY";: INPUT X                       amount (choice: ON X GOSUB, else entry; answer: INPUT X$)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator

from ...analysis.flow import Flow, Point, core, itself
from ...analysis.variables.remainders import alike, bare
from ...record import record
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from .spoken import shown, typed_into
from .words import wanted

GIVEN = {
    "INKEY$": "key", "INPUT$": "key", "ASC": "code", "LEN": "length", "INSTR": "position", "SQR": "root",
    "VAL": "value",
}  # fmt: skip
TRUTHS = {0, 1, -1}
NEAR = 2  # statements between a question and what counts it
AMOUNT = re.compile(r"\bHOW (?:MANY|MUCH)\b", re.I)

Name = tuple[str, str, bool]  # of a variable, or an array
Change = tuple[Point, n.Expression | None]  # where something is changed, and what LET gives it


@record
class Clue:
    """What a line says of a variable or an array: a word, which goes before the name of another that it is made of."""

    line: int
    node: n.Expression
    word: str
    of: n.Expression | None = None
    whole: bool = False  # of an array itself, not each element


def given(flow: Flow) -> Iterator[Clue]:
    """What always comes from a function that says what it is, or from an element of a list, or goes into one."""
    for name, changes in _changes(flow).items():
        values = [value for _, value in changes if value is not None and not isinstance(value, n.Number | n.String)]
        word, *others = {_function(value) for value in values if not _mentions(value, name)} or {""}
        yield from (Clue(point.line, _node(name), word) for point, _ in changes if not others)
    for point in flow.points:
        match core(point.statement):
            case n.Let(target=target, value=value):
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
    searching = _searching(flow)
    for name, changes in _changes(flow).items():
        node = _node(name)
        if not isinstance(node, n.Variable):
            continue
        begun = {value.value for _, value in changes if isinstance(value, n.Number)}
        known = [clue for point, value in changes if value is not None for clue in _gathered(flow, point, node, value)]
        if len(known) + sum(isinstance(value, n.Number) for _, value in changes) == len(changes):
            yield from (clue for clue in known if clue.word in ("highest", "lowest") or begun <= {0})
            if not known and 0 in begun <= TRUTHS:
                yield from (Clue(point.line, node, "found") for point, _ in changes if point.index in searching)


def _gathered(flow: Flow, point: Point, node: n.Variable, value: n.Expression) -> Iterator[Clue]:
    """What a variable becomes more of: itself and something, or what it is compared with right before."""
    match value, core(flow.points[point.index - 1].statement):
        case n.Binary(operator="+", left=n.Variable(name=node.name), right=n.Number(value=1)), before:
            yield Clue(point.line, node, _counted(flow, point, before))
        case n.Binary(operator="+" | "-", left=n.Variable(name=node.name), right=added), _ if node.sigil != "$":
            yield Clue(point.line, node, "total", added)
        case ((n.Variable() | n.Element()), n.If(condition=n.Binary(operator=operator, left=left, right=right))):
            for one, other, sign in ((left, right, ">"), (right, left, "<")):
                if alike(one, value) and alike(other, node) and operator[0] in "<>":
                    larger = (operator[0] == sign) == (flow.points[point.index - 1].next == point.index)
                    yield Clue(point.line, node, "highest" if larger else "lowest", value)


def _counted(flow: Flow, point: Point, before: n.Statement) -> str:
    """How often two things are the same, a question is asked, or anything else happens."""
    match before:
        case n.If(condition=n.Binary(operator="=", left=n.Variable() | n.Element(), right=n.Variable() | n.Element())):
            return "matches"
    near = flow.points[max(point.index - NEAR, 0) : point.index + NEAR + 1]
    typed = [target for each in near for target in typed_into(core(each.statement))]
    asks = not point.depth and any(isinstance(target, n.Variable) for target in typed)
    return "turns" if asks and not any(wanted(shown(each), True) == "answer" for each in near) else "count"


def _searching(flow: Flow) -> set[int]:
    """The points in loops that ask for nothing."""
    asking = {point.index for point in flow.points if typed_into(core(point.statement))}
    loops = (range(begin, end) for begin, end in flow.loops.items())
    return {index for loop in loops if asking.isdisjoint(loop) for index in loop}


# ---- what is typed, and what is drawn by lot ------------------------------------------------------------------------


def typed(flow: Flow) -> Iterator[Clue]:
    """What is typed: an amount of several things, the number of a part, or what is to be guessed."""
    uses, said = _Uses(flow), ""
    guesses = uses.compared({name for name, kind, _ in _chances(flow) if kind == "whole"})
    only = {name for name, changes in _changes(flow).items() if all(value is None for _, value in changes)}
    for point in flow.points:
        said = shown(point) or said
        for target in typed_into(core(point.statement)):
            if target.sigil == "$":
                word = "answer"
            elif AMOUNT.search(said):
                word = "amount"
            elif _name(target) in uses.chosen:
                word = "choice"
            else:
                word = "guess" if _name(target) in guesses else "entry" if _name(target) in only else ""
            yield Clue(point.line, target, word)


def drawn(flow: Flow) -> Iterator[Clue]:
    """What only chance decides, after what is done with it."""
    uses = _Uses(flow)
    answers = {_name(target) for point in flow.points for target in typed_into(core(point.statement))}
    words = {
        "whole": (("secret", uses.compared(answers)), ("pick", uses.subscripts), ("roll", uses.chosen | uses.tested)),
        "part": (("chance", uses.tested),),
    }
    for name, kind, changes in _chances(flow):
        word = next((word for word, names in words[kind] if name in names), "")
        yield from (Clue(point.line, _node(name), word) for point, _ in changes)


def _chances(flow: Flow) -> Iterator[tuple[Name, str, list[Change]]]:
    """What only chance decides, whether that is a whole number, and where it does."""
    for name, changes in _changes(flow).items():
        kind, *others = {_kind(value) for _, value in changes}
        if kind and not others:
            yield name, kind, changes


def _kind(value: n.Expression | None) -> str:
    """Whether RND gives a whole number or a part of 1."""
    match value:
        case n.Function(name="RND"):
            return "part"
        case n.Function(name="INT" | "FIX" | "CINT"):
            return "whole" * any(isinstance(node, n.Function) and node.name == "RND" for node in walk(value))
        case n.Binary(operator="+" | "-", left=left, right=right):
            return next((kind for kind in map(_kind, (bare(left), bare(right))) if kind == "whole"), "")
    return ""


class _Uses:
    """What is done with variables and arrays."""

    def __init__(self, flow: Flow) -> None:
        self.chosen: set[Name] = set()  # what ON looks at
        self.subscripts: set[Name] = set()  # of lists
        self.tested: set[Name] = set()  # what is compared with numbers
        self._pairs: set[tuple[Name, Name]] = set()  # and with each other
        for node in (node for point in flow.points for node in walk(itself(core(point.statement)))):
            match node:
                case n.OnJump(selector=selector):
                    self.chosen.add(_name(selector))
                case n.Element(subscripts=(subscript,)):
                    self.subscripts.add(_name(subscript))
                case n.Binary(operator="=" | "<>" | "<" | ">" | "<=" | ">=", left=left, right=right):
                    self.tested |= {_name(one) for one, other in ((left, right), (right, left)) if _is_number(other)}
                    self._pairs |= {(_name(left), _name(right)), (_name(right), _name(left))}

    def compared(self, names: Collection[Name]) -> set[Name]:
        """What is compared with one of some others."""
        return {one for one, other in self._pairs if other in names}


def _is_number(node: n.Expression) -> bool:
    return isinstance(bare(node), n.Number)


def _changes(flow: Flow) -> dict[Name, list[Change]]:
    """Where each variable or array is changed."""
    found: defaultdict[Name, list[Change]] = defaultdict(list)
    for point in flow.points:
        for target in assigned(statement := core(point.statement)):
            value = bare(statement.value) if isinstance(statement, n.Let) else None
            found[_name(target)].append((point, value))
    return found


def _name(node: n.Expression) -> Name:
    match bare(node):
        case (n.Variable(name=name, sigil=sigil) | n.Element(name=name, sigil=sigil)) as found:
            return name, sigil, isinstance(found, n.Element)
    return "", "", False


def _mentions(value: n.Expression, name: Name) -> bool:
    return any(isinstance(node, n.Variable | n.Element) and _name(node) == name for node in walk(value))


def _node(name: Name) -> n.Variable | n.Element:
    return n.Element(0, *name[:2], ()) if name[2] else n.Variable(0, *name[:2])
