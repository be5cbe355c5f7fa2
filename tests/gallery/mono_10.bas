10 ' SCREEN 10: black, dim, a colour that blinks, bright.
20 SCREEN 10:FOR I=0 TO 3:LINE (20+I*150,20)-(140+I*150,200),I,BF:CIRCLE (80+I*150,260),40,I:NEXT:LINE (0,0)-(639,349),3,B
