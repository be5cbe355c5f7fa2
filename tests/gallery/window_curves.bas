10 ' Sine and cosine in coordinates of their own, y upwards; the axes cross in the middle.
20 SCREEN 2:WINDOW (-6.3,-1.2)-(6.3,1.2):LINE (-6.3,0)-(6.3,0):LINE (0,-1.2)-(0,1.2)
30 PSET (-6.3,SIN(-6.3)):FOR X=-6.3 TO 6.3 STEP .1:LINE -(X,SIN(X)):NEXT
40 FOR X=-6.3 TO 6.3 STEP .05:PSET (X,COS(X)):NEXT
