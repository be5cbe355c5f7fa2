10 ' CLS clears all and puts the last point into the middle: the line comes from there.
20 SCREEN 2:LINE (0,0)-(639,199),1,BF:CLS:LINE -(0,0):LINE -(639,0)
