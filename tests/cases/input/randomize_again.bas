10 REM RANDOMIZE asks until it gets a number (published source: INPRAG; PC-BASIC agrees)
20 RANDOMIZE:PRINT "SEEDED"
30 RANDOMIZE "A"
