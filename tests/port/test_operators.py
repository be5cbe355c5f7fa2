"""Singles: Python's operators on them are BASIC's arithmetic, and ported programs use them where they must."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from math import floor, trunc
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import play, with_places

import basic
from basic.errors import BasicError
from basic.gw.program import Program as Exact
from basic.gw.singles import Array, Program, Single, index, integer, number_text
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.port import to_python
from basic.values import double
from basic.values.single import nearest

OPERATORS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}


def machines() -> tuple[Program, MemoryTerminal, Exact, MemoryTerminal]:
    one, two = MemoryTerminal(), MemoryTerminal()
    return Program(machine=Machine(one)), one, Exact(machine=Machine(two)), two


def some_number(random: Random) -> float:
    match random.randrange(8):
        case 0:
            return random.randrange(-20, 20)
        case 1:
            return random.randrange(-(1 << 24), 1 << 24)
        case 2:
            return nearest(random.uniform(-1, 1))
        case 3:
            return nearest(random.uniform(-1, 1) * 2.0 ** random.randrange(-120, 126))
        case 4:
            return nearest(random.choice((0.1, 0.8, 2.5, 1e-38, 1.7e38, 1 / 3)))
        case _:
            return nearest(round(random.uniform(-1000, 1000), random.randrange(4)))


def worked_out(left: Any, operator: str, right: Any) -> Any:
    try:
        return eval(f"left {operator} right")
    except BasicError as error:
        return error.number


def called(operation: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    try:
        return operation(x, y)
    except BasicError as error:
        return error.number


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_are_the_calls(operator: str) -> None:
    """On either side, with whole numbers and with numbers that are still to be rounded; messages and all."""
    gw, shown, exact, expected = machines()
    random = Random(operator)
    for turn in range(6000):
        x, y = some_number(random), some_number(random)
        gw.trapping = exact.trapping = turn % 7 == 0
        wanted = called(getattr(exact, OPERATORS[operator]), x, y)
        for left, right in ((gw.Single(x), gw.Single(y)), (gw.Single(x), y), (x, gw.Single(y))):
            found = worked_out(left, operator, right)
            assert found == wanted, (x, operator, y)
            assert isinstance(found, gw.Single | int)
    messages = expected.text.splitlines()
    assert shown.text.splitlines() == [line for line in messages for _ in range(3)]
    assert messages or operator in "+-"


@pytest.mark.parametrize("operator", "+-*/")
def test_operators_of_doubles_are_the_calls(operator: str) -> None:
    """On either side, with Doubles, Singles, whole numbers and numbers that are still to be rounded."""
    gw, shown, exact, expected = machines()
    random = Random(operator)
    for turn in range(4000):
        x, y = some_number(random), some_number(random)
        gw.trapping = exact.trapping = turn % 7 == 0
        one, other = double.from_single(float(x)), double.from_single(float(y))
        if turn % 3:  # all of its digits
            one = double.divide(one, double.from_integer(random.randrange(1, 99)))
        wanted = called(getattr(exact, f"{OPERATORS[operator]}_double"), one, other)
        for right in (gw.Double(y), gw.Single(y), y):
            found = worked_out(gw.double(one), operator, right)
            assert found == wanted if isinstance(found, int) else found.scaled == wanted, (x, operator, y)
        if turn % 3 == 0:
            for left in (gw.Single(x), x):
                found = worked_out(left, operator, gw.Double(y))
                assert found == wanted if isinstance(found, int) else found.scaled == wanted, (x, operator, y)
    messages = set(expected.text.splitlines())
    assert set(shown.text.splitlines()) == messages
    assert messages or operator in "+-"


TENTHS = " .1000000014901161", " .2000000014901161"


def test_doubles_beside_others() -> None:
    gw = machines()[0]
    Single, Double = gw.Single, gw.Double
    d, x = Double("0.1"), Single(0.1)
    assert d < x < Double(1) <= 1 < Double("1.5") and x == Double(0.1) == x and d != x and d < 0.1
    assert (floor(Double("-2.5")), trunc(Double("-2.5")), int(Double("-2.5")), abs(-d) == d) == (-3, -2, -2, True)
    assert integer(Double("2.4999999999999998")) == 2 and index(Double("2.5")) == 3
    assert (number_text(d), number_text(Double(x)), number_text(x + d)) == (" .1", *TENTHS)
    assert Single(Double("16777217")) == 16777218 and isinstance(Single(d), Single)
    assert not Double(0) and d and float(Double("0.5")) == 0.5 and gw.val("1.5") == 1.5


def test_numbers_as_one_writes_them() -> None:
    gw = machines()[0]
    x = gw.Single(0.1)
    for text in ("x == 0.1", "0.1 == x", "x <= 0.1", "0.1 >= x", "not x != 0.1", "not 0.1 < x", "not x > 0.1"):
        assert eval(text)
    assert float(x) == nearest(0.1) != 0.1
    assert x * 0.3 == gw.Single(0.1) * gw.Single(0.3)
    assert {x: 1}[gw.Single(0.1)] == 1
    assert 5 / gw.Single(2) == 2.5
    assert [0, 1, 2][gw.Single(2)] == 2
    with pytest.raises(TypeError):
        [0, 1, 2][x]


# ---- ported programs ------------------------------------------------------------------------------------------------


class Sums:
    """A program of nothing but arithmetic on what was typed, so that no run can prove Python's own numbers."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.trapped = seed % 3 > 0
        self.wild = seed % 2 == 0
        self.line = 100

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def constant(self) -> str:
        if self.wild and self.random.random() < 0.1:
            return self.one("1E20", "1E-20", "-1E38", "16777216", "3E-39", "40000", "1234567")
        return self.one("1", "2", "3", "5", "10", "100", ".5", ".1", ".95", "1.1", "2.75", "-1", ".001", "12.34", "0")

    def number(self, depth: int = 3) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            if self.random.random() < 0.35:
                return self.constant()
            return self.one("A", "B", "C", "D", "N", "M", "I", "X", "Y", "T", "W", "D#", "K%", "P(I)", "Q(K%)", "P(N)",
                            "E#(I)", "1.5#", "3#")
        r = self.random.random()
        if r < 0.6:
            operator = self.one("+", "-", "*", "/", "+", "-", "*", "/", "^" if self.random.random() < 0.4 else "+")
            return f"({self.number(depth - 1)}{operator}{self.number(depth - 1)})"
        if r < 0.68:
            return f"-{self.number(depth - 1)}"
        if r < 0.85:
            inner = self.number(depth - 1)
            return self.one(f"INT({inner})", f"INT({inner}*100+.5)/100", f"ABS({inner})", f"FIX({inner})",
                            f"SQR(ABS({inner}))", f"SIN({inner})", f"ATN({inner})", f"SGN({inner})", f"FNA({inner})",
                            f"CINT({inner})", f"CDBL({inner})", f"CSNG({inner})", f"FNB#({inner})",
                            f"EXP({inner})", f"LOG({inner})")  # fmt: skip
        if r < 0.9:
            return self.one("RND", "RND(1)", "INT(RND*6)+1", "INT(RND(1)*N)", f"INT({self.number(1)}*RND(1))")
        if r < 0.95:
            return f"({self.condition()})"
        return self.one(f"{self.number(1)}\\{self.constant()}", f"{self.number(1)} MOD 7", "LEN(STR$(A))", "VAL(A$)")

    def condition(self) -> str:
        return f"{self.number(2)}{self.one('=', '<>', '<', '>', '<=', '>=')}{self.number(1)}"

    def place(self) -> str:
        return self.one("A", "B", "C", "D", "X", "Y", "T", "W", "N", "M", "P(I)", "P(K%)", "Q(I)", "D#", "K%", "P(N)",
                        "E#(K%)", "F#")

    def statement(self, depth: int = 2) -> str:
        r = self.random.random()
        if r < 0.15:
            place = self.one("A", "B", "X", "T", "W", "P(I)", "Q(2)", "D#", "E#(2)")
            return f"{place}={place}{self.one('+', '-', '*', '/')}{self.number(2)}"
        if r < 0.2:
            return self.one("W=W+1", "T=0", "W=INT(W*1.5)", "N=INT(RND(1)*5)", "M=M+INT(A)", "W=W*3+1", "Y=Y/4")
        if r < 0.5:
            return f"{self.place()}={self.number()}"
        if r < 0.62 and depth:
            return f"IF {self.condition()} THEN {self.statement(0)} ELSE {self.statement(0)}"
        if r < 0.7 and depth:
            bounds = self.one("1 TO 3", "0 TO N MOD 5", "1 TO 2+SGN(A)", "0 TO 1 STEP .25", "A-INT(A) TO 1 STEP .3",
                              "3 TO 1 STEP -1")
            variable = "X" if "." in bounds else self.one("I", "I", "X", "K%")  # K% would never get on
            work = self.one("PRINT I;X;K%;", "W=W+I*X", "P(I)=P(I)*1.5", f"T=T+{self.number(2)}", "Q(I)=X/3+K%")
            return f"FOR {variable}={bounds}: {work}: NEXT {variable}"
        if r < 0.74:
            return self.one("READ X", "READ N", "READ X,Y", "READ P(2)", "RESTORE", "SWAP X,Y", "SWAP W,T",
                            "SWAP D#,F#", "READ F#", "READ X,D#")
        if r < 0.78:
            return 'PRINT USING "###.##";' + self.number(1)
        return f'PRINT {self.number()}{self.one(";", ",")}{self.one("A", "W", "T", self.number(1))};"."'

    def program(self) -> str:
        data = self.one("1,2,3,4,5,6,7,8", "1.5,.1,-3,1E10,7", "40000,2,3")
        lines = ["10 DIM P(5),Q(5),E#(5)", "20 DEF FNA(Z)=Z*1.5+N: DEF FNB#(Z)=Z*D#+1",
                 "30 INPUT A,B,C: INPUT D#,A$: N=3: K%=2: I=1"]
        if self.trapped:
            lines.insert(0, "5 ON ERROR GOTO 900")
        for line in range(100, 100 + 10 * self.random.randrange(4, 16), 10):
            lines.append(f"{line} {self.statement()}")
        lines += ["800 PRINT A;B;C;D;N;M;I;X;Y;T;W;D#;F#;K%: FOR J=0 TO 5: PRINT P(J);Q(J);E#(J): NEXT: END"]
        lines += ["900 PRINT ERR;ERL: Z9=Z9+1: IF Z9>20 THEN END ELSE RESUME NEXT", f"910 DATA {data}"]
        return "\n".join(lines) + "\n"


TYPED = ("2,3.5,-1\n1.5,7\n", "100,.1,33\n1E10,-2.25\n", "x\n0,0,0\n0,\n", "1E38,12345678,1E-30\n3,4\n")


@pytest.mark.parametrize("seed", range(60))
def test_sums(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every operation of fractions has a Single; or Python's own result is exact."""
    source = with_places(Sums(seed).program().encode())
    text = to_python(source)
    for typed in TYPED[seed % 2 :: 2]:
        assert play(text, typed, tmp_path, monkeypatch) == basic.run(source, typed, echo=False).text


LINES = {  # of GW-BASIC's 80 columns, and of what is no more than a line of texts and numbers
    'PRINT STRING$(75,"x");1234;"Y"': "x" * 75 + "\n 1234 Y\n",
    'PRINT 1;-2;.5;"A";1E10;1E6*12.5': " 1 -2  .5 A 1E+10  1.25E+07 \n",
    'PRINT "AB"+CHR$(7);3': "AB\a 3 \n",
    "PRINT 1,-.5,7;8": " 1            -.5            7  8 \n",
    'PRINT TAB(5);"X";SPC(2);9999999': "    X   9999999 \n",
}


@pytest.mark.parametrize("statement", LINES)
def test_a_line_of_print(statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"10 {statement}\n"
    assert basic.run(source, echo=False).text == LINES[statement]
    assert play(to_python(source, exact=True), "", tmp_path, monkeypatch) == LINES[statement]


def test_arrays() -> None:
    """The dict in them holds what has been looked at, and nothing that is not there."""
    array = Array(Single(0), 1)
    with pytest.raises(BasicError) as problem:
        array[0]
    assert problem.value.number == 9
    assert array[10] == 0
    with pytest.raises(BasicError):
        array[2, 2] = 1
    with pytest.raises(BasicError):
        array.dim(3)
    array.erase()
    array.dim(3, 4)
    array[3, 4] = Single(7)
    assert array[array.place(3, 4)] == 7
    assert deepcopy(array)[3, 4] == 7
    assert deepcopy(array).bounds == (3, 4)
    for subscripts, number in {(4, 1): 9, (1, -1): 5, (1, 0): 9, (3,): 9}.items():
        with pytest.raises(BasicError) as problem:
            array[subscripts]
        assert problem.value.number == number
    array.clear()
    assert array[3] == 0
