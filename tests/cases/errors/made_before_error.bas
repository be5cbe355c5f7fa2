10 REM An array without DIM is there when its first element turns out to be none, but a negative subscript is an error
20 REM before it is looked for (published source: PTRGET)
30 OPTION BASE 1: ON ERROR GOTO 100: I=1
40 J=M(8,L): DIM M(3)
50 J=N(I+1,-I): DIM N(3)
60 J=P(1,1,-I): DIM P(3)
70 A(1,12,1)=5: DIM A(3)
80 END
100 PRINT ERR;ERL: RESUME NEXT
