10 ' On a field of 2: a row of 3 (PSET), of 0 (PRESET), of 1 (PRESET with a colour), of 0 (PSET with one).
20 SCREEN 1:LINE (0,0)-(100,60),2,BF
30 FOR X=0 TO 100 STEP 2:PSET (X,10):PRESET (X,20):PRESET (X,30),1:PSET (X,40),0:NEXT
