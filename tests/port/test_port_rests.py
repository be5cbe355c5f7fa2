"""`basic port` where errors in one subroutine lead into another: GW-BASIC keeps the GOSUBs that are on its stack."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playing import prints_the_same, what_ports_prints_the_same

import basic
from basic.port import to_python

# An error in 700 or 800 leads into 500, whose RETURN goes back behind the GOSUB of these, and only then to line 20.
ASKED_AGAIN = """10 ON ERROR GOTO 900
20 GOSUB 500: PRINT "BACK";N: IF N<6 THEN 20
30 END
500 REM READ A FILE
510 INPUT "FILE";F$: N=N+1
520 GOSUB 700: PRINT "READ ";F$
530 IF F$="BAD" THEN F$="NUL"
540 GOSUB 800: PRINT "DONE ";F$: RETURN
700 REM OPEN IT
710 FOR I=1 TO 2: OPEN F$ FOR INPUT AS 1: CLOSE: NEXT: RETURN
800 REM COPY IT
810 OPEN "X:"+F$ FOR OUTPUT AS 1: CLOSE: RETURN
900 PRINT "NO ";F$;ERR: IF N<4 THEN RESUME 510
910 RESUME NEXT
"""

# Line 510 is in the midst of a subroutine, with errors of its own in a loop; and another goes on there.
IN_THE_MIDST = ASKED_AGAIN.replace("500 REM READ A FILE\n", '500 CLS: PRINT "READING": PRINT "-------"\n').replace(
    "540 GOSUB", "535 FOR K=1 TO 2: OPEN F$ FOR INPUT AS 1: CLOSE: NEXT\n540 GOSUB"
)
GONE_ON_WITH = ASKED_AGAIN.replace("20 GOSUB 500:", "20 GOSUB 500: GOSUB 600:").replace(
    "700 REM", '600 PRINT "NOW": N=N-1: PRINT "ONCE": PRINT "MORE": GOTO 510\n700 REM'
)

# The NEXT in 530 does not find its FOR behind an error in 700: a GOSUB is between them.
IN_A_LOOP = """10 ON ERROR GOTO 900
20 GOSUB 500: PRINT "BACK";N
30 END
500 FOR K=1 TO 2: N=N+1
510 PRINT "ROUND";K;I;N: N=N+1
520 IF N<6 THEN GOSUB 700: PRINT "READ";N
530 PRINT "ON": NEXT
540 PRINT "OVER": RETURN
700 FOR I=1 TO 3: IF I=2 THEN ERROR 53
710 PRINT "TRY";I: NEXT: RETURN
900 PRINT "ERR";ERR;ERL: IF ERR=53 THEN RESUME 510
910 IF N<20 THEN RESUME 20
"""

# Line 720 is the body of the loop in 700 when an error in 760 leads there; what comes from 800 has no loop.
BODY_BY_AN_ERROR = """10 ON ERROR GOTO 900
20 GOSUB 700: PRINT "BACK": GOSUB 800
30 END
700 FOR I=1 TO 3: GOTO 760
720 PRINT "A";I
730 PRINT "B"
740 PRINT "C"
750 NEXT: PRINT "D": RETURN
760 X=1/0: RETURN
800 X=1/0: RETURN
900 E=E+1: PRINT ERR;ERL: IF ERR=11 AND E<9 THEN RESUME 720
"""


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("source", [ASKED_AGAIN, IN_THE_MIDST, GONE_ON_WITH, IN_A_LOOP, BODY_BY_AN_ERROR])
def test_errors_lead_into_another_subroutine(
    source: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints_the_same(source, to_python(source, exact), "A\nB\nC\nD\nE\nF\nG\n", tmp_path, monkeypatch)


def test_statements_are_not_written_again_and_again() -> None:
    """Where errors lead into the midst of another subroutine, and more is done there, the program is one loop."""
    text = to_python(IN_THE_MIDST)
    assert text.count("stack.gosub(") == IN_THE_MIDST.count("GOSUB")
    assert all(text.count(word) == 1 for word in re.findall('"[A-Z ]+"', IN_THE_MIDST))


CLEARED = """10 ON ERROR GOTO 900
20 A=A+1: PRINT A: IF A=3 THEN END
30 B=B+1: ERROR 5
40 PRINT "AFTER";A;B: END
900 PRINT ERR;ERL: CLEAR: PRINT "CLEARED";A: GOTO 40
"""

RESUMED_IN_A_SUBROUTINE = """10 ON ERROR GOTO 900
20 PRINT 1: ERROR 77: PRINT "BACK": END
900 PRINT ERR;ERL: GOSUB 950
910 PRINT "NEVER"
950 PRINT "RESUMING": RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize(
    ("source", "shown"),
    [(CLEARED, " 1 \n 5  30 \nCLEARED 0 \nAFTER 0  0 \n"),
     (RESUMED_IN_A_SUBROUTINE, " 1 \n 77  20 \nRESUMING\nBACK\n")],
)  # fmt: skip
def test_handlers_that_lose_the_stack(
    source: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLEAR in a handler, and RESUME in a subroutine of one, whose GOSUB stays on the stack."""
    assert basic.run(source, engine="step").text == shown
    prints_the_same(source, to_python(source, exact), "", tmp_path, monkeypatch)


ENDING = """10 ON ERROR GOTO 90
20 GOSUB 50: PRINT "BACK": END
50 N=N+1: PRINT N;SQR(-1)
60 {}
70 RETURN
90 PRINT ERR;: IF N<2 THEN RESUME 50
95 {}
"""


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize(
    ("line", "resume", "shown"),
    [("WEND", "RESUME NEXT", " 1  5  2  5  30 BACK\n"), ("GOTO 65", "RESUME NEXT", " 1  5  2  5  8 BACK\n"),
     ("RESUME", "RESUME NEXT", " 1  5  2  5  20 BACK\n"), ("END", "RESUME 70", " 1  5  2  5 BACK\n"),
     ("END", "RETURN", " 1  5  2  5 BACK\n"), ("END", "RESUME NEXT", " 1  5  2  5 "),
     ("A=1: B=2: C=3: D=4: E=5: END", "RESUME 70", " 1  5  2  5 BACK\n")],
)  # fmt: skip
def test_what_seems_to_end_the_program_returns_by_an_error(
    line: str, resume: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RESUME names what a GOSUB begins, from where only errors lead to RETURN."""
    source = ENDING.format(line, resume)
    assert basic.run(source, engine="step").text == shown
    prints_the_same(source, to_python(source, exact), "", tmp_path, monkeypatch)


def errors_across(random: Random) -> str:
    """A program of some subroutines with loops, whose handler leads from any into the midst of any."""
    begins = [200 + 100 * number for number in range(random.randint(2, 5))]
    lines = {
        10: "ON ERROR GOTO 900", 20: f"A=A+1: GOSUB {random.choice(begins)}: PRINT A",
        30: f"FOR M=1 TO 2: GOSUB {random.choice(begins)}: NEXT", 40: "S=S+1: IF S<6 THEN 20", 50: "END",
        900: f"E=E+1: PRINT ERR;ERL: IF E>{random.randint(5, 20)} THEN END",
    }  # fmt: skip
    targets = [*begins]
    for begin in begins:
        loops: list[str] = []
        for line in range(begin, begin + 10 * random.randint(4, 9), 10):
            called = random.choice([other for other in begins if other > begin] or [0])
            kind = random.choice(["error", "error", "for", "next", "call", "call", "divide", "print"])
            if kind == "for":
                loops.append(random.choice("IJK"))
                lines[line] = f"FOR {loops[-1]}=1 TO {random.randint(1, 3)}"
            elif kind == "next" and loops:
                lines[line] = f"NEXT {loops.pop() if random.random() < 0.5 else ''}: PRINT {line};A"
            elif kind == "error":
                lines[line] = f"A=A+1: IF A MOD {random.randint(2, 5)}=1 THEN ERROR {random.choice([50, 51, 60])}"
            elif kind == "call" and called:
                lines[line] = f"GOSUB {called}: PRINT {line};A"
            else:
                lines[line] = f"B={random.choice('AE')}/{random.choice(['E', '2', '(A-4)'])}: PRINT {line};A"
            targets += [line] * (random.random() < 0.6)
        lines[begin + 90] = ": ".join([*("NEXT" for _ in loops), "RETURN"])
    for line, error in zip((910, 920, 930), random.sample([50, 51, 60, 11, 1], 3), strict=True):
        lines[line] = f"IF ERR={error} THEN RESUME {random.choice(targets)}"
    lines[940] = random.choice(["RESUME NEXT", "RESUME 40", f"RESUME {random.choice(targets)}"])
    return "".join(f"{line} {text}\n" for line, text in sorted(lines.items()))


@pytest.mark.parametrize("seed", range(40))
def test_errors_across_subroutines(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_out: Callable[[str], None]
) -> None:
    what_ports_prints_the_same(errors_across(Random(seed)), "", tmp_path, monkeypatch, 2, left_out)
