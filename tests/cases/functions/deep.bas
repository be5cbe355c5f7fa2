10 REM Nested as deeply as a line allows (by hand)
20 A=.5:B=1:DIM C(3):C(0)=2:DEF FNR(X)=FNR(X-1):ON ERROR GOTO 100
30 PRINT (A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+(A+B))))))))))))))))))))))))))))))))))))))))))))
40 PRINT ((((((((((((((((((((((((((((((((((((((((((((B+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)+A)
50 PRINT C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*C(0*1))))))))))))))))))))))))))))))))))))))))))))
60 PRINT NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(NOT(1)))))))))))))))))))))))))))))))))))))))))))))
70 PRINT ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
80 PRINT FNR(5)
90 END
100 PRINT ERR;ERL:RESUME NEXT
