10 ' The same figure at S1 to S16: a quarter, a half, as it is, double, fourfold; M by numbers grows with it, M to does not.
20 SCREEN 1:A$="R20D20L20U20M+20,+20":FOR I=0 TO 4:DRAW "BM"+STR$(10+I*45)+",10S"+STR$(2^I)+"XA$;":NEXT
30 DRAW "S4BM20,150M100,190"
