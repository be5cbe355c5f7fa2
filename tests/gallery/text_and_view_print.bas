10 ' VIEW PRINT: only rows 10 to 15 scroll; the lines around them stay.
20 SCREEN 1:LINE (0,71)-(319,120),1,B:LINE (0,0)-(319,60),3,B:VIEW PRINT 10 TO 15:FOR I=1 TO 12:PRINT "ROW";I:NEXT
