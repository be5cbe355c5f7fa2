10 ' What is drawn on page 2 is seen when it is turned to; page 0 keeps its red.
20 SCREEN 7,,2,0:LINE (50,50)-(150,150),3,BF:SCREEN ,,0,0:LINE (0,0)-(319,199),4,BF:SCREEN ,,0,2
