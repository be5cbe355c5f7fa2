10 ' Centres at the corners and outside: quarters of circles and bows, nothing comes in at the other side.
20 SCREEN 1:CIRCLE (0,0),50,1:CIRCLE (319,0),50,2:CIRCLE (0,199),50,3:CIRCLE (319,199),50,1
30 CIRCLE (160,-40),70,2:CIRCLE (160,240),70,3:CIRCLE (-30,100),60,1:CIRCLE (350,100),60,2:CIRCLE (160,100),5000,3
