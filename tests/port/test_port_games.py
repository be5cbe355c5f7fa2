"""Ports of what games of the period are made of read as a person would have written them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playing import prints_the_same

import basic
from basic.port import to_python
from basic.port.lines.context import Context
from basic.port.lines.page import Line
from basic.port.lines.passes import finish
from basic.port.lines.renaming import name_flags
from basic.port.naming.words import question

# Two sides take turns: what all orders come to, the other side's turn, and two ends that lead to one question.
DUEL = """\
10 X=50: S=3: A=0: T=2
20 PRINT "ORDERS: 1 MOVE 2 FIRE 3 SCAN 4 QUIT";: INPUT Q
30 IF Q<1 OR Q>4 THEN PRINT "WHAT?": GOTO 20
40 ON Q GOTO 100,200,300,900
100 REM MOVE
110 INPUT "STEPS";U: A=A+1: X=X+U: U=U*2: A=A+U
120 IF X<1 OR X>100 THEN PRINT "YOU LEFT THE FIELD.": GOTO 800
130 PRINT "YOU ARE AT";X: GOTO 500
200 REM FIRE
210 INPUT "RANGE";R: E=ABS(X-R): A=A+1: R=R+1: PRINT "BANG";R
220 IF E<3 THEN PRINT "A HIT!": T=T-1 ELSE PRINT "MISSED BY";E
230 IF T=0 THEN PRINT "YOU WIN": GOTO 850
240 GOTO 500
300 REM SCAN
310 PRINT "THE ENEMY IS ";: IF X>50 THEN PRINT "NEAR" ELSE PRINT "FAR"
320 PRINT "YOU HAVE";S: PRINT "HE HAS";T
500 REM ENEMY
510 A=A+1: B=A-INT(A/3)*3: IF B=0 THEN PRINT "HE MISSES": GOTO 20
520 S=S-1: PRINT "HE HITS YOU": IF S>0 THEN PRINT "ARMOUR";S: GOTO 20
800 PRINT "YOU ARE DEAD."
850 INPUT "ANOTHER DUEL";B$: IF B$="YES" THEN 10
900 PRINT "PEACE."
"""


def test_what_all_orders_come_to_stands_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python(DUEL)
    assert text.count("HE HITS YOU") == 1
    for typed in ("2 49 2 48 YES 4", "1 60 NO", "7 3 1 5 3 3 3 3 YES 2 0 4", "3 3 3 3 3 NO"):
        prints_the_same(DUEL, text, typed.replace(" ", "\n"), tmp_path, monkeypatch)


# Orders that end in two and three ways with a few statements each.
SIEGE = """\
10 A=40: M=60: W=90: E=80: REM ARROWS, MEN, WALL, ENEMIES
20 T=T+1: PRINT "WEEK";T;"MEN";M;"ARROWS";A;"WALL";W
30 IF T=9 THEN PRINT "THE KING COMES": GOTO 610
140 INPUT "1 SHOOT 2 MEND 3 SALLY 4 PARLEY";C
150 IF C=1 THEN 200
160 IF C=2 THEN 250
170 IF C=3 THEN 300
180 IF C=4 THEN 380
190 GOTO 140
200 IF A<10 THEN PRINT "TOO FEW ARROWS.": GOTO 140
210 X=INT(M/4): IF X>A THEN X=A
220 A=A-X: E=E-INT(X/2): PRINT X;"ARROWS FLY.": GOTO 400
250 W=W+INT(M/10): PRINT "THE MASONS WORK.": GOTO 400
300 PRINT "THE GATE OPENS": X=INT(M/3): M=M-X: E=E-X: PRINT "YOU LOSE";X
350 IF M<10 THEN 500
360 IF E<=0 THEN 600
370 GOTO 400
380 IF T<4 THEN PRINT "A WEEK OF TRUCE.": GOTO 450
390 PRINT "THEY SEND BACK YOUR HERALD'S HAT."
400 D=INT(E/4): W=W-D: PRINT "STONES HIT THE WALL FOR";D
430 IF W<=0 THEN PRINT "THE WALL FALLS!": GOTO 510
440 IF E<=0 THEN 600
450 E=E+3: GOTO 20
500 PRINT "TOO FEW MEN REMAIN."
510 PRINT "THE CASTLE IS LOST.": GOTO 650
600 PRINT "THE ENEMY FLEES!"
610 PRINT "YOU ARE MADE AN EARL."
650 INPUT "ONCE MORE";A$: IF A$="Y" THEN T=0: GOTO 10
"""


def test_a_few_statements_that_lead_to_several_places_are_no_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done about its ends would be more than what it saves: the order is asked for, then carried out."""
    text = to_python(SIEGE)
    assert "def shoot(" not in text
    assert "        if c == 1:\n" in text
    for typed in ("1 1 1 1 7 2 3 4 3 3 3 3 3 N", "4 4 4 4 2 2 2 2 2 2 2 Y 3 3 3 3 3 N", "2 2 2 2 2 2 2 2 2 2 2 N"):
        for exact in (False, True):
            prints_the_same(SIEGE, to_python(SIEGE, exact=exact), typed.replace(" ", "\n"), tmp_path, monkeypatch)


# Programs, what is typed, and what stands in their ports.
PASSAGES = {
    "what was typed is asked for what it is": (
        """\
10 INPUT "M)OVE, T)HROW, L)ISTEN";C$: S=S+1
20 IF C$="M" THEN PRINT "STEP": T=T+1: IF T=3 THEN 90 ELSE 10
30 IF C$<>"T" THEN 60
40 A=A+1: PRINT "CLATTER";A: IF A>2 THEN PRINT "NO SPEARS": GOTO 90
50 PRINT S: GOTO 10
60 IF C$<>"L" THEN 10
70 PRINT "NOTHING": S=S+1: IF S>8 THEN 90 ELSE 10
90 PRINT "OVER";S
""",
        "X\nM\nT\nL\nT\nT\n",
        ('elif c == "T":', 'elif c == "L":'),
    ),
    "a guard with break is no else": (
        """\
10 M=20: P=3
20 PRINT "OFFER";P;: INPUT Q
30 IF Q<0 THEN 20
40 IF Q*P<=M THEN 60
50 PRINT "TOO MUCH": P=P+1: GOTO 20
60 M=M-Q*P: PRINT M
""",
        "-1\n9\n2\n",
        ("            if q * p <= m:\n                break\n", '            gw.print("TOO MUCH")\n'),
    ),
    "what follows a loop that is left once stands behind it": (
        """\
10 T=0
20 T=T+INT(RND(1)*6)+1: PRINT "TOTAL";T: IF T<20 THEN 20
30 PRINT "DONE": A$="": B$="": C=0
40 INPUT "AGAIN";A$: IF A$="Y" THEN 10
50 IF A$<>"N" THEN 40
60 PRINT "BYE"
70 FOR I=1 TO 5: PRINT CHR$(7);: NEXT: PRINT "GONE";T: PRINT "HOME";I: PRINT: PRINT "SLEEP WELL"
80 PRINT "TOMORROW IS ANOTHER DAY";T
""",
        "X\nY\nN\n",
        ("            break\n    gw.print(", '"BYE"'),
    ),
    "what each turn sets has one before where the file does not show that there is a turn": (
        "10 INPUT N: IF N<1 OR N>9 THEN 10\n20 FOR I=1 TO N: INPUT X: C=X*2: NEXT\n30 PRINT C\n40 PRINT I\n",
        "0\n3\n5\n6\n7\n",
        ("c = 0.0\n", "while i <= limit:\n"),
    ),
    "what perhaps no turn sets has one before": (
        "10 INPUT N\n20 FOR I=1 TO N: INPUT X: C=X*2: NEXT\n30 PRINT C\n40 PRINT I\n",
        "0\n",
        ("c = 0.0\n", "while i <= limit:\n"),
    ),
    "what a turn may pass over has one before": (
        "10 FOR I=1 TO 3: INPUT X: IF X>0 THEN C=X\n20 NEXT: PRINT C\n",
        "0\n0\n-1\n",
        ("c = 0.0\n",),
    ),
}


@pytest.mark.parametrize("said", PASSAGES)
def test_passages(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, passages = PASSAGES[said]
    text = to_python(source)
    assert [passage for passage in passages if passage not in text] == []
    for exact in (False, True):
        prints_the_same(source, to_python(source, exact=exact), typed, tmp_path, monkeypatch)


def test_an_answer_says_nothing_of_what_is_done() -> None:
    """`1=YES` is no name for the game that begins again."""
    source = (
        '10 INPUT "MASS";C: IF C<1 THEN 10\n20 H=500: V=0\n'
        '30 INPUT "BURN";B: V=V+B-C: H=H+V: PRINT H: IF H>0 THEN 30\n'
        '40 G=G+1: PRINT "GAMES";G\n50 INPUT "AGAIN (1=YES 2=NO 3=NEW COMET)";K: ON K GOTO 20,90,10\n60 GOTO 50\n'
        '90 PRINT "BYE"\n'
    )
    text = to_python(source)
    assert "def yes(" not in text and "def no(" not in text


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        ("AIM AT 1) HELM 2) SHIELD 3) HORSE", "aim"),
        ("DAY 1 MARCH 2 FORCED MARCH 3 REST", "day"),
        ("PICK 1 OR 2", "pick_1_or_2"),
    ],
)
def test_a_question_is_called_after_what_stands_before_its_menu(prompt: str, asked: str) -> None:
    assert question(prompt) == asked


def test_a_flag_that_a_function_gives_has_a_name() -> None:
    given = [Line(0, "def f(i: int) -> None:", 0), Line(1, "while True:", 10)]
    given += [Line(2, text, 10) for text in ("i, leaving3 = fill(i)", "if leaving3:")] + [Line(3, "break", 10)]
    finish(given, Context(flags=["leaving3"]), (name_flags,))
    assert [line.text for line in given[2:4]] == ["i, over = fill(i)", "if over:"]


def shortened(code: str) -> str:
    given = [Line((len(text) - len(text.lstrip())) // 4, text.strip(), 10) for text in code.splitlines()]
    finish(given, Context())
    return "".join(f"{'    ' * line.indent}{line.text}\n" for line in given)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (  # what only hands on an answer
            "def f(p: int) -> int:\n    n = where(p)\n    p = n\n    gw.print(p)\n    return p\n",
            "def f(p: int) -> int:\n    p = where(p)\n    gw.print(p)\n    return p\n",
        ),
        (  # but not what is looked at again
            "def f(p: int) -> int:\n    n = where(p)\n    p = n\n    gw.print(p)\n    return p + n\n",
            "def f(p: int) -> int:\n    n = where(p)\n    p = n\n    gw.print(p)\n    return p + n\n",
        ),
    ],
)
def test_lines(code: str, expected: str) -> None:
    assert shortened(code) == expected


@pytest.mark.parametrize("asking", ['10 LINE INPUT "NAME? ";A$', '10 INPUT "AGE";A'])
def test_what_is_typed_ends_without_a_traceback(asking: str, tmp_path: Path) -> None:
    """As a run of the program does: status 1."""
    file = tmp_path / "asking.py"
    file.write_text(basic.to_python(f"{asking}\n20 PRINT A;A$: GOTO 10\n"), "utf-8")
    done = subprocess.run([sys.executable, file], input="7\n", capture_output=True, text=True)
    assert "7" in done.stdout and (done.stderr, done.returncode) == ("", 1)
