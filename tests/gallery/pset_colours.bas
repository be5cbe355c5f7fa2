10 ' Sixteen rows of dots, two apart, in the colours 0 to 15 of SCREEN 7; 16 and 255 are as 15.
20 SCREEN 7:FOR C=0 TO 15:FOR X=0 TO 60 STEP 2:PSET (X+C*16,C*10),C:NEXT X,C
30 FOR X=0 TO 60 STEP 2:PSET (X,180),16:PSET (X,190),255:NEXT
