10 ' SCREEN 1: four pixels a byte. Stripes down of all colours, rows of 1, 2 and 3, a chequer of 1 and 0.
20 SCREEN 1:FOR I=0 TO 2:LINE (10+I*100,20)-(100+I*100,120),3,B:NEXT
30 PAINT (50,50),CHR$(&H1B),3:PAINT (150,50),CHR$(&H55)+CHR$(&HAA)+CHR$(&HFF),3:PAINT (250,50),CHR$(&H11)+CHR$(&H44),3
