10 ' STEP in coordinates of WINDOW: a stair of tenths.
20 SCREEN 1:WINDOW (0,0)-(1,1):PSET (0,0):FOR I=1 TO 9:LINE -STEP(.1,0),1:LINE -STEP(0,.1),2:NEXT
