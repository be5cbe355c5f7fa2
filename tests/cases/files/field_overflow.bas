5 REM What goes beyond the record (error 50) stays what it was, a part of the buffer; what stands before it is attached
10 ON ERROR GOTO 90
20 OPEN "R",#1,"T.DAT",14
30 FIELD #1,5 AS F$,3 AS G$
40 LSET F$="ABCDE": LSET G$="XYZ": PUT #1,1
50 H$="OWN": FIELD #1,4 AS G$,20 AS F$,2 AS H$
60 PRINT F$;"!";G$;"!";H$;"!"
70 LSET F$="12345": PRINT F$;"!";G$;"!": PUT #1,2: GET #1,1: PRINT F$;G$: GET #1,2: PRINT F$;G$
80 CLOSE: PRINT "(";F$;G$;H$;")": KILL "T.DAT": END
90 PRINT ERR;"IN";ERL: RESUME NEXT
