10 ' Each of these is an error and leaves no trace; what is drawn says how many there were: 17.
20 ON ERROR GOTO 90:SCREEN 1:DIM A%(3)
30 PSET (40000,1):PSET (1,1),256:LINE (1,1)-(9,9),-1:CIRCLE (9,9),40000:CIRCLE (9,9),9,1,7:CIRCLE (9,9),9,1,0,-6.3
40 PAINT (9,9),256:PAINT (9,9),"":DRAW "Q":DRAW "A4":DRAW "C":DRAW "M5":GET (0,0)-(9,9),A%:PUT (1,1),B%:VIEW (0,0)-(320,9)
50 WINDOW (1,1)-(1,2):SCREEN 5:FOR I=1 TO N:LINE (I*15,90)-(I*15+9,110),2,BF:NEXT:END
90 N=N+1:RESUME NEXT
