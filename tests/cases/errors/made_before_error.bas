10 REM An array without DIM is there when one of its subscripts turns out to be too large; one that is too low is an
20 REM error before the next is worked out and the array is looked for (published source: PTRGET)
30 OPTION BASE 1: ON ERROR GOTO 200: I=1: M=1E6
40 J=M(8,L): DIM M(3)
50 J=N(I+1,-I): DIM N(3)
60 J=P(1,1,-I): DIM P(3)
70 A(1,12,1)=5: DIM A(3)
80 J=Q(L,M): DIM Q(3)
90 J=Q(M,L)
100 DIM B(L,M)
110 DIM B(-I,M)
120 DIM B(M,-I)
130 DIM B(I,-I)
140 DIM B(2),M(-I)
150 DIM B(L)
160 DIM B(2)
170 END
200 PRINT ERR;ERL: RESUME NEXT
