10 ' SCREEN 9 with the first 16 of 64 colours, then from the 48th on; a box each.
20 SCREEN 9:FOR I=0 TO 15:LINE (I*40,20)-(I*40+37,300),I,BF:PALETTE I,48+I:NEXT
