10 ' A ball at every offset within a byte, SCREEN 2: all are alike, and nothing beside them changes.
20 SCREEN 2:DIM A%(100):CIRCLE (10,5),9:PAINT (10,5):GET (0,0)-(20,10),A%:CLS
30 FOR I=0 TO 15:PUT (10+I*39,20+I*8),A%:NEXT
