10 ' A bar of the same colour right across the box: rows that are painted already lead no further.
20 SCREEN 1:LINE (20,20)-(300,180),3,B:LINE (21,95)-(299,99),2,BF:LINE (100,99)-(110,104),1,BF:PAINT (50,50),2,3
