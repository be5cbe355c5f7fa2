10 REM A function may be defined anew, with other parameters; arguments are taken one by one (FNDOER in GWEVAL.ASM)
20 DEF FNA(X,Y)=X+Y*Z:Z=2
30 PRINT FNA(1,2)
40 DEF FNA(X$)=LEN(X$):PRINT FNA("abc")
50 DEFINT I-N:PRINT FNA("abcd")
60 PRINT FNA(1,2)
