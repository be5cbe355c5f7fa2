10 ' The base changes, for which the code was written, and then the statement fails.
20 OPTION BASE 1 X:PRINT 2
30 PRINT 1
