10 ' Dotted, dashed and long lines; the first bit is the highest, and it is at the upper end.
20 SCREEN 2:FOR I=0 TO 5:READ S:LINE (20,10+I*8)-(300,10+I*8),1,,S:LINE (320,10)-(400+I*40,100),1,,S:NEXT
30 DATA &HAAAA,&HCCCC,&HF0F0,&HFF00,&HFFFE,&H8001
40 LINE (20,120)-(36,120),1,,&H7000:LINE (50,120)-(50,140),1,,&H7000
