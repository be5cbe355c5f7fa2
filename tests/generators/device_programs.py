"""More random programs from a grammar, of what stood on desks: files and devices, the screen and its memory, the ports
of the machine, keys, dates. `DeskWriter(seed).program()`, and `typed()` for its answers; `input_programs.py` says how
the grammar is read.
"""

from __future__ import annotations

from input_programs import BEGIN, TypedWriter, rules

MORE = """
channel: 1 | 1 | 2 | 3 | N | #1 | #2
file: "DATA" | "A.DAT" | "B.TXT" | "data" | A$ | "NONE" | "SUB\\C.DAT" | "LPT1:" | "SCRN:" | "NUL" | "KYBD:" | "COM1:"
disk: "DATA" | "A.DAT" | "B.TXT" | "B.TXT" | "DATA" | "LONGFILENAME.TEXT" | "NONE" | W$+".X"
open: OPEN {disk} FOR {OUTPUT|INPUT|APPEND|OUTPUT} AS {channel} | OPEN "{O|I|A|R}",{channel},{disk}
open: OPEN {file} FOR {OUTPUT|INPUT} AS {channel} | OPEN "R",#2,{disk},{16|20|N*8} | OPEN {disk} AS #2 LEN={16|24}
open: OPEN {disk} FOR RANDOM ACCESS {READ|WRITE|READ WRITE} LOCK {READ|WRITE} AS 3 LEN=20
write: PRINT #{1|2},{item};{item} | PRINT #1,{item},{item} | WRITE #1,{item},{item} | PRINT #1,USING {form};{number}
write: PRINT #1,TAB(9);{item};SPC(2);{item}; | WRITE #1,{place},{name} | WRITE #{1|2} | PRINT #1,
write: WIDTH #1,{20|40|255}
read: INPUT #1,{place} | INPUT #1,{name} | INPUT #1,{name},{place} | LINE INPUT #1,{name} | {name}=INPUT$({1|3|N},#1)
read: WHILE NOT EOF(1):LINE INPUT #1,L$:W%=W%+1:WEND | IF NOT EOF(1) THEN INPUT #1,A$,N ELSE CLOSE 1
read: IF EOF(1) THEN CLOSE:{open}
field: FIELD #2,8 AS P$,2 AS Q$,4 AS R$ | FIELD 2,2 AS Q$,6 AS P$,{8|N} AS U$ | FIELD #2,16 AS U$
field: FIELD #2,8 AS P$,8 AS S$(1):FIELD #2,16 AS U$ | FOR J=0 TO 1:FIELD #2,J*8 AS Z$,8 AS S$(J):NEXT
record: LSET P$={text} | RSET P$={text} | LSET Q$=MKI$({integer}) | LSET R$=MKS$({number}) | LSET U$=MKD$({double})
record: PUT #2 | PUT 2,{1|2|3|N} | GET #2 | GET 2,{1|2|3|N} | PRINT P$;"/";Q$;"/";U$;LEN(P$) | {name}=P$ | P$={text}
record: MID$(P$,{1|2|8})={text} | PRINT CVI(MKI$(N%));CVS(MKS$(X));CVD(MKD$(D#)) | N%=CVI(Q$):X=CVS(R$) | SWAP P$,A$
record: PRINT LOC(2);LOF(2);EOF(2) | LSET S$(1)={text}:PRINT S$(1);"|" | PRINT #2,{item} | CLOSE #2 | LSET A$={text}
record: INPUT #2,A$ | D#=CVD(U$) | GET #2,0 | PUT #2,40000 | LOCK #2,1 | UNLOCK #2,1
where: PRINT LOF(1);LOC(1);EOF(1) | CLOSE | CLOSE 1 | CLOSE #1,#2 | RESET | KILL {disk} | NAME {disk} AS {disk}
where: FILES {|"*.TXT"|disk} | MKDIR "SUB" | CHDIR "SUB" | CHDIR ".." | RMDIR "SUB" | LOF(1) | PRINT LPOS(0);
where: LPRINT {item};{item} | LPRINT USING {form};{number} | LPRINT TAB(20);{item} | WIDTH LPRINT 40
where: WIDTH "LPT1:",30
where: IF LOF(1)>100 THEN CLOSE | PRINT ERDEV;ERDEV$;EXTERR(0) | LPRINT CHR$(12); | A$={disk}
segment: DEF SEG=0 | DEF SEG=&H40 | DEF SEG=&HB800 | DEF SEG=&HB000 | DEF SEG=N | S%=&HB800:DEF SEG=S%
spot: 1047 | &H417 | 0 | 2 | N*2 | N | 160 | 3998 | &H49 | &H4A | &H50 | I*160+J*2 | I | &H410
memory: POKE {spot},{number} | POKE {spot},{65|7|N|ASC(A$+"X")} | PRINT PEEK({spot}); | {place}=PEEK({spot})
memory: PRINT CHR$(PEEK({spot}) OR 64); | {segment} | {segment} | IF PEEK({spot})=32 THEN {act}
memory: OUT {97|&H61|N},{number}
memory: PRINT INP({97|&H3DA|N}); | WAIT {&H3DA|97},{8|1|N}{|,8} | OUT &H61,INP(&H61) XOR 2
memory: POKE {spot},PEEK({spot}) AND 191
memory: A$="":FOR J=0 TO {9|158} STEP 2:A$=A$+CHR$(PEEK(J)):NEXT | BSAVE "PIC",{0|spot},{10|160}
memory: BLOAD "PIC"{|,0|,spot}
page: LOCATE {few},{few} | LOCATE {1|5|24|25},{1|40|79|80},{0|1} | CLS | COLOR {14|7|N},{1|0|N} | PRINT {name};
page: {show}
page: PRINT CSRLIN;POS(0); | PRINT SCREEN({1|5|I},{1|40|J});SCREEN(1,1,1); | VIEW PRINT {|2 TO 9|N TO 20}
page: WIDTH {40|80}
page: KEY {ON|OFF|LIST|1,A$|N,"X"+CHR$(13)} | LOCATE ,{5|N} | LOCATE {N} | PRINT TAB({number});{item}
page: PRINT CHR$({11|12|28|29|30|31|7|9|13});"X";
page: PRINT STRING$({79|80|81},{name}); | FOR J=1 TO {3|30}:PRINT J:NEXT | SCREEN 0,0,{0|1} | COLOR ,{1|8}
page: PRINT STRING$(N,196)
clock: DATE$={"02-29-1988"|"1/2/90"|"13-1-1980"|A$} | PRINT LEN(DATE$);LEN(TIME$) | TIME$={"12"|"25:00"|"1:2:3"|W$}
clock: IF TIMER<0 THEN {act} | A$=LEFT$(TIME$,0) | RANDOMIZE {N|TIMER AND 0|-1|D#} | X=RND({0|-1|1|-N})
clock: PRINT INT(RND*{6|N|100})
clock: ENVIRON {"A=B"|"A="|A$} | PRINT ENVIRON$({"A"|"NONE"|99|W$}) | SHELL {|"DIR"} | MOTOR | {name}=INKEY$+{name}
clock: IF INKEY$=CHR$(0)+"H" THEN {act} | K$=INKEY$:IF LEN(K$)=2 THEN K$=RIGHT$(K$,1) | PRINT STICK(0);STRIG(1);PEN(0)
clock: ON ERROR GOTO {0|@trap} | ERROR {53|250|N} | PRINT FRE(0)>1000;FRE("")>1000 | TRON:{sum}:TROFF
deed: {open} | {write} | {write} | {read} | {where} | {memory} | {memory} | {page} | {page} | {clock} | {record}
deed: {field}
"""

EXERCISES = """
{open}
{write}:{write}
{deeds}
{write}
CLOSE:{open}
{read}:{read}
{deeds}
CLOSE

OPEN {disk} FOR OUTPUT AS 1:FOR I=1 TO {3|N}:{write}:NEXT:CLOSE 1
OPEN {disk} FOR {APPEND|INPUT} AS 1:{write|read}:{where}:CLOSE
OPEN {disk} FOR INPUT AS #1
=top IF EOF(1) THEN @out
{read}:{show}
W%=W%+1:IF W%<50 THEN @top
=out {where}:CLOSE

OPEN "R",#2,{disk},16:{field}
FOR I=1 TO {3|N}:{record}:{record}:{PUT #2,I|PUT 2|record}:NEXT
{deeds}
{field}
FOR I=1 TO {3|LOF(2)/16|N}:{GET #2,I|GET 2|record}:{record}:{record}:NEXT
{CLOSE|CLOSE 2|record}:{record}

{segment}:FOR I=1 TO {3|N}:{memory}:{memory}:NEXT
{page}:{memory}
{deeds}
{memory}:{segment}

{CLS|page}:DEF SEG=&HB800
FOR I=1 TO {3|N}:LOCATE I,I:PRINT {name|place}:NEXT
FOR I=0 TO 4:FOR J=0 TO 4:C=C+PEEK(I*160+J*2):NEXT J,I:PRINT C
{page}:{memory}
{page}:PRINT PEEK(0);PEEK(1)

{page}
{page}:{page}
FOR I={1 TO 3|bounds}:{page}:{page}:{guard}
NEXT
{deeds}

=top {guard}
K$=INKEY$:IF K$="" THEN {@top|deed}
IF K$=CHR$(13) THEN @out ELSE IF LEN(K$)=2 THEN {act}:GOTO @top
LOCATE 5,1+LEN(L$):PRINT K$;:L$=L$+K$
{deeds}
GOTO @top
=out PRINT L$

ON ERROR GOTO @own
{open}
{deeds}
{record|read|write}:{where}
=out ON ERROR GOTO {0|@trap}:CLOSE:GOTO @behind
=own W%=W%+1:IF W%>30 THEN ON ERROR GOTO 0
IF ERR=53 THEN {OPEN {disk} FOR OUTPUT AS 1:PRINT #1,"NEW":CLOSE 1:RESUME|A$="DATA":RESUME|RESUME @out}
IF ERR={55|54|62|52} THEN CLOSE:{RESUME|RESUME NEXT|RESUME @out}
PRINT ERR;ERL;:{RESUME NEXT|RESUME @out|CLOSE:RESUME @out}
=behind {deed}

FOR I=1 TO 3:OPEN "F"+MID$(STR$(I),2) FOR OUTPUT AS I:PRINT #I,{item};I:NEXT
{deeds}
CLOSE
FOR I={1 TO 3|3 TO 1 STEP -1|0 TO 2}:OPEN "F"+MID$(STR$(I),2) FOR INPUT AS #{I|1}:INPUT #{I|1},A$,N:{show}:CLOSE:NEXT

{deeds}
{deeds}
{mishap|deed}
{deeds}
"""
OPENED = 'A$="A.DAT":W$="W":OPEN "DATA" FOR OUTPUT AS 1:WRITE #1,A$,B,"C,D",1E10:PRINT #1,"LINE TWO";X:CLOSE'


class DeskWriter(TypedWriter):
    rules = rules(MORE, TypedWriter.rules)
    exercises = tuple(exercise.replace("\n", " / ") for exercise in EXERCISES.strip().split("\n\n"))
    begin = ("DEF SEG=0", *BEGIN.strip().splitlines(), OPENED)
