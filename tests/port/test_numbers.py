"""Numbers in ports that use `basic`: BASIC's own, call by call, and Python's, whose errors are BASIC's."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from playing import play, with_places

import basic
from basic.compare.runs import judged
from basic.errors import BasicError
from basic.gw.program import Array, real, scaled
from basic.port import to_python


class Sums:
    """A program of nothing but arithmetic on what was typed."""

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
    """Whatever is worked out, to the last digit."""
    source = with_places(Sums(seed).program().encode())
    text = to_python(source, exact=True)
    for typed in TYPED[seed % 2 :: 2]:
        assert play(text, typed, tmp_path, monkeypatch) == basic.run(source, typed, echo=False).text


TRAPPED = r"""10 ON ERROR GOTO 90
20 INPUT A,B,N%: DIM P(3)
30 X=A/B: PRINT "X";X: PRINT A\B: PRINT INT(A/N%)
40 P(A)=SQR(B): PRINT P(A): PRINT INT(LOG(A)*100)
50 N%=A*B: PRINT N%: PRINT CHR$(N%): PRINT (-A)^.5: PRINT ASC(STRING$(B,65))
60 PRINT LEFT$("ABC",B-1): PRINT CHR$(N%-1)
80 END
90 PRINT "ERROR";ERR;"IN";ERL: RESUME NEXT
"""


@pytest.mark.parametrize("typed", ["4,2,3\n", "4,0,0\n", "-1,-2,5\n", "2,1000,9\n"])
def test_pythons_errors_are_basics(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python(TRAPPED, runs=judged)
    assert "exact=True" not in text and "x = a / b" in text
    assert play(text, typed, tmp_path, monkeypatch) == basic.run(TRAPPED, typed, echo=False).text


def test_an_error_that_nothing_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = '10 OPEN "O",1,"X": INPUT A\n20 IF A THEN 40\n30 PRINT 5\n40 PRINT #1,LOG(A)\n'
    text = to_python(source, runs=judged)
    assert "math.log(entry)" in text
    for typed in "1\n", "-1\n":
        assert play(text, typed, tmp_path, monkeypatch) == basic.run(source, typed, echo=False).text


def test_doubles_of_the_library() -> None:
    for number in 0.1, -2.5, 3, 1e15, 1 / 3, -1e-30, 0:
        assert real(scaled(number)) == number
    assert isinstance(real(scaled(3)), int)


DIFFERENT = r"""10 OPEN "O",1,"X": X=.3: FOR I=1 TO 40: X=4*X*(1-X): NEXT: PRINT #1,X
"""
DRAWN = r"""10 SCREEN 1: WINDOW (-1,-1)-(1,1): X=.3: FOR I=1 TO 200: X=4*X*(1-X): LINE -(X,-X): PSET(-X,X*X),2: NEXT
"""


@pytest.mark.parametrize("source", [DIFFERENT, DRAWN])
def test_what_comes_out_otherwise_is_exact(source: str) -> None:
    """Runs look at files and pictures, too."""
    assert "singles.multiply(" in to_python(source, runs=judged)


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
    array = Array(0, 1)
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
    array[3, 4] = 7
    assert array[array.place(3, 4)] == 7
    assert deepcopy(array)[3, 4] == 7
    assert deepcopy(array).bounds == (3, 4)
    for subscripts, number in {(4, 1): 9, (1, -1): 5, (1, 0): 9, (3,): 9}.items():
        with pytest.raises(BasicError) as problem:
            array[subscripts]
        assert problem.value.number == number
    array.clear()
    assert array[3] == 0
