"""The compiled program against single steps, and its inline arithmetic against the exact functions.

`control_flow_programs.py` writes the programs. The reference carries them out one statement after another and counts on
nothing that the analysis has found; transcript, outcome and variables must be the same for the compiled program.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ldexp
from operator import ge, gt, le, lt
from random import Random
from typing import Any

import pytest
from control_flow_programs import play
from paths import PROGRAMS

import basic
from basic.analysis.defaults import DefTypes
from basic.analysis.flow import analyse
from basic.engine.compiled import Compiled
from basic.engine.interpreter import Interpreter
from basic.engine.runtime import Runtime
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.syntax import nodes
from basic.values import single
from basic.values.soft import SoftError

# Programs that once told the engines apart, made small.
DIFFERENCES = {
    "an inner loop left by a jump hides the outer from a NEXT without a name": """
10 FOR I=1 TO 3
20 FOR J=1 TO 3:IF J=2 THEN 40
30 NEXT J
40 NEXT
""",
    "two loops with one variable": """
10 FOR L=1 TO 3
20 FOR L=5 TO 6:PRINT L;:NEXT L
30 PRINT L;:NEXT L
""",
    "a loop left through the branch that holds its NEXT": """
10 FOR I=1 TO 5:IF I<3 THEN PRINT I:NEXT
20 PRINT I
""",
    "RETURN to a line that is missing": "10 RETURN 99\n",
    "FOR finds no room and leaves its variable alone": """
10 ON ERROR GOTO 50
20 FOR I%=5 TO 6
30 GOSUB 20
50 PRINT ERR;ERL;I%
""",
    "a limit that is a constant of another type": """
10 DEFINT I
20 FOR I=1 TO 2.75:FOR A=16777213 TO 16777218 STEP 2:IF A>16777216 THEN PRINT I(-1)
30 NEXT A,I
""",
    "what a square says of its root is forgotten with either": """
10 FOR I=1 TO 3:X=2:U=X*X:V=3*X
20 IF I=2 THEN X=1E30
30 IF I=3 THEN U=1
40 IF U+V>11 THEN X=-1E30
50 IF U<5 THEN PRINT X*X;2*X*X
60 X=1E30:IF U<5 THEN PRINT X*X
70 NEXT
""",
    "a double is not the whole number that it was": """
10 K=3:D#=K:K=5:PRINT D#*D#;1/D#
20 D#=K:FOR K=1 TO 2:PRINT D#*D#;1/D#:D#=D#/3:NEXT
30 D#=7:IF K>1 THEN D#=.5
40 PRINT D#*D#:K=2:D#=K:GOSUB 60:PRINT D#*D#;D#-2
50 D#=K:WHILE D#*D#<50:D#=D#+.5:WEND:PRINT D#:END
60 D#=.25:RETURN
""",
    "what a condition says holds until the next jump comes in": """
10 X=3:Y=1E20:K=0
20 IF X+Y>4 THEN X=1E20:GOTO 40
30 PRINT 2*X*Y
40 PRINT X*Y
50 X=9:IF K>5 AND X<=4 THEN 70
60 X=1E20
70 PRINT X*X:K=K+1:IF K<2 THEN 40
80 IF NOT K<2 THEN K=1E7:K=K*K
90 PRINT K
""",
    "what all jumps to a place agree on is not so in a loop that begins there": """
10 X=2:K=0:GOTO 20
15 X=3
20 FOR I=1 TO 9:X=X*X:NEXT:PRINT X
30 K=K+1:IF K<2 THEN 15
40 X=2:K=0:GOTO 50
45 X=3
50 WHILE X<1E30:X=X*X:WEND:PRINT X*X
60 K=K+1:IF K<2 THEN 45
""",
    "one way to a place says less than the others": """
10 X=2:Y=1E30:K=0:IF K=0 THEN 40
20 X=3:GOTO 40
30 X=X*Y
40 PRINT X*X;X+1E38
50 K=K+1:ON K GOTO 20,30,60
60 X=4:K=0
70 PRINT X*Y*Y:K=K+1:IF K<3 AND X<9 THEN X=1/K:Y=Y*X:GOTO 70
80 IF X<9 THEN X=X*1E30:GOTO 70
""",
    "ON leads to a place of which the jumps know more": """
10 X=2:GOTO 40
20 X=3:GOTO 40
30 X=1E30:K=1:ON K GOTO 40:END
40 PRINT X*X:N=N+1:ON N GOTO 30,20
""",
    "DEF FN survives what is carried out step by step": "10 DEF FNA(X)=X*2\n20 TROFF\n30 PRINT FNA(.5)\n",
    "DEF FN takes room": "10 PRINT FRE(0):DEF FNA(X)=X+1:PRINT FRE(0):PRINT FNA(2)\n",
    "DEF FN survives DEFINT": "10 DEF FNA(X)=X/2\n20 Q=1:GOTO 40\n30 PRINT FNA(5):END\n40 DEFINT X:GOTO 30\n",
    "errors within a WHILE": """
10 ON ERROR GOTO 90
20 WHILE N<99:N=N+1
30 ERROR 5
40 WEND:PRINT N:END
90 RESUME NEXT
""",
    "errors that lead back to a WHILE": """
10 ON ERROR GOTO 90
20 WHILE N<99:N=N+1
30 ERROR 5
40 WEND:PRINT N:END
90 RESUME 20
""",
    "DEFINT within a loop": "10 FOR D=1 TO 3\n20 DEFINT D\n30 PRINT D\n40 NEXT D\n",
    "DEFINT in a loop that calls": "10 FOR D=1 TO 3\n20 GOSUB 50\n30 NEXT D\n40 END\n50 DEFINT D:PRINT D:RETURN\n",
    "an array that is used, then erased": "10 M(1,2)=3\n20 PRINT M(1,2):ERASE M:M(2)=5:PRINT M(2)\n",
    "the place is looked for before the value": "10 P(J-1)=K%/K%\n",
    "a loop over the last integer": "10 FOR I%=32766 TO 32767:PRINT I%:NEXT\n",
    "a loop over the last whole single": "10 FOR I=16777215 TO 16777216:N=N+1:IF N>4 THEN END\n20 NEXT\n",
    "a loop that changes its variable and limit": "10 N=5:FOR I=1 TO N:N=2:I=I+.5:PRINT I;N:NEXT:PRINT I\n",
    "a subroutine in place of its GOSUB changes counter and row": """
10 FOR I=1 TO 20:PRINT I;:GOSUB 100:NEXT
20 DIM A(3,3):X=1:FOR J=1 TO 3:A(X,J)=J:GOSUB 200:PRINT A(1,J);A(2,J):NEXT:END
100 I=I+5:RETURN
200 IF J=2 THEN X=2:RETURN ELSE A$=A$+"X"
210 RETURN
""",
    "errors within subroutines in place of their GOSUBs": """
10 ON ERROR GOTO 500
20 FOR I=1 TO 3:GOSUB 100:NEXT:PRINT T:GOSUB 300
30 STOP
40 GOTO 600
100 FOR J=1 TO 2:GOSUB 200:NEXT:RETURN
200 IF J=2 THEN PRINT 1/(I-2):RETURN
210 T=T+I:ERROR 77
220 RETURN
300 PRINT "IN":GOSUB 400:PRINT "OUT":RETURN
400 STOP:RETURN
500 PRINT ERR;ERL:IF ERR=77 THEN RESUME NEXT
510 IF ERR=3 THEN END ELSE RESUME 220
600 GOSUB 700:END
700 ERROR 5
""",
    "an error leads back into a subroutine that is jumped to as well": """
10 ON ERROR GOTO 90
20 FOR I=1 TO 2:GOSUB 50:PRINT "BACK";I:NEXT
30 IF I=3 THEN I=4:GOTO 60
40 END
50 PRINT 1/(2-I)
60 PRINT "REST":RETURN
90 IF ERR=3 THEN PRINT "ALONE":END ELSE RESUME 60
""",
    "loops with two ways in, and one out of three": """
10 GOTO 40
20 A=A+1
30 B=B+1:IF B>50 THEN 90
40 C=C+1:IF C MOD 3=0 THEN 20
50 IF C MOD 5=0 THEN 30
60 D=D+1:IF D<9 THEN 50 ELSE IF A+B+C<99 THEN D=0:GOTO 40
70 E=E+1:IF E<3 THEN C=C+1:D=0:GOTO 30
90 PRINT A;B;C;D;E
""",
    "fractions that cannot be too small or too large": """
10 FOR I=1 TO 12:FOR J=-9 TO 9 STEP 1.5
20 A=I/7:B=J*.0458:C=A*B:D=A+B:E=A-B:F=F+A*B:G=C*C-D*D:H=2*A*B+C:L=G*1E30:M=B*1E-30*1E-9
30 PRINT C;D;E;F;G;H;L;M;C>0;D+E>4;INT(I/7);I-INT(I/7)*7;INT((I*J+J)/9):NEXT:NEXT
""",
    "strings at their longest": """
10 A$=STRING$(254,"A"):FOR I=1 TO LEN(A$):B$=MID$(A$,I,1)+B$:NEXT:PRINT LEN(B$)
20 C$=LEFT$(A$,100)+RIGHT$(A$,100)+STR$(I):PRINT LEN(C$);LEN(C$+CHR$(65)+"B"):D$=A$+"B"+"":PRINT LEN(D$)
30 FOR I=LEN(A$) TO 1 STEP -1:C$="":A$=MID$(A$,2):PRINT MID$(A$,I,1);:NEXT
40 PRINT D$+"C"
""",
    "200 jumps forward over each other": "".join(
        f"{k + 1} IF T MOD {k + 2}=0 THEN {min(k + 3 + k % 30, 201)} ELSE T=T+1:PRINT {k}\n" for k in range(200)
    )
    + "201 PRINT T\n",
    "more loops than the stack holds": "".join(f"{k} FOR V{k}=1 TO 2\n" for k in range(1, 16))
    + "".join(f"{40 - k} NEXT V{k}\n" for k in range(15, 0, -1)),
    "a loop that was left takes room where a subroutine calls itself": """
10 FOR J=0 TO 2:GOTO 30
20 NEXT J
30 K=0:WHILE K<3
40 N=0:WHILE N<3:GOSUB 30:N=N+1:WEND
50 K=K+1:WEND
""",
    "a subroutine leaves a loop and calls itself in it": """
10 A$="X":GOSUB 20:END
20 T=T+1:FOR J=1 TO 3:IF T<99 THEN 10
30 NEXT
""",
    "RETURN to a line of the loop in which it stands takes the loop with it": """
10 ON ERROR GOTO 90:GOSUB 20
20 K=0:WHILE K<3
30 RETURN 30
40 K=K+1:WEND
50 GOSUB 60
60 FOR I=1 TO 3:IF I=2 THEN PRINT I:RETURN 70
70 PRINT I;:NEXT:END
90 T=T+1:PRINT ERR;ERL:IF T<9 THEN RESUME NEXT
""",
    "a loop gives the variable of its step another value": """
10 A=2:X#=.5:FOR D=X# TO 3 STEP A:A=1:PRINT D:NEXT:PRINT D
20 A=2:FOR D=X# TO 9 STEP A:IF D>3 THEN A=1:GOTO 30 ELSE A=4
30 NEXT:PRINT D
""",
    "a quotient where no number can be": """
10 INPUT A:Y=5
20 IF A>3 THEN IF A<1 THEN PRINT Y/A
30 X=2:IF X<1 THEN PRINT Y/X
40 FOR I=3 TO 5:IF I<1 THEN PRINT Y/I ELSE PRINT I/Y
50 NEXT
""",
    "14 loops that were left take all the room": "".join(
        f"{k}0 FOR V{k}=1 TO 2:IF T=0 THEN {k + 1}0 ELSE NEXT\n" for k in range(1, 16)
    )
    + "160 PRINT 15\n",
    "13 loops that were left leave room for two calls": "".join(
        f"{k}0 FOR V{k}=1 TO 2:IF T=0 THEN {k + 1}0 ELSE NEXT\n" for k in range(1, 14)
    )
    + "140 GOSUB 150\n150 N=N+1:PRINT N:GOSUB 160\n160 N=N+1:PRINT N:GOSUB 170\n170 PRINT 9\n",
}


@pytest.mark.parametrize("text", DIFFERENCES.values(), ids=DIFFERENCES.keys())
def test_differences(text: str) -> None:
    program = basic.parse(text.lstrip())
    expected = play(program, "reference")
    for engine in ("python", "kept", "step"):
        assert play(program, engine) == expected, engine


# Which error there is, and what was done before it, tells that an element is looked for before its value is worked out.
# The expected texts follow from the published source: LET, READ and INPUT# begin with PTRGET, LINE INPUT has it behind
# its prompt, SWAP looks for one element after the other.
TRAPPED = "10 ON ERROR GOTO 90:DIM P(9),T(3,3),P%(9),B$(9):I=10\n{}\n80 END\n90 PRINT ERR;:RESUME NEXT\n95 DATA 7\n"
PLACES = {
    "20 P(I)=1/0:T(2,I)=1/0:P(I-1)=1/0": " 9  9  11 ",
    "20 P%(I)=40000!:P%(1)=40000!:T(I,-1)=1/0": " 9  6  5 ",
    "20 A(3)=1/0:DIM A(20)": " 11  10 ",  # the array was made
    "20 A(11)=B(1):DIM B(20):DIM A(20)": " 9  10 ",  # and that of the value was not
    "20 P(I)=P(I)/0:P(I-1)=P(I-1)/0:P(I)=(P(I)+1)/0": " 9  11  9 ",
    '20 B$(I)=STRING$(200,"A")+STRING$(200,"B"):B$(1)=STRING$(200,"A")+STRING$(200,"B")': " 9  15 ",
    "20 X=RND(-1):Y=RND:X=RND(-1):P(I)=RND:PRINT RND=Y;": " 9 -1 ",
    "20 READ P(I):READ P(1):PRINT P(1);:READ P(I):READ P(2)": " 9  7  9  4 ",
    "20 SWAP P(I),P(-1):SWAP P(1),P(-1):SWAP P(I),B$(1/0):SWAP P(1),B$(1)": " 9  5  9  13 ",
    '20 LSET B$(I)=CHR$(-1):MID$(B$(I),1/0)="X":LSET B$(1)=CHR$(-1)': " 9  9  5 ",
    '20 LINE INPUT "?";B$(I):LINE INPUT "!";P:LINE INPUT B$(1):PRINT B$(1)': "? 9 ! 13 TYPED\nTYPED\n",
    '20 OPEN "F" FOR OUTPUT AS 1:PRINT #1,"2,3":CLOSE:INPUT #1,P(I):OPEN "F" FOR INPUT AS 1:INPUT #1,P(I),X\n'
    '30 INPUT #1,P(1):PRINT P(1);:LINE INPUT #1,B$(I):LINE INPUT #1,B$(1):PRINT B$(1);': " 52  9  2  9 3",
}


@pytest.mark.parametrize("engine", ["step", "python", "native"])
@pytest.mark.parametrize(("text", "expected"), PLACES.items())
def test_an_element_is_looked_for_before_its_value(text: str, expected: str, engine: str) -> None:
    assert basic.run(TRAPPED.format(text), "TYPED\n", engine=engine).text.rstrip("\n") == expected.rstrip("\n")


@pytest.mark.parametrize("engine", ["python", "step"])
def test_a_byte_is_worked_out_once(engine: str) -> None:
    """Also where it is none, and working it out has said something."""
    assert basic.run("10 PRINT CHR$(5 MOD E)\n", engine=engine).text == "Division by zero\nOverflow in 10\n"
    assert basic.run("10 ON 5 MOD E GOTO 10\n", engine=engine).text == "Division by zero\nOverflow in 10\n"


def test_an_element_that_is_not_there_has_no_value() -> None:
    assert basic.run("10 DIM P(9):I=10\n20 P(I)=1/0\n").text == "Subscript out of range in 20\n"


def test_what_all_jumps_agree_on_is_not_looked_at() -> None:
    def source(program: str) -> str:
        compiled = Compiled(analyse(basic.parse(program)), (DefTypes(), 0, frozenset()), {})
        assert compiled.function
        return compiled.source

    counted = "10 K=0:N=0\n20 K=K+1:N=N+K*K:IF K<30 THEN GOTO 20\n30 PRINT N\n"
    assert "K_s = (K_s + 1)\n" in source(counted)
    assert "K_s = (K_s + 1)\n" not in source(counted + "40 IF N<0 THEN 20\n")


def test_nothing_is_counted_on_where_single_steps_lead() -> None:
    """At the prompt, after STOP or Ctrl-C, variables can get any value before CONT."""
    told = 0
    for path in (PROGRAMS).glob("*.BAS"):
        compiled = Compiled(analyse(basic.parse(path.read_text("latin-1"))), (DefTypes(), 0, frozenset()), {})
        assert compiled.function.heads.isdisjoint(compiled.blocks.at_heads)
        told += len(compiled.blocks.at_heads)
    assert told


# ---- limits of Python: blocks, indentation, parentheses, recursion --------------------------------------------------


def numbered(*lines: str) -> str:
    return "".join(f"{number} {line}\n" for number, line in enumerate(lines, 1))


LARGE = {
    "40 loops of GOTO in each other": (
        numbered(
            *(f"V{k}=0" for k in range(40)),
            "T=T+1",
            *(f"V{k}=V{k}+1:IF V{k}<{1 + (k > 35)} THEN {k + 2}" for k in reversed(range(40))),
            "PRINT T",
        ),
        " 16 \n",
    ),
    "30 loops in each other": (
        numbered(*(f"FOR V{k}=1 TO 1" for k in range(30)), "T=T+1", *(f"NEXT V{29 - k}" for k in range(30)), "PRINT T"),
        " 1 \n",
    ),
    "60 WHILEs in each other": (
        numbered(*(f"W{k}=W{k}+1:WHILE W{k}<2:W{k}=9" for k in range(60)), *["WEND"] * 60, "PRINT W0;W59"),
        " 9  9 \n",
    ),
    "240 parentheses": (numbered("PRINT " + "(" * 240 + "1+A" + ")" * 240), " 1 \n"),
    "60 nested calls with arithmetic": (numbered("A=1:PRINT " + "INT(A+" * 60 + "1" + ")" * 60), " 61 \n"),
    "100 subscripts in each other": (numbered("PRINT " + "A(" * 100 + "1" + ")" * 100), " 0 \n"),
    "a chain of 120 sums": (numbered("A=.5:PRINT " + "+".join(["A"] * 120)), " 60 \n"),
    "a chain of 80 strings": (numbered('A$="AB":PRINT LEN(' + "+".join(["A$"] * 80) + ")"), " 160 \n"),
    "120 signs": (numbered("A=1:PRINT " + "-" * 121 + "A"), "-1 \n"),
    "60 targets": (
        numbered("A=A+1:ON A GOTO " + ",".join(str(3 + k) for k in range(60)), "PRINT A:END", *["GOTO 1"] * 60),
        " 61 \n",
    ),
    "25 IFs and ELSEs in one line": (numbered("A=1:" + "IF A THEN " * 25 + "PRINT 1" + " ELSE PRINT 2" * 25), " 1 \n"),
    "8,000 constants": (
        numbered(*["DATA " + ",".join("1" * 20)] * 400, "FOR I=1 TO 8000:READ A:S=S+A:NEXT:PRINT S"),
        " 8000 \n",
    ),
    "a subroutine 3,000 deep": (
        numbered("GOSUB 2:PRINT A:END", *(f"GOSUB {k}:RETURN" for k in range(3, 3003)), "A=7:RETURN"),
        " 7 \n",
    ),
    "4,000 targets": (numbered(*(f"GOTO {k}" for k in range(2, 4001)), "PRINT 5"), " 5 \n"),
}


@pytest.mark.parametrize("engine", ["python", "step"])
@pytest.mark.parametrize(("text", "expected"), LARGE.values(), ids=LARGE.keys())
def test_large(text: str, expected: str, engine: str) -> None:
    assert basic.run(text, engine=engine, unlimited=True).text == expected


# ---- arithmetic in place --------------------------------------------------------------------------------------------

# X and Y are any singles, P and Q not negative, W and V whole, S a small whole number.
SHAPES = "10 P=ABS(X):Q=ABS(Y):W=INT(X):V=INT(Y):FOR S=0 TO 9:NEXT\n20 INPUT X,Y\n30 Z="
OPERATIONS = {"+": single.add, "-": single.subtract, "*": single.multiply, "/": single.divide}
PAIRS = [
    *("X+Y", "X-Y", "X*Y", "X/Y", "X*X", "P+Q", "P-Q", "P*Q", "P+X", "X-P", "P/Q", "W+V", "W-V", "W*V", "W/V", "W*X"),
    *("X+W", "S*X", "X-S", "S+W", "S/7", "S/10", "W/3", "X/3", "X*2", "X*.5", "4*X", "X+1", "X-.1", "P+.1", "1-X"),
    *("S*.0458", "P*P", "Q-X", "V*V", "X/10", "S-.5", "1/X"),
]


def operand(random: Random, name: str) -> float | int:
    """A number of the kind that a variable of SHAPES may hold, with a liking for the borders."""
    if name == "S":
        return random.randint(0, 10)
    if name in "WV":
        size = random.choice((1, 9, 4096, 65536, 1 << 24))
        return random.choice((random.randint(-size, size), size, -size, 0, (1 << 24) - random.randint(0, 3)))
    bits = random.choice((1, 2, 12, 23, 24, 24, 24))
    mantissa = random.choice((random.getrandbits(bits), (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) + 1))
    exponent = random.choice((random.randint(-151, 103), random.randint(-30, 0), -24, -23, -25, -128, 127 - bits))
    value = ldexp(mantissa, exponent)
    if not single.MIN <= value <= single.MAX:
        value = random.choice((0, single.MIN, single.MAX, 1.0, 0.1))
        value = single.nearest(value)
    return value if name in "PQ" or random.random() < 0.5 else -value


@pytest.mark.parametrize("text", PAIRS)
def test_arithmetic_in_place(text: str) -> None:
    """An operation of the generated code gives what `values/single.py` gives, bit for bit, over all magnitudes."""
    runtime = Runtime(Machine(MemoryTerminal([])))
    flow = analyse(basic.parse(SHAPES + text + "\n"))
    compiled = Compiled(flow, (DefTypes(), 0, frozenset()), runtime.namespace)
    statement = flow.points[-1].statement
    assert isinstance(statement, nodes.Let) and isinstance(statement.value, nodes.Binary)
    code = compiled.expressions.expression(statement.value).code
    names = "XYPQWVS"
    found: Callable[..., Any] = eval(f"lambda {', '.join(f'{name}_s' for name in names)}: {code}", runtime.namespace)
    left, right = statement.value.left, statement.value.right
    exact = OPERATIONS[statement.value.operator]
    random = Random(text)
    for _ in range(1500):
        values = {name: operand(random, name) for name in names}
        if random.random() < 0.3:  # neighbours, whose difference is small
            for a, b in ("XY", "PQ", "XP"):
                values[b] = single.nearest(values[a] * (1 + random.choice((0, 1, 3, -1, -2)) * 2.0**-23))
                if abs(values[b]) > single.MAX or 0 < abs(values[b]) < single.MIN:
                    values[b] = values[a]
            values["P"], values["Q"] = abs(values["P"]), abs(values["Q"])
        x, y = (n.value if isinstance(n, nodes.Number) else values[n.name] for n in (left, right))  # type: ignore[union-attr]
        try:
            expected: Any = exact(x, y)
        except SoftError as error:
            expected = error.result
        assert found(*values.values()) == expected, (text, x, y)


@pytest.mark.parametrize("text", ["X+Y>4", "X-Y<=.1", "X*Y>=3", "P+Q<1000000", "P*Q>.3333333", "X-Y<7.5"])
def test_comparisons_with_a_constant(text: str) -> None:
    """A comparison that is decided without rounding, where that cannot matter, is decided as with it."""
    runtime = Runtime(Machine(MemoryTerminal([])))
    flow = analyse(basic.parse(SHAPES + text + "\n"))
    compiled = Compiled(flow, (DefTypes(), 0, frozenset()), runtime.namespace)
    statement = flow.points[-1].statement
    assert isinstance(statement, nodes.Let) and isinstance(statement.value, nodes.Binary)
    condition = compiled.expressions.condition(statement.value)
    found: Callable[..., Any] = eval(f"lambda X_s, Y_s, P_s, Q_s: {condition}", runtime.namespace)
    match = re.fullmatch(r"(\w)(.)(\w)(<=|>=|<|>)(.*)", text)
    assert match is not None
    compare = {"<": lt, "<=": le, ">": gt, ">=": ge}[match[4]]
    constant = single.nearest(float(match[5]))
    random = Random(text)
    for _ in range(3000):
        x, y = operand(random, "P") or 1.0, operand(random, "P")
        if random.random() < 0.7:  # so that the result is the constant, or close to it
            aim = constant * (1 + random.choice((0, 1, -1, 2, -3, 0.5, -0.5)) * 2.0**-23)
            y = single.nearest({"+": aim - x, "-": x - aim, "*": aim / x}[match[2]])
            if not single.MIN <= abs(y) <= single.MAX:
                y = 1.0
        if match[1] == "P":
            y = abs(y)
        try:
            value: float = OPERATIONS[match[2]](x, y)
        except SoftError as error:
            value = error.result
        assert bool(found(x, y, x, y)) == compare(value, constant), (text, x, y)


@pytest.mark.parametrize("engine", ["python", "native", "step"])
def test_a_name_that_stood_for_another_variable(engine: str) -> None:
    """After DEFINT nothing in the program says that A! may be a fraction."""
    shown = basic.run("10 A=1.5\n20 DEFINT A\n30 PRINT A;A!;A%\n40 B=2.5: DEFINT B: PRINT B!\n", engine=engine).text
    assert shown == " 0  1.5  0 \n 2.5 \n"


@pytest.mark.parametrize("engine", ["python", "native", "step"])
@pytest.mark.parametrize("broken", ["DEFDBL A-H,5", "DEFDBL A-H,P- -Z"])
def test_a_broken_statement_that_changes_types(engine: str, broken: str) -> None:
    """What stands before the mistake holds, and the mistake is told all the same."""
    source = f"5 ON ERROR GOTO 40\n10 {broken}\n20 PRINT 1: END\n40 PRINT ERR;ERL: A=1/3: PRINT A: END\n"
    assert basic.run(source, engine=engine).text.splitlines() == [" 2  10 ", " .3333333432674408 "]


@pytest.mark.parametrize("resume", ["RESUME NEXT", "RESUME 40"])
def test_errors_that_are_trapped_do_not_leave_the_fast_code_for_good(
    resume: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop is entered again where RESUME leads into it: a few single steps for each error, and not all the turns."""
    steps = [0]
    step = Interpreter._step

    def counted(self: Interpreter, *arguments: Any) -> int:
        steps[0] += 1
        return step(self, *arguments)

    monkeypatch.setattr(Interpreter, "_step", counted)
    text = "10 ON ERROR GOTO 90\n20 FOR I=1 TO 30000:K=K+1:IF K=50 THEN K=0:ERROR 5\n40 NEXT:PRINT E:END\n"
    text += f"90 E=E+1:{resume}"
    assert basic.run(text, engine="python").text == " 600 \n"
    assert steps[0] < 1000 + 5 * 600
