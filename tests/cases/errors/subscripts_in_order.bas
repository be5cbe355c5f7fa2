10 REM All subscripts are made integers, one after the other, before the first is looked up: errors 5, 6 and 13 come
20 REM before 9 (published source: PTRGET)
30 ON ERROR GOTO 110: DIM T(3,3,3): X=40000!: Y=1/8-1
40 PRINT T(0,9,40000)
50 PRINT T(0,9,X);
60 PRINT T(9,X,-1)
70 PRINT T(9,Y,X)
80 PRINT T(9,1,"A")
90 T(0,9,X)=1
95 PRINT T(9,1,Y+2)
100 END
110 PRINT ERR;ERL: RESUME NEXT
