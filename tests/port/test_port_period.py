"""What programs of the time are made of, ported: that it prints the same, and how it is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT
from playing import play, prints_the_same

import basic
from basic.editing.load import load_program
from basic.editing.tokenised import to_tokens
from basic.machine.memory import DATA_SEGMENT
from basic.port import Refused, to_python
from basic.sizes import FIRST_LINE

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

# A program, what is typed, and what its port has.
WRITTEN = {
    "a table with more rows than DATA": (
        "10 DIM T(26,3): FOR I=1 TO 2: FOR J=1 TO 3: READ T(I,J): NEXT J,I\n20 INPUT I,J: PRINT T(I,J): IF I THEN 20\n"
        "30 DATA 1,2,3,4,5,6\n", "1,2\n2,3\n26,3\n0,0\n", None),
    "a FOR that begins with what its variable has": (
        "10 K=3: FOR K=K TO K+1: GOSUB 90: NEXT: PRINT K: INPUT K: IF K THEN 10 ELSE END\n90 PRINT K: RETURN\n",
        "1\n0\n", r"(?s)\A(?!.* k = k\n)"),
    "a search whose step stands in an ELSE": (
        "5 DIM B(3)\n10 INPUT X: IF X<1 OR X>3 THEN END ELSE B(X)=X\n20 GOSUB 90: PRINT F;Y: GOTO 10\n"
        "90 F=0: FOR J=1 TO 3: IF B(J)=2 THEN Y=J: F=1: RETURN ELSE NEXT\n95 F=2: RETURN\n",
        "1\n2\n3\n0\n", r"for j in range\(1, 4\):\n +if b\[j\] == 2:.*\n +return"),
    "one step in an ELSE within another": (
        "5 DIM B(5)\n10 INPUT X: IF X<1 OR X>5 THEN END ELSE B(X)=B(X)+1\n"
        "20 FOR J=1 TO 5: IF B(J)>1 THEN 40 ELSE IF J=X THEN PRINT \"LAST\": GOTO 10 ELSE NEXT\n"
        "30 PRINT \"NONE\"\n40 PRINT J: GOTO 10\n", "1\n2\n1\n3\n0\n", r"for j in range\(1, 6\):"),
    "a choice by a sign": (
        "10 INPUT A,B: ON SGN(A-B)+2 GOTO 20,30,40\n20 PRINT \"LESS\": GOTO 10\n30 PRINT \"EVEN\": END\n"
        "40 PRINT \"MORE\": GOTO 10\n", "1,2\n3,2\n2,2\n", r"match sign\(a - b\) \+ 2:\n +case 1:(.*\n)+? +case 3:"),
    "a choice by a letter of a word": (
        "5 PRINT \"TURN\";N\n10 INPUT D$,K: N=N+1: ON INSTR(\"NSEW\",D$) GOTO 30,40,50,60\n"
        "20 PRINT \"WHERE?\": N=N-1: GOTO 10\n"
        "30 Y=Y-K: GOTO 70\n40 Y=Y+K: GOTO 70\n50 X=X+K: GOTO 70\n60 X=X-K\n70 PRINT X;Y: IF N<5 THEN 5\n",
        "N,1\nX,2\nNS,1\n,3\nS,4\nE,1\nW,2\n", None),
    "what has to be worked out first in a condition": (
        "10 RANDOMIZE 5: INPUT A,B: IF (A=1 OR A=2) AND RND<.5 THEN PRINT \"LOW\" ELSE PRINT RND\n"
        "20 IF NOT(A<0 OR B<0 OR A+B>3) THEN PRINT \"FEW\"\n30 IF A THEN 10\n", "1,2\n2,2\n5,1\n-1,1\n0,0\n",
        r"(?s)gw.rnd\(\) < 0.5 and a in \(1, 2\).*a >= 0 and b >= 0 and a \+ b <= 3"),
    "the first letter of an answer": (
        "10 INPUT \"AGAIN\";A$: A$=LEFT$(A$,1): IF A$=\"Y\" THEN 10 ELSE IF A$<>\"N\" THEN PRINT \"Y OR N\": GOTO 10\n",
        "YES\nMAYBE\nNO\n", r'a = gw.input_text\("AGAIN"\)\[:1\]'),
    "a result that is true, and what is shown before it is given back": (
        "10 INPUT D: GOSUB 90: IF E THEN 10 ELSE PRINT J: IF J<99 THEN 10 ELSE END\n"
        "90 E=0: IF D<1 OR D>31 THEN E=1: PRINT \"BAD DAY\": RETURN\n95 J=J+D: RETURN\n",
        "5\n40\n31\n31\n0\n31\n31\n", r'return e, j \+ d\n +e = True\n +gw.print\("BAD DAY"\)\n +return e, j'),
    "whether a line is one player's, as a result": (
        "5 DIM B(3,3)\n10 INPUT R,C: IF R<1 OR C<1 OR R>3 OR C>3 THEN END\n"
        "20 B(R,C)=1: GOSUB 90: IF W THEN PRINT \"WON\"\n"
        "30 GOTO 10\n90 W=0: FOR I=1 TO 3: IF B(I,1)+B(I,2)+B(I,3)=3 THEN W=1: RETURN\n"
        "95 NEXT: IF B(1,1)+B(2,2)+B(3,3)=3 THEN W=1\n96 RETURN\n",
        "1,1\n2,2\n1,2\n1,3\n2,1\n0,0\n", r"-> bool:\n(?s:.*)return True\n"),
    "a word or nothing on the rest of a line": (
        "10 INPUT A: PRINT \"A\";: IF A>2 THEN PRINT \"BIG\" ELSE PRINT\n20 IF A THEN 10\n", "1\n3\n0\n",
        r'"BIG" if a > 2 else ""'),
    "the smaller of two": (
        "10 INPUT B,D: V=B: IF D<B THEN V=D\n20 IF B>D THEN W=B ELSE W=D\n30 PRINT V;W: IF V THEN 10\n",
        "1,2\n3,2\n2,2\n0,5\n", None),
    "a number too long to be shown whole, beside letters that are all there": (
        "10 S$=\"ABC\": T=9999990!\n20 FOR I=1 TO 20: T=T+1: NEXT\n"
        "30 FOR J=3 TO 1 STEP -1: R$=R$+MID$(S$,J,1): NEXT\n40 PRINT T;R$\n", "", r"s\[j - 1 : j\]"),
    "guards with the same ERROR in two lines": (
        "10 ON ERROR GOTO 90\n20 INPUT X,Y: IF X=0 THEN END\n40 IF X>7 THEN ERROR 200\n50 IF Y>7 THEN ERROR 200\n"
        "60 PRINT X: GOTO 20\n90 PRINT ERR;ERL: RESUME 20\n", "8,1\n1,8\n1,1\n0,0\n", r"# 40\n(.*\n)+.*# 50"),
    "loops that errors leave for a menu, and types in a row": (
        "10 DEFINT A-Z: DEFSNG X: DEFSTR T\n20 DIM A(5): ON ERROR GOTO 900\n30 INPUT M,X: IF M=0 THEN END\n"
        "40 ON M GOTO 100,200,300,400,500,600\n50 GOTO 30\n"
        + "".join(
            f"{k}00 FOR I=1 TO 2: FOR J=1 TO 2: A(X+J)=A(X+J)+{k}: NEXT J,I: T=\"S\"\n{k}10 PRINT T;A(X+1): GOTO 30\n"
            for k in range(1, 7)
        )
        + "900 PRINT ERR;ERL: RESUME 30\n",
        "1,2\n1,4\n2,1\n6,4\n3,9\n3,1\n4,4\n1,1\n5,0\n6,0\n7,0\n0,0\n", r"(?s)\A(?!.*stack)"),
    "more loops than the stack has room for, which errors leave for a menu": (
        "10 ON ERROR GOTO 900\n20 DIM A(9): N=3\n30 INPUT M,X: IF M=0 THEN END\n"
        "40 ON M GOTO 200,300,400,500,600,700,800,850\n50 GOTO 30\n"
        "80 FOR I=1 TO 2: S=S+A(I+X): NEXT: RETURN\n90 FOR I=1 TO 2: A(I)=A(I)*X: NEXT: GOSUB 80: PRINT S/X: RETURN\n"
        + "".join(
            f"{k} FOR I=1 TO N: FOR J=1 TO N: A(I*X)=J: NEXT J,I: GOSUB 90: PRINT A(X): GOTO 30\n"
            for k in (200, 300, 400, 500, 600, 700, 800, 850)
        )
        + "900 PRINT ERR;ERL: RESUME 30\n",
        "1,1\n2,9\n8,0\n8,3\n1,8\n1,2\n0,0\n", r"(?s)\A(?!.*stack)"),
    "the line of an error with a counter that is a parameter": (
        "10 DEFINT I: DIM X(5): ON ERROR GOTO 900\n20 INPUT A,X(2): IF A=0 THEN END\n"
        "30 GOSUB 100: PRINT \"SUM\";S: GOTO 20\n100 PRINT \"FOR\";A: S=0: I=A\n110 GOSUB 150: PRINT \"DONE\": RETURN\n"
        "150 PRINT \"FROM\";I\n160 FOR I=1 TO 3\n170 S=S+X(I)*X(I)\n180 NEXT: RETURN\n"
        "900 PRINT \"ERR\";ERR;ERL: RESUME 20\n",
        "1,2\n2,1E10\n3,5\n0,0\n", r"x\[i\] \* x\[i\]"),
    "a loop that an error has left, and that takes away another when it begins anew": (
        "10 DIM A(5): ON ERROR GOTO 900\n20 INPUT M,X: IF M=0 THEN END\n30 IF M=2 THEN 60\n40 FOR I=1 TO 2\n"
        "60 FOR J=1 TO 2: A(X)=A(X)+1: NEXT J\n70 IF M=2 THEN PRINT \"J\": GOTO 20\n80 NEXT I: PRINT \"I\": GOTO 20\n"
        "900 PRINT ERR;ERL: RESUME 20\n", "1,1\n2,9\n1,1\n2,1\n1,1\n0,0\n", r'stack\.next\("40", "I"\)  # 80'),
    "a WHILE that what follows its WEND leads back to": (
        "10 DIM A(9): INPUT P: I=1: J=8: FOR K=1 TO 8: A(K)=(K*5) MOD 9: NEXT\n20 WHILE A(I)<P: I=I+1: WEND\n"
        "30 WHILE A(J)>P: J=J-1: WEND\n40 IF I<=J THEN SWAP A(I),A(J): I=I+1: J=J-1\n50 IF I<=J THEN 20\n"
        "60 FOR K=1 TO 8: PRINT A(K);: NEXT\n",
        "4\n", None),
    "a file whose errors lead to two lines, the first of which leads to the second": (
        "10 DIM N$(3): ON ERROR GOTO 900\n20 OPEN \"L.DAT\" FOR INPUT AS #1\n"
        "30 WHILE NOT EOF(1): N=N+1: INPUT #1,N$(N): WEND\n40 CLOSE #1\n"
        "50 PRINT N: LINE INPUT A$: IF A$=\"\" THEN KILL \"L.DAT\": END\n"
        "60 OPEN \"L.DAT\" FOR OUTPUT AS #1: PRINT #1,A$: CLOSE #1: GOTO 20\n"
        "900 IF ERR=53 THEN PRINT \"NEW\": RESUME 50\n910 IF ERR=9 THEN PRINT \"FULL\": N=3: RESUME 40\n"
        "920 PRINT ERR: END\n",
        "A\nB\nC\nD\n\n", r"resuming\(50\)"),
    "what a loop finds, or nothing, under ON ERROR with RESUME NEXT": (
        "10 DIM N$(9): ON ERROR GOTO 900\n20 LINE INPUT A$: IF A$=\"\" THEN END\n30 GOSUB 100: PRINT K: GOTO 20\n"
        "100 INPUT B: IF B<0 THEN PRINT \"NO\": RETURN\n110 FOR I=1 TO N: IF N$(I)=\"\" THEN K=I: GOTO 150\n"
        "120 X=VAL(A$)*B: IF X=7 THEN N$(I)=\"\"\n130 NEXT I\n140 N=N+1: K=N\n150 N$(K)=A$: Y=X*X: PRINT X;Y\n"
        "160 IF X=1 THEN PRINT MID$(A$,B,1): RETURN\n170 RETURN\n"
        "900 IF ERR=6 THEN PRINT \"LARGE\": RESUME NEXT\n910 PRINT \"ERROR\";ERR;ERL: RESUME 20\n",
        "5\n2\n7\n1\n1E30\n1E30\nX\n-1\n1\n1\n1\n300\n" + "2\n1\n" * 7 + "\n", r"trap_900.resuming\(20\)"),
    "an error in a subroutine that leads to two lines of the main program": (
        "10 DIM S(4): ON ERROR GOTO 900\n20 PRINT \"NEW\": P=0\n30 INPUT A: IF A=99 THEN END\n"
        "40 GOSUB 100: PRINT A;B: GOTO 30\n"
        "100 B=10/A: GOSUB 200: PRINT \"ON\": RETURN\n200 IF A<0 THEN ERROR 77\n"
        "210 P=P+1: S(P)=A: IF SQR(6-A)>2 THEN PRINT P\n"
        "220 RETURN\n900 IF ERR=11 THEN PRINT \"ZERO\";ERL: RESUME 30\n"
        "910 IF ERR=77 THEN PRINT \"NEGATIVE\";B: RESUME 30\n"
        "920 IF ERR=5 THEN PRINT \"ROOT\";P: RESUME NEXT\n930 PRINT \"FULL\";ERR;ERL: RESUME 20\n",
        "1\n0\n-2\n7\n3\n2\n1\n1\n99\n", r"raise BasicError\(77\)  # 200\n +return"),
    "a condition whose errors pass it over or lead to a line": (
        "10 DIM V(5): ON ERROR GOTO 900\n20 INPUT A,B: IF A=99 THEN END\n30 FOR I=1 TO 3: V(I+A)=B\n"
        "40 IF 10/(V(I+A)-I)>=5 THEN PRINT \"BIG\";I\n50 PRINT I;: NEXT: PRINT: GOTO 20\n"
        "900 PRINT ERR;ERL: IF ERR=11 THEN RESUME NEXT\n910 IF ERR=9 THEN RESUME 20\n",
        "0,2\n4,1\n0,4\n99,0\n", r"(?s)\A(?!.*Resumed).*condition = False\n +with trap_900:\n +condition = "),
    "a condition that has been passed over says nothing of what it asks for": (
        "10 ON ERROR GOTO 90\n20 INPUT A%,N: IF A%<0 OR A%>100 OR 1/N>5 THEN A%=1\n"
        "30 V%=A%*300: PRINT V%: IF N<9 THEN 20\n40 END\n90 PRINT ERR;ERL: RESUME NEXT\n",
        "200,0\n200,1\n7,1\n7,.1\n1,9\n", r"v = integer\("),
    "errors in a loop that an error may lead into": (
        "10 DIM T(5): ON ERROR GOTO 900\n20 INPUT Z: T(Z)=1: PRINT \"SET\"\n30 FOR I=1 TO 3: PRINT 10/(Z-I)\n"
        "40 INPUT X: IF X=0 THEN 70\n50 T(X)=T(X)+10: PRINT 10/(X-4): PRINT 10/(X-3)\n60 NEXT\n65 PRINT \"ALL\"\n"
        "70 PRINT T(1);T(2): INPUT Y: IF Y<0 THEN END\n80 PRINT 10/Y: GOTO 70\n"
        "900 PRINT ERR;ERL: IF ERR=9 AND ERL<60 THEN RESUME 40\n910 IF ERR=11 THEN RESUME 70\n920 PRINT \"NO\": END\n",
        "7\n7\n1\n4\n0\n2\n-1\n", None),
    "errors in a subroutine beside others that lead to the same four lines": (
        "10 ON ERROR GOTO 200: GOSUB 150\n20 PRINT \"START\"\n30 PRINT \"NEXT\": INPUT A: IF A=0 THEN END\n"
        "40 PRINT A: IF A>5 THEN 70\n50 GOSUB 100: PRINT 10/(A-3): C%=A*20000: PRINT SQR(C%-1): GOTO 30\n"
        "70 GOSUB 100: PRINT SQR(A-7)/(A-8): C%=A*3000: PRINT \"END\": GOTO 20\n"
        "100 IF A=4 THEN ERROR 80\n110 RETURN\n150 INPUT B: PRINT 1/B;SQR(B): C%=B*9999: RETURN\n"
        "200 PRINT ERR;ERL: IF ERR=11 THEN RESUME 30\n210 IF ERR=5 THEN A=A+1: RESUME 40\n"
        "220 IF ERR=6 THEN A=9: RESUME 70\n230 RESUME 20\n",
        "9\n4\n3\n2\n1\n6\n7\n8\n20\n0\n", None),
    "what READ does where a handler asks for the line": (
        "10 ON ERROR GOTO 100\n20 FOR I=1 TO 6\n30 READ A\n35 PRINT A\n40 NEXT\n50 END\n"
        "60 PRINT \"LETTERS\": READ A$: PRINT A$: GOTO 30\n70 DATA 1,2\n80 DATA X\n90 DATA 4\n"
        "100 PRINT ERR;ERL\n110 IF ERL=80 THEN RESUME 60\n120 IF ERR<>2 AND ERL>80 THEN RESUME 35\n"
        "130 IF ERL=30 THEN RESUME 50\n",
        "", r"(?s)\A(?!.*resuming\([^)]*35)"),
    "what is divided by a number other than zero": (
        "10 DEFINT A-Z: ON ERROR GOTO 90\n20 INPUT A,B: IF A=0 THEN END\n30 PRINT (A+B) MOD 7;(A+B)\\5;A/4: GOTO 20\n"
        "90 IF ERR=11 THEN PRINT \"ZERO\": RESUME 20\n95 PRINT \"END\";ERR: END\n",
        "3,4\n32767,1\n", r"(?s)\A(?!.*resuming)"),
    "an error that leads into the middle of a menu": (
        "10 ON ERROR GOTO 900: INPUT N: PRINT 10/N: PRINT 10/(N-2)\n20 PRINT \"MENU\": LINE INPUT C$\n"
        "30 IF C$=\"A\" THEN PRINT \"ADD\": GOTO 20\n40 IF C$=\"B\" THEN N=N+1: GOSUB 100: GOTO 20\n"
        "60 IF C$=\"Q\" THEN PRINT \"DONE\": END\n65 PRINT 5/LEN(C$)\n70 PRINT \"WHAT?\": GOTO 20\n"
        "100 PRINT SQR(N-5): RETURN\n900 PRINT ERR;ERL: IF ERL=10 THEN RESUME 60\n910 RESUME 20\n",
        "2\nA\nB\nX\n\nQ\n", None),
    "a menu that asks again until it has one of its numbers": (
        "10 PRINT \"MENU\"\n20 INPUT C\n30 ON C GOTO 100,200,300,400\n40 PRINT \"1 TO 4\": GOTO 20\n"
        "100 PRINT \"ADD\": INPUT A,B: IF A<0 THEN 100\n110 PRINT A+B: GOTO 10\n"
        "200 FOR I=1 TO 3: PRINT I: NEXT: GOTO 10\n300 PRINT \"X\": FOR I=1 TO 9: IF I*I>C+9 THEN 10\n"
        "310 NEXT: GOTO 10\n"
        "400 PRINT \"BYE\"\n",
        "0\n2\n1\n-1,1\n1,2\n7\n3\n4\n", None),
    "answers that are asked for until one will do, before anything is done about it": (
        "10 T=8: X=.25\n20 PRINT \"IT HAS\";T\n30 INPUT \"WALK, RUN OR HIT\";A$: IF A$=\"RUN\" THEN 80\n"
        "40 IF A$=\"WALK\" OR A$=\"W\" THEN T=T+1: PRINT \"SLOWLY\";X: GOTO 90\n"
        "50 IF A$<>\"HIT\" THEN PRINT \"WHAT?\": GOTO 30\n60 T=T-5: IF T<=0 THEN PRINT \"DOWN\": END\n70 GOTO 90\n"
        "80 PRINT \"GONE\": IF T>5 THEN END\n90 T=T-X: GOTO 20\n",
        "X\nWALK\n\nHIT\nW\nRUN\nHIT\nHIT\n", None),
    "but not where what asks again does more than complain": (
        "10 T=8: X=1/3\n20 INPUT \"WALK, RUN OR HIT\";A$: IF A$=\"RUN\" THEN PRINT \"GONE\": PRINT T: END\n"
        "30 IF A$=\"WALK\" THEN T=T+1: PRINT \"SLOWLY\";X: GOTO 20\n40 IF A$=\"HIT\" THEN T=T-5: PRINT X: GOTO 20\n"
        "50 PRINT \"NOTHING\";T: IF T>0 THEN T=T-X: PRINT T: END\n",
        "WALK\nHIT\nWALK\nX\n", r"if a == \"RUN\":\n +gw.print\(\"GONE\"\)"),
    "nor where a test has another answer behind the loop": (
        "10 T=8: X=1/3\n20 INPUT \"WALK, RUN OR HIT\";A$: IF RND(1)*0+T>7 THEN T=T-X: PRINT \"FIRST\";T: GOTO 50\n"
        "30 IF A$=\"RUN\" THEN T=T-1: PRINT \"GONE\": GOTO 50\n35 IF A$<>\"HIT\" THEN PRINT \"WHAT?\": GOTO 20\n"
        "40 T=T-5: PRINT \"DOWN\"\n50 IF T>0 THEN 20\n",
        "X\nRUN\nX\nHIT\nHIT\n", r"if a == \"RUN\":|a != \"RUN\":"),
    "a menu with letters, some of which ask again": (
        "10 PRINT \"?\": DIM A(9)\n20 K$=INPUT$(1)\n30 ON INSTR(\"ABCD\",K$) GOTO 100,200,20,400\n"
        "40 PRINT \"NO\": GOTO 20\n100 PRINT \"A\": GOTO 10\n200 PRINT \"B\": GOTO 10\n400 PRINT \"D\": END\n",
        "xacbD", "match"),
    "letters in a text": (
        "10 V$=\"AEIOU\": GOSUB 50: INPUT N: IF N MOD 2=0 THEN PRINT \"EVEN\" ELSE IF N MOD 3<>0 THEN PRINT \"ODD\"\n"
        "20 INPUT A$,B$: P=INSTR(V$,A$)-1: PRINT P: IF INSTR(\"XYZ\",A$) THEN PRINT \"XYZ\"\n"
        "30 IF INSTR(A$,B$)=0 AND INSTR(B$,A$)=0 THEN PRINT \"APART\" ELSE PRINT \"WITHIN\"\n"
        "40 IF A$<>\"Q\" THEN 20\n45 END\n50 FOR I=1 TO 5: PRINT MID$(V$,I,1);: NEXT: PRINT: RETURN\n",
        "-7\nE,E\n\"\",\"\"\nX,AXE\nAXE,X\n\"\",A\nQ,\"\"\n", r" +if a in \"XYZ\""),
    "letters drawn by lot": (
        "10 DEF FNR(X)=INT(RND*X)+1\n20 FOR I=1 TO 30: A$=\"ABCDEFGH\"\n"
        "30 PRINT MID$(A$,INT(RND*5)+1,1);MID$(A$,FNR(5),2);MID$(\"XYZ\",INT(RND*3)+1);SGN(INT(RND*3)-1)\n"
        "40 MID$(A$,INT(RND*5)+1,1)=\"-\": MID$(A$,3)=CHR$(65+INT(RND*9)): PRINT A$\n"
        "50 C$=\"\": FOR J=1 TO 5: C$=C$+MID$(\"RGBYOW\",INT(6*RND(1))+1,1): NEXT J: PRINT C$;SGN(FNR(3)-2): NEXT\n",
        "", r"\"RGBYOW\"\[\w[^:]*\]"),
    "rounds of a game that their own beginning follows": (
        "60 N$(0)=\"YOU\":N$(1)=\"ME\":T=15\n80 Y=20:D=1:F=Y+10\n90 REM ---- A DOWN\n100 IF T<=0 THEN 700\n"
        "110 T=T-1.5\n140 IF P=1 THEN 190\n150 INPUT \"PLAY\";K\n190 K=INT(4*RND(1))+1\n230 IF K=5 THEN 500\n"
        "290 IF X<0 THEN PRINT \"LOSS OF\";-X:GOTO 310\n310 Y=Y+X\n"
        "330 IF Y>=F THEN PRINT \"FIRST DOWN!\":D=1:F=Y+10:GOTO 100\n"
        "410 IF RND(1)<.85 THEN PRINT \"EXTRA POINT GOOD\":S(P)=S(P)+1 ELSE PRINT \"NO GOOD\"\n420 P=1-P:GOTO 80\n"
        "500 X=INT(30+25*RND(1)):PRINT \"PUNT OF\";X:Y=Y+X:IF Y>=100 THEN PRINT \"TOUCHBACK\":GOTO 420\n"
        "510 P=1-P:Y=100-Y:D=1:F=Y+10:GOTO 90\n700 PRINT \"END\";S(0);S(1)\n",
        "1\n2\n3\n4\n1\n2\n3\n4\n", ""),
    "a search that just ends where the question is behind it": (
        "30 INPUT S\n100 INPUT D\n110 IF D=0 THEN 300\n160 FOR Q=R TO 1 STEP -1: IF T(Q,C)=0 THEN 190\n"
        "180 IF T(Q,C)<D THEN PRINT \"BELOW\": GOTO 100\n190 NEXT Q\n200 INPUT N\n"
        "220 FOR X=1 TO 7: IF T(X,N)<>0 THEN 240\n230 NEXT X: GOTO 250\n"
        "240 IF D>T(X,N) THEN PRINT \"NOT ON A SMALLER ONE\": GOTO 100\n250 T(R,C)=0: T(X-1,N)=D\n"
        "270 FOR R=1 TO 7: FOR C=1 TO 2: IF T(R,C)<>0 THEN 290\n280 NEXT C: U=U+1: NEXT R: PRINT \"DONE\";M;U: END\n"
        "290 IF M<40 THEN 100\n300 PRINT \"LET ME\";U\n",
        "2\n3\n2\n5\n3\n5\n2\n4\n3\n5\n2\n3\n3\n3\n3\n", ""),
    "a game that shows its moves by calling itself": (
        "10 DIM T(5): FOR I=1 TO 5: T(I)=I: NEXT\n20 INPUT D: IF D=0 THEN 60\n"
        "30 FOR Q=5 TO 1 STEP -1: IF T(Q)=0 THEN 50\n40 IF T(Q)<D THEN PRINT \"BELOW\": GOTO 20\n"
        "50 NEXT: GOSUB 200: GOTO 20\n60 INPUT N: P=1: K(1)=N: GOSUB 100: END\n"
        "100 IF K(P)=0 THEN RETURN\n110 K(P+1)=K(P)-1: P=P+1: GOSUB 100: P=P-1: PRINT K(P): RETURN\n"
        "200 FOR J=1 TO 2: PRINT D;J: NEXT: T(D)=0: RETURN\n",
        "1\n3\n2\n1\n0\n4\n",
        r"if t\[q\] != 0 and t\[q\] < d:\n.*\n +break\n +else:\n +update_200\(t, d\)\n"),
    "an element drawn by lot is there": (
        "10 INPUT N: DIM A(10): FOR I=1 TO N\n20 A(INT(RND*10)+1)=A(INT(RND*10)+1)+I: A(INT(RND*10))=I: NEXT\n"
        "30 FOR I=0 TO 10: PRINT A(I);: NEXT: PRINT MID$(A$,1,1)\n",
        "50\n", r"place1 = [^\n]*\n +a_list\[place1\] = "),
    "an exchange by way of a third": (
        "10 DIM A(9): INPUT N: FOR I=1 TO 9: A(I)=(I*N) MOD 10: NEXT\n"
        "20 FOR I=1 TO 8: FOR J=I+1 TO 9: IF A(J)<A(I) THEN T=A(I): A(I)=A(J): A(J)=T\n30 NEXT: NEXT\n"
        "40 INPUT X,Y: IF Y<X THEN Z=X: X=Y: Y=Z\n50 FOR K=X TO Y: PRINT A(K);: NEXT\n",
        "7\n9,1\n", r"a\[i\], a\[j\] = a\[j\], a\[i\]"),
    "arms that go on alike": (
        "10 K$=INPUT$(1): IF K$=\"A\" THEN IF LEN(Q$)>0 THEN Q$=LEFT$(Q$,LEN(Q$)-1): PRINT Q$: GOTO 10 ELSE 10\n"
        "20 IF K$>=\"0\" AND K$<=\"9\" THEN Q$=Q$+K$: PRINT K$;: GOTO 10\n30 IF K$<>\"X\" THEN 10\n",
        "12AAA3X", r"if \"0\" <= k <= \"9\""),
    "what NOT is of": (
        "10 INPUT X,Y: Z=(X OR Y) AND NOT (X AND Y): PRINT NOT (X OR Y);(X OR Y) EQV Y;NOT (NOT X AND 7);Z\n"
        "20 IF Z THEN 10\n",
        "6,5\n3,3\n", r"~\(integer\(x\) & integer\(y\)\)"),
    "a search that goes on with the loop around it": (
        "10 DIM U$(9)\n20 PRINT \"USED\";N\n30 INPUT G$: IF G$=\"END\" THEN END\n40 IF N=0 THEN 80\n"
        "50 FOR I=1 TO N\n60 IF U$(I)=G$ THEN PRINT \"AGAIN!\": GOTO 20\n70 NEXT I\n"
        "80 N=N+1: U$(N)=G$: R=0: FOR I=1 TO LEN(G$): IF MID$(G$,I,1)=\"A\" THEN R=R+1\n90 NEXT: PRINT R: GOTO 20\n",
        "A\nB\nA\nB\nABBA\nEND\n", r"if n != 0 and again\(.*\):\n +continue"),
    "a part that would lose what it has changed": (
        "10 ON ERROR GOTO 900\n20 DIM N$(2),P(5)\n30 C=0: PRINT \"LIST\"\n40 PRINT \"1 LOAD 2 SHOW 3 ENTER 4 QUIT\"\n"
        "50 INPUT \"CHOICE\";K$: K=VAL(K$): IF K<1 OR K>4 THEN PRINT \"1 TO 4\": GOTO 50\n"
        "60 ON K GOTO 100,200,300,400\n"
        "100 INPUT \"FILE\";F$: OPEN F$ FOR INPUT AS #1\n110 C=0\n120 IF EOF(1) THEN CLOSE #1: GOTO 40\n"
        "130 C=C+1: INPUT #1,N$(C),P(C): GOTO 120\n200 FOR I=1 TO C: PRINT N$(I);10/P(I): NEXT: GOTO 40\n"
        "300 C=C+1: LINE INPUT \"TITLE: \";N$(C)\n310 IF N$(C)=\"\" THEN C=C-1: GOTO 40\n"
        "320 INPUT \"PRICE\";P(C): IF P(C)<0 THEN PRINT \"NO\": GOTO 320\n330 GOTO 300\n400 PRINT C;\"RECORDS\": END\n"
        "900 IF ERR=53 THEN PRINT \"NO FILE \";F$: RESUME 40\n910 IF ERR=9 THEN PRINT \"FULL\": RESUME 40\n"
        "920 IF ERR=11 THEN PRINT \"NO PRICE\": RESUME NEXT\n930 PRINT \"ERROR\";ERR: RESUME 400\n",
        "3\nA\n5\nB\n0\nC\n2\n7\n1\nNONE.DAT\n4\n", None),
    "a nest of loops that finds two alike": (
        "10 DIM L(5): INPUT S: T=0\n20 FOR J=1 TO 5: S=(S*7+3) MOD 11: L(J)=S: NEXT: T=T+1\n"
        "30 FOR J=1 TO 4: FOR K=J+1 TO 5\n40 IF L(J)=L(K) AND T<5 THEN S=S+1: GOTO 20\n50 NEXT K,J\n"
        "60 FOR J=1 TO 5: PRINT L(J);: NEXT: PRINT T: IF T<9 THEN 10\n",
        "2\n5\n0\n4\n1\n" * 9, r"while True:"),
    "what is chosen from a menu": (
        "10 PRINT \"MENU\"\n20 INPUT K$\n30 IF K$=\"A\" THEN FOR I=1 TO 3: PRINT I;: NEXT: PRINT: GOTO 10\n"
        "40 IF K$=\"B\" THEN 100\n50 IF K$=\"C\" THEN 200\n60 IF K$=\"Q\" THEN END\n70 PRINT \"?\": GOTO 20\n"
        "100 INPUT X: S=0: FOR I=1 TO X: S=S+I: NEXT: PRINT S: GOTO 10\n200 PRINT \"SEE\": GOTO 10\n",
        "A\nX\nB\n4\nC\nZ\nC\nQ\n", None),
    "an entry by way of a few statements": (
        "10 H=100: V=5: INPUT F\n20 IF F<=0 THEN 90\n30 INPUT B: F=F-B\n40 V=V+2-B: H=H-V: PRINT H;V;F\n"
        "50 IF H<=0 THEN END\n60 IF F>0 THEN 20\n70 IF B=0 THEN 100\n80 PRINT \"OUT OF FUEL\"\n90 PRINT \"FALLING\"\n"
        "100 B=0: GOTO 40\n",
        "9\n4\n0\n5\n", None),
    "what can fail where it stands": (
        "10 ON ERROR GOTO 90: DIM A(9)\n20 INPUT K: IF K<1 OR K>3 THEN 20\n30 ON K GOTO 40,50,60\n"
        "40 PRINT \"ONE\": GOTO 20\n50 INPUT N: A(N)=1: PRINT SQR(4-N): GOTO 20\n60 PRINT \"END\": END\n"
        "90 PRINT \"ERROR\";ERR: IF ERR=9 THEN RESUME NEXT ELSE RESUME 20\n",
        "0\n1\n2\n3\n2\n10\n2\n5\n3\n", r"continue\n +match byte\(k\)"),
    "a WHILE that never ends": (
        "10 H$=\"0123456789ABCDEF\"\n20 WHILE -1: LINE INPUT A$: IF A$=\"\" THEN END\n"
        "30 GOSUB 100: PRINT INSTR(H$,A$)-1: WEND\n100 PRINT LEN(A$);: RETURN\n",
        "A\n45\n\n", None),
    "files whose errors are told apart": (
        "10 ON ERROR GOTO 900: DIM N$(3)\n20 INPUT F$: IF F$=\"\" THEN END\n30 OPEN F$ FOR INPUT AS #1: C=0\n"
        "40 WHILE NOT EOF(1): C=C+1: INPUT #1,N$(C),X: WEND\n50 CLOSE #1: PRINT C: GOTO 20\n"
        "60 INPUT M$: OPEN \"OUT.DAT\" FOR OUTPUT AS #1\n"
        "65 FOR I=1 TO LEN(M$): PRINT #1,MID$(M$,I,1);\",\";I: NEXT: CLOSE\n"
        "70 X=ASC(F$): PRINT SQR(3-LEN(F$)): PRINT LOF(2): GOTO 20\n"
        "900 IF ERR=53 THEN PRINT \"NO FILE \";F$: RESUME 60\n910 IF ERR=62 THEN PRINT \"SHORT\": RESUME 50\n"
        "920 IF ERR=5 THEN PRINT \"ROOT\": RESUME NEXT\n930 IF ERR=9 THEN PRINT \"FULL\": RESUME 50\n"
        "940 IF ERR=52 THEN PRINT \"NOT OPEN\": RESUME 20\n950 IF ERR=64 THEN PRINT \"NAME\": RESUME 20\n"
        "960 ON ERROR GOTO 0\n",
        "A\nXY\nOUT.DAT\nABCD\nPQRST\nOUT.DAT\nA/B\nLONGER\nZ\n\n",
        r"\n +with trap_900.resuming\(60\):\n +files\.open\("),
    "a file that ends too early": (
        "10 ON ERROR GOTO 90: OPEN \"T\" FOR OUTPUT AS #2: PRINT #2,1: PRINT #2,\"A\": CLOSE 2\n"
        "15 OPEN \"T\" FOR INPUT AS 2\n20 INPUT #2,A,B$: PRINT A;B$: LINE INPUT #2,C$: PRINT C$\n"
        "30 PRINT \"ON\": PRINT #2,5\n"
        "40 GET #2,1: PRINT #3,6\n50 OPEN \"T\" FOR INPUT AS 2\n60 CLOSE: IF EOF(2) THEN PRINT\n70 END\n"
        "90 PRINT ERR;ERL: IF ERR=62 THEN RESUME 30\n95 IF ERR=54 THEN RESUME NEXT\n96 IF ERR=55 THEN RESUME 60\n"
        "97 IF ERL=60 THEN RESUME 70\n98 IF ERR=52 THEN RESUME NEXT\n99 ON ERROR GOTO 0\n", "", "resuming"),
    "what draws, without a screen for it": (
        "10 DIM A(9): PRINT 1: IF POINT(1,2)>0 THEN GET (0,0)-(9,9),A: PUT (1,1),A,OR\n20 PRINT PMAP(2,1)\n",
        "", r"graphics\.point\(1, 2\)"),
    "a counter of a loop that has fractions elsewhere": (
        "10 FOR X=0 TO 3: PRINT X: NEXT: FOR I=1 TO 3: X=X+I*.1: PRINT X: NEXT\n", "", "for x in"),
    "an arm with nothing but a remark before its return": (
        "10 INPUT X: GOSUB 100: PRINT X: END\n100 PRINT X;\n110 IF X<9 AND X<>LEN(A$) THEN PRINT \"LO\": SYSTEM\n"
        "120 RETURN\n130 REM *** LIST ***\n",
        "11\n", "LO"),
    "a sum that overflows at last, behind which a handler ends": (
        "10 ON ERROR GOTO 90\n20 PRINT \"=\": Z%=Z%+9000: GOTO 20\n90 PRINT \"HERE\": END\n", "",
        r"errors\.on_error\("),
    "a remark between a loop and the result of its function": (
        "10 INPUT X: GOSUB 60: D(X)=D(X)*X+Y: PRINT D(X);Y: GOTO 10\n50 Y=Y+1: FOR I=1 TO 3: NEXT\n"
        "60 PRINT USING \"##.##\";C;: C=C+1: IF C<X THEN 50\n70 RETURN\n80 REM *** LIST ***\n",
        "0\n4\n9\n", r"return"),
    "a constant whose error is in the line of its DATA": (
        "10 ON ERROR GOTO 90\n20 READ A: PRINT A: GOTO 20\n30 PRINT \"END\": END\n40 DATA 1,TWO\n"
        "90 PRINT ERR;ERL: IF ERL=20 THEN RESTORE: RESUME\n95 RESUME 30\n",
        "", r"errors\.line"),
    "a subroutine that an error ends": (
        "10 ON ERROR GOTO 90: DIM P(3)\n20 INPUT N: IF N=0 THEN END\n30 GOSUB 50: PRINT S: GOTO 20\n"
        "50 INPUT \"HOW MANY\";M: FOR I=1 TO M: P(I)=I: S=S+P(I): NEXT: PRINT \"ALL\": RETURN\n"
        "90 IF ERL=50 THEN PRINT \"TOO MANY\": RESUME 20\n95 ON ERROR GOTO 0\n",
        "1\n2\n1\n9\n0\n", r"resuming\(20\)"),
    "what stands on the screen": (
        "10 INPUT A$: LOCATE 3,5: PRINT A$: FOR I=5 TO 7: PRINT CHR$(SCREEN(3,I));SCREEN(3,I,1): NEXT\n"
        "20 IF SCREEN(1,1)=63 THEN PRINT POS(\"X\")\n",
        "HELLO\n", r"screen\.screen\("),
    "what stands in the memory of the screen": (
        "10 INPUT A$: DEF SEG=&HB800: LOCATE 3,5: PRINT A$: FOR I=328 TO 332 STEP 2\n"
        "15 PRINT CHR$(PEEK(I));PEEK(I+1): NEXT\n"
        "20 POKE 330,74: BSAVE \"S\",328,4: POKE 330,75: BLOAD \"S\": PRINT PEEK(330)\n",
        "HELLO\n", r"Program\(lines="),
    "memory that is the machine's": (
        "10 DEF SEG=0: POKE 1050,PEEK(1052): POKE 1047,64: PRINT PEEK(1047): DEF SEG: POKE 106,0: PRINT PEEK(106)\n"
        "20 INPUT M: IF M THEN S=&HB000 ELSE S=&HB800\n30 DEF SEG=S: FOR I=0 TO 8 STEP 2: POKE I,65+I: NEXT\n"
        "40 OUT 97,INP(97) OR 3: WAIT &H3DA,8: PRINT INP(97): BSAVE \"S\",0,9: BLOAD \"S\",50: PRINT PEEK(58)\n"
        "50 DEF SEG: IF M THEN DEF SEG=&HB800: POKE 3840,66: PRINT PEEK(3840)\n",
        "1\n", r"memory\.poke\(1047, 64\)"),
    "a register that says something else each time": (
        "10 FOR I=1 TO 3: PRINT INP(&H3DA)-INT(INP(&H3DA)/2)*2: NEXT\n", "",
        r"inp\(986\) - gw\.memory\.inp\(986\) // 2 \* 2"),
    "addresses of other machines, behind the lines and before them": (
        "10 POKE 16553,255: POKE -16000,7: POKE 4717,1: POKE 32767,2: FOR I=15360 TO 15370: POKE I,I-15300: NEXT\n"
        "20 INPUT N: IF N<0 OR N>10 THEN 20\n30 PRINT PEEK(15360+N);PEEK(15371);PEEK(-16000);PEEK(49536!)\n"
        "40 I=4: POKE 15365,PEEK(I)+9: PRINT PEEK(15365);PEEK(4717): GOTO 20\n", "12\n0\n10\n5.5\n",
        r"with Program\(lines=\d+\) as gw:(?s:.*)poke\(16553, 255\)"),
    "arrays whose sizes are known where they are made, under ON ERROR": (
        "10 DEFINT A-Z: ON ERROR GOTO 90\n20 NR=14: INPUT A$: N=LEN(A$): IF N<1 THEN 20\n30 DIM R$(NR),E(NR,6),Q(N)\n"
        "40 FOR I=1 TO NR: READ R$(I): FOR J=1 TO 2: READ E(I,J): NEXT J,I\n50 INPUT X: PRINT R$(X);E(X,2);Q(X)\n"
        "60 GOTO 50\n90 IF ERR=9 THEN PRINT \"NO\": RESUME 50\n95 PRINT ERR;ERL: RESUME 50\n"
        "100 DATA A,1,2,B,3,4\n", "\nABCDEFG\n2\n8\n14\n15\n-1\n40000\n1\n",
        r"\n +e = \[\[0\] \* 7 for _ in range\(15\)\]\n +q = \[0\] \* \(n \+ 1\)"),
    "calls that are refused where nothing seems to fail": (
        "10 ON ERROR GOTO 90: DIM A(9)\n20 CLS 3: PRINT CVI(\"A\");: RANDOMIZE \"X\"\n30 WIDTH #1,0: WIDTH LPRINT 0\n"
        "40 A(20)=\"X\": A(2)=\"X\"\n50 LINE INPUT \"NUMBER\";A(3): CLS 2: END\n90 PRINT ERR;ERL: RESUME NEXT\n",
        "", r"with trap_90:\n +screen\.cls\(3\)"),
    "pieces of lines of characters": (
        "10 INPUT N,B$: L$=LEFT$(STRING$(20,\"-\"),N): PRINT L$;RIGHT$(STRING$(5,\"Z\"),2);MID$(STRING$(4,B$),2,2)\n"
        "20 ON ERROR GOTO 40: PRINT MID$(STRING$(3,\"Q\"),2);RIGHT$(SPACE$(9)+L$,N+1): PRINT ATN(STRING$(2,\"A\"))\n"
        "30 END\n40 PRINT ERR: RESUME NEXT\n",
        "7,XY\n", r'\("-" \* 20\)\[: byte\(n\)\]'),
    "an error within a function, which is put in the place of its call": (
        "10 DEF FNL$(Z$,K)=LEFT$(Z$,K)\n20 INPUT A$,N: ON ERROR GOTO 90\n"
        "30 FOR I=1 TO N: E$=FNL$(A$,I-2): S=S+LEN(E$): NEXT: PRINT E$;S: END\n90 PRINT ERR;ERL: RESUME NEXT\n",
        "AB,3\n", r"gw\.run\(main\)"),
    "a NEXT without FOR, which an error in a subroutine leads back to": (
        "30 ON ERROR GOTO 900: INPUT H\n150 FOR J=1 TO 6 STEP H: PRINT 2.5;: NEXT J\n"
        "170 READ A,A$,B: FOR L=.5 TO 3 STEP H: E=E+1\n"
        "180 NEXT\n190 FOR J=0 TO 3 STEP H: A$=MID$(A$,J-1,1): NEXT\n210 FOR K=2 TO 6 STEP H\n"
        "220 FOR D=0 TO 4 STEP H: J%=J%-1: NEXT D: I%=1.5+X*J\n250 NEXT\n280 GOSUB 150\n290 NEXT\n"
        "800 PRINT A;B;J;K: PRINT A$: END\n900 T=T+1: IF T>30 THEN END\n910 PRINT ERR;ERL: RESUME NEXT\n",
        ".5\n", r'stack\.next\("210"\)  # 250'),
    "a number in quotes is none for READ": (
        "10 ON ERROR GOTO 60: INPUT N: READ A$: IF N THEN READ A ELSE READ B$\n20 PRINT A$;B$;A: READ A: PRINT A\n"
        "30 DATA \"7\",\"5\",\"\"\n40 END\n60 PRINT ERR;ERL: N=0: RESUME NEXT\n",
        "1\n", r"DATA = \('\"7\"', '\"5\"', '\"\"'\)"),
    "a menu that errors and a subroutine go back to": (
        "10 ON ERROR GOTO 900: DIM A(5)\n20 PRINT \"MENU\"\n30 INPUT C: IF C=9 THEN END\n40 ON C GOSUB 100,200,300\n"
        "50 GOTO 20\n100 IF N>9 THEN PRINT \"FULL\": RETURN\n110 INPUT X: N=N+1: A(N)=X: IF X THEN 110\n120 RETURN\n"
        "200 INPUT K: IF K=0 THEN 30\n210 FOR I=K TO N: PRINT A(I);: NEXT: PRINT: RETURN\n"
        "300 FOR I=1 TO 3: PRINT 6/(I-N);: NEXT: RETURN\n900 PRINT \"ERROR\";ERR: RESUME 20\n",
        "2\n0\n1\n5\n6\n0\n3\n2\n0\n2\n1.5\n1\n1\n2\n3\n4\n3\n2\n2\n9\n", None),
    "a game that a subroutine ends, with a question before the next": (
        "10 S=9: PRINT \"GAME\": FOR I=1 TO 2: T=T+I: NEXT\n20 INPUT A: FOR I=1 TO 2: GOSUB 50: NEXT: GOTO 20\n"
        "30 INPUT \"AGAIN\";A$: IF A$=\"Y\" THEN 10\n40 PRINT T: END\n"
        "50 S=S-A: IF S<0 THEN PRINT \"OVER\": GOTO 30\n60 PRINT S: RETURN\n",
        "3\n4\nY\n9\nY\n5\nN\n",
        r"(?s)^(?!.*GAME.*GAME)(?!.*gw\.(call|room|leave)).*tuple\[bool, .*for _ in range.*if not returned:"),
    "a long menu whose items are done where it leads to": (
        "10 B=50: DIM A(5)\n20 PRINT \"1. PAY IN\": PRINT \"2. TAKE OUT\": PRINT \"3. LOOK\": PRINT \"4. STOP\"\n"
        "30 INPUT C: ON C GOTO 100,200,300,400\n40 PRINT \"1 TO 4\": GOTO 20\n"
        "100 INPUT \"HOW MUCH\";X: IF X<0 THEN PRINT \"NO\": GOTO 20\n110 IF X>99 THEN PRINT \"SO MUCH?\": GOTO 100\n"
        "120 B=B+X: N=N+1: IF N<6 THEN A(N)=X\n130 GOTO 20\n"
        "200 INPUT \"HOW MUCH\";X: IF X>B THEN PRINT \"NO\": GOTO 20\n210 B=B-X: PRINT \"HERE IT IS\"\n"
        "220 IF X>20 THEN PRINT \"ALL THAT MONEY!\"\n230 GOTO 20\n"
        "300 PRINT \"YOU HAVE\";B\n310 IF N=0 THEN PRINT \"NOTHING PAID IN\": GOTO 20\n"
        "320 FOR I=1 TO N: IF I<6 THEN PRINT I;A(I)\n330 NEXT: PRINT \"THAT IS ALL\": GOTO 20\n"
        "400 PRINT \"BYE\": END\n",
        "3\n1\n100\n20\n1\n-1\n2\n30\n2\n99\n3\n5\n4\n", None),
    "a SWAP of different types": (
        "10 ON ERROR GOTO 40: A#=1: INPUT B\n20 SWAP A#,B\n30 PRINT A#;B: END\n40 PRINT ERR: RESUME NEXT\n",
        "2\n", r"fail\(13"),
    "which end a subroutine has come to, where all lead the same way": (
        "10 ON ERROR GOTO 90\n20 PRINT I: INPUT \"1 OR 2\";C: IF C=0 THEN END\n30 ON C GOSUB 100,200\n40 GOTO 20\n"
        "90 PRINT \"ERROR\";ERR: RESUME 20\n100 INPUT N: PRINT CHR$(N): RETURN\n"
        "200 FOR I=1 TO 3: INPUT N: PRINT CHR$(N);I: NEXT: RETURN\n",
        "1\n65\n1\n-5\n2\n66\n300\n2\n67\n68\n69\n0\n",
        r"def sub_100\(\) -> bool:\n(?s:.*)def update\(\) -> tuple\[bool, int\]:\n(?s:.*) _, i = update\(\)\n"),
    "a subroutine that never returns, though it was taken to": (
        "10 ON ERROR GOTO 600\n20 INPUT A: ON A GOSUB 200,300: GOTO 20\n200 GOSUB 800: IF J=0 THEN PRINT \"J\";J\n"
        "210 RETURN\n300 GOSUB 800: PRINT \"B\": RETURN\n600 IF ERR=5 THEN PRINT \"NO\": RESUME 20\n"
        "620 ON ERROR GOTO 0\n800 INPUT W: J=0\n810 FOR I=1 TO W: J=I\n820 REM\n", "0\n1\n3\n", None),
    "what PRINT USING shows before a message": (
        "10 INPUT N,S\n20 PRINT USING \"AVERAGE ##.## OF ###\";S/N,N\n"
        "30 PRINT USING \"##.##\";S/N;: PRINT USING \" A ##\";1;S/N;2\n"
        "35 PRINT \"X\";: PRINT USING \"\\  \\ ##\";\"NAME\",S/N\n40 IF S>0 THEN 10\n", "2,5\n0,7\n0,0\n",
        r"form\(\"AVERAGE ##\.## OF ###\"\)\.using\((?s:.*)gw\.using\(\"##\.##\"(?s:.*)\.put\(1\)\.using\("),
    "numbers of the machine": (
        "10 T=TIMER: INPUT A: DEF SEG=&HB800: POKE 0,65: PRINT PEEK(0);TIMER>=T;TIMER-T<60: RANDOMIZE TIMER\n"
        "20 OPEN \"R\",1,\"X.DAT\",12: FIELD 1,4 AS S$,8 AS D$: LSET S$=MKS$(1/3): LSET D$=MKD$(1/3#): PUT 1,2\n"
        "30 PRINT CVS(S$);CVD(D$);CVS(S$)*3;CVD(D$)/3;LOC(1);LOF(1)/9;LOF(1)*A/7: X=CVS(S$): PRINT X*3;LOF(1)\\5\n",
        "5\n", r"def_seg\(0xB800\)(?s:.*)randomize\((gw\.)?clock\.timer\(\)\)"),
    "the characters of a text": (  # where nothing else is looked at, and the text stays what it is
        "10 INPUT A$: DIM W$(3): W$(1)=A$+\"E\": FOR J=1 TO LEN(A$): FOR K=1 TO LEN(W$(1))\n"
        "20 IF MID$(A$,J,1)=MID$(W$(1),K,1) THEN PRINT MID$(A$,J,1);\n30 NEXT K,J: LETTER=5\n"
        "40 FOR L=LEN(A$) TO 1 STEP -1: C$=MID$(A$,L,1): IF C$<>\" \" THEN PRINT C$;LETTER\n50 NEXT\n"
        "60 FOR M=1 TO LEN(A$): PRINT MID$(A$,M,1);: A$=A$+\"\": NEXT: FOR N=1 TO LEN(A$): PRINT MID$(A$,N,1);: NEXT\n"
        "70 PRINT N;C$: FOR I=1 TO LEN(W$(1)): PRINT MID$(W$(1),I,1);: W$(0)=W$(0)+MID$(W$(1),I,1): NEXT: PRINT W$(0)"
        "\n",
        "ABBA C\n", r"for char in a:\n +for k in range\(1, len\(w\[1\]\) \+ 1\):\n +if char == w\[1\](?s:.*)"
        r"for m in range\((?s:.*)while n <= limit:\n(?s:.*)for i in range\("),
    "the digits of a number": (
        "10 INPUT X: FOR N=-2 TO 2: A$=MID$(STR$(N*N),2): PRINT A$;\"-\";MID$(STR$(N),2);MID$(STR$(X),2);: NEXT\n"
        "20 PRINT MID$(STR$(N),1);MID$(STR$(N*1E6),2);MID$(STR$(N*100+X),2)\n",
        "-.5\n", r"a = str\((abs\()?n \* n\)+\n(?s:.*)str\(abs\(n\)\), number_text\(x\)\[1:\]"),
    "the environment": (
        "10 ENVIRON \"GAME=C:\\G\": PRINT ENVIRON$(\"game\");ENVIRON$(1)\n20 INPUT N: PRINT ENVIRON$(N): GOTO 20\n",
        "2\n0\n", r"devices\.environ_text\(\"game\"\)"),
    "a limit that is an error, before which the variable keeps its value": (
        "10 ON ERROR GOTO 100\n20 A=5:GOSUB 30:END\n30 FOR A=1 TO LOF(1)/40:PRINT A:NEXT\n40 PRINT \"X\";A:RETURN\n"
        "100 PRINT A;ERR\n110 RESUME 40\n", "", r"g\.a, limit = 1, "),
    "what READ has got before its error, for the handler": (
        "10 DIM T(5):ON ERROR GOTO 100\n20 A=1:T(3)=7\n30 READ A,B%\n40 PRINT A;B%\n50 END\n60 DATA -3,99999\n"
        "100 PRINT \"ERR\";ERR;A\n110 PRINT T(A):RESUME NEXT\n", "", r"print\(g\.t\[index\(g\.a\)\]\)"),
    "what a handler gives a variable before RESUME NEXT": (
        "10 DIM T(5):ON ERROR GOTO 100\n20 X=1E6:T(3)=7:T(4)=8\n30 N=X AND 3\n40 PRINT N\n50 PRINT T(N)\n60 END\n"
        "100 PRINT \"ERR\";ERR;ERL:IF ERL=50 THEN RESUME 60\n110 N=-2:RESUME NEXT\n", "", r"t\[index\(g\.n\)\]"),
    "what a handler gives a variable on another way": (
        "10 ON ERROR GOTO 100\n20 INPUT \"HOW MANY\";N:IF N<1 THEN 20\n30 INPUT A:PRINT A/N\n40 PRINT 1/A:GOTO 20\n"
        "50 PRINT \"END\";N:END\n100 IF ERL=30 THEN N=0:RESUME 50\n110 IF A<0 THEN N=7:RESUME 50\n120 RESUME 30\n",
        "2\n4\n5\n0\n8\n1\n1E38\n.5\n3E-39\n1\n", r"g\.a = .*\n +gw\.print\(g\.a / g\.n\)"),
    "a file that is not open comes before what would be written": (
        "10 ON ERROR GOTO 90: D#=0\n20 PRINT #1,USING \"##\";7 MOD D#\n30 WRITE #1,7 MOD D#\n40 WRITE 7 MOD D#\n"
        "50 END\n"
        "90 PRINT ERR;ERL: RESUME NEXT\n", "",
        r"gw\.file\(1\)\.using\((?s:.*)gw\.file\(1\)\.write\("),
    "the items of a WRITE before one that fails": (
        "10 ON ERROR GOTO 90: OPEN \"O\",1,\"W.DAT\"\n20 FOR J=0 TO 1: WRITE J,MID$(\"HI\",J,1): WRITE #1,J,3/J: NEXT\n"
        "30 CLOSE: OPEN \"I\",1,\"W.DAT\"\n40 IF NOT EOF(1) THEN LINE INPUT #1,A$: PRINT A$: GOTO 40\n"
        "50 WRITE 1,2)\n60 WRITE 1,2,\n70 END\n90 PRINT ERR;ERL: RESUME NEXT\n", "",
        r"gw\.write\(j, end=\",\"\)(?s:.*)gw\.write\(1, 2, end=\"\"\)"),
    "what READ has of a number before it finds a text": (
        "10 ON ERROR GOTO 90: A=5: B%=6: C#=7: DIM V(2): V(1)=8: RESTORE 60\n20 READ A: PRINT A;B%;C#\n"
        "30 RESTORE 70: READ N$,B%: PRINT N$;B%: RESTORE 80: READ C#,V(1): PRINT C#;V(1)\n"
        "40 READ V(1): PRINT V(1): READ N$: PRINT N$: READ X\n45 PRINT X: READ X,Y)\n50 END\n"
        "60 DATA COG\n70 DATA TEN,3X\n80 DATA 1.5,\"4\",5,9,6.5,2X\n90 PRINT ERR;ERL;A;B%;C#;V(1);X;Y: RESUME NEXT\n",
        "", r"gw\.data\.read\(int, end=False\)  # 30\n +gw\.data\.end_constant\(\)"),
    "a file that may be written only": (
        "10 ON ERROR GOTO 100\n20 OPEN \"X.DAT\" FOR RANDOM ACCESS WRITE AS #1 LEN=4\n30 GET #1,1\n"
        "40 PRINT \"BEHIND\":END\n50 PRINT \"FIFTY\":END\n100 PRINT ERR;ERL:IF ERR=75 THEN RESUME NEXT\n"
        "110 RESUME 50\n", "", r"with trap_100:\n +gw\.files\.get"),
    "a function of the program in a DIM under ON ERROR": (
        "10 ON ERROR GOTO 90\n20 DEF FNA(X)=X*2\n30 DIM V(FNA(32768))\n40 PRINT V(1):END\n"
        "90 PRINT ERR;ERL:RESUME NEXT\n", "", r"fn_a\("),
    "ERR in a variable, and what cannot be an error of a statement": (
        "10 ON ERROR GOTO 900\n20 OPEN \"R\",1,\"R.DAT\",8:FIELD 1,8 AS A$\n"
        "30 INPUT N:IF N=0 THEN CLOSE:PRINT LOF(1):KILL \"R.DAT\":END\n"
        "40 FOR I=1 TO LOF(1)/8:GET 1,I:PRINT A$;:NEXT\n50 LSET A$=STR$(N):PUT 1,N:GOTO 30\n"
        "900 E=ERR:L=ERL:IF E=52 AND L=30 THEN PRINT \"CLOSED\":RESUME NEXT\n"
        "910 IF E=63 THEN PRINT \"RECORD?\":RESUME NEXT\n"
        "920 PRINT \"ERROR\";E;\"IN\";L:RESUME 30\n", "1\n2\n-4\n0\n",
        r"\n +i, limit = 1, files\.lof\(1\) / 8  # 40\n"),
    "a GOSUB with which the program ends, in a line that RESUME names": (
        "10 ON ERROR GOTO 900\n20 INPUT \"1 DIVIDE 2 END\";C:ON C GOSUB 100,200\n30 GOTO 20\n"
        "100 INPUT A,B:IF A=0 THEN ERROR 77\n110 PRINT A/B:RETURN\n200 PRINT \"BYE\":END\n"
        "900 IF ERR=11 THEN PRINT \"ZERO\":RESUME 20\n910 IF ERR=77 THEN PRINT \"NOTHING\":RESUME 20\n"
        "920 PRINT \"ERROR\";ERR:RESUME 200\n", "1\n4,2\n1\n4,0\n1\n0,1\n3\n300\n",
        r"def divide\(\) -> bool:\n(?s:.*)with trap_900\.resuming\(200\):"),
    "a text as the second bound of a DIM, behind one that is too low": (
        "10 OPTION BASE 1: ON ERROR GOTO 90\n20 INPUT N: DIM V(N,A$): V(1,1)=5: PRINT V(1,1): END\n"
        "90 PRINT ERR;ERL: RESUME NEXT\n", "0\n", r"v\.dim\("),
    "what an error may come before, and nobody looks at": (
        "10 ON ERROR GOTO 90\n20 INPUT A: GOSUB 50: GOSUB 50: IF A>5 THEN PRINT \"BIG\"\n30 PRINT A: END\n"
        "50 PRINT \"SUB\": B=1/0: PRINT \"AFTER\": RETURN\n90 PRINT ERR: RESUME NEXT\n", "7\n",
        r"def say_after\(\) -> None:\n"),
    "yes and no as letters of a text": (
        "10 INPUT \"SIZE\";N: IF N<1 OR N>9 THEN PRINT \"1 TO 9\": GOTO 10\n"
        "20 FOR I=1 TO N: PRINT I*I;: NEXT: PRINT: T=T+N: IF T>9 THEN PRINT \"MUCH\"; ELSE PRINT \"LITTLE\";\n"
        "30 FOR I=N TO 1 STEP -1: PRINT TAB(I);I: NEXT: S=0: FOR I=1 TO N: S=S+I*N: NEXT: PRINT \"SUM\";S\n"
        "40 IF S>50 THEN PRINT \"LARGE\" ELSE IF S>20 THEN PRINT \"MIDDLE\" ELSE PRINT \"SMALL\"\n"
        "50 PRINT \"PLAY AGAIN (Y/N)? \";\n"
        "60 K$=INPUT$(1): IF INSTR(\"Yy\",K$) THEN 10 ELSE IF INSTR(\"Nn\",K$)=0 THEN 60\n"
        "70 PRINT \"BYE\";T: END\n", "3\nxy4\nN", None),
    "a device in a text that is put together": (
        "10 INPUT A$: CLS: LOCATE 2,5\n20 IF VAL(STR$(CSRLIN))=2 THEN PRINT STR$(POS(0));STR$(CSRLIN)\n30 CLS\n",
        "X\n", r'f"\{screen\.csrlin\(\): d\}"'),
    "texts that surely fit together": (
        "10 INPUT A$: K$=INKEY$: IF K$=CHR$(0)+\"H\" OR K$=\"2\" THEN PRINT \"UP\"\n"
        "20 PRINT CHR$(201)+STRING$(3,205)+CHR$(187): B$=LEFT$(A$,8)+\".DAT\": PRINT B$;LEN(\"A\"+HEX$(LEN(B$)))\n"
        "30 ON ERROR GOTO 40: C$=LEFT$(A$,250)+\"12345\": D$=LEFT$(A$,251)+\"12345\": PRINT LEN(D$): END\n"
        "40 PRINT ERR;LEN(C$);LEN(D$): RESUME NEXT\n", "X" * 255 + "\n2",
        r'if gw.keyboard.inkey\(\) in \("\\x00H", "2"\):\n(?s:.*)'
        r'b = a\[:8\] \+ "\.DAT"\n(?s:.*)= a\[:250\] \+ "12345"\n'),
}  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("name", WRITTEN)
def test_written(name: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, written = WRITTEN[name]
    text = to_python(source, exact)
    assert exact or written is None or re.search(written, text)
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


def test_a_step_that_an_error_at_the_head_of_its_loop_leaves_unknown() -> None:
    """No function gives it back: it would have no value where there is no room for the loop."""
    source, _, _ = WRITTEN["a NEXT without FOR, which an error in a subroutine leads back to"]
    assert not re.search(r"return .*\bstep", to_python(source))


def test_functions_that_call_others_twice_have_an_end() -> None:
    """Nor is one refused that has none where its error ends the program."""
    twice = "10 DEF FNA(X)=FNB(X)+FNC(X): DEF FNB(X)=FND(X): DEF FNC(X)=FND(X): DEF FND(X)=X+1\n"
    assert to_python(twice + "20 ON ERROR GOTO 90: PRINT FNA(1): END\n90 RESUME NEXT\n")
    assert to_python("10 DEF FNA(X)=FNA(X)+1\n20 PRINT FNA(1)\n")


@pytest.mark.parametrize(
    "source",
    ["10 PRINT 1\n20 IF USR(1) THEN PRINT", "10 FOR I=1 TO VARPTR(A): NEXT", "10 PRINT\n20 A=USR(1)", "10 A=VARPTR(A)"],
)
def test_refused_within_an_expression(source: str) -> None:
    with pytest.raises(Refused, match=r"line [12]0"):
        to_python(source)


@pytest.mark.parametrize(
    ("source", "what"),
    [("10 PRINT\n20 CHAIN MERGE \"X\",100", "CHAIN with MERGE or DELETE"),
     ("10 PRINT\n20 SAVE \"ME\"", "SAVE of the program itself"), ("10 PRINT\n20 LIST", "LIST of the program itself"),
     ("10 PRINT\n20 CALL A(B)", "CALL of machine code"), ("10 PRINT\n20 RENUM", "RENUM of the program itself"),
     ("10 IF A THEN DEFINT I\n20 PRINT I", "a variable whose type depends on the way to it"),
     ("10 INPUT X: IF X THEN OPTION BASE 1\n20 PRINT P(1)", "OPTION BASE that not every way to an array comes to"),
     ("10 DEF FNA(X)=X\n20 IF B THEN DEF FNA(X,Y)=X+Y: PRINT FNA(1)", "DEF FNA with other parameters than before"),
     ("10 PRINT\n20 DEF FNA(X,X)=X: PRINT FNA(1,2)", "DEF FNA with two parameters of one name"),
     ("10 ON ERROR GOTO 90\n20 DEF FNA(X)=FNB(X)+1: DEF FNB(X)=FNA(X): PRINT FNB(1): END\n90 RESUME NEXT",
      "FN[AB], which calls itself without end, under ON ERROR")],
)  # fmt: skip
def test_refused_rather_than_passed_over(source: str, what: str) -> None:
    with pytest.raises(Refused, match=f"line 20: {what}"):
        to_python(source)


@pytest.mark.parametrize(
    "source",
    ["10 PRINT PEEK(&H30)", "10 DEF SEG=0: PRINT PEEK(5)\n20 DEF SEG: PRINT PEEK(4720)",
     "10 INPUT A: PRINT PEEK(A)", "10 FOR I=4000 TO 5000: A=PEEK(I): NEXT", "10 BSAVE \"X\",0,47",
     "10 DEF FNA(X)=PEEK(X): PRINT FNA(4720)",
     "10 DEF SEG=&HB800: GOSUB 20\n20 PRINT PEEK(48): DEF SEG: A=A+1: IF A<3 THEN 20",
     "10 DEF SEG=&H40: PRINT PEEK(&HFC30)"],
)  # fmt: skip
def test_memory_that_a_port_does_not_have(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port says so where it comes there."""
    assert "memory is not there yet in " in play(to_python(source), "4720\n", tmp_path, monkeypatch)


def test_an_image_from_the_memory_of_basic_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only when it is loaded one can see where it came from. What it leaves alone on the screen is a blank, 32."""
    within = "POKE into the program is not there yet in 10\n"
    for segment, offset, end in (
        (0xB800, 0x2000, " 65 \n"), (DATA_SEGMENT, 0x2000, " 32 \n"), (DATA_SEGMENT, FIRST_LINE, within),
    ):  # fmt: skip
        image = bytes([0xFD, *segment.to_bytes(2, "little"), *offset.to_bytes(2, "little"), 1, 0, 65, 0x1A])
        (tmp_path / "IMAGE.BAS").write_bytes(image)
        source = '10 BLOAD "IMAGE"\n20 DEF SEG=&HB800: PRINT PEEK(&H2000): END\n'
        assert play(to_python(source), "", tmp_path, monkeypatch) == end
        assert basic.run(source, engine="step", folder=tmp_path).text == end


def test_where_a_program_pokes_into_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its 20, 10 and 2 bytes lie from 4718 to 4749; the last two are the program's end."""
    source = "10 INPUT A: POKE A,1: PRINT A\n20 GOTO 10\n"
    assert len(to_tokens(load_program(source.encode()).program.lines)) == 32 + 2
    for exact in (False, True):
        text = to_python(source, exact)
        assert "lines=32" in text
        for typed, end in (("4717\n4718\n", "? ?  4717 \n"), ("4750\n4749\n", "? ?  4750 \n")):
            expected = f"? {end[4:]}? POKE into the program is not there yet in 10\n"
            assert play(text, typed, tmp_path, monkeypatch) == expected
            assert basic.run(source, typed, engine="step", echo=False).text == expected


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ('10 READ A$,B: PRINT A$\n20 DATA "A"B,3\n', "Syntax error in 20\n"),
        ('10 ON ERROR GOTO 40\n20 READ A$: PRINT A$: READ A$: PRINT A$: END\n30 DATA B,"A"B\n'
         '40 PRINT ERR;ERL;A$: RESTORE 50: RESUME\n50 DATA "C:" \n', "B\n 2  30 A\nC:\n"),
    ],
)  # fmt: skip
def test_what_is_seen_late(source: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More behind a constant in quotes, once it has been read."""
    assert play(to_python(source), "", tmp_path, monkeypatch) == end
    assert basic.run(source, engine="step").text == end


@pytest.mark.parametrize(
    "statement",
    ["KEY(1) ON", "PLAY ON", "CIRCLE (1,1),5", "SOUND 400,5", "DEF SEG=0", "OUT 97,3", "WAIT &H3DA,8", "COLOR 7",
     "MOTOR", "CLOSE", "LOCATE 5,5", "WIDTH 40", "VIEW PRINT", "X=STRIG(0)", "ENVIRON \"A=B\"", "LCOPY", "KEY 1,\"X\"",
     "SHELL", "WIDTH LPRINT 80", "RESET", "PALETTE 1,2", "A$=INPUT$(1)", "IOCTL #1,\"X\"", "LOCK #1", "TIME$=\"12\"",
     "BEEP", "CLS"],
)  # fmt: skip
def test_a_device_that_is_all_a_program_needs(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f'10 {statement}\n20 PRINT "A"\n'
    prints_the_same(source, to_python(source), "xyz\n", tmp_path, monkeypatch)


def test_what_only_a_prompt_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the machine, and CONT: errors, as in the interpreter to which its user allows no commands."""
    source = (
        '10 ON ERROR GOTO 90\n20 SHELL "DIR": SHELL: PRINT 1\n30 CONT\n40 PRINT 2: SHELL A: SHELL A$: END\n'
        "90 PRINT ERR;ERL: RESUME NEXT\n"
    )
    assert basic.run(source).text == " 70  20 \n 70  20 \n 1 \n 17  30 \n 2 \n 13  40 \n 70  40 \n"
    prints_the_same(source, to_python(source), "", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
def test_a_printer_that_is_not_there(exact: bool, tmp_path: Path) -> None:
    """LPRINT of a text ends in Device Timeout, too, which ON ERROR takes."""
    source = (
        '10 ON ERROR GOTO 90\n20 LPRINT "X": PRINT 1: LPRINT CHR$(12);: PRINT 2\n'
        '30 LPRINT USING "##"; 5: PRINT 3\n40 GOSUB 50: END\n50 LPRINT: RETURN\n90 PRINT ERR;ERL: RESUME NEXT\n'
    )
    (tmp_path / "p.py").write_text(to_python(source, exact))
    done = subprocess.run([sys.executable, "p.py"], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (" 24  20 \n 1 \n 24  20 \n 2 \n 24  30 \n 3 \n 24  50 \n", "")


FIELDED = """\
10 OPTION BASE 1: DIM C$(3,2),Q$(4): A$="BEFORE": C$(1,1)="PLAIN": PRINT C$(1,1);A$
20 OPEN "R",#1,"F.DAT",30: FOR I=1 TO 3: FOR J=1 TO 2: FIELD #1,(I-1)*10+(J-1)*5 AS D$,5 AS C$(I,J): NEXT J,I
25 FIELD #1,30 AS A$
30 FOR I=1 TO 3: FOR J=1 TO 2: LSET C$(I,J)=STR$(I*10+J): NEXT J,I: PUT 1,1: PRINT A$;"|"
40 MID$(C$(2,1),2,2)="ZZ": RSET C$(3,2)="R": PRINT A$;"|": PUT #1,2: GET 1,1: PRINT C$(2,1);C$(3,2);"|"
50 C$(1,2)="LOOSE TEXT": LSET C$(1,2)="X": PRINT C$(1,2);"|";A$;"|": SWAP C$(1,1),Q$(1): PRINT Q$(1);"|";C$(1,1);"|"
60 GOSUB 90: CLOSE: FOR I=1 TO 2: PRINT "[";C$(2,2);"][";A$;"]": NEXT: C$(2,2)="NEW": PRINT C$(2,2)
70 INPUT X: IF X THEN RUN
80 END
90 LSET C$(2,2)="SUB": PRINT C$(2,2);"|": RETURN
"""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("source", [FIELDED, FIELDED.replace(": IF X THEN RUN", "")], ids=["again", "once"])
def test_elements_in_buffers(source: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FIELD makes elements of arrays parts of records; all of that is forgotten after RUN, and texts after CLOSE."""
    prints_the_same(source, to_python(source, exact), "1\n0\n", tmp_path, monkeypatch)


# A suite of programs: a menu that gives way to others, what is typed, and the others.
MENU = """\
10 ON ERROR GOTO 90: DEFINT N: COMMON A,N,T$: COMMON D#
20 INPUT P: A=P/3: N=7: T$="T": D#=A: X=1: OPEN "O",1,"X.DAT"
30 IF P=1 THEN RUN "ONE" ELSE IF P=2 THEN CHAIN "ONE" ELSE IF P=3 THEN GOSUB 80
40 IF P=4 THEN CHAIN "ONE",20
50 PRINT "BACK": IF P<6 THEN LOAD "ONE",R
60 ON ERROR GOTO 0: RUN "GONE"
80 RUN "ONE",R
90 PRINT ERR;ERL: IF P=7 THEN NEW ELSE RESUME NEXT
"""
ONE = """\
10 PRINT "ONE": ON ERROR GOTO 30
20 PRINT A;N%;T$;D#;X;RND: PRINT #1,"KEPT": PRINT "END": END
30 PRINT ERR: RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("typed", "shown"),
    [("1", "? ONE\n 0  0  0  0  .1213501 \n 52 \nEND\n"),
     ("2", "? ONE\n .6666667  7 T .6666666865348816  0  .1213501 \nEND\n"),
     ("3", "? ONE\n 0  0  0  0  .1213501 \nEND\n"), ("4", "?  1.333333  7 T 1.333333373069763  0  .1213501 \n"),
     ("5", "? BACK\nONE\n 0  0  0  0  .1213501 \nEND\n"), ("6", "? BACK\nFile not found in 60\n")],
)  # fmt: skip
def test_programs_that_give_way(
    typed: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter goes on with the other file, on the same machine, with what COMMON names."""
    (tmp_path / "ONE.BAS").write_text(ONE)
    assert basic.run(MENU, typed + "\n", folder=tmp_path, echo=False).text.startswith(shown)
    prints_the_same(MENU, to_python(MENU, exact), typed + "\n", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
def test_another_program_is_loaded(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LOAD without R ends a program, if the other is there."""
    source = (
        '10 ON ERROR GOTO 50\n20 PRINT 1: LOAD "GONE"\n30 PRINT 2: LOAD "ONE": PRINT 3\n50 PRINT ERR;ERL: RESUME NEXT\n'
    )
    (tmp_path / "ONE.BAS").write_text(ONE)
    assert basic.run(source, folder=tmp_path).text == " 1 \n 53  20 \n 2 \n"
    prints_the_same(source, to_python(source, exact), "", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("statement", ["RUN", "CHAIN", "LOAD"])
def test_another_program_that_cannot_be_read(
    statement: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad line in it is an error that no ON ERROR takes: the program that had one has gone."""
    source = f'10 ON ERROR GOTO 50\n20 PRINT 1: {statement} "BAD"\n50 PRINT ERR;ERL: END\n'
    (tmp_path / "BAD.BAS").write_text("10 PRINT 2\nPRINT 3\n")
    assert basic.run(source, folder=tmp_path).text == " 1 \nDirect statement in file\n"
    prints_the_same(source, to_python(source, exact), "", tmp_path, monkeypatch)


# With ALL, or arrays in COMMON: what is there by then is there for the other program, and nothing else.
HANDING = """\
10 OPTION BASE 1: COMMON A,B$,C(),E%(),Z(),Q: DEF FNA(Y)=Y+W
20 INPUT K: IF K>1 THEN DIM C(3): C(2)=1/3 ELSE IF K=1 THEN C(2)=K
30 A=5: B$="str": D#=.1: DIM E%(2,2),N$(4): E%(1,2)=-3.7: N$(3)="THREE": FOR I=1 TO 3: N$(I)=N$(I)+"!": NEXT
40 IF K=3 THEN ERASE E%
50 IF K=4 THEN CHAIN "OTHER",20,ALL ELSE GOSUB 60
60 CHAIN "OTHER"
"""
OTHER = """\
10 ON ERROR GOTO 30: PRINT A;B$;C(2);D#;K: DIM E%(3): PRINT E%(1,2): DIM C(20): PRINT C(2): Z(0)=1: END
20 PRINT A;B$;C(2);D#;K;I;E%(1,2);N$(3): PRINT FNA(1): END
30 PRINT ERR;ERL: RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("typed", "shown"),
    [("0", "?  5 str 0  0  0 \n 10  10 \n-4 \n 10  10 \n 0 \n 9  10 \n"),
     ("1", "?  5 str 1  0  0 \n 10  10 \n-4 \n 10  10 \n 1 \n 9  10 \n"),
     ("2", "?  5 str .3333334  0  0 \n 10  10 \n-4 \n 10  10 \n .3333334 \n 9  10 \n"),
     ("3", "?  5 str .3333334  0  0 \n 9  10 \n 10  10 \n .3333334 \n 9  10 \n"),
     ("4", "?  5 str .3333334  .1000000014901161  4  4 -4 THREE!\nUndefined user function in 20\n")],
)  # fmt: skip
def test_programs_that_hand_on_arrays(
    typed: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OTHER.BAS").write_text(OTHER)
    assert basic.run(HANDING, typed + "\n", folder=tmp_path, echo=False).text == shown
    prints_the_same(HANDING, to_python(HANDING, exact), typed + "\n", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
def test_an_array_of_common_that_is_erased(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """COMMON and ERASE name it without subscripts, which makes no variable of it."""
    (tmp_path / "OTHER.BAS").write_text("10 PRINT A$(1);N\n")
    source = '10 COMMON A$(),N: N=5\n20 A$(1)="X": ERASE A$: PRINT A$(1);: A$(1)="Y"\n30 CHAIN "OTHER"\n'
    assert basic.run(source, folder=tmp_path).text == "Y 5 \n"
    prints_the_same(source, to_python(source, exact), "", tmp_path, monkeypatch)


LINES = """\
10 ON ERROR GOTO 90: INPUT K: PRINT "A";
20 IF K<9 THEN CHAIN "OTHER",K
30 CHAIN "OTHER",K*5000
90 PRINT ERR;ERL: RESUME 10
"""
ENTERED = "5 PRINT \"FIVE\": END\n7 PRINT \"SEVEN\": END\n"


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize(
    ("typed", "shown"),
    [("0", "? AFIVE\n"), ("6.5", "? ASEVEN\n"), ("6", "? A\nUndefined line number{20}\n"),
     ("-1", "? A\nUndefined line number{20}\n"), ("9", "? A\nUndefined line number{30}\n"),
     ("20\n7", "? A 6  30 \n? ASEVEN\n")],
)  # fmt: skip
def test_a_line_to_begin_with(
    typed: str, shown: str, saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not there is no error for ON ERROR, which is gone with its program; and one in the line of CHAIN, but
    after a text, which GW-BASIC reads as if it was typed, in none. Line 0 is the first."""
    (tmp_path / "OTHER.BAS").write_bytes(
        to_tokens(load_program(ENTERED.encode()).program.lines) if saved else ENTERED.encode()
    )
    shown = re.sub(r"\{(\d+)\}", r" in \1" if saved else "", shown)
    for engine in ("step", "python"):
        assert basic.run(LINES, typed + "\n", engine=engine, folder=tmp_path, echo=False).text == shown
    for exact in (False, True):
        prints_the_same(LINES, to_python(LINES, exact), typed + "\n", tmp_path, monkeypatch)


LATER = """\
10 ON ERROR GOTO 90: INPUT K
20 IF K=1 THEN CHAIN "OTHER",K/0 ELSE IF K=2 THEN CHAIN "OTHER","X" ELSE IF K=3 THEN CHAIN "OTHER",A(K*5)
30 CHAIN "OTHER",K
90 PRINT ERR;: RESUME 10
"""


@pytest.mark.parametrize("there", [True, False])
def test_the_line_to_begin_with_is_worked_out_when_the_file_is_open(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CHAIN evaluates and opens the file before it looks at what follows the comma."""
    (tmp_path / "OTHER.BAS").write_text(ENTERED)
    texts = [to_python(LATER, exact) for exact in (False, True)]
    if not there:
        (tmp_path / "OTHER.BAS").unlink()
    typed = "1\n2\n3\n70000\n7\n"
    shown = "?  11 ?  13 ?  9 ?  6 ? SEVEN\n" if there else "?  53 " * 5 + "? "
    for engine in ("step", "python"):
        assert basic.run(LATER, typed, engine=engine, folder=tmp_path, echo=False).text == shown
    for text in texts:
        prints_the_same(LATER, text, typed, tmp_path, monkeypatch)


@pytest.mark.parametrize("typed", ["1", "2", "3", "4", "5", "6", "7"])
def test_programs_to_give_way_to_that_are_not_there(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ON ERROR takes that, and the program goes on, or ends with NEW."""
    (tmp_path / "ONE.BAS").write_text(ONE)
    text = to_python(MENU)
    (tmp_path / "ONE.BAS").unlink()
    prints_the_same(MENU, text, typed + "\n", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("source", "shown"),
    [("10 PRINT RND;RND: CLEAR: PRINT RND;RND\n", " .1213501  .651861 \n .1213501  .651861 \n"),
     ("10 GOSUB 50: CLEAR: PRINT RND\n20 END\n50 RANDOMIZE 5: RETURN\n", " .1213501 \n"),
     ('10 PRINT RND;: OPEN "R",1,"N": IF LOF(1)=0 THEN PUT 1,1: RUN\n20 PRINT RND: NEW\n',
      " .1213501  .1213501  .651861 \n"),
     ('10 OPEN "O",1,"X": CLEAR: OPEN "O",1,"Y": PRINT 5\n', " 5 \n"),
     ("10 DEF FNA(X)=RND*X: PRINT FNA(1): CLEAR: PRINT RND\n", " .1213501 \n .1213501 \n")],
)  # fmt: skip
def test_clear_begins_random_numbers_and_files_anew(
    source: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no variable is there to be cleared, too."""
    assert basic.run(source, folder=tmp_path).text == shown
    for file in tmp_path.iterdir():
        file.unlink()
    assert play(to_python(source, exact), "", tmp_path, monkeypatch) == shown


def test_arrays_of_pictures_are_handed_on() -> None:
    """GET and PUT name an array without subscripts; a sprite is a list of numbers, though all are 0 and -1."""
    source = (
        "10 DIM A(10),B%(10): FOR I=0 TO 10: READ B%(I): NEXT: A=5: B%(2)=0: B%(3)=-1\n15 GOSUB 50: GOSUB 50: PRINT A\n"
        "20 END: DATA 0,0,0,0,0,0,0,0,0,0,0\n"
        "50 GET (0,0)-(5,5),A: PUT (9,9),B%: PUT (A,9),C: PUT (1,1),A,PSET: GOSUB 60: RETURN\n60 PUT (2,2),B%: RETURN\n"
    )
    for exact in (False, True):
        text = to_python(source, exact)
        assert "list[bool]" not in text
        given = re.findall(r"graphics\.array\((\w+)", text)
        assert given == ["a_list", "b", "None", "a_list", "b"]
        assert "a_list: list[float], b: list[int]" in text


@pytest.mark.parametrize("source", ['10 A$="C":B$="D":C$="E"\n20 PLAY A$,B$,C$\n', '10 INPUT B$\n20 PLAY ,B$\n'])
def test_voices_of_play(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GW-BASIC has one."""
    prints_the_same(source, to_python(source), "C\n", tmp_path, monkeypatch)


NOBODY_KNOWS = """\
10 ON ERROR GOTO 90: COMMON K,T$: INPUT K,F$: T$="T"
20 ON K GOSUB 30,40,50,60: PRINT "BACK": IF F$="END" THEN END ELSE ON ERROR GOTO 0: CHAIN "GONE"
30 CHAIN F$: RETURN
40 RUN F$: RETURN
50 LOAD F$+".BAS": RETURN
60 CHAIN "GONE",,ALL: RETURN
90 PRINT ERR;ERL;: RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("typed", "shown"),
    [("1,OTHER", "? OTHER 1 T\n"), ("2,OTHER", "? OTHER 0 \n"), ("3,OTHER", "? "), ("1,END", "?  53  30 BACK\n"),
     ("2,END", "?  53  40 BACK\n"), ("3,END", "?  53  50 BACK\n"), ("4,X", "?  53  60 BACK\nFile not found in 20\n")],
)  # fmt: skip
def test_programs_that_only_a_run_can_name(
    typed: str, shown: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port takes what is there when it comes to them, else it is error 53, as in BASIC."""
    text = to_python(NOBODY_KNOWS, exact)
    (tmp_path / "OTHER.BAS").write_text('10 PRINT "OTHER";K;T$\n')
    assert basic.run(NOBODY_KNOWS, typed + "\n", folder=tmp_path, echo=False).text == shown
    prints_the_same(NOBODY_KNOWS, text, typed + "\n", tmp_path, monkeypatch)


LEAVING = """\
10 INPUT "AGAIN";A: IF A=0 THEN END
20 GOSUB 40: PRINT "BACK": GOTO 10
40 IF A>1 THEN PRINT "OVER": GOTO 10
50 RETURN
"""


FOUGHT = """\
10 INPUT "HOW MANY";N
20 FOR I=1 TO N: GOSUB 100: FOR J=1 TO N: GOSUB 100: IF A=3 THEN 60
30 FOR K=1 TO N: GOSUB 100: IF A=4 THEN 60
40 FOR L=1 TO N: GOSUB 100: IF A=5 THEN 60
50 NEXT L,K,J,I: PRINT "SAFE"
60 FOR M=1 TO 2: GOSUB 100: PRINT M;: IF A=6 THEN 10
70 NEXT: GOTO 10
100 INPUT A: FOR Z=1 TO 2: IF A=1 THEN PRINT "LOST": GOTO 200
110 IF A=2 THEN PRINT "WON": GOTO 300
120 NEXT: RETURN
200 INPUT "ANOTHER GAME";A$: IF A$="Y" THEN 10
210 END
300 INPUT "ANOTHER WAR";A$: IF A$="Y" THEN 10
"""


def test_an_array_of_a_size_that_def_fn_works_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under ON ERROR, where it might find no room in the memory."""
    source = "10 ON ERROR GOTO 90: DEF FNA(X)=X*2: INPUT N\n20 FOR L=1 TO 3: DIM V$(FNA(N)): PRINT L: NEXT: END\n" \
        "90 PRINT ERR;ERL: RESUME NEXT\n"
    prints_the_same(source, to_python(source, exact=True), "2\n", tmp_path, monkeypatch)


def test_names_behind_a_text_with_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read, too, where another text follows them."""
    source = "10 PRINT STR$(5);MID$(A$,D,1);SPC(I%);"
    prints_the_same(source, to_python(source), "", tmp_path, monkeypatch)


# A game, and the ways in which one begins again: what stands in its first lines, and behind the question.
AGAIN = """1 REM A GAME
{first}
8 REM
10 DIM A(5),B$(3): DEF FNA(X)=X*2+T
20 FOR I=1 TO 5: A(I)=I*I+A(I): NEXT: READ B$(1),B$(2): DATA ONE,TWO
30 PRINT FNA(A(3));B$(2);RND(1);T: T=T+1: A(3)=8
40 INPUT "AGAIN";Q
50 GOSUB 90: IF Q=1 THEN {again} ELSE PRINT "OVER": END
90 IF Q=2 THEN {again}
95 RETURN
"""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("first", "again"), [
    ("5 CLEAR 500", "1"), ("5 CLEAR 500", "5"), ("5 DATA ZERO: CLEAR", "GOTO 5"), ("5 '", "RUN"),
])  # fmt: skip
def test_a_game_that_begins_again(
    first: str, again: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is RUN in other words: its arrays are lists all the same, and its DATA a table."""
    source = AGAIN.format(first=first, again=again)
    port = to_python(source, exact)
    prints_the_same(source, port, "1\n2\n1\n0\n", tmp_path, monkeypatch)
    assert "raise Restart" in port and not re.search(r"Array|undefined|gw\.(clear|data)\(", port)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("first", "again", "typed"), [
    ("5 CLEAR 500", "8", "0"), ("5 CLEAR 500", "20", "1"), ("5 '", "CLEAR: GOTO 20", "1\n0"),
    ("5 CLS", "CLEAR: GOTO 1", "1\n2\n1\n0"), ("5 '", "CLEAR: GOTO 10", "1\n2\n0"),
    ("5 '", "CLEAR 99: RESTORE: GOTO 8", "1\n0"), ("5 CLEAR: CLEAR", "CLEAR: GOTO 8", "1\n0"),
    ("5 T=3", "CLEAR: GOTO 8", "1\n2\n0"), ("5 CLEAR", "ON Q GOTO 5,5", "2\n1\n0"), ("5 CLEAR", "GOSUB 5", "1"),
    ("5 '", "CLEAR: RESTORE 20: PRINT T: GOTO 10", "1\n0"), ("5 TRON: CLEAR", "5", "1\n0"),
])  # fmt: skip
def test_a_game_that_does_not_begin_with_its_beginning(
    first: str, again: str, typed: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind its CLEAR, or elsewhere: then it does not have all anew."""
    source = AGAIN.format(first=first, again=again)
    prints_the_same(source, to_python(source, exact), f"{typed}\n", tmp_path, monkeypatch)


@pytest.mark.parametrize("exact", [False, True])
def test_run_leads_nowhere_under_on_error(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot fail: the types behind it are those of before, and the program is there once."""
    source = (
        "20 CLEAR 200: DEFINT I-N\n30 DIM A(3): FOR I=1 TO 3: READ A(I): NEXT: DATA 1,2,3\n50 ON ERROR GOTO 900\n"
        "60 INPUT K\n70 PRINT A(K)/(K-3): IF K=2 THEN 20\n80 IF K<>0 THEN 60 ELSE END\n"
        "900 PRINT ERR;ERL: IF ERR=9 THEN 20 ELSE RESUME 60\n"
    )
    port = to_python(source, exact)
    prints_the_same(source, port, "1\n2\n3\n4\n1\n0\n", tmp_path, monkeypatch)
    assert "2_000" not in port and "raise Restart" in port
