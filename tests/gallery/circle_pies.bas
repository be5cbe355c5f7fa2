10 ' A pie with a slice out, the slice beside it; an end with a line and an end without; a line at 0 is asked by -.0001.
20 SCREEN 1:CIRCLE (90,100),70,3,-1,-5.5:CIRCLE (110,100),70,2,-5.5,-1
30 CIRCLE (250,60),40,1,-.5,2.5:CIRCLE (250,150),40,1,.5,-2.5:CIRCLE (180,170),25,3,-.0001,-1.5
