10 REM The sign of a text is nobody's business: ABS leaves it, as minus does, and only SGN asks (published MATH1)
20 ON ERROR GOTO 90
30 A$="DEF":PRINT ABS("ABC");ABS(A$);LEN(ABS(A$)+"G");-A$
40 PRINT SGN("A")
50 A=ABS("ABC")
60 PRINT ABS(-2);ABS("")
80 END
90 PRINT ERR;ERL:RESUME NEXT
