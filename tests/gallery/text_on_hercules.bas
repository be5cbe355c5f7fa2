10 ' SCREEN 3: cells of nine dots; the double lines go on into the ninth, letters keep it free.
20 SCREEN 3:LOCATE 3,10:PRINT CHR$(201);STRING$(60,205);CHR$(187):LOCATE 4,10:PRINT CHR$(186);" HERCULES ";STRING$(20,219)
30 LOCATE 24,80:PRINT "Z";:LOCATE 22,1:PRINT "720 BY 348"
