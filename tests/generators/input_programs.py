"""Random programs that live on what is typed, read and shown, from a grammar: `TypedWriter(seed).program()`, and
`typed()` for its answers, good and bad ones, which may end too early.

A program is a row of exercises as they stood in handbooks and clubs' magazines. `{a|b}` is one of two, `{number}` what
the grammar has under that name, `~` a blank and ` / ` a new line. A line may begin with a label (`=top`), to which
`@top` leads within its exercise; `@main` and the other `SHARED` ones are those of the program, `@sub` is one of its
subroutines and `@any` any label. `W%` counts what may lead back, so that every run ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from control_flow_programs import Dice
from period_programs import numbered

ANSWERS = (
    *("1", "2", "3", "4", "5", "7", "10", "0", "-1", "2.5", ".5", "Y", "N", "YES", "no", "", " 3 ", "HELLO", "the cat"),
    *("1,2", "1,2,3", "2,3", "3,4,5", "A,B", "3,X", "X,3", '"A,B",4', '"OPEN', "1E5", "40000", "1E40", "1D3", "2x"),
    *("-", "5%", "&HFF", "12.3", "SMITH, JOHN", "Q", "END", "1,", ",", ",,", "99999", "0.1", "  ", "32768", "x" * 70),
)
SHARED = ("main", "end", "data", "more", "third", "trap", "nowhere")
RECURSIVE = re.compile(r"\{(number|text|test)\}")

GRAMMAR = """
single: A | A | B | C | N | N | X | I | J | K | T({at}) | T({at})
integer: I% | J% | N% | M%({at},{at}) | F%
double: D# | E#({at}) | D#
place: {single} | {single} | {single} | {integer} | {double}
name: A$ | A$ | B$ | W$ | L$ | K$ | S$({at}) | S$({at})
at: I | J | I% | N | A | 1 | 2 | 3 | 5 | I+1 | N-1 | J%*2 | I/2 | N MOD 4 | LEN(A$) | VAL(B$) | INSTR(W$,K$) | T(1)
at: A AND 7 | K
size: 0 | 1 | 2 | 3 | 4 | 5 | 7 | 8 | 10 | 12 | .5 | 2.5 | -1 | -2.5 | 100 | 1000
edge: 32767 | -32768 | 32768 | 65535 | &HFF | &H8000 | 16777216 | 1E38 | 1.5D10 | .1# | 1E-38 | 99999.99 | .005 | 255
edge: 256
few: 1 | 2 | 3 | N | I | J% | LEN(A$) | {number}
number: {place} | {place} | {place} | {size} | {size} | {edge} | {number}{sign}{number} | {number}{sign}{number}
number: ({number}{sign}{number})*2 | {INT|FIX|CINT|ABS|SGN|CSNG|CDBL|-|FNR|FNH|INT|SQR}({number})
number: FND({number},{number}) | ({test}) | -({test})*{size} | LEN({text}) | VAL({text}) | ASC({text}+"A")
number: INSTR({text},{text}) | INSTR({few},{text},{text}) | {place}{op}{size} | {place}{op}{place} | POS(0) | CSRLIN
number: SCREEN({few},{few}) | FNT({number}) | INT({number}*100+.5)/100 | NOT {integer} | VAL(STR$({number}))
sign: + | - | * | / | + | - | *
op: \\ | ~MOD~ | ^ | ~AND~ | ~OR~ | ~XOR~ | ~MOD~
word: "A" | "THE CAT SAT" | " two  words " | "" | "12" | "X,Y;Z" | "-3.5E2X" | "MISSISSIPPI" | "." | "&H1F"
text: {name} | {name} | {name} | {word} | {text}+{text} | {text}+{name} | LEFT$({text},{few}) | RIGHT$({text},{few})
text: FNU$({text}) | MID$({text},{few},{few}) | MID$({text},{few},1) | MID$({name},{few}) | STR$({number})
text: STRING$({few},{45|42|text}) | SPACE$({few}) | CHR$(64+{few}) | CHR$({few}) | HEX$({number}) | OCT$({few})
text: MKI$({integer}) | STR$({place})+{name} | MID$(STR$({place}),2)
rel: = | = | <> | < | > | <= | >=
test: {number}{rel}{number} | {place}{rel}{size} | {place}{rel}{number} | {text}{rel}{word} | {name}{rel}{name}
test: {place} | LEN({name}) | {test} AND {test} | {test} OR {test} | NOT ({test}) | {number}{rel}{number} XOR {test}
test: INSTR("YN",{name}) | {place}{rel}{place}
sum: {place}={number} | {place}={number} | N=N+1 | A=A-1 | {place}={place}{sign}{size} | {integer}={number}
sum: {double}={number} | C=C+{place} | I=I+1:J=J-1 | K={place} | F%={test} | F%=NOT F% | N={size} | A={size}:B={number}
sum: T(I)=T(J)+1 | X=RND | A=INT(RND*6)+1 | SWAP A,B | SWAP {single},{single} | SWAP {integer},{integer}
sum: SWAP T(I),T(J) | N=N+1:T(N)={number}:IF N>7 THEN N=0 | M%(I,J)=I*J
words: {name}={text} | {name}={text} | {name}={name}+{text} | A$=A$+CHR$(65+I) | SWAP {name},{name}
words: LSET {name}={text} | RSET {name}={text} | IF LEN({name})>2 THEN MID$(A$,{1|2|I%}{|,1|,N%})={text}
words: MID$({name},{few}{|,1|,N})={text} | IF LEN({name})>{9|40} THEN {name}={text} | W$=MID$(W$,2)+LEFT$(W$,1)
words: L$="":K$="X" | B$=LEFT$(B$,LEN(B$)-1) | {name}=INPUT$(1) | {name}=INKEY$ | A$=STRING$({few},"*")+A$
field: ## | ###.## | +#.# | ##- | **## | $$##.# | **$#,###.## | #,### | ##.##^^^^ | _# | ~IS~ | % | .## | +##^^^^
field: NO.~
form: "{field}" | "{field}" | "{field}{field}" | "A:~{field}" | "{field}~{field}~{!|&}" | F$
item: {number} | {text} | {place} | {name} | {place} | "=" | "X:"
show: PRINT {item};{item} | PRINT {item},{item}{|,|;} | PRINT {item}{|;|;} | PRINT | PRINT {name};TAB({few}*8);{item}
show: PRINT {item}~{name} | PRINT TAB({5|20|70|N|I%*8|number});{item};SPC({3|I%|78});{item} | WRITE {item},{item}
show: PRINT ,{item};{item} | PRINT POS(0);CSRLIN; | PRINT USING {form};{number}
show: PRINT USING {form};{place},{number}{|;} | PRINT USING "{!|&|\\~~\\|<!>}{|~|#.#}";{text};{number}
show: PRINT {test}{|;} | PRINT {place};{place};{place} | PRINT USING {form};T(1);T(2);T(I) | PRINT A;B;C;N;X;I;J;K
show: PRINT A$;"/";B$;"/";W$;"/";L$
said: {||"HOW MANY";|"NAME, AGE",|;"X";}
ask: INPUT {said}{place} | INPUT {said}{name} | INPUT {said}{place},{name} | INPUT {said}{place},{place},{name}
ask: LINE INPUT {said}{name} | INPUT {said}N,T(N) | INPUT {said}A,B | INPUT I,J,M%(I,J) | {name}=INPUT$({1|1|2|N})
ask: {name}=INKEY$ | INPUT "";{place} | LINE INPUT A$:N=VAL(A$)
read: READ A | READ A$ | READ N%,W$ | READ D#,X | READ T(I%),S$(I%) | READ N,T(N) | READ {place} | READ {name}
read: RESTORE {|@data|@more|@third}
odd: ERASE T:DIM T(N) | ERASE S$ | ERASE T,S$ | DIM T(9) | RANDOMIZE N | BEEP | CLS | LOCATE {number},{1|40|70|N}
odd: LOCATE ,5 | COLOR 7,0 | WIDTH {40|80} | DEF FNR(X)=INT(X*100+.5)/100 | DEF FNH(N%)=N%\\2+A
odd: DEF FNU$(A$)=A$+LEFT$(W$,2) | PRINT ERR;ERL | KEY OFF | DEF FND(X,Y#)=X*Y#+FNR(X) | I%=N:J%=2 | F$={form} | N=3
odd: I=1:J=2 | DEF FNT(N)=T(N)+N | PRINT FRE(0)>0 | KEY 1,{name} | WIDTH {few} | SCREEN 0 | TRON:A=A+1:TROFF
mishap: A=1/0 | N%=A*30000 | A=T(99) | READ A,A,A,A,A,A,A | ERROR 77 | A=ASC("") | RETURN | NEXT | A=A$ | X=LOG(0)
mishap: OPEN "NONE" FOR INPUT AS #2 | W$=STRING$(200,42)+STRING$(99,43) | CLOSE #9 | A=SQR(-1) | LOCATE 99,1 | WEND
mishap: PRINT USING "";A | RESTORE @nowhere | FIELD #9,3 AS F$ | C=10^40 | MID$(A$,0)=B$ | DIM T(3) | PSET(1,1)
mishap: ON TIMER(9) GOSUB @sub | KEY(1) ON | CIRCLE (9,9),5 | ON KEY(2) GOSUB 0 | IF POINT(1,1) THEN N=1
mishap: GOSUB @nowhere | T(-1)=1 | A=FNZ(1) | SWAP A,A$ | PRINT T(N+20);A$ | ON 300 GOTO @any
deed: {sum} | {sum} | {words} | {show} | {show} | {ask} | {either} | {either} | {odd} | {read}
either: IF {test} THEN {act} | IF {test} THEN {act} ELSE {act} | IF {test} THEN {act}:{act}
either: IF {test} THEN IF {test} THEN {act} ELSE {act} | IF {test} THEN {act} ELSE IF {test} THEN {act} ELSE {act}
either: ON {number} GOSUB @sub,@sub | IF {test} THEN GOSUB @sub
act: {sum} | {words} | {show} | {ask} | {odd} | {sum} | {show} | GOSUB @sub
deeds: {deed} | {deed} | {deed}:{deed} | {deed}~/~{deed} | {deed}~/~{deed}:{deed}~/~{deed}
counter: I | J | K | I% | N | X | J%
bounds: 1 TO 3 | 1 TO N | N TO 1 STEP -1 | 0 TO 1 STEP .5 | A TO B | 1 TO LEN(A$) | LEN(W$) TO 1 STEP -1 | 1 TO T(1)
bounds: I TO I+2 | 5 TO 1 | 1 TO 2.6 | X TO X*2 STEP X/2 | 0 TO .5 STEP .1 | 1 TO 9 STEP N | 32766 TO 32767
bounds: 3 TO 1 STEP A | 1 TO 4
guard: W%=W%+1:IF W%>{30|60} THEN {@end|@end|PRINT "ENOUGH":END}
letter: IF MID$(L$,I,1)=" " THEN W$="" ELSE W$=W$+MID$(L$,I,1) | MID$(L$,I,1)=CHR$(ASC(MID$(L$,I,1)) OR 32)
letter: K$=MID$(L$,I,1):IF K$>="A" AND K$<="Z" THEN MID$(L$,I)=CHR$(ASC(K$)+32)
letter: IF INSTR("AEIOU",MID$(L$,I,1)) THEN C=C+1 | IF MID$(L$,I,1)="," THEN A=VAL(L$):L$=MID$(L$,I+1):I=0
letter: T(ASC(MID$(L$,I,1)) MOD 10)=T(ASC(MID$(L$,I,1)) MOD 10)+1
written: PRINT #1,A$;",";A | WRITE #1,A$,A,N% | PRINT #1,USING {form};X; | PRINT #1,W$ | WRITE #1,D# | PRINT #1,A,B;C
written: PRINT #1,TAB(5);{item};{item}
taken: INPUT #1,W$,X | LINE INPUT #1,L$ | INPUT #1,N% | A$=INPUT$(1,#1) | INPUT #1,A$,D#,N% | INPUT #1,T(N)
taken: INPUT #1,S$(N),T(N) | INPUT #1,N,T(N)
fielded: FIELD #2,10 AS P$,2 AS Q$,4 AS R$,8 AS U$ | FIELD #2,8 AS U$,4 AS R$,2 AS Q$,6 AS P$
fielded: FIELD #2,12 AS P$:FIELD #2,2 AS Q$,4 AS R$,8 AS U$
ordered: T(I)>T(J) THEN SWAP T(I),T(J) | S$(I)<S$(J) THEN SWAP S$(I),S$(J):SWAP T(I),T(J)
ordered: E#(I)>E#(J) THEN X=E#(I):E#(I)=E#(J):E#(J)=X
anew: CLEAR | INPUT A$:IF A$="Y" THEN RUN | LINE INPUT A$:IF LEN(A$)>1 THEN CLEAR:RUN @main
anew: IF N=3 THEN CLEAR:GOTO @main | CLEAR ,20000:W%=5 | ERASE T,S$:DIM T(5),S$(6) | IF W%>3 THEN CLEAR:W%=30
anew: DIM Z(N)
"""

EXERCISES = """
=top {guard}
INPUT {|"NUMBER";}{A|N|N%|D#|T(I%)|A$,N|N,B}
IF {N<1 OR N>9|N<>INT(N)|A>B|test} THEN {|PRINT "1 TO 9":GOTO~}@top

=top {guard}
{K$=INKEY$|K$=INPUT$(1)|LINE INPUT K$}:IF K$="" THEN @top
{IF K$>="a" AND K$<="z" THEN K$=CHR$(ASC(K$)-32)|PRINT K$;|deed}
ON INSTR("YN12",K$) GOTO @out,@top,@out,@top
L$=L$+K$:GOTO @top
=out PRINT L$;"/";K$

=top {guard}
PRINT "1 ADD 2 LIST 3 END"
{INPUT C|LINE INPUT A$:C=VAL(A$)|INPUT A$,C}
{IF C<1 OR C>3 THEN {BEEP:|}PRINT "?";:GOTO @top|IF C=3 THEN @out|deed}
ON {C|C|VAL(A$)|INSTR("ALQ",LEFT$(A$,1))|C/2} {GOSUB|GOSUB|GOTO} @sub,@sub,{@out|@sub}
{deeds}
GOTO @top
=out {deed}

{LINE INPUT L$|L$="THE QUICK BROWN FOX"|L$=A$+" "+W$|INPUT L$}:C=0
=top P=INSTR(L$," "):IF P=0 THEN @out
C=C+1:S$(C)=LEFT$(L$,P-1):L$=MID$(L$,P+1)
{deeds}
IF C<9 THEN @top
=out S$(C+1)=L$:PRINT C;L$

{LINE INPUT L$|L$="The Quick Fox"|L$=A$+" "+W$}:C=0:W$=""
FOR I={1 TO LEN(L$)|LEN(L$) TO 1 STEP -1}
{letter}
{deeds|guard}
NEXT I
PRINT C;W$;L$

L$=STRING$({200|250|254|255},{45|65})
FOR J=1 TO {3|6|N}
L$={L$+A$|A$+L$|L$+STR$(J)|LEFT$(L$,250)+CHR$(65+J)|MID$(L$,2)+A$}
{deeds}
NEXT
PRINT LEN(L$);RIGHT$(L$,{9|12})

{OPEN "DATA" FOR OUTPUT AS #1|OPEN "O",#1,"DATA"|OPEN "DATA" FOR APPEND AS 1}
FOR J=1 TO {3|2|N}:{written}:{sum}:NEXT:CLOSE {#1||1}
{deeds}
{OPEN "DATA" FOR INPUT AS #1|OPEN "I",1,"DATA"}:{PRINT LOF(1);LOC(1)|N=0}
=top IF EOF(1) THEN @out
{taken}
{deeds|N=N+1}
W%=W%+1:IF W%<70 THEN @top
=out CLOSE{| #1| 1}:{KILL "DATA"|NAME "DATA" AS "OLD"|PRINT N|PRINT}

{OPEN "R",#2,"STOCK",24|OPEN "STOCK" AS #2 LEN=24}
{fielded}
FOR K=1 TO {3|5}
{LSET|RSET} P$={text}:{LSET|RSET} Q$=MKI$({K|I%|N%}):LSET R$=MKS$({number}):LSET U$=MKD$({D#|A|1/3})
PUT #2{|,K|,6-K}
{deeds}
NEXT K
FOR K={1 TO LOF(2)/24|3 TO 1 STEP -1|1 TO 6}
GET #2{,K|,K|}:PRINT P$;CVI(Q$);CVS(R$);CVD(U$);{LOC(2)|EOF(2)|LEN(P$)}
NEXT
CLOSE

{RESTORE @data|RESTORE @more|RESTORE @third|deed}
FOR I=1 TO {3|4|N|9}
READ {S$(I),T(I)|N%,W$|W$,D#|S$(I)|T(I),M%(I,1)|N,T(N)|A$,N}:{show}
{IF {test} THEN I=99|deed|IF A$="END" THEN @out}
NEXT
=out {deed}

FOR I=1 TO {4|3|N}
FOR J={1 TO 4|I TO 5|4 TO 1 STEP -1|1 TO T(I)}
{deeds}
IF {T(I)=J|M%(I,J)>N|I*J>N|MID$(W$,I,1)=MID$(A$,J,1)|test} THEN {|C=J:GOTO~|PRINT I;J:GOTO~}@{out|out|behind}
{NEXT:NEXT|NEXT J,I|NEXT:IF C THEN I=9:NEXT ELSE NEXT}
PRINT "NONE":GOTO @behind
=out PRINT I;J
{deeds}
=behind {deed}

{counter}=2:IF {test} THEN @middle
FOR {I|K|J%}=1 TO {3|4}
{deeds}
=middle PRINT I;:{guard}
{deeds}
NEXT{|~I}

IF {test} THEN @middle
WHILE A<{5|N}
A=A+1
{deeds}
=middle {guard}
WEND

ON ERROR GOTO @own
{deeds}
{mishap}
{deeds}
=out {ON ERROR GOTO 0|ON ERROR GOTO @trap|ON ERROR GOTO 0}:{deed}
GOTO @behind
=own W%=W%+1:IF W%>40 THEN ON ERROR GOTO 0
{PRINT ERR;ERL|E=ERR|IF ERR=11 THEN RESUME NEXT|IF ERL<@out THEN PRINT "EARLY";}
{RESUME NEXT|RESUME @out|N=2:A=1:RESUME NEXT|RESUME @out|RESUME|GOSUB @sub:RESUME NEXT}
=behind {deed}

{CLS|SCREEN 0:WIDTH 80|WIDTH 40:CLS|KEY OFF:CLS|VIEW PRINT 2 TO 10}
FOR I=1 TO {3|5}
LOCATE {I|I*2|10|24},{I|40|N|78|I*12}{|,1|,0}
PRINT {A$|I|W$;}{|;}
{deeds}
NEXT I
PRINT SCREEN({1|2|N},{1|2|N|41});CSRLIN;POS(0)
{WIDTH 80|CLS|VIEW PRINT}

FOR J=1 TO {4|8}
{N%=N%*2|A=A*1E10|I%=I%+10000|D#=D#*1D10|N%=A*1000|A=A^2+1|J%=D#|E#(1)=A*A:A=E#(1)|N%=N%+N%+1|A=D#/3|X=X*X*X+1}
{PRINT A;N%;D#|PRINT J;I%;X|show}
NEXT J
A={size}:D#=1:N%=2:I%=1:X=.1

FOR I=1 TO {4|5|N}-1:FOR J=I+1 TO {4|5|N}
IF {ordered}
{NEXT J,I|NEXT:NEXT|NEXT J:PRINT T(I);:NEXT I}

=top F%=0:{guard}
FOR I=1 TO {4|5|N}
IF {T(I)>T(I+1) THEN SWAP T(I),T(I+1)|S$(I)>S$(I+1) THEN A$=S$(I):S$(I)=S$(I+1):S$(I+1)=A$}:F%={1|-1|I}
NEXT:IF {F%|F%<>0|F%=1} THEN @top

PRINT TAB({10|30});"REPORT":PRINT STRING$({20|79|80},45)
FOR I=1 TO {3|5|N}
PRINT {USING {form};T(I)|S$(I);TAB(12);T(I),E#(I)|S$(I),T(I),|USING "\\~~~\\ ###.##";S$(I);T(I)|TAB(I*9);T(I);}
C=C+T(I)
NEXT
PRINT USING {form};C

ON {N|C|ABS(A)|I%|SGN(A)+2|T(1)|number} GOTO @a,@b,@c
{deeds}
{GOTO @out|deed}
=a {deeds}
{GOTO @out|deed}
=b {deeds}
GOTO @out
=c {deed}
=out {deed}

Q={3|5|N}:GOSUB @fall:PRINT Q;C:GOTO @out
=fall Q=Q-1:C=C+Q:W%=W%+1:IF Q<=0 OR W%>60 THEN {RETURN|Q=0:RETURN}
{deeds}
GOSUB @fall:{show}:RETURN
=out {deed}

S=0:N={3|4}:GOSUB @fall:PRINT N;S:GOTO @out
=fall S=S+1:T(S)=N:{guard}
IF N>1 THEN N=N-1:GOSUB @fall
{deed}
N=T(S):S=S-1:RETURN
=out {deed}

FOR {counter}={bounds}
{deeds}
W%=W%+1:IF W%>60 THEN @end
{IF {test} THEN @skip|deed}
{deeds}
=skip NEXT
PRINT I;J;K;I%;N;X

FOR I={bounds}:FOR J={bounds}:{sum}:{show}:W%=W%+1:IF W%<80 THEN NEXT:NEXT ELSE @end

N={4|5}:FOR I=1 TO N:T(I)=INT(RND*9):NEXT
FOR I=1 TO N:{INPUT N|N=N-1|I=I+1|T(I)=N|deed}:{guard}
NEXT:PRINT I;N

WHILE {test}:{guard}
{deeds}
{WEND|WEND|IF {test} THEN WEND ELSE N=N+1:WEND}

C=0
=top {guard}
{deeds}
C=C+1:IF C<{3|5|N} THEN @top

=top {guard}
{ask}
IF {test} THEN {deed}:GOTO @top ELSE IF {test} THEN @out
{deeds}
GOTO @top
=out {deed}

GOSUB @sub:IF {test} THEN {act}:GOTO @behind ELSE GOSUB @sub
{deeds}
=behind {deed}

{anew}:{deed}

{deeds}
{deeds}
{mishap|deed|deed}
{deeds}
"""

BEGIN = """
{REM *** EXERCISE ***|DEFINT I-K|DEFDBL X|CLS|KEY OFF:CLS|DEFSTR Z|OPTION BASE 1}
DIM {T(20),S$(20),M%(9,9),E#(9)|T(12),S$(N+15)|S$(12)}
DEF FNR(X)=INT(X*100+.5)/100:DEF FNH(N%)=N%/2:DEF FND(X,Y#)=X+Y#*A:DEF FNU$(A$)=LEFT$(A$,3)+B$:DEF FNT(I)=T(I)+1
A=2:B=5.5:N=3:X=.1:I=1:J=2:K=1:I%=1:J%=2:N%=7:D#=1/3:A$="BASIC":B$="ab":W$="WORDS AND":F$="##.##"
{FOR I=1 TO 9:T(I)={10-I|I*I|(I*7) MOD 5|I/3}:S$(I)=CHR$(74-I)+STR$(I):NEXT:I=1|REM}
"""
LAST = """
=data DATA 4,12,2,.5,3,-3,1,1E3,COG,0,END
=more DATA 1,2,3,4,40000,6,7,8.5,9,END,9
=third DATA "A,B",40000, C D ,1.5,,7,&HFF,1D3
"""
HANDLER = """
=trap W%=W%+1:IF W%>40 THEN PRINT "TOO MANY":END
{PRINT ERR;ERL;|PRINT "ERROR";ERR|E=ERR}
{REM|IF {ERR=11|ERR=9 OR ERR=5|ERR=53|ERR=4} THEN {RESUME NEXT|CLOSE:RESUME @end|RESTORE:RESUME NEXT}}
{RESUME NEXT|RESUME NEXT|RESUME @end|RESUME @main|ON ERROR GOTO 0}
"""


def rules(grammar: str, others: Mapping[str, list[str]] | None = None) -> dict[str, list[str]]:
    """The choices of each name, to those that others have."""
    found = {name: list(choices) for name, choices in (others or {}).items()}
    for line in grammar.strip().splitlines():
        name, _, said = line.partition(": ")
        found.setdefault(name, []).extend(said.split(" | "))
    return found


class TypedWriter(Dice):
    rules = rules(GRAMMAR)
    exercises = tuple(exercise.replace("\n", " / ") for exercise in EXERCISES.strip().split("\n\n"))
    begin = tuple(BEGIN.strip().splitlines())

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.labels: list[str] = []
        self.subroutines: list[str] = []  # the labels of those that are written already
        self.trapped, self.tangled = self.odds(50), self.odds(25)

    def typed(self) -> str:
        answers = Random(self.random.random())
        return "".join(f"{answers.choice(ANSWERS)}\n" for _ in range(answers.choice((0, 5, 15, 30, 60, 60, 90))))

    def filled(self, text: str, depth: int = 2) -> str:
        """A text of the grammar with all its choices made."""
        begin = text.find("{")
        if begin < 0:
            return text
        parts, level, last = [], 0, begin + 1
        for position in range(begin, len(text)):
            character = text[position]
            level += (character == "{") - (character == "}")
            if level == 0 or (level == 1 and character == "|"):
                parts.append(text[last:position])
                last = position + 1
            if level == 0:
                break
        return text[:begin] + self._chosen(self.one(*parts), depth) + self.filled(text[last:], depth)

    def _chosen(self, name: str, depth: int) -> str:
        if name not in self.rules:
            return self.filled(name, depth)
        if not (deeper := name in ("number", "text", "test")):
            return self.filled(self.one(*self.rules[name]), depth)
        flat = [rule for rule in self.rules[name] if not RECURSIVE.search(rule)]
        return self.filled(self.one(*(flat if depth <= 0 or self.odds(30) else self.rules[name])), depth - deeper)

    def lines(self, text: str) -> list[str]:
        """An exercise, with labels of its own."""
        filled = self.filled(text).replace("~", " ").split(" / ")
        own = {label: "" for line in filled if (label := _label(line)) and label not in SHARED}
        for label in own:
            own[label] = f"l{len(self.labels) + 1}x"
            self.labels.append(own[label])

        def led(match: re.Match[str]) -> str:
            name = match[2]
            if name == "sub":
                name = self.one(*self.subroutines) if self.subroutines else "end"
            elif name == "any":
                name = self.one(*self.labels, "main")
            return match[1] + (own.get(name) or name)

        return [re.sub(r"(@|^=)([a-z]+)", led, line) for line in filled]

    def exercise(self) -> list[str]:
        lines = self.lines(self.one(*self.exercises))
        if self.tangled and self.odds(40):
            lines += self.lines("W%=W%+1:IF W%<30 AND {test} THEN @any")
        if self.odds(15):
            lines = [*self.lines("FOR K={bounds}:{guard}"), *lines, self.one("NEXT", "NEXT K")]
        return lines

    def subroutine(self) -> list[str]:
        self.labels.append(name := f"l{len(self.labels) + 1}x")
        body = self.exercise() if self.odds(60) else self.lines("{deeds} / {deeds}")
        body += self.lines("IF {test} THEN RETURN / {deeds}") if self.odds(30) else []
        body += self.lines("W%=W%+1:IF W%<9 AND {test} THEN {@main|RETURN @main|@end}") if self.odds(10) else []
        self.subroutines.append(name)
        return [f"={name} REM *** SHOW ***" if self.odds(50) else f"={name} {self.lines('{show}')[0]}", *body, "RETURN"]

    def program(self) -> str:
        if not self.odds(15):
            subroutines = [line for _ in range(self.random.randint(1, 3)) for line in self.subroutine()]
        else:
            subroutines = []
        first, *others = [self.lines(line)[0] for line in self.begin]
        lines = [first, *["ON ERROR GOTO @trap"] * self.trapped, *others, *self.lines("=main {deed}")]
        for _ in range(self.random.choice((2, 3, 4, 5, 6, 15))):
            lines += self.exercise() + (self.lines("{deeds}") if self.odds(50) else [])
        lines += ["=end PRINT:PRINT A;B;C;N;N%;D#;A$;W$;W%", self.one("END", "END", "STOP", "SYSTEM"), *subroutines]
        lines += LAST.strip().splitlines()
        lines += [self.lines(line)[0] for line in HANDLER.strip().splitlines()] if self.trapped else []
        return numbered(lines, self.random)


def _label(line: str) -> str:
    return line[1:].split(" ", 1)[0] if line.startswith("=") else ""
