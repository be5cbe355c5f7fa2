10 REM TAB and SPC take 0 to 65535; what is no positive integer counts as 0 (published source: TABER)
20 PRINT TAB(40000);"A";SPC(40000);"B"
30 PRINT "AB";TAB(-5);"C"
40 PRINT SPC(-1);"D";SPC(82);"E"
50 PRINT TAB(70000)
