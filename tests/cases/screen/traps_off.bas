10 REM Taking traps away needs none; a trap must lead to a line (published source: ONGOTO)
20 KEY(1) OFF:KEY(1) STOP:TIMER OFF:STRIG OFF:ON TIMER(10) GOSUB 0:ON KEY(1) GOSUB 0:PRINT "OK"
30 ON KEY(1) GOSUB 9999
