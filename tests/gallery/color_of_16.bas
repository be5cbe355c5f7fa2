10 ' SCREEN 7: the foreground is 12, the background 1: lines, circles and DRAW take it without being told.
20 SCREEN 7:COLOR 12,1:LINE (20,20)-(100,60):CIRCLE (160,100),40:DRAW "BM200,150R40U40":PSET (10,10):LINE (250,20)-(300,60),,BF
