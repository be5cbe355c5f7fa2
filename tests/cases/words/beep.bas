10 REM BEEP sounds the speaker: a stream of characters gets nothing of it, but CHR$(7) is one of its characters
20 PRINT "A";:BEEP:PRINT "B";CHR$(7);POS(0)
30 BEEP:PRINT CSRLIN
