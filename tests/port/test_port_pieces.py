"""Long functions of ports are taken apart where that gives pieces with good names, and do the same then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import prints_the_same

from basic.port import to_python
from basic.port.lines.context import Context
from basic.port.lines.page import Line
from basic.port.lines.passes import finish
from basic.port.lines.renaming import name_flags
from basic.port.naming.words import phrase

LONG = "".join(f"{900 + k} IF A+0={k} THEN B=B+{k}\n" for k in range(30))  # it makes a function long

# A program, what is typed, and what its port has.
PIECES = {
    "a loop that asks until the answer will do": (
        "10 INPUT A: B=RND(1)*0\n15 PRINT \"DAY\"\n20 PRINT \"WHERE TO (1-4)\";: INPUT D\n"
        "30 IF D<1 OR D>4 THEN PRINT \"NO ROAD\": GOTO 20\n40 PRINT D+B;: IF D=4 THEN END\n50 A=D\n"
        + LONG + "990 GOTO 15\n",
        "3\n7\n2\n0\n4\n",
        r'    while not 1 <= \(d := gw\.put\("WHERE TO \(1-4\)"\)\.input_number\(\)\) <= 4:.*\n +gw\.print\("NO'),
    "a loop with two complaints": (
        "10 INPUT A: B=RND(1)*0\n15 PRINT \"DAY\"\n20 PRINT \"WHERE TO (1-4)\";: INPUT D\n"
        "25 IF D=0 THEN PRINT \"STAY?\": GOTO 20\n"
        "30 IF D<1 OR D>4 THEN PRINT \"NO ROAD\": GOTO 20\n40 PRINT D+B;: IF D=4 THEN END\n50 A=D\n"
        + LONG + "990 GOTO 15\n",
        "3\n7\n2\n0\n4\n",
        r"def ask_where_to\(\) -> float:\n    while True:\n(.+\n)+?            return d\n"),
    "a question whose answer is taken apart into a list, with a mark for what is wrong with it": (
        "10 INPUT A: B=RND(1)*0: DIM G(3)\n15 PRINT \"TRY\"\n20 PRINT \"YOUR GUESS\";: INPUT G$: F=0\n"
        "30 IF LEN(G$)<>3 THEN PRINT \"THREE DIGITS\": GOTO 20\n"
        "40 FOR I=1 TO 3: C$=MID$(G$,I,1): C=ASC(C$)-48: IF C<0 OR C>9 THEN F=1\n50 G(I)=C: NEXT\n"
        "60 IF F=1 THEN PRINT \"DIGITS\": GOTO 20\n70 PRINT G(1)+G(2)+G(3)+B;: IF G$=\"999\" THEN END\n"
        + LONG + "990 GOTO 15\n",
        "3\n12\n1X2\n123\n999\n",
        r"def ask_guess\(.+\) -> str:\n    while True:\n(.+\n)+?            return g_\n"),
    "a number that is asked for as such": (
        "10 INPUT A: B=RND(1)*0\n15 PRINT \"TURN\"\n20 PRINT \"NUMBER\";: INPUT D\n"
        "25 IF D=9 THEN PRINT \"NOT 9\": GOTO 20\n"
        "30 IF D<1 OR D>4 THEN PRINT \"1 TO 4\": GOTO 20\n40 PRINT D+B;: IF D=4 THEN END\n50 A=D\n"
        + LONG + "990 GOTO 15\n",
        "3\n7\n2\n0\n4\n",
        r"def ask_for_number\(\) -> float:\n    while True:\n(.+\n)+?            return d\n"),
    "what is asked for is given back in this order": (
        "10 INPUT A: B=RND(1)*0: DIM T(9,9)\n15 PRINT \"TURN\"\n20 PRINT \"YOUR MOVE\";: INPUT R,C\n"
        "25 IF R<1 OR R>9 OR C<1 OR C>9 THEN PRINT \"NO\": GOTO 20\n"
        "30 T(R,C)=T(R,C)+1: PRINT T(R,C): IF T(R,C)>1 THEN END\n" + LONG + "990 GOTO 15\n",
        "3\n0,0\n2,5\n2,5\n",
        r"    r, c = ask_move\(\)\n"),
    "what leaves its loop in the middle of what an answer leads to": (
        "10 RANDOMIZE 3: FOR K=1 TO 3: GOSUB 100: PRINT G: NEXT: END\n"
        "100 X=K: PRINT \"BANDITS\": PRINT \"A BAND OF\";X: IF X>2 THEN PRINT \"MANY\": W=W+1\n"
        "105 IF W>1 THEN PRINT \"TOO MANY\": G=G-5\n"
        "110 INPUT \"DO YOU HUNT THEM (Y/N)\";Z$: IF Z$=\"N\" THEN 150\n"
        "120 IF Z$<>\"Y\" THEN 110\n"
        "130 IF RND(1)*0+X<1.5 THEN PRINT \"CAUGHT!\": G=G+50*X: RETURN\n"
        "140 PRINT \"THEY GET AWAY.\"\n"
        "150 G=G-INT(G*X/50): IF G<0 THEN PRINT \"NOTHING LEFT.\": G=0\n"
        "160 PRINT \"YOU HAVE\";G: RETURN\n",
        "Y\nQ\nY\nN\n",
        r"        if z == \"Y\":\n            if gw.rnd\(1\) "),
    "a turn that says whether the game goes on": (
        "20 DIM T$(5),P(5,3),G$(3),H(3)\n30 FOR I=1 TO 5:READ T$(I):NEXT I\n"
        "40 FOR I=1 TO 3:READ G$(I):H(I)=0:NEXT I\n"
        "50 DATA FORT ELK,RIVERTON,GOLD HILL,BAY CITY,LAST CHANCE,FURS,CLOTH,TOOLS\n"
        "60 DEF FNR(X)=INT(RND(1)*X)+1\n70 C=100:D=1:L=1\n80 GOSUB 510\n"
        "90 PRINT:PRINT \"DAY\";D;\"IN \";T$(L);\". CASH\";C\n100 FOR I=1 TO 3\n"
        "110 PRINT I;G$(I);TAB(12);\"PRICE\";P(L,I);TAB(25);\"YOU HAVE\";H(I)\n120 NEXT I\n"
        "130 INPUT \"B(UY), S(ELL), T(RAVEL) OR Q(UIT)\";A$\n140 IF A$=\"B\" THEN 200\n"
        "150 IF A$=\"S\" THEN 300\n160 IF A$=\"T\" THEN 400\n170 IF A$=\"Q\" THEN 450\n180 GOTO 130\n"
        "200 GOSUB 600\n210 IF Q*P(L,G)>C THEN PRINT \"TOO EXPENSIVE\":GOTO 130\n"
        "220 C=C-Q*P(L,G):H(G)=H(G)+Q\n230 GOTO 90\n300 GOSUB 600\n"
        "310 IF Q>H(G) THEN PRINT \"YOU HAVE ONLY\";H(G):GOTO 130\n320 C=C+Q*P(L,G):H(G)=H(G)-Q\n"
        "330 GOTO 90\n400 FOR I=1 TO 5:PRINT I;T$(I):NEXT I\n410 INPUT \"WHERE TO\";X\n"
        "420 IF X<1 OR X>5 OR X=L THEN PRINT \"NO\":GOTO 410\n"
        "430 L=X:D=D+1:IF FNR(6)=1 THEN PRINT \"BANDITS TAKE HALF YOUR CASH\":C=INT(C/2)\n"
        "440 IF D<=10 THEN GOSUB 510:GOTO 90\n450 PRINT \"YOU RETIRE WITH\";C;\"DOLLARS\"\n"
        "460 IF C>500 THEN PRINT \"RICH!\":END\n470 IF C>100 THEN PRINT \"A FAIR TRADE.\":END\n"
        "480 PRINT \"THE PRAIRIE HAS BEATEN YOU.\"\n490 END\n510 FOR I=1 TO 5\n520 P(I,1)=FNR(10)+4\n"
        "530 P(I,2)=FNR(20)+10\n540 P(I,3)=FNR(30)+20\n550 NEXT I\n560 RETURN\n600 INPUT \"WHICH GOODS\";G\n"
        "610 IF G<1 OR G>3 THEN PRINT \"1 TO 3\":GOTO 600\n620 INPUT \"HOW MANY\";Q\n"
        "630 IF Q<0 OR Q<>INT(Q) THEN 620\n640 RETURN\n",
        "X\nB\n4\n1\n1.5\n5\nB\n3\n99\nS\n1\n9\nS\n1\n2\nT\n1\n6\n2\nS\n1\n3\nT\n3\nT\n4\nT\n5\nT\n1\nT\n2\nT\n3\nT\n4\nT\n5\nT\n1\nQ\n",
        r"        goes_on, c, d, l_ = \w+\(.*\)\n        if not goes_on:\n            break\n"),
    "a heading, up to the next": (
        "10 INPUT A: B=RND(1)*0: DIM T(9)\n20 REM FILL THE TABLE\n30 FOR I=1 TO 9: T(I)=I*A: IF T(I)>20 THEN T(I)=20\n"
        "40 IF T(I)=8 THEN PRINT \"EIGHT\": T(I)=9\n50 NEXT\n60 REM SHOW IT\n70 PRINT T(A);\n" + LONG
        + "990 INPUT A: IF A<9 THEN 20\n",
        "3\n4\n9\n",
        r"    fill_the_table\(a, t\)\n(.+\n)*\n\ndef fill_the_table|def fill_the_table\(.+\n(.+\n)*"),
    "a branch that is left in several places": (
        "10 INPUT A: B=RND(1)*0\n20 IF A<5 THEN 900\n100 PRINT \"THE YEAR IS OVER\"\n"
        "110 IF A=5 THEN PRINT \"POOR\": GOTO 900\n"
        "120 FOR I=1 TO A: PRINT I;: NEXT\n130 IF A=6 THEN PRINT \"BETTER\": GOTO 900\n140 PRINT \"RICH\"\n" + LONG
        + "990 INPUT A: IF A>0 THEN 20\n",
        "3\n5\n6\n7\n0\n",
        r"print\(\"THE YEAR IS OVER\"\)"),
    "a game up to the question whether there is to be another": (
        "10 M=5\n20 PRINT \"YOU HAVE\";M\n30 INPUT \"BET\";A: IF A<1 THEN 20\n" + LONG
        + "930 D=INT(RND(1)*0)+A\n940 IF D>3 THEN PRINT \"WON\": M=M+A ELSE PRINT \"LOST\": M=M-A\n"
        "950 IF M<1 THEN PRINT \"BROKE\": END\n960 INPUT \"ANOTHER HAND\";A$: IF A$=\"Y\" THEN 20\n",
        "0\n4\nY\n2\nN\n",
        r"m, b = play_hand\(.*\)\n"),
    "a game up to the question whether to try again": (
        "10 M=5\n20 PRINT \"YOU HAVE\";M\n30 INPUT \"BET\";A: IF A<1 THEN 20\n" + LONG
        + "930 D=INT(RND(1)*0)+A\n940 IF D>3 THEN PRINT \"WON\": M=M+A ELSE PRINT \"LOST\": M=M-A\n"
        "950 IF M<1 THEN PRINT \"BROKE\": END\n960 PRINT \"WANT TO TRY AGAIN\";: INPUT A$: IF A$=\"Y\" THEN 20\n",
        "0\n4\nY\n2\nN\n",
        r"m, b = play\(.*\)\n"),
    "a guess that is asked for once more is no end of a game": (
        "10 M=5\n20 PRINT \"YOU HAVE\";M: A=1\n" + LONG
        + "930 D=INT(RND(1)*0)+A: PRINT D\n940 PRINT \"TRY AGAIN\";: INPUT G: IF G<>M THEN 20\n950 PRINT \"YES\"\n",
        "4\n6\n5\n",
        r"\A(?!(.*\n)*def play)"),
    "what is set for a subroutine stays with its call": (
        "10 INPUT A: B=RND(1)*0: DIM H(9)\n20 REM KEEP WHAT OCCURS TWICE\n30 FOR I=1 TO 5: F=0: FOR J=1 TO 5\n"
        "40 IF I<>J AND H(I)=H(J) THEN F=1\n50 NEXT J: IF F=0 THEN H(I)=H(I)+A\n60 NEXT I: PRINT \"KEPT\"\n"
        "65 REM HALVE THEM\n66 FOR I=1 TO 5: H(I)=INT(H(I)/2): NEXT\n70 W=1: GOSUB 2000: W=2: GOSUB 2000\n"
        + LONG + "990 INPUT A: IF A THEN 20 ELSE END\n"
        "2000 FOR K=1 TO 3: H(K)=H(K)+W: PRINT H(K);W: NEXT: RETURN\n",
        "3\n4\n0\n",
        r"def keep_what_occurs_twice\(a: float, h: .+\) -> None:\n"),
    "a question is no function where its answer is looked at again": (
        "10 M=5\n20 PRINT \"YOU HAVE\";M: INPUT \"BET\";A\n" + LONG
        + "930 D=INT(RND(1)*0)+A: M=M+D: PRINT M\n950 PRINT \"ANOTHER HAND (1,0)\";: INPUT Q\n"
        "960 IF Q=1 THEN 985\n970 IF Q=0 THEN 990\n980 PRINT \"1 OR 0\": GOTO 950\n"
        "985 PRINT Q;\"MORE\": GOTO 20\n990 PRINT \"YOU LEAVE WITH\";M;Q\n",
        "4\n3\n1\n2\n0\n",
        r"\A(?!(.*\n)*def another_hand)"),
    "a game of moves without luck": (
        "10 B=0\n20 PRINT \"PEGS\"\n30 INPUT \"PEG\";A: IF A<1 THEN PRINT \"ILLEGAL MOVE\": GOTO 30\n" + LONG
        + "930 M=M+A: PRINT M/3;B\n960 INPUT \"AGAIN (Y/N)\";A$: IF A$=\"Y\" THEN 20\n",
        "0\n4\nY\n2\nN\n",
        r"def play\("),
    "a heading that a jump and control come to is said once": (
        "10 DIM K(9): DEFINT A-Z\n20 INPUT \"VERB\";V,N: W=W+1: IF V>4 THEN PRINT \"HOW?\": GOTO 20\n"
        "30 ON V GOTO 100,200,300,400\n40 GOTO 20\n50 IF W>6 THEN PRINT \"TIRED\": END\n60 GOTO 20\n"
        "90 REM ----- TAKE UP -----\n100 IF N=0 THEN PRINT \"NOTHING\": GOTO 50\n"
        "110 IF K(N)=1 THEN PRINT \"TAKEN ALREADY\": GOTO 50\n120 IF N>7 THEN PRINT \"TOO HEAVY\": GOTO 50\n"
        "130 C=0: FOR I=1 TO 9: C=C+K(I): NEXT: IF C>3 THEN PRINT \"FULL\": GOTO 50\n"
        "140 K(N)=1: PRINT \"TAKEN\": GOTO 50\n190 REM ----- DROP IT -----\n"
        "200 IF K(N)=0 THEN PRINT \"YOU HAVE NONE\": GOTO 50\n"
        "210 K(N)=0: PRINT \"DROPPED\": IF N=7 THEN PRINT \"IT BREAKS\"\n220 GOTO 50\n290 REM ----- LIST -----\n"
        "300 PRINT \"YOU HAVE\";: FOR I=1 TO 9: IF K(I) THEN PRINT I;\n310 NEXT: PRINT: GOTO 20\n"
        "390 REM ----- LOOK -----\n400 PRINT \"A ROOM\": IF N=5 THEN PRINT \"AND A VASE\": GOTO 20\n"
        "410 IF N=6 THEN PRINT \"AND A CAT\": K(6)=1: GOTO 50\n420 PRINT \"WITH NOTHING IN IT\": GOTO 50\n",
        "1,7\n3,0\n2,7\n2,7\n4,5\n0,0\n4,6\n1,0\n",
        r"# TAKE UP\n +if n == 0"),
}  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("name", PIECES)
def test_pieces(name: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, pattern = PIECES[name]
    text = to_python(source, exact=exact)
    assert exact or re.search(pattern, text), text
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


# Subroutines, with what calls them, and what they are called.
CALLED = {
    "ask_yes_or_no": "10 GOSUB 90: IF Y THEN 10 ELSE END\n90 INPUT A$: Y=0: IF A$=\"YES\" THEN Y=1: RETURN\n"
    "95 IF A$=\"NO\" THEN RETURN\n96 PRINT \"YES OR NO\";: GOTO 90\n",
    "ask_answer": "10 GOSUB 90: PRINT N: IF N THEN 10 ELSE END\n90 INPUT N: IF N<0 THEN 90\n95 RETURN\n",
    "find_score": "10 INPUT A: GOSUB 90: PRINT \"YOUR SCORE IS\";S: IF A THEN 10 ELSE END\n"
    "90 S=0: FOR I=1 TO A: S=S+I: NEXT: RETURN\n",
    "update": "10 P=50: PRINT \"A GAME\"\n20 PRINT \"YOUR BET\";: INPUT M: IF M=0 THEN PRINT P: END\n"
    "30 X=INT(RND(1)*6): Y=INT(RND(1)*6): PRINT X;Y: GOSUB 90: GOTO 20\n"
    "90 IF X<>Y THEN P=P-M: RETURN\n92 IF X=0 THEN P=P+3*M: RETURN\n94 P=P+M: RETURN\n",
}  # fmt: skip


# What is left from several depths, in a loop.
NESTED = (
    "10 DIM W$(3): FOR I=1 TO 3: READ W$(I): NEXT: DATA CAT,COW,PIG\n"
    "20 S$=W$(INT(RND(1)*3)+1): U$=\"\": M=0\n30 PRINT U$;M\n40 INPUT \"LETTER\";G$\n"
    "50 IF LEN(G$)<>1 THEN IF G$=S$ THEN 200 ELSE 120\n60 FOR I=1 TO LEN(U$)\n"
    "70 IF MID$(U$,I,1)=G$ THEN PRINT \"AGAIN?\": GOTO 30\n80 NEXT\n90 U$=U$+G$\n"
    "100 IF INSTR(S$,G$)>0 THEN PRINT \"IT IS IN IT\": GOTO 40\n120 M=M+1: PRINT \"NO\": IF M<4 THEN 30\n"
    "130 PRINT \"IT WAS \";S$: GOTO 210\n200 PRINT \"RIGHT\"\n210 INPUT \"ONE MORE\";A$: IF A$=\"Y\" THEN 20\n"
)


def test_what_is_left_from_several_depths_is_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python(NESTED)
    assert text.count("def ") > 1
    prints_the_same(NESTED, text, "C\nC\nCAT\nXX\nA\nO\nI\nQ\nY\nCOW\nPIG\nCAT\nN\n", tmp_path, monkeypatch)


@pytest.mark.parametrize("name", CALLED)
def test_names_by_deed(name: str) -> None:
    assert f"def {name}(" in to_python(CALLED[name])


def test_flags_are_called_after_where_they_lead() -> None:
    text = [
        "def play() -> None:", "    leaving = False", "    while True:", "        if d > 3:",
        '            print("YOU MADE IT!")', "            leaving = True", "            break",
        "    if leaving:", "        return",
    ]  # fmt: skip
    lines = [Line((len(line) - len(line.lstrip())) // 4, line.lstrip(), 0) for line in text]
    finish(lines, Context(flags=["leaving"]), (name_flags,))
    assert sum("finished" in line.text for line in lines) == 3
    assert not any("leaving" in line.text for line in lines)


# A table of events most of which come to line 600, two of them by way of line 500. What that is:
EVENTS = {
    "what all come to is short": "600 GOSUB 700\n",
    "it is long, and other events lead elsewhere": (
        "165 IF S>25 THEN PRINT \"ENOUGH\": GOTO 20\n175 IF S>70 THEN PRINT \"FAR\": GOTO 10\n505 IF S<-5 THEN 20\n"
        "600 PRINT \"YEAR\";S: IF S>60 THEN PRINT \"MANY\": S=S-3: PRINT S: PRINT S;S-1: PRINT S+1: PRINT \"SO\"\n"),
}  # fmt: skip
TABLE = (
    "10 S=0\n20 INPUT \"EVENT\";E: IF E=0 THEN PRINT \"SUM\";S: END\n30 IF E<1 OR E>8 THEN PRINT \"NO SUCH\": GOTO 20\n"
    "40 ON E GOTO 100,110,120,130,140,150,160,170\n100 S=S+1: PRINT \"FLOOD\": GOTO 600\n"
    "110 S=S+2: PRINT \"DROUGHT\": GOTO 600\n120 PRINT \"PLAGUE\": GOTO 500\n"
    "130 S=S+3: IF S<10 THEN PRINT \"LOCUSTS\": GOTO 600\n135 S=S-1: GOTO 600\n"
    "140 S=S*2: PRINT \"WAR\": IF S>50 THEN 500\n145 GOTO 600\n150 S=S+5: PRINT \"TAXES\": GOTO 600\n"
    "160 S=S+6: PRINT \"A FEAST\"\n166 GOTO 600\n170 S=S+7: PRINT \"RATS\"\n176 GOTO 600\n"
    "500 PRINT \"THEY ARE ILL\": S=S-9\n510 IF S<0 THEN S=0: PRINT \"ALL OF THEM\"\n"
    "520 PRINT \"IT IS SAID\": PRINT \"TO BE\";S;\"IN ALL\"\n610 GOTO 20\n700 PRINT \"YEAR\";S: S=INT(S): RETURN\n"
)


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_what_most_events_come_to_stands_there_once(
    name: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "".join(sorted((TABLE + EVENTS[name]).splitlines(keepends=True), key=lambda line: int(line.split()[0])))
    text = to_python(source, exact)
    assert text.count("YEAR") == 1
    typed = "1\n2\n3\n4\n4\n5\n6\n7\n3\n8\n6\n8\n8\n5\n8\n8\n6\n8\n9\n0\n0\n"
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


# What a port has instead of what its program jumps about with.
MANNERS = {
    "a table is a constant of a long program": (
        "10 DIM N$(3): FOR I=1 TO 3: READ N$(I): NEXT: DATA ANT,BEE,CAT\n20 INPUT A: IF A<1 OR A>3 THEN END\n"
        + LONG + "".join(f"{930 + k} IF A={k} THEN C=C+{k}\n" for k in range(30)) + "990 PRINT N$(A);B;C: GOTO 20\n",
        "2\n3\n0\n", r'\nN: list\[str\] = \["", "ANT", "BEE", "CAT"\]\n'),
    "guards that give back results": (
        "10 INPUT A,B: GOSUB 100: PRINT C;D: IF A THEN 10 ELSE END\n"
        "100 C=A+B: D=A-B: IF A>5 THEN PRINT \"MANY\": RETURN\n"
        "110 IF A>2 THEN PRINT \"SOME\": RETURN\n120 PRINT \"FEW\": RETURN\n",
        "6,1\n3,1\n1,1\n0,0\n", r'"MANY"\)\n        return c, d\n    if a > 2:\n'),
    "what is found is said after it has been drawn": (
        "10 INPUT A: GOSUB 100: IF A THEN 10 ELSE PRINT G: END\n"
        "100 T=INT(RND(1)*0)+5: PRINT \"YOU FIND\";T;\"GOLD.\": G=G+T: B=B+1: RETURN\n",
        "1\n0\n", r"def say_you_find_gold\("),
}  # fmt: skip


@pytest.mark.parametrize("name", MANNERS)
def test_manners(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, pattern = MANNERS[name]
    text = to_python(source)
    assert re.search(pattern, text), text
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


def test_the_key_of_a_word_is_its_first_letter() -> None:
    assert phrase("H)orizontal again  N)ext file") == "horizontal_again_next_file"
    assert phrase("SEE A) ABOVE") == "see_a_above"


def test_a_question_keeps_its_verb() -> None:
    assert phrase("IS THERE A MOVE LEFT?") == "is_there_a_move_left"
    assert phrase("IS THE TABLE OF MOVES") == "table_of_moves"
