10 REM A limit that is the counter's own value from before
20 I=3
30 FOR I=1 TO I:PRINT I;:NEXT
40 GOSUB 60:PRINT I
50 END
60 FOR I=1 TO I:IF I=2 THEN RETURN
70 NEXT:RETURN
