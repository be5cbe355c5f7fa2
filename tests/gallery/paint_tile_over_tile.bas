10 ' Rows of 1 are painted with rows of 1 and 2. Without the background the row that looks like paint stops it.
20 SCREEN 1:FOR I=0 TO 1:X=20+I*150:LINE (X,20)-(X+120,150),3,B:LINE (X+1,21)-(X+119,149),1,BF:NEXT
30 T$=CHR$(&H55)+CHR$(&HAA):PAINT (50,50),T$,3:PAINT (200,50),T$,3,CHR$(&H55)
