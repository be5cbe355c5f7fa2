10 ' A caterpillar: each centre is a STEP from the last; a line leaves the centre of the last one.
20 SCREEN 1:PSET (20,100),0:FOR I=1 TO 9:CIRCLE STEP(28,0),20,1+I MOD 3:NEXT:LINE -STEP(0,60),3
