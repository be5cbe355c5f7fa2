10 ' VIEW SCREEN: the same window, coordinates still from the corner of the screen; the border lies outside it.
20 SCREEN 1:VIEW SCREEN (80,50)-(239,149),2,3:LINE (0,0)-(319,199),1:LINE (319,0)-(0,199),1:CIRCLE (80,50),60,3
30 PSET (79,49),1:PSET (240,150),1
