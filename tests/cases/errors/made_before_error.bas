10 REM An array without DIM is there when its first element turns out to be none (published source: PTRGET)
20 OPTION BASE 1: ON ERROR GOTO 60
30 I=M(8,L)
40 DIM M(3)
50 END
60 PRINT ERR;ERL: RESUME NEXT
