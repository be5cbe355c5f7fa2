10 REM FIELD looks for an element before it is a part of the buffer, and takes texts only (published source: FIELD calls PTRGET, CHKSTR)
20 ON ERROR GOTO 90:OPEN "R",1,"T.DAT",20
30 FIELD 1,5 AS A$(11)
40 FIELD 1,5 AS N
50 FIELD 1,5 AS N(1)
60 FIELD 2,5 AS B$
70 FIELD 1,5 AS A$(9),5 AS B$:LSET A$(9)="NINE":RSET B$="B":PUT 1,1:PRINT A$(9);"|";B$;"|"
80 END
90 PRINT ERR;ERL:RESUME NEXT
