"""What statements do is said by the types of their fields, for all analyses; what says nothing may do anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import basic
from basic.analysis.defaults import DefTypes
from basic.analysis.flow import Flow, analyse, ways
from basic.analysis.numbers.effects import Effects
from basic.analysis.routines.routines import Node
from basic.analysis.variables.truths import flags
from basic.analysis.variables.types import Ranges
from basic.arithmetic.ranges import Range
from basic.engine.statements import Statements
from basic.engine.writers import WRITERS
from basic.record import record, types
from basic.syntax import nodes as n
from basic.syntax.effects import STATEMENTS, anything, assigned, filled, is_known, marks, runs_on
from basic.syntax.effects import ways as lines

if TYPE_CHECKING:
    from basic.syntax.nodes import Assigned

VARIABLES = {"Target", "Variable", "Element"}
MARKS = {"Assigned", "Filled", "Named"}


def parts() -> set[type]:
    """Statements, and the nodes that they are made of."""
    expressions = set(n.Expression.__args__)
    nodes = {kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, n.Node)}
    return nodes - expressions - {n.Node}


@pytest.mark.parametrize("kind", sorted(parts(), key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_every_field_says_what_it_is(kind: type) -> None:
    """A variable that stands by itself is marked, and so is a line; an expression is only looked at."""
    for field, words in marks(kind).items():
        if words & VARIABLES:
            assert words & MARKS, f"{kind.__name__}.{field}: does the statement give it a value?"
        assert "LineRef" not in words, f"{kind.__name__}.{field}: a Way, a Handler, or Listed?"


def first(text: str) -> n.Statement:
    return analyse(basic.parse("10 " + text)).points[0].statement


@pytest.mark.parametrize(
    "text, given, whole, to",
    [
        ("A=B", "A", "", ()), ("FOR I=A TO B STEP C", "I", "", ()), ("NEXT I", "", "", ()),
        ("READ A,B$(I)", "A B$", "", ()),
        ("INPUT#1,A,B", "A B", "", ()), ("LINE INPUT A$", "A$", "", ()), ("SWAP A,B(I)", "A B", "", ()),
        ("MID$(A$,B)=C$", "A$", "", ()), ("LSET A$=B$", "A$", "", ()), ("FIELD #1,A AS B$,C AS D$(E)", "B$ D$", "", ()),
        ("GET (A,B)-(C,D),E", "", "E", ()), ("PUT (A,B),E", "", "", ()), ("CALL A(B,C+1)", "B", "", ()),
        ("DEF FNA(X)=X", "", "", ()), ("DIM A(B)", "", "", ()), ("PRINT A;B", "", "", ()), ("LOCATE A,B", "", "", ()),
        ("ON A GOTO 20,30", "", "", (20, 30)), ("ON ERROR GOTO 20", "", "", (20,)), ("ON ERROR GOTO 0", "", "", ()),
        ("ON KEY(A) GOSUB 20", "", "", (20,)), ("RETURN 20", "", "", (20,)),
        ("RESTORE 20", "", "", ()), ("RUN 20", "", "", (20,)),
    ],
)  # fmt: skip
def test_what_statements_do(text: str, given: str, whole: str, to: tuple[int, ...]) -> None:
    statement = first(text)
    assert " ".join(node.name + node.sigil for node in assigned(statement)) == given
    assert " ".join(node.name + node.sigil for node in filled(statement)) == whole
    assert tuple(line.number for line in lines(statement)) == to


@record
class Strange(n.Node):
    """A statement that no analysis has heard of."""


def strange(text: str) -> tuple[Flow, Flow]:
    """A program, and the same with such a statement in the place of its BEEP."""
    known = basic.parse(text)

    def put(statement: n.Statement) -> Any:
        return Strange(0) if isinstance(statement, n.Command) and statement.word == "BEEP" else statement

    lines = [n.Line(line.number, line.text, tuple(map(put, line.statements))) for line in known.lines]
    return analyse(known), analyse(n.Program(tuple(lines)))


def test_an_unknown_statement_does_anything() -> None:
    assert not is_known(Strange(0)) and anything(Strange(0)) and runs_on(Strange(0))
    assert not any(anything(kind(*[None] * len(types(kind)))) for kind in STATEMENTS - {n.Call})
    one, other = strange("10 F=A>B:A=1\n20 FOR I=1 TO 9:BEEP:B=A+I:NEXT\n30 IF F THEN 20\n")
    a = ("A", "!", False)
    assert Ranges(one, DefTypes()).of(a).whole and not Ranges(other, DefTypes()).of(a).whole
    assert not Ranges(other, DefTypes()).of(("NEVER", "!", False)).whole
    possible = lambda key: True  # noqa: E731
    assert flags(one, DefTypes(), possible) and not flags(other, DefTypes(), possible)
    assert ways(other, other.points[3]) == [4]
    bounds = {("A", "!"): Range(True, 1, 1)}
    beep = other.points[3]
    Effects(other, Ranges(other, DefTypes())).do(Node((3, "", None), "plain", beep, []), beep.statement, bounds)
    assert not bounds


@record
class Stamp(n.Node):
    """`STAMP A` sets A to 1.5."""

    target: Assigned[n.Target]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("engine", ["step", "python", "native"])
def test_a_new_statement_needs_no_word_to_any_analysis(
    engine: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its node says what it does; if it is not even one of the statements, it may do anything."""

    def write(self: Statements, statement: Stamp) -> list[str]:
        return self.assign(statement.target, "1.5")

    monkeypatch.setitem(WRITERS, Stamp, write)
    if known:
        monkeypatch.setattr("basic.syntax.effects.STATEMENTS", STATEMENTS | {Stamp})
    text = (
        "10 FOR I=1 TO 3:A=1:A=A+1:BEEP:PRINT A;:A=A*2:NEXT:PRINT A;\n20 K=K+1:B(K)=2:BEEP:IF K<2 THEN 20\n30 PRINT A;K"
    )
    program = basic.parse(text)

    def put(statement: n.Statement) -> Any:
        beeps = isinstance(statement, n.Command) and statement.word == "BEEP"
        return Stamp(0, n.Variable(0, "A", "")) if beeps else statement

    lines = [n.Line(line.number, line.text, tuple(map(put, line.statements))) for line in program.lines]
    assert basic.run(n.Program(tuple(lines)), engine=engine).text == " 1.5  1.5  1.5  3  1.5  2 \n"
