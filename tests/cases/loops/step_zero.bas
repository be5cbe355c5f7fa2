10 REM STEP 0 never ends by itself (published source: FOR makes the sign of such a step 2; PC-BASIC agrees)
20 FOR I=1 TO 1 STEP 0:N=N+1:IF N>3 THEN 40
30 NEXT
40 PRINT N
50 Z=0:FOR I%=1 TO 1 STEP Z:M=M+1:IF M=3 THEN 70
60 NEXT
70 PRINT M
