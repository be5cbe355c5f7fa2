10 ' SCREEN 2: eight pixels a byte: bricks, dots, slashes; they begin at the corner of the screen, not of the box.
20 SCREEN 2:FOR I=0 TO 2:LINE (13+I*200,21)-(203+I*200,150),1,B:NEXT
30 PAINT (50,50),CHR$(255)+CHR$(128)+CHR$(128)+CHR$(255)+CHR$(8)+CHR$(8):PAINT (300,50),CHR$(136)+CHR$(34)
40 FOR I=0 TO 7:T$=T$+CHR$(2^I):NEXT:PAINT (500,50),T$
