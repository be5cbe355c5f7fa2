10 REM What is handed to subroutines, and what they give back
20 DIM C(9)
30 GOSUB 600:REM DEAL
40 FOR P=1 TO 2
50 X=P:GOSUB 300:T(P)=S
60 NEXT P
70 IF T(1)=T(2) THEN PRINT "A tie":END
80 W=1:IF T(2)>T(1) THEN W=2
90 N$="player":GOSUB 500:N$=U$
100 PRINT N$;W;"wins":END
190 REM -------------------------
200 REM  THE VALUE V OF CARD K
210 REM -------------------------
220 V=C(K):IF V>10 THEN V=10
230 RETURN
290 '*** the sum S of hand X ***
300 S=0
310 FOR K=X TO 9 STEP 2:GOSUB 220:S=S+V:NEXT K
320 RETURN
500 U$="" 'A$ with a capital
510 FOR I=1 TO LEN(N$)
520 C$=MID$(N$,I,1):IF I=1 AND C$>="a" AND C$<="z" THEN C$=CHR$(ASC(C$)-32)
530 U$=U$+C$:NEXT I
540 RETURN
600 FOR I=1 TO 9:READ C(I):NEXT:RETURN
610 DATA 1,13,5,7,2,11,9,8,4
