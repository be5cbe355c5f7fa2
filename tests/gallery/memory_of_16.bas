10 ' POKE into the planes of SCREEN 9: OUT &H3C4,2 and the mask choose blue, green, red and bright: bands of 40 pixels.
20 SCREEN 9:DEF SEG=&HA000:OUT &H3C4,2:FOR P=0 TO 15:OUT &H3C5,P:FOR Y=0 TO 19:FOR X=0 TO 4:POKE (100+Y)*80+P*5+X,255:NEXT X,Y,P
