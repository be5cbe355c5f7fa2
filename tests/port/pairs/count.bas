10 ' The squares of 1 to 5
20 FOR I=1 TO 5
30 PRINT I*I;
40 NEXT
50 PRINT
