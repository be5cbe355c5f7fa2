10 ' POKE into SCREEN 1: even rows at 0, odd ones at 8192; each byte has four pixels: bars of all colours, 24 rows.
20 SCREEN 1:DEF SEG=&HB800:FOR Y=0 TO 11:FOR X=0 TO 79:POKE Y*80+X,&H1B:POKE 8192+Y*80+X,&HE4:NEXT X,Y
