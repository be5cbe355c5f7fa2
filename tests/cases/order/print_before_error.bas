10 REM PRINT shows each item before it works out the next one, whatever is wrong with that
20 ON ERROR GOTO 90
30 PRINT "A";STR$(W$)
40 PRINT "B";STR$(1/Z)
50 PRINT "C";LEN(Z);"NEVER"
60 PRINT "D";HEX$(W$)
70 PRINT "E",W$+Z
80 END
90 PRINT ERR;ERL:RESUME NEXT
