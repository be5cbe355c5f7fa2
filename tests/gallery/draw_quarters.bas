10 ' An arrow turned by A0 to A3: up, left, down, right; its length looks the same, in pixels it is longer across.
20 SCREEN 1:FOR A=0 TO 3:DRAW "C"+STR$(1+A MOD 3)+"BM160,100A"+STR$(A)+"U60NG10NF10":NEXT
