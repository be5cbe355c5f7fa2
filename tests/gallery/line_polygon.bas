10 ' A triangle, a square, a pentagon and a hexagon drawn by LINE -(x,y), each from where the last line ended.
20 SCREEN 2:FOR N=3 TO 6:X=100+(N-3)*150
30 PSET (X+60,100):FOR I=1 TO N:A=I*6.283185/N:LINE -(X+60*COS(A),100-25*SIN(A)):NEXT I,N
