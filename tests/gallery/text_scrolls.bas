10 ' What is drawn scrolls with the text: lines have come up by 24 dots, the one in row 25 stays.
20 SCREEN 2:FOR Y=0 TO 199 STEP 40:LINE (0,Y)-(639,Y):NEXT:LINE (0,199)-(639,199):LOCATE 24,1:PRINT "ONE":PRINT "TWO":PRINT "THREE"
