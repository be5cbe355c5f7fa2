10 REM The variables of FIELD are empty after CLOSE and RESET, since the buffer has gone (published source: the buffer goes with the file)
20 FOR N=1 TO 2
30 OPEN "R",1,"T.DAT",20:FIELD 1,5 AS A$,5 AS B$(2)
40 LSET A$="HELLO":LSET B$(2)="WORLD":PUT 1,1:PRINT A$;B$(2)
50 IF N=1 THEN CLOSE 1 ELSE RESET
60 PRINT "[";A$;"][";B$(2);"]"
70 NEXT
