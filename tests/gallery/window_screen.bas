10 ' WINDOW SCREEN counts downwards: the long line falls to the right; after WINDOW it rises.
20 SCREEN 1:WINDOW SCREEN (0,0)-(10,10):LINE (1,1)-(9,8),1:CIRCLE (5,5),2,1
30 WINDOW (0,0)-(10,10):LINE (1,1)-(9,8),2:CIRCLE (5,5),1,2:WINDOW:LINE (0,0)-(30,30),3,BF
