10 ' A maze of slashes: what hangs together with the upper left corner is filled, rooms that are closed stay black.
20 SCREEN 1:RANDOMIZE 7:FOR Y=0 TO 190 STEP 10:FOR X=0 TO 310 STEP 10
30 IF RND<.5 THEN LINE (X,Y)-(X+10,Y+10),3 ELSE LINE (X+10,Y)-(X,Y+10),3
40 NEXT X,Y:LINE (0,0)-(319,199),0,B:PAINT (0,0),2,3
