10 ' Every other dot of the tile is a border: the same runs are met hundreds of times.
20 SCREEN 2:LINE (13,21)-(203,150),1,B:PAINT (300,50),CHR$(136)+CHR$(34)
