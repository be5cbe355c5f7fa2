10 ' The same in SCREEN 2, where a pixel is 2.4 times as high as wide.
20 SCREEN 2:FOR A=0 TO 3:DRAW "BM320,100A"+STR$(A)+"U60NG10NF10":NEXT
