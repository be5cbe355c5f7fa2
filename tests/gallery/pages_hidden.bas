10 ' Drawn on page 1, which is not seen, and copied to page 0; the box on page 0 was there before, and is gone.
20 SCREEN 7,,0,0:LINE (0,0)-(100,100),4,BF:SCREEN ,,1,0:CIRCLE (160,100),50,14:PAINT (160,100),2,14:PCOPY 1,0
