10 REM \ and MOD by zero print a message and go on (published source: IDIV and IMOD; PC-BASIC agrees)
20 PRINT 5\0:X=-7 MOD 0:PRINT X
30 N%=0:FOR I=1 TO 2:PRINT I MOD 2;I\2;-7 MOD 3;-7\2;:NEXT:PRINT
40 ON ERROR GOTO 70
50 PRINT 5\N%
60 PRINT 1/N%:END
70 PRINT ERR;ERL:IF ERL=50 THEN RESUME NEXT
80 REM After ON ERROR GOTO it is an error, within the handler, too
90 X=1/0
