10 REM NEW in a program ends it, also where a loop is native code (it deletes the program and goes back to the prompt)
20 FOR I=1 TO 5:PRINT I;:IF I=3 THEN NEW
30 NEXT
