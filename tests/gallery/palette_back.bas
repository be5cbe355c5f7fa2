10 ' PALETTE alone makes all colours as they were; -1 leaves one as it is.
20 SCREEN 7:FOR I=0 TO 15:LINE (I*20,20)-(I*20+17,150),I,BF:PALETTE I,15-I:NEXT:PALETTE:PALETTE 1,-1:PALETTE 2,14
