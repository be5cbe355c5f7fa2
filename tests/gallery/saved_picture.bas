10 ' BSAVE and BLOAD of the screen's 16 KB: after CLS the circle is there again, the later box is not.
20 SCREEN 1:CIRCLE (160,100),80,2:PAINT (160,100),1,2:DEF SEG=&HB800:BSAVE "P.PIC",0,&H4000
30 CLS:LINE (0,0)-(99,99),3,BF:BLOAD "P.PIC"
