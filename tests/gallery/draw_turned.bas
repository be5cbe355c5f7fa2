10 ' A hand every 30 degrees, against the clock, as on a round clock; and a box turned by 45.
20 SCREEN 9:FOR A=0 TO 330 STEP 30:DRAW "TA"+STR$(A)+"C"+STR$(1+A/30)+"BM220,175U100":NEXT
30 DRAW "TA45C14BM480,175U80R80D80L80"
