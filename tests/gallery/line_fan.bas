10 ' Rays from the middle to the edges, every octant; each mirror image is the same but for the ties.
20 SCREEN 1:FOR X=0 TO 319 STEP 29:LINE (160,100)-(X,0),1:LINE (160,100)-(X,199),2:NEXT
30 FOR Y=0 TO 199 STEP 22:LINE (160,100)-(0,Y),3:LINE (160,100)-(319,Y),3:NEXT
