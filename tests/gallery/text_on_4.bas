10 ' SCREEN 1: letters of 8 by 8 on a drawing; they bring their background along. CHR$(219) is a block, 1 a face.
20 SCREEN 1:LINE (0,0)-(319,100),2,BF:LOCATE 3,5:PRINT "HELLO, WORLD ";CHR$(219);CHR$(219);CHR$(1)
30 LOCATE 20,1:PRINT "40 COLUMNS: 1234567890123456789012345678";:LOCATE 22,40:PRINT "X"
