10 REM A deck filled by a counter that is any number elsewhere
20 DIM D(52),H(20)
30 FOR I=1 TO 52:D(I)=I:NEXT
40 FOR I=52 TO 2 STEP -1:J=INT(RND(1)*I)+1:X=D(I):D(I)=D(J):D(J)=X:NEXT
50 INPUT "How many cards";N:IF N<1 OR N>20 THEN 50
60 FOR I=1 TO N:C=D(I):H(I)=C:GOSUB 100:NEXT:PRINT
70 FOR I=1 TO N:T=T+H(I):NEXT:PRINT "Total";T
80 END
100 PRINT (C-1) MOD 13+1;MID$("SHDC",(C-1)\13+1,1);" ";:RETURN
