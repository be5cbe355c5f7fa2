10 ' SCREEN 1 on blue with green, red and yellow.
20 SCREEN 1:COLOR 1,0:FOR I=0 TO 3:LINE (20+I*70,20)-(70+I*70,150),I,BF:NEXT:LINE (10,10)-(310,160),3,B
