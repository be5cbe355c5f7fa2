10 REM The numbers a function is given, and what it makes of them
20 DEF FNR(X)=INT(RND(1)*X)+1
30 DEF FNM(A,B)=A-INT(A/B)*B
40 DEF FNH(X)=X/2+Y
50 X=.5:Y=3:S=0
60 FOR I=1 TO 4:D=FNR(6):S=S+D:PRINT D;:NEXT:PRINT S;X
70 INPUT "HOW MANY",N
80 FOR I=1 TO 3:PRINT FNM(I,2);FNH(FNR(4));FNH(N):NEXT
