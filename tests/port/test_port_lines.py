"""Ports are as short as a good programmer's: how many lines of Python a statement of BASIC becomes.

`python tests/port/test_port_lines.py` shows the median and the longest twenty.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from playing import CASES, REFUSED, part, play, prints_the_same

from basic.analysis.flow import analyse
from basic.port import to_python
from basic.port.lines.at_once import give_at_once, leave_straight, use_at_once
from basic.port.lines.context import Context
from basic.port.lines.page import Line
from basic.port.lines.passes import Pass, finish
from basic.syntax import nodes as n
from basic.syntax.source import read_program

MOST = 1.15  # at the median, with the head and the foot of the file; comments count on both sides


def statements(source: bytes) -> int:
    """The statements of a program; the line behind THEN is none."""
    points = analyse(read_program(source).program).points
    return sum(
        not isinstance(s := point.statement, n.Empty) and not (isinstance(s, n.Goto) and s.implied) for point in points
    )


def lines(text: str, comments: bool = True) -> int:
    """The lines with something in them."""
    shown = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and (comments or not line.startswith("#")) for line in shown)


def measured() -> list[tuple[float, float, str]]:
    """Lines per statement of each case, with and without comments."""
    found = []
    for case in CASES:
        name = f"{case['group']}/{case['name']}"
        if name not in REFUSED:
            source = part(case, ".bas").encode("latin-1")
            text, count = to_python(source), statements(source)
            found.append((lines(text) / count, lines(text, False) / count, name))
    return sorted(found, reverse=True)


def test_lines_per_statement() -> None:
    assert median(ratio for ratio, _, _ in measured()) <= MOST


# Programs, what is typed, and what stands in their ports.
SHORT = {
    "what is counted is looked at meanwhile": (
        "10 DIM B(9): FOR I=1 TO 9: B(I)=I: NEXT\n20 INPUT P: C=0: FOR I=1 TO 9: IF B(I)>P+C THEN C=C+1\n"
        "30 NEXT: PRINT C: IF P>0 THEN 20\n", "5\n1\n0\n", "                c += 1\n"),
    "up to one less than an integer": (
        "10 DEFINT I-N: DIM T(20): FOR I=1 TO 20: T(I)=20-I: NEXT\n20 INPUT N: IF N>20 THEN 20\n"
        "30 FOR I=1 TO N-1: FOR J=I+1 TO N: IF T(J)<T(I) THEN SWAP T(I),T(J)\n"
        "40 NEXT J,I: FOR I=1 TO N: PRINT T(I);: NEXT: PRINT: GOTO 20\n",
        "3\n21\n5\n-32768\n", "for i in range(1, integer(n - 1) + 1):  # 30\n"),
    "what does not hold, where both sides are worked out": (
        '10 FOR I=1 TO 9: A(I)=I-5: NEXT\n20 INPUT X: IF A(X)=0 AND A(X+1)=1 THEN PRINT "BOTH": GOTO 20\n'
        '30 PRINT "NOT BOTH": IF A(X)<0 OR A(X+2)>3 THEN 20\n40 PRINT "NEITHER": GOTO 20\n',
        "5\n4\n7\n6\n10\n", " if (a[index(x)] < 0) | (a[index(x + 2)] > 3):  # 30\n"),
    "whether all have gone": (
        "10 DIM B(9): FOR I=1 TO 4: B(I)=I: NEXT\n20 INPUT P: IF P<1 OR P>4 THEN END\n30 B(P)=0\n"
        "40 FOR J=1 TO 4: IF B(J)<>0 THEN 60\n50 NEXT: PRINT \"ALL IN\";T: END\n"
        "60 T=T+1: IF T<6 THEN 20\n70 PRINT \"TOO LATE\"\n",
        "1\n3\n4\n3\n2\n", "            if b[j] != 0:\n                break\n        else:\n"),
    "what has been said before": (
        "10 INPUT G$: IF LEN(G$)<>1 THEN END\n20 FOR I=1 TO LEN(U$): IF MID$(U$,I,1)=G$ THEN PRINT \"TWICE\": GOTO 10\n"
        "30 NEXT: U$=U$+G$: N=N+1: PRINT U$: IF N<4 THEN 10\n40 PRINT \"ENOUGH\"\n",
        "A\nB\nA\nC\nB\nD\n",
        "        for char in u:\n            if char == g:\n                gw.print(\"TWICE\")\n"),
    "which has been said before": (
        "10 INPUT G$: IF LEN(G$)<>1 THEN END\n20 FOR I=1 TO LEN(U$): IF MID$(U$,I,1)=G$ THEN PRINT \"AS\";I: GOTO 10\n"
        "30 NEXT: U$=U$+G$: N=N+1: PRINT U$: IF N<4 THEN 10\n40 PRINT \"ENOUGH\"\n",
        "A\nB\nA\nC\nB\nD\n", "                gw.print(\"AS\", i)\n                break\n"),
    "which has not gone": (
        "10 DIM B(9): FOR I=1 TO 4: B(I)=I: NEXT\n20 INPUT P: IF P<1 OR P>4 THEN END\n30 B(P)=0\n"
        "40 FOR J=1 TO 4: IF B(J)<>0 THEN 60\n50 NEXT: PRINT \"ALL IN\";T: END\n"
        "60 T=T+1: PRINT J: IF T<6 THEN 20\n70 PRINT \"TOO LATE\"\n",
        "1\n3\n4\n3\n2\n", "            if b[j] != 0:\n                break\n"),
    "a counter that is looked at behind its loop": (
        "10 DIM B(9): B(4)=7\n20 INPUT P: W=0: FOR I=1 TO 8: IF B(I)=P THEN W=1: GOTO 40\n"
        "30 NEXT\n40 PRINT W;I: IF P>0 THEN 20 ELSE END\n",
        "7\n3\n0\n", "            w = 1\n"),
    "what is asked for, and what was said before": (
        '10 PRINT "HOW MANY";: INPUT N: PRINT N*2: IF N<>3 THEN 10\n'
        '20 LOCATE 5,5: PRINT N;"MORE";: LINE INPUT A$: PRINT A$\n',
        "2,3\nX\n1\n3\nNO\n", 'n: float = gw.put("HOW MANY").input_number()\n'),
    "several things asked for at once": (
        '10 PRINT "TURN";T;"- WHERE";: INPUT X,Y: PRINT X/Y;Y: T=T+1: GOTO 10\n',
        "2,3\nX\n1\n3,0\n", 'x, y = gw.put("TURN", t, "- WHERE").input("", float, float)\n'),
    "no in a loop": (
        '10 PRINT "SUM";1/3\n20 INPUT "AGAIN";A$: GOSUB 90: IF Y=1 THEN 10\n'
        '30 INPUT "SURE";A$: GOSUB 90: IF Y=0 THEN 20\n40 END\n'
        '90 Y=0: IF LEFT$(A$,1)="Y" THEN Y=1: RETURN\n91 IF LEFT$(A$,1)="N" THEN RETURN\n'
        '92 INPUT "YES OR NO";A$: GOTO 90\n',
        "YES\nMAYBE\nNO\n\nY\n",
        '        if a[:1] == "Y":\n            return True\n'),
    "what is typed for one question only": (
        '10 PRINT "SUM";1/3\n20 INPUT "AGAIN";A$: IF LEFT$(A$,1)="Y" THEN 10\n'
        '30 INPUT "BET";B: IF B>0 THEN PRINT "DONE"\n',
        "YES\nN\n1,2\n5\n", 'if gw.input_text("AGAIN")[:1] != "Y":\n'),
    "but not where it is looked at again": (
        '10 PRINT "SUM";1/3\n20 INPUT "AGAIN";A$: IF A$="Y" THEN 10\n30 IF A$="N" THEN PRINT "BYE"\n',
        "Y\nN\n", 'a = gw.input_text("AGAIN")\n'),
    "two questions, of which the second is looked at once": (
        '10 INPUT "X";X: INPUT "Y";Y: IF X>Y THEN PRINT 1/3: GOTO 10\n',
        "3,4\n2\n1\n1\n1\n", 'if x <= gw.input_number("Y"):'),
    "yes and no, and nothing else": (
        '10 PRINT 1/3: GOSUB 100: IF Y THEN PRINT "GOOD"\n20 GOSUB 100: IF NOT Y THEN PRINT "BAD"\n30 END\n'
        '100 INPUT "READY";A$: A$=LEFT$(A$,1): IF A$="Y" THEN Y=-1: RETURN\n110 IF A$="N" THEN Y=0: RETURN\n'
        '120 PRINT "YES OR NO?": GOTO 100\n',
        "PERHAPS\nYES\nMAYBE\nNO\n",
        'while (a := gw.input_text("READY")[:1]) != "Y":\n        if a == "N":\n            return False\n'),
    "asked until the answer is right": (
        '10 PRINT "READY";1/3;: INPUT A$: IF A$<>"Y" THEN 10\n20 PRINT "GO"\n',
        "N\nX,Y\nY\n", ').input_text() != "Y":\n        pass\n'),
    "a truth value that is taken, another given": (
        "10 DEFINT Q: INPUT X: Q=5: Q=Q+(X<1)-(X>8): PRINT Q;: S$=\"A\": IF Q<9 THEN 10\n",
        "0\n9\n5\n", "q = 5 - (x < 1) + (x > 8)\n"),
    "a loop of commands, and tests before the question": (
        '10 E=9: T=9: PRINT 1/3\n20 IF E<=0 THEN PRINT "NO ENERGY": GOTO 90\n30 IF T<=0 THEN PRINT "NO TIME": GOTO 90\n'
        '40 INPUT "ORDER";O: IF O<1 OR O>4 THEN PRINT "1 TO 4": GOTO 40\n50 ON O GOTO 60,70,80,90\n'
        '60 INPUT "FAR";D: IF D>3 THEN PRINT "TOO FAR": GOTO 40\n65 T=T-D: GOTO 20\n'
        '70 INPUT "SHOTS";S: IF S>E THEN 40\n75 E=E-S: IF RND(1)>2 THEN 95\n76 GOTO 20\n80 PRINT E;T: GOTO 40\n'
        '90 PRINT "OVER": END\n95 PRINT "WON": GOTO 90\n',
        "7\n1\n5\n3\n1\n2\n2\n10\n2\n4\n3\n2\n5\n", "while e > 0:\n        if t <= 0:"),
    "tests that would not lead to the question again": (
        '10 E=3: PRINT 1/3\n20 IF E<=0 THEN PRINT "NO ENERGY": GOTO 90\n'
        '40 INPUT "ORDER";O: E=E-1: IF O<1 OR O>4 THEN PRINT "1 TO 4": GOTO 40\n50 ON O GOTO 60,70,80,90\n'
        '60 PRINT "ONE": GOTO 20\n70 PRINT "TWO": GOTO 40\n80 PRINT E: GOTO 40\n90 PRINT "OVER"\n',
        "7\n7\n3\n3\n2\n3\n1\n", "NO ENERGY"),
    "tests that say something": (
        '10 E=4: PRINT 1/3\n20 IF 1/E<=0 THEN 90\n'
        '40 INPUT "ORDER";O: IF O<1 OR O>4 THEN PRINT "1 TO 4": GOTO 40\n50 ON O GOTO 60,70,80,90\n'
        '60 E=E-1: GOTO 20\n70 PRINT "TWO": GOTO 40\n80 PRINT E: GOTO 40\n90 PRINT "OVER"\n',
        "1\n1\n1\n2\n7\n3\n4\n", "/ e > 0:\n        while True:\n"),
    "attempts that are counted when they end": (
        '10 PRINT 1/3: FOR T=1 TO 3\n20 PRINT "TRY";T;: INPUT A$: FOR I=1 TO LEN(A$)\n'
        '30 IF MID$(A$,I,1)="X" THEN 60\n40 NEXT I: PRINT "NO X": GOTO 20\n60 IF A$="XX" THEN PRINT "YES": GOTO 80\n'
        '70 NEXT T: PRINT "NO MORE"\n80 PRINT "END"\n',
        "X\nY\nAX\nXX\n", "for t in range(1, 4):\n"),
    "what comes of their number is one more": (
        '10 T=0: PRINT 1/3\n20 T=T+1: IF T>3 THEN 60\n30 PRINT "TRY";T;: INPUT A\n'
        '40 IF A<>5 THEN PRINT "NO": GOTO 20\n50 PRINT "RIGHT"\n60 PRINT "END";T\n',
        "1\n2\n3\n", "t += 1\n"),
    "what a function does on its way out": (
        '10 PRINT 1/3: INPUT W$: GOSUB 100: PRINT M$;LEN(M$): END\n100 A$=W$: M$=""\n'
        '110 L=LEN(A$): IF L=0 THEN RETURN\n'
        '120 M$=M$+RIGHT$(A$,1): A$=LEFT$(A$,L-1): PRINT A$: GOTO 110\n',
        "ABC\n", "    while (l_ := len(a)) != 0:\n"),
    "a guard for what is short": (
        '10 INPUT "LINES";L: PRINT 1/3: GOSUB 100: INPUT "LINES";L: GOSUB 100: END\n100 IF L<1 THEN 180\n'
        '110 PRINT "A"\n120 FOR I=1 TO L: IF I=3 THEN PRINT "C": GOTO 140\n130 PRINT I;: IF I=5 THEN PRINT "E"\n'
        '140 NEXT\n150 PRINT "Z"\n170 RETURN\n180 PRINT "TOO SHORT"\n190 RETURN\n',
        "0\n6\n", '    if l_ < 1:\n        gw.print("TOO SHORT")\n        return\n    gw.print("A")\n'),
    "an empty line below what a line shows": (
        '10 INPUT X: PRINT "X IS",X/3\n20 PRINT: PRINT "DONE";\n30 PRINT: PRINT: PRINT X/7: PRINT: GOTO 10\n',
        "1\n5\n", 'gw.print("X IS", ZONE, x / 3, end="\\n\\n")'),
    "a loop over elements comes to the end of its array before that of the integers": (
        "10 DEFINT A-Z: DIM A(9)\n20 INPUT N: FOR I=1 TO N: A(I)=I: S=S+I: NEXT: PRINT S;I: GOTO 20\n",
        "3\n9\n-4\n32767\n", "while i <= limit:"),
    "but not where it is entered all the same": (
        "10 DEFINT A-Z: DIM A(9): ON ERROR GOTO 90\n"
        "20 INPUT N: FOR I=32000 TO N: A(I)=I: S=S+1: NEXT: PRINT S;I: GOTO 20\n"
        "90 IF ERR=9 THEN RESUME NEXT\n95 PRINT ERR;ERL;I;S: RESUME 20\n",
        "32002\n32767\n", "g.i = integer(g.i + 1)  # 20"),
    "but not where what is compared may have changed in between": (
        '10 INPUT K: IF K=1 THEN K=2: PRINT "ONE"\n20 IF K=2 THEN GOSUB 80: PRINT "TWO"\n'
        '30 IF K=3 THEN PRINT "THREE"\n40 IF K<9 THEN 10 ELSE END\n80 INPUT K: RETURN\n',
        "1\n3\n2\n2\n3\n9\n", '    if k == 3:\n'),
    "what a loop was left with is asked for behind it": (
        '10 DIM A(9): INPUT N\n20 I=1\n30 IF I=9 THEN 60\n40 IF A(I)=N THEN 60\n50 I=I+1: GOTO 30\n'
        '60 IF I=9 THEN PRINT "FULL": END\n70 A(I)=I: PRINT I: N=N+1: GOTO 20\n',
        "0\n", "    while i != 9:\n"),
    "a loop by tenths asks for its limit": (
        "10 INPUT L: FOR T=0 TO 1 STEP .1: PRINT T;: NEXT: PRINT T\n"
        "20 FOR T=L TO 0 STEP -.25: PRINT T;: NEXT: PRINT T\n"
        "30 FOR T=1 TO 2 STEP 0!: T=T+L: PRINT T;: IF T<9 THEN NEXT\n",
        "1.5\n", "    while t <= 1:\n"),
    "what will do comes behind all complaints": (
        '10 X=INT(RND*9)+1: T=0\n20 INPUT G: T=T+1: IF G<X THEN PRINT "LOW": GOTO 20\n'
        '30 IF G>X THEN PRINT "HIGH": GOTO 20\n40 PRINT T: INPUT A: IF A THEN 10\n',
        "9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n0\n",
        'elif g > x:\n                gw.print("HIGH")\n            else:\n                break\n'),
    "but not where it may have changed": (
        '10 INPUT A,B: IF A<B THEN PRINT "LESS": GOTO 10\n20 IF A>B THEN GOSUB 90\n30 IF A=B THEN PRINT "EQUAL";A\n'
        '40 IF A<B THEN PRINT "NOW LESS"\n50 IF A=B THEN A=A+1: IF A=B THEN PRINT "NEVER"\n'
        '60 IF A=0 THEN END ELSE 10\n90 INPUT A: RETURN\n',
        "1,2\n2,1\n1\n2,1\n0\n", 'if a == b:'),
    "a subroutine that only ends the program stands in the menu": (
        '10 DIM A(3)\n20 INPUT "CHOICE";C: ON C GOSUB 100,200,300: GOTO 20\n'
        '100 FOR I=1 TO 3: INPUT A(I): NEXT: RETURN\n'
        '200 FOR I=1 TO 3: PRINT A(I);SQR(A(I)): NEXT: RETURN\n300 CLOSE: END\n',
        "1\n4\n9\n2\n2\n3\n", "            case 3:\n                break\n    gw.files.close()  # 300\n"),
    "elements that are one of several constants": (
        '10 DIM B(9): INPUT P: B(3)=1: B(8)=2: B(5)=7: B(4)=3: FOR I=1 TO 9\n'
        '20 IF B(I)=0 THEN PRINT ".";\n30 IF B(I)=1 OR B(I)=3 THEN PRINT "X";: N=N+P\n40 IF B(I)=2 THEN PRINT "O";\n'
        '50 IF B(I)>3 AND P>1 THEN PRINT "*";\n60 NEXT: PRINT N/3\n',
        "2\n", '        if b[i] == 2:\n            gw.print("O", end="")\n        if b[i] > 3 and p > 1:\n'),
    "but not where what is done about one may change them": (
        '10 DIM B(9): INPUT P: B(3)=1: B(8)=2: FOR I=1 TO 9\n20 IF B(I)=0 THEN PRINT ".";: B(I)=P\n'
        '30 IF B(I)=1 THEN GOSUB 90\n40 IF B(I)=2 THEN PRINT "O";\n50 NEXT: PRINT N/3: END\n'
        '90 PRINT "X";: B(I)=2: N=N+1: RETURN\n',
        "1\n", "        if b[i] == 1:\n            n = update(b, i, n)\n        if b[i] == 2:\n"),
    "nor where a test draws a number": (
        '10 DIM B(9): INPUT P: B(3)=1: B(8)=2: FOR I=1 TO 9\n20 IF B(I)=0 THEN PRINT RND;\n'
        '30 IF RND>.5 AND B(I)=1 THEN PRINT "X";\n40 NEXT: PRINT RND;P/3\n',
        "1\n", "        if gw.rnd() > 0.5 and b[i] == 1:\n"),
    "nor where that changes a variable that functions share": (
        '10 ON ERROR GOTO 90: INPUT P\n20 FOR K=1 TO 5: GOSUB 50: GOSUB 80: NEXT: PRINT B: END\n'
        '50 IF B>3 THEN PRINT "HIGH";: B=B-2\n60 IF B<3 THEN PRINT "LOW";: B=B+P\n70 RETURN\n'
        '80 PRINT 9/(B-3): RETURN\n90 PRINT "AT";B: B=B+1: RESUME NEXT\n',
        "2\n", "    if g.b < 3:\n"),
    "nor where both may be so": (
        '10 DIM B(9): INPUT P: B(3)=1: B(8)=2: FOR I=1 TO 9\n20 IF B(I)<=1 THEN PRINT ".";: N=N+P\n'
        '30 IF B(I)=1 THEN PRINT "X";\n40 IF B(I)>=1 THEN PRINT "O";\n50 NEXT: PRINT N/3\n',
        "1\n", "        if b[i] == 1:\n"),
    "one of three conditions": (
        '10 INPUT A,B: IF (A=1 AND B=2) OR ((A=2 AND B=1) OR A>B+3) THEN PRINT "YES";A/3\n20 IF A<9 THEN 10\n',
        "1,2\n2,1\n5,1\n1,1\n9,9\n", "if (a == 1 and b == 2) or (a == 2 and b == 1) or a > b + 3:"),
    "guards that do the same are one": (
        '10 DIM A(9): FOR I=1 TO 9: READ X: IF X>9 THEN PRINT "?";: GOTO 50\n'
        '20 IF A(X)=1 THEN PRINT "?";: GOTO 50\n30 A(X)=1: PRINT X;: FOR J=1 TO X: PRINT "*";: NEXT: PRINT\n'
        '50 NEXT: DATA 5,3,12,5,3,9,11,1,9\n',
        "", "if x > 9 or a[x]:"),
    "and what is called a character there is one": (
        '10 LINE INPUT A$: FOR I=1 TO LEN(A$): C$=MID$(A$,I,1): IF C$="b" THEN 30\n'
        '20 PRINT C$;: NEXT\n30 PRINT I;C$\n40 FOR J=1 TO LEN(A$): C$=MID$(A$,J,1): IF C$="b" THEN 60\n'
        '50 C$=C$+"!": PRINT C$;: NEXT\n60 PRINT C$\n',
        "aabc\n", "    for c in a:\n"),
    "where that is another text by then it may not be there": (
        '10 LINE INPUT A$: FOR I=1 TO LEN(A$): IF I=2 THEN A$=""\n'
        '20 PRINT MID$(A$,I,1);"-";: NEXT: LINE INPUT A$: L=LEN(A$): LINE INPUT A$: PRINT MID$(A$,L,1)\n',
        "abc\nde\nx\n", "a[i - 1 : i]"),
    "where it is another text after a subroutine, too": (
        '10 LINE INPUT A$: FOR I=1 TO LEN(A$): GOSUB 30: PRINT MID$(A$,I,1);"-";: NEXT: END\n'
        '30 A$=MID$(A$,2): RETURN\n',
        "abc\n", "a[i - 1 : i]"),
    "a character in bounds": (
        '10 LINE INPUT A$: FOR I=1 TO LEN(A$)\n20 IF MID$(A$,I,1)>="a" AND MID$(A$,I,1)<="z" THEN N=N+1\n'
        '30 NEXT: PRINT N\n',
        "a Bc\n", 'if "a" <= char <= "z":'),
    "the same where it may not be there": (
        '10 LINE INPUT A$: FOR I=1 TO 9: IF MID$(A$,I,1)>="a" AND MID$(A$,I,1)<="z" THEN N=N+1\n'
        '20 IF MID$(A$,I)<"a" OR MID$(A$,I)>"z" THEN K=K+1\n30 NEXT: PRINT N;K\n',
        "a Bc\n", 'if "a" <= a[i - 1 : i] <= "z":'),
    "a title in the middle": (
        '10 LINE INPUT A$: PRINT TAB(20-LEN(A$)/2);A$: PRINT (LEN(A$)-1)/4*3: LOCATE 9,20-LEN(A$)/2: PRINT A$\n'
        '20 INPUT X: PRINT "A";SPC(X/2);TAB(X*9);A$: PRINT TAB(X*9999);"B"\n',
        "HELLO\n3.5\n", "Tab(20 - len(a) / 2), a)"),
    "a row of a character by its number": (
        "10 INPUT N: PRINT STRING$(20,45);STRING$(N,205);STRING$(3,65.4)\n", "7\n", '"-" * 20'),
    "messages stand behind the items before them": (
        "10 INPUT A: PRINT \"X\";1/A;\"Y\";A^9;SQR(4);\"Z\": PRINT 7\\-2;5^3;SPACE$(2);HEX$(255)\n"
        "20 PRINT INT(RND*3);A;LOG(A)\n",
        "0\n", 'gw.put("X").put('),
    "one print for an empty line and a text": (
        "10 INPUT A$: PRINT: PRINT: PRINT \"A{\";LEN(A$): PRINT \"B\";: PRINT \"C\": PRINT\n",
        "x\n", 'gw.print("C", end="\\n\\n")'),
    "an empty line and what stands below": (
        '10 INPUT A: GOSUB 100: PRINT: PRINT\n20 PRINT "HALF";A/2: PRINT "-";: IF A THEN 10 ELSE END\n'
        '100 PRINT\n110 PRINT "YOU HAVE";A: IF A>5 THEN PRINT "(MANY";:INPUT B: RETURN\n120 RETURN\n',
        "3\n7\n1\n0\n", r'gw.print(end="\n\n")'),
    "the end of a line that a caller began": (
        '10 INPUT A: PRINT STRING$(70,"-");: GOSUB 100: PRINT "X": GOSUB 100: IF A THEN 10 ELSE END\n'
        '100 PRINT\n110 PRINT "WHAT DOES NOT FIT THERE";A: PRINT "Y": RETURN\n',
        "1\n0\n", 'gw.print()\n    gw.print("WHAT'),
    "the end of a line that the turn before began": (
        '10 INPUT A: FOR I=1 TO A\n20 PRINT\n30 PRINT "WHAT DOES NOT FIT THERE";I: PRINT STRING$(70,"-");: NEXT\n',
        "3\n", 'gw.print()\n        gw.print("WHAT'),
    "the end of a line that one of two began": (
        '10 INPUT A: PRINT "A": IF A>2 THEN PRINT STRING$(70,"-");: GOTO 30\n20 PRINT "B"\n'
        '30 PRINT\n40 PRINT "WHAT DOES NOT FIT THERE";A: PRINT: PRINT STRING$(70,"-"): IF A THEN 10\n',
        "3\n2\n0\n", 'gw.print()\n        gw.print("WHAT'),
    "the end of a line that LOCATE or a subroutine began": (
        '10 INPUT A: LOCATE 5,60: PRINT\n20 PRINT "WHAT DOES NOT FIT THERE";A: GOSUB 90: PRINT\n'
        '30 PRINT "NOR DOES THIS, WHERE IT IS";A: IF A THEN 10 ELSE END\n90 PRINT "B": IF A<2 THEN RETURN\n'
        '91 PRINT STRING$(60,"-");: RETURN\n',
        "3\n1\n0\n", 'gw.print()\n        gw.print("NOR'),
    "either of two": (
        "10 INPUT A: IF A>3 THEN PRINT \"BIG\" ELSE PRINT \"SMALL\"\n20 X=1: IF A=2 THEN X=5\n"
        "30 IF A=7 THEN Y=Y+1 ELSE Y=Y-1\n40 PRINT X;Y: IF A<>2 THEN 10\n",
        "7\n0\n2\n", "x = 5 if a == 2 else 1"),
    "one of two numbers, or a third": (
        "10 C=100: IF D#=3 OR D#=-4 THEN C=-4\n20 INPUT D#: IF D#=3 OR D#=-4 THEN C=C+1: GOTO 10 ELSE PRINT C;D#\n",
        "3\n5\n", "c = -4 if d in (3, -4) else 100\n"),
    "at most and at least": (
        "10 DIM B(3): INPUT A: A=A*2: IF A>9 THEN A=9\n20 IF A<-9 THEN A=-9\n30 B(2)=A: IF B(2)>M THEN M=B(2)\n"
        "40 PRINT A;M: IF A THEN 10\n",
        "3\n-8\n70\n4.5\n0\n", "m = max(m, b[2])"),
    "where a search from a place on ends": (
        "10 INPUT A$,X%: X%=X%\\2: FOR Y=X%+1 TO LEN(A$): IF MID$(A$,Y,1)=\"-\" THEN 30\n20 NEXT\n30 PRINT Y: L%=3\n"
        "40 FOR Y=X% TO L%+3: IF Y=5 THEN L%=9: GOTO 60\n50 NEXT\n60 PRINT Y;L%: IF Y>1 THEN 10\n",
        "AB-CD,2\nAB-CD,6\nABC,0\nABC,18\n-,4\nA,60\nA,-20\n,-4\n", "while y <= limit_10:"),
    "one of several": (
        "10 INPUT A$,B: IF A$=\"Y\" OR A$=\"N\" OR B=3 OR B=4 THEN PRINT \"IN\"\n"
        "20 IF NOT (A$<>\"Q\" AND B<=7) AND (B<1 OR B>9 OR A$=\"\") THEN PRINT \"OUT\"\n30 IF B<>0 AND B<>5 THEN 10\n"
        "40 IF B>=0 AND B<5 AND A$<>\"A\" AND A$<>\"B\" THEN PRINT \"END\"\n",
        "Y,7\nQ,10\n,12\nX,4\nN,-3\nQ,8\nC,0\n", 'a not in ("A", "B")'),
    "filled at once": (
        "10 DIM A(9),B(4,4),C$(3): FOR I=0 TO 9: A(I)=7: NEXT: FOR I=1 TO 4: FOR J=1 TO 4: B(I,J)=-1: NEXT J,I\n"
        "20 INPUT X: FOR I=1 TO 3: C$(I)=\"-\": NEXT: PRINT I;A(X);C$(0);C$(3)\n30 FOR I=1 TO 4: PRINT B(I,I);: NEXT\n"
        "40 FOR I=2 TO 5: A(I)=0: NEXT: FOR I=1 TO 4: FOR J=1 TO 4: B(I,J)=2: NEXT J,I\n"
        "50 FOR I=0 TO 9: PRINT A(I);: NEXT\n60 FOR I=1 TO 4: B(I,2)=I: PRINT B(I,I);B(I,1);: NEXT: PRINT I;J\n",
        "3\n", "a[2:6] = [0] * 4"),
    "what is looked at in between": (
        "10 DIM A(3),B(3): INPUT X: A(X)=5: FOR I=0 TO 3: A(I)=A(I)+B(I): NEXT\n"
        "20 FOR I=1 TO 3: B(I)=1: NEXT: PRINT A(X);B(0);B(X)\n"
        "30 FOR I=1 TO 3: A(I)=4: A(0)=A(0)+1: NEXT: PRINT A(0);A(3)\n",
        "2\n", "b[1:] = [1] * 3"),
    "integers that count": (
        "10 DEFINT I-N: INPUT N: FOR I=1 TO N: S=S+1: NEXT: PRINT S;I\n20 FOR J=N TO 32767 STEP 9000: PRINT J;\n"
        "30 NEXT: PRINT \"END\"\n",
        "20000\n", "j = integer(j + 9000)  # 30"),
    "the same subscript on both sides": (
        "10 DIM A%(5),B%(5)\n20 INPUT X: A%(X)=A%(X)+1: B%(X)=A%(X)*2: PRINT A%(X);B%(X): GOTO 20\n",
        "2\n5\n6\n", "b[index(x)] = integer(a[index(x)] * 2)"),
    "guards that do the same": (
        "10 INPUT N: IF N<1 THEN PRINT \"NO\": GOTO 10\n20 IF N>9 THEN PRINT \"NO\": GOTO 10\n"
        "30 INPUT A$: IF A$=\"Y\" THEN 10\n40 IF LEN(A$)>N THEN 10\n50 IF N<>3 THEN PRINT A$: GOTO 30\n",
        "0\n11\n5\nY\n5\nLONGER\n4\nABC\nABC\nABCDE\n3\nA\n", "if n < 1 or n > 9:"),
    "results that are asked about at once": (
        "10 INPUT N: GOSUB 90: IF Z THEN PRINT \"YES\": GOTO 10\n20 GOSUB 80: A(2)=K: PRINT A(2): GOTO 10\n"
        "80 K=N*2: IF N<0 THEN K=N\n85 RETURN\n90 Z=0: FOR I=1 TO 5: IF I=N THEN Z=1\n95 NEXT: RETURN\n",
        "3\n9\n-2\n", "if update_90(n):"),
    "limits of several loops": (
        "10 INPUT N: FOR I=1 TO N*2-1: I=I+1: S=S+I: NEXT: PRINT S;I\n"
        "20 FOR I=1 TO N: N=N-1: I=I+.5: PRINT I;: NEXT: PRINT N: IF N>0 THEN 10\n",
        "9\n4\n0\n", "while i <= limit_10:"),
    "limits that do not": (
        "10 INPUT N: FOR I=1 TO N: N=N-1: I=I+.5: PRINT I;: NEXT: PRINT N: IF N>0 THEN 10\n",
        "9\n4\n0\n", "i, limit = 1.0, n"),
    "the first value outside of what is guarded": (
        "10 ON ERROR GOTO 90: DIM A(5)\n20 INPUT N: FOR I=1 TO N: PRINT A(I);: NEXT: PRINT \"ALL\": GOTO 20\n"
        "90 PRINT \"ERROR\";ERR: RESUME 20\n",
        "3\n7\n", "for i in range(1, int(n) + 1):"),
    "remainders": (
        "10 FOR W=1 TO 40: IF W/5=INT(W/5) THEN PRINT W;\n20 IF INT(W/7)<>W/7 OR W<20 THEN C=C+W-INT(W/3)*3\n30 NEXT\n"
        "40 INPUT A$: PRINT C\n",
        "\n", "if w % 5 == 0:"),
    "the choices in their order": (
        "10 INPUT K: IF K<1 OR K>3 THEN 10\n20 ON K GOTO 30,40,50\n30 PRINT \"ONE\": PRINT K: GOTO 10\n"
        "40 PRINT \"TWO\": GOTO 10\n50 PRINT \"THREE\": INPUT A$: GOTO 10\n",
        "1\n2\n0\n1.4\n3\nX\n", "            case 1:\n                gw.print(\"ONE\")"),
    "what is found is used where it is found": (
        "10 INPUT C$: FOR I=1 TO 3: IF C$=MID$(\"GODOBE\",2*I-1,2) THEN 50\n20 NEXT: PRINT \"GO DO BE\": GOTO 10\n"
        "50 N=N+I: PRINT C$: PRINT I: IF N>4 THEN PRINT \"END\": END\n60 PRINT N: GOTO 10\n",
        "GO\nNO\nDO\nBE\n", "                break\n        else:\n            gw.print(\"GO DO BE\")\n"),
    "one of three, and then out": (
        "10 T=T+1: INPUT A: IF A<>7 THEN 10\n"
        "20 IF T<3 THEN PRINT \"VERY GOOD\" ELSE IF T<5 THEN PRINT \"GOOD\" ELSE PRINT \"AT LAST\"\n"
        "30 INPUT A$: IF A$=\"Y\" THEN T=0: GOTO 10\n40 IF A$<>\"N\" THEN 30\n",
        "1\n7\nY\n2\n3\n7\nX\nY\n1\n1\n1\n1\n7\nN\n", "elif t < 5:"),
    "what is only given back": (
        "5 DIM A(5)\n10 INPUT N,X: A(N)=X: GOSUB 90: PRINT Z: IF X>=1 THEN IF X<=A(5) THEN PRINT \"UP\"\n20 GOTO 10\n"
        "90 Z=0: FOR I=1 TO 5: IF A(I)<>0 THEN RETURN\n95 NEXT: Z=1: RETURN\n",
        "1,0\n5,7\n5,-7\n5,0\n1,3\n", "            return z\n    return 1"),
    "the last of a turn": (
        "10 INPUT A: IF A>20 THEN PRINT \"BUST\": M=M-1: GOTO 10\n20 IF A=9 THEN PRINT \"PUSH\": GOTO 10\n"
        "30 IF A>15 THEN PRINT \"I WIN\": M=M+2: GOTO 10\n40 PRINT \"YOU WIN\";M: M=M+1: GOTO 10\n",
        "21\n9\n16\n3\n4\n", "elif a > 15:"),
    "either of two, as they stand in the text": (
        "10 INPUT A$: FOR I=1 TO LEN(A$): IF MID$(A$,I,1)=\"*\" THEN L$=L$+\"X\": P=P+1: GOTO 30\n20 L$=L$+\".\"\n"
        "30 NEXT: PRINT L$;P: GOTO 10\n",
        "a*b**\n*\n", '== "*":'),
    "a function that is left at once": (
        "10 GOSUB 50: PRINT O: GOTO 10\n50 INPUT I$: IF I$=\"S\" THEN O=1: RETURN\n60 IF I$=\"M\" THEN O=2: RETURN\n"
        "70 PRINT \"WHAT?\": GOTO 50\n",
        "S\nX\nM\n", "            return 2\n        gw.print("),
    "two guards of several": (
        "10 INPUT A$: IF A$=\"YES\" OR A$=\"Y\" THEN 40\n20 IF A$<>\"NO\" AND A$<>\"N\" THEN 10\n30 END\n"
        "40 IF LEFT$(B$,1)<>\"Q\" AND LEFT$(B$,1)<>\"q\" THEN INPUT B$: PRINT B$: GOTO 40\n50 PRINT \"END\": GOTO 10\n",
        "X\nY\nA\nquit\nN\n", 'b[:1] not in ("Q", "q")'),
    "what is behind a search is longer than the search": (
        "10 DIM K$(5): FOR I=1 TO 5: READ K$(I): NEXT: DATA PRINT,LET,IF,LIST,STOP\n"
        "20 LINE INPUT S$: P=1: E=0: GOSUB 100: IF E THEN PRINT \"ERROR\"\n30 IF S$<>\"BYE\" THEN 20 ELSE END\n"
        "100 FOR K=1 TO 5: IF MID$(S$,P,LEN(K$(K)))=K$(K) THEN 150\n110 NEXT\n"
        "120 IF MID$(S$,P+1,1)=\"=\" THEN 300 ELSE E=1: RETURN\n150 P=P+LEN(K$(K))\n"
        "160 ON K GOTO 200,300,400,500,600\n200 PRINT MID$(S$,P): RETURN\n300 X=VAL(MID$(S$,P)): PRINT X: RETURN\n"
        "400 IF X=0 THEN RETURN ELSE P=P+1: GOTO 100\n500 PRINT \"NOTHING\": IF X=3 THEN E=1\n510 RETURN\n"
        "600 PRINT \"STOPPED\": RETURN\n",
        "PRINT 1\nLET3\nIF PRINT YES\nIF 5\nLIST\nX=4\nSTOP\n7=\nBYE\n",
        "                break\n        else:\n            if strings.mid(s, byte(p + 1), 1) == \"=\":  # 120\n"),
    "a function that hands on what it is given": (
        "10 INPUT Q: FOR I=1 TO Q: GOSUB 100: NEXT: PRINT T: IF Q>0 THEN 10 ELSE END\n100 A=I: GOSUB 200: RETURN\n"
        "200 A=A+1: T=T+A: IF T>9 THEN T=T-9: GOSUB 300\n210 RETURN\n300 IF A>4 THEN PRINT \"BIG\" ELSE PRINT A\n"
        "310 RETURN\n",
        "3\n6\n0\n", "t = update_200(t, i)"),
    "a routine that does little, or nothing": (
        "10 INPUT M: ON M GOSUB 100,200: GOSUB 300: PRINT K: IF M>0 THEN 10 ELSE END\n100 K=K+1: RETURN\n"
        "200 RETURN\n300 RETURN\n",
        "1\n2\n1\n0\n", "                k += 1\n            case 2:\n                pass\n"),
    "a routine of which nothing is left but its remark": (
        "10 INPUT D: GOSUB 700: PRINT D: GOSUB 700: IF D>0 THEN 10\n20 END\n"
        "700 REM NAME OF THE DAY\n710 W=D\n720 RETURN\n",
        "2\n0\n", "def name_of_the_day(d: float) -> None:\n    pass\n"),
    "what follows a loop for some of the ways out of it": (
        "10 N=0\n20 INPUT \"COLUMN\";C: N=N+1\n30 IF C=0 THEN PRINT \"YOU RESIGN\": GOTO 90\n"
        "40 IF C>7 THEN PRINT \"YOU WIN\": GOTO 90\n50 IF N<3 THEN 20\n60 PRINT \"A DRAW\"\n"
        "90 INPUT \"AGAIN\";A$: IF A$=\"Y\" THEN 10\n",
        "1\n2\n3\nY\n9\nY\n0\nN\n", 'print("A DRAW")\n                break'),
    "what is done where a loop has not found anything": (
        "10 DIM K$(3): FOR I=1 TO 3: READ K$(I): NEXT: DATA CAT,DOG,COW\n20 INPUT A$: IF A$=\"\" THEN END\n"
        "30 FOR I=1 TO 3: L=INSTR(A$,K$(I)): IF L>0 THEN 60\n40 NEXT: N=N+1: ON N GOSUB 80,90\n50 GOTO 20\n"
        "60 PRINT K$(I);L: IF I=2 THEN PRINT \"WOOF\": GOTO 20\n70 X=X+L: PRINT MID$(A$,L+3);X: GOTO 20\n"
        "80 PRINT \"WHAT IS THAT?\": RETURN\n90 PRINT \"TELL ME MORE\": RETURN\n",
        "CATS\nHEN\nMY DOG\nPIG\nCOWS\nEEL\n\n",
        "                break\n        else:\n            n += 1\n"),
    "one of two words in a text": (
        "10 INPUT A$: IF INSTR(A$,\"BYE\") OR INSTR(A$,\"QUIT\") OR A$=\"Q\" THEN END\n20 PRINT LEN(A$): GOTO 10\n",
        "HELLO\nGOOD BYE\n", 'while "BYE" not in (a := gw.input_text()) and "QUIT" not in a and a != "Q":'),
    "the same part of a text twice": (
        "10 INPUT A$,N: IF MID$(A$,N,1)=\"X\" OR MID$(A$,N,1)=\"Y\" THEN PRINT \"IT IS\"\n20 IF N<9 THEN 10\n",
        "AXY,2\nAXY,3\nAXY,1\n,9\n", 'byte(n), 1) in ("X", "Y")'),
    "a counter that nothing looks at, in a loop with another": (
        "10 INPUT N: FOR I=1 TO N: PRINT I: NEXT: FOR I=1 TO 6\n20 X=INT(RND*6)+1: IF X=N THEN 20\n"
        "30 PRINT X: NEXT: IF N>0 THEN 10\n",
        "3\n0\n", "for _ in range(6):"),
    "one of two words, and one with a condition": (
        "10 INPUT A$: IF INSTR(\"XY\",LEFT$(A$,1)) OR (A$>\"M\" AND LEN(A$)>1) THEN PRINT 1\n20 IF A$<>\"\" THEN 10\n",
        "X\nNO\nN\nA\n\n", 'or (a > "M" and len(a) > 1)'),
    "a function of doubles": (
        "10 DEF FNJ#(M,D)=INT(365.25#*M)+D\n20 INPUT M,D: PRINT FNJ#(M,D): IF M THEN 20\n",
        "3,5\n0,0\n", "def fn_j(m: float, d: float) -> float:"),
    "what only prints is named after its words": (
        "10 INPUT A: IF A>5 THEN GOSUB 90\n20 IF A=7 THEN GOSUB 90\n30 GOTO 10\n"
        "90 PRINT: PRINT \"TOO MUCH! YOU HAVE\";A: RETURN\n",
        "4\n7\n", "def say_too_much(a: float)"),
    "a counter of its own beside a number of the same name": (
        "10 DIM M(8): INPUT X: X=INT(X/2)+1: IF X<1 OR X>8 THEN 10\n20 M(X)=5: GOSUB 90: X=X/4: PRINT X: GOTO 10\n"
        "90 FOR X=1 TO 8: IF M(X)=5 THEN PRINT X;M(X)\n95 NEXT: INPUT X: RETURN\n",
        "5\n3\n40\n2.5\n1\n", "m[index(x)] = 5"),
    "a question until the answer will do": (
        '10 INPUT "AGE";A: IF A<1 OR A>99 THEN PRINT "NO": GOTO 10\n'
        '20 INPUT "SURE";B$: IF B$<>"Y" AND B$<>"N" THEN 20\n30 PRINT A;B$\n',
        "0\n100\n50\nX\nY\n", 'while not 1 <= (a := gw.input_number("AGE")) <= 99:\n        gw.print("NO")\n'),
    "keys": (
        "10 K$=INKEY$: IF K$=\"\" THEN 10\n20 PRINT K$\n", "k", 'while (k := gw.keyboard.inkey()) == "":'),
    "a limit that has been asked for is in the head of its loop, whatever errors there are": (
        "10 DEFINT A-Z: ON ERROR GOTO 90: DIM A(9)\n20 INPUT N: IF N<1 OR N>9 THEN 20\n"
        "30 FOR I=1 TO N: A(I)=A(I-1)+I: PRINT A(I): NEXT: GOTO 20\n90 PRINT ERR: RESUME NEXT\n",
        "5\n99\n40000\n", "for i in range(1, n + 1):"),
    "elements of lists that are there have no errors": (
        "10 DEFINT A-Z: ON ERROR GOTO 90: DIM A(9,4),B!(9)\n20 INPUT N: IF N<1 OR N>9 THEN 20\n"
        "30 INPUT K: IF A(N,0)>A(N,4) THEN PRINT \"LESS\"\n40 A(N,4)=K: PRINT A(N,4);10/K: GOTO 20\n"
        "90 PRINT ERR: RESUME NEXT\n",
        "5\n0\n5\n2\n", "        if a[n][0] > a[n][4]:\n"),
    "where the cursor goes, under ON ERROR": (
        "10 ON ERROR GOTO 90: KEY OFF: CLS: LOCATE 5,10: COLOR 15,1: PRINT \"A\": LOCATE 24,80\n"
        "20 K$=INPUT$(1): PRINT K$;1/VAL(K$): GOTO 20\n90 PRINT ERR: RESUME NEXT\n",
        "402", 'with trap_90:\n        screen.locate(5, 10)'),
    "where the cursor goes may not be on the screen": (
        "10 WIDTH 40: ON ERROR GOTO 90: LOCATE 5,41: PRINT \"A\": COLOR 7,16: LOCATE 25,1: PRINT \"B\"\n"
        "20 END\n90 PRINT ERR: RESUME NEXT\n",
        "", "with trap_90:\n        screen.locate(5, 41)"),
    "a line that only errors lead to is no part of a subroutine": (
        "10 ON ERROR GOTO 90\n20 INPUT N: IF N>9 THEN ERROR 99\n40 GOSUB 70: GOTO 20\n"
        "50 INPUT \"MORE\";A: IF A THEN 20 ELSE END\n70 PRINT 10/(N-5);: PRINT SQR(N): RETURN\n"
        "90 IF ERR=99 THEN PRINT \"BIG\": RESUME 40\n95 PRINT ERR: RESUME 50\n",
        "4\n5\n1\n12\n-1\n0\n", "with trap_90.resuming(50):\n        gw.print(10 / (n - 5)"),
    "behind a statement that is tried again its subscript is one": (
        "10 DEFINT A-Z: DIM X(20): ON ERROR GOTO 90\n20 INPUT K: IF K=0 THEN END\n"
        "30 PRINT X(K): K=K+1: PRINT X(K): GOTO 20\n90 IF ERR=9 THEN PRINT \"NO\": RESUME 20\n"
        "95 PRINT ERR: RESUME\n",
        "5\n20\n21\n40000\n7\n0\n", "            k += 1\n            gw.print(x[k])  # 30"),
    "numbers within texts": (
        '10 INPUT N: FOR I=1 TO 3: A$="{"+STR$(I)+"} OF"+STR$(I+1)\n20 PRINT A$: NEXT: PRINT "SEE"+STR$(N)\n'
        '30 IF N THEN 10\n',
        "2.5\n0\n", 'a = f"{{{i: d}}} OF{i + 1: d}"'),
    "several limits": (
        "10 INPUT B,F: B=B/3: IF B<0 THEN B=0\n20 IF B>30 THEN B=30\n30 IF B>F THEN B=F\n40 PRINT B: IF F>0 THEN 10\n",
        "5,1\n-3,4\n120,99\n0,-1\n", "b = min(min(b, 30), f)"),
}  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("name", SHORT)
def test_short_forms(name: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, written = SHORT[name]
    text = to_python(source, exact)
    assert exact or written in text
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


def test_an_answer_that_is_given_back() -> None:
    """Only where nothing else looks at it."""
    for tests, wanted in (["if i > 9:"], "i = not ask(a)"), (["if y:", "if i:"], "i = not y"):
        heads = [Line(1, text, 20) for text in tests]
        found = [Line(0, "def turn(a: str, i: int) -> tuple[bool, int]:", 10)]
        for head in heads:
            found += [head, Line(2, "y = ask(a)", 20), Line(2, "i = not y", 30)]
        finish(found, Context(), (give_at_once, use_at_once))
        assert wanted in [line.text for line in found]


def test_what_is_looked_at_only_on_some_ways_or_again_stays() -> None:
    head = "def play(a: str) -> None:\n"
    for looking in ("if a > x and y:", "if a < x < y:", "z = [y for _ in range(9)]", "if g.a == y:", "if a[1] < y:"):
        text = f"{head}    y = ask(a)\n    {looking}\n" + "        show(a)\n" * looking.endswith(":")
        assert shortened(text, give_at_once, use_at_once) == text
    failing = f"{head}    y = a + x\n    y = x[y]\n    show(y)\n"  # an error that is gone on from leaves the sum
    assert shortened(failing, give_at_once, use_at_once) == failing


def shortened(text: str, *passes: Pass) -> str:
    found = [Line((len(line) - len(line.lstrip())) // 4, line.strip(), 10) for line in text.splitlines()]
    for line in found:
        line.source *= not line.text.startswith("return")
    finish(found, Context(), passes)
    return "".join(f"{'    ' * line.indent}{line.text}\n" for line in found)


def test_a_function_that_is_a_loop_returns_where_that_is_left() -> None:
    """But not from a loop within it, nor where more is done before it."""
    head = "def play(m: int) -> tuple[bool, int]:\n    m += 1\n"
    more = "    for i in range(2):\n        show(i)\n"
    loop = "    while True:\n        m = ask(m)\n        if m == 4:\n            {}\n"
    inner = "        for i in range(m):\n            if ask(i):\n                break\n            show(i)\n"
    back = "    return True, m\n"
    returned = head + loop.format("return True, m") + inner
    assert shortened(head + loop.format("break") + inner + back, leave_straight) == returned
    left = loop.format("break") + inner
    for kept in head + more + left + back, head + left + "    return ask(m)\n":
        assert shortened(kept, leave_straight) == kept


if __name__ == "__main__":
    rows = measured()
    print(f"median {median(row[0] for row in rows):.3f}, without comments {median(row[1] for row in rows):.3f}")
    for row in rows[:20]:
        print("{:6.2f} {:6.2f}  {}".format(*row))


def test_what_errors_of_the_main_program_leave_takes_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only calls that errors leave pile up on the stack; a FOR that begins anew takes its own place."""
    source = (
        "10 ON ERROR GOTO 90\n20 INPUT N: FOR I=1 TO 2: FOR J=1 TO 2\n"
        "25 FOR K=1 TO 2: FOR L=1 TO 2: FOR M=1 TO 2\n"
        "30 GOSUB 70: PRINT N/(I+J+K+L+M-8);: NEXT M,L,K,J,I\n40 INPUT A: PRINT SQR(A): GOTO 20\n"
        "70 PRINT 10/N: RETURN\n"
        "90 IF ERR=5 THEN RESUME 20 ELSE RESUME 40\n"
    )
    text = to_python(source, exact=False)
    prints_the_same(source, text, "1\n2\n" * 15 + "0\n-1\n" * 2, tmp_path, monkeypatch)


def test_many_loops_that_errors_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port has room for all of them."""
    count = 16
    lines = [100 + number for number in range(count)]
    source = "10 ON ERROR GOTO 900\n20 K=K+1: IF K>40 THEN END\n"
    source += f"30 ON K MOD {count}+1 GOTO {','.join(map(str, lines))}\n"
    for line in lines:
        source += f"{line} FOR I=1 TO 3: PRINT {line};: IF K>0 THEN ERROR 70 ELSE NEXT\n"
    text = to_python(source + "900 PRINT ERR;: RESUME 20\n", exact=True)
    printed = play(text, "", tmp_path, monkeypatch).split()
    assert "70" in printed and "7" not in printed
