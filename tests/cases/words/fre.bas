10 REM FRE: what a variable and a text take of the memory
20 A=0:B=0:C$="":A=FRE(0):B=FRE(0):PRINT A-B
30 B=FRE(0):X=1:C=FRE(0):PRINT FRE("")<=B;FRE(0)>0
40 B=FRE(""):DIM Z%(99):PRINT B-FRE("")>=200
50 B=FRE(""):ERASE Z%:PRINT FRE("")>B
60 B=FRE(""):C$=STRING$(100,"*"):PRINT B-FRE("")
70 C$="":PRINT B-FRE("")
