10 REM TRON shows a line that begins (NEWSTT in the published source), not one that is come back into
20 TRON:PRINT "A":GOSUB 100:PRINT "B"
30 FOR I=1 TO 2:PRINT I:NEXT
40 WHILE K<2
50 K=K+1
60 WEND
70 TROFF:PRINT "OFF":END
100 RETURN
