10 ' All colours at one blow, from the third element on: they run backwards, the first stays black.
20 SCREEN 8:DIM C%(20):FOR I=0 TO 15:C%(I+3)=16-I:LINE (I*40,20)-(I*40+37,150),I,BF:NEXT:C%(3)=-1:PALETTE USING C%(3)
