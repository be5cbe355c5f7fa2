10 ' From the mouth of a spiral to its heart, and all around it; the walls stay.
20 SCREEN 1:X=40:Y=180:PSET (X,Y),3:D=160:FOR I=1 TO 14:LINE -STEP(D,0),3:LINE -STEP(0,-D),3:D=D-10:IF D<1 THEN 50
30 LINE -STEP(-D,0),3:D=D-10:IF D<1 THEN 50
40 LINE -STEP(0,D+10),3:NEXT
50 PAINT (45,175),1,3
