10 REM BEEP sounds the bell: CHR$(7) and nothing else, so the column stays
20 PRINT "A";:BEEP:PRINT "B";POS(0)
30 BEEP:PRINT CSRLIN
