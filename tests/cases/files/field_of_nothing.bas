5 REM FIELD without variables attaches nothing; of a file that is not open it is Bad file number (manual: error 52)
10 ON ERROR GOTO 90
20 FIELD #1
30 OPEN "R",#1,"NOTHING.DAT",16: FIELD #1: CLOSE #1: KILL "NOTHING.DAT"
40 PRINT "DONE": END
90 PRINT ERR;ERL: RESUME NEXT
