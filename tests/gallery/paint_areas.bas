10 ' A box, a circle, a diamond: filled up to their borders; outside 2 up to 3. The first has its border's colour.
20 SCREEN 1:LINE (20,20)-(90,80),1,B:PAINT (50,50),1:CIRCLE (160,50),40,2:PAINT (160,50),1,2
30 PSET (260,10),3:LINE -(300,50),3:LINE -(260,90),3:LINE -(220,50),3:LINE -(260,10),3:PAINT (260,50),2,3
40 LINE (0,100)-(319,100),3:LINE (50,120)-(270,180),3,B:PAINT (0,150),2,3
