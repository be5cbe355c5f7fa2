10 ' A staircase that leaves the screen at the right and comes back: STEP counts from points outside, too.
20 SCREEN 1:PSET (280,10),1:FOR I=1 TO 20:PSET STEP(3,0),2:PSET STEP(0,3),3:NEXT
30 FOR I=1 TO 60:PSET STEP(-2,1),1:NEXT
