10 REM FOR ends its old loop when its first value is known, before limit and step (published source: FOR, LPFORM)
20 ON ERROR GOTO 90
30 FOR I=1 TO 3/(1-Z):PRINT "B";I;:Z=Z+1:IF Z=1 THEN 30
40 NEXT
50 FOR D#=ASC("") TO 3
60 FOR D#=1 TO ASC("")
70 FOR I%=ASC("") TO 40000
80 END
90 PRINT ERR;ERL:RESUME NEXT
