10 ' SCREEN 9: a row of the tile is four bytes, one a plane: blue and green columns, red and yellow rows.
20 SCREEN 9:LINE (20,20)-(300,300),15,B:PAINT (100,100),CHR$(&HAA)+CHR$(&H55)+CHR$(0)+CHR$(0),15
30 LINE (340,20)-(620,300),15,B
40 T$=CHR$(0)+CHR$(0)+CHR$(255)+CHR$(0)+CHR$(0)+CHR$(255)+CHR$(255)+CHR$(255):PAINT (400,100),T$,15
