10 ' Aspects 0 (a line), 1/4, 1/2, 1, 2, 4, and none; where it is above 1 the radius is the height.
20 SCREEN 2:FOR I=0 TO 5:READ A:CIRCLE (60+I*100,50),40,1,,,A:NEXT:CIRCLE (60,150),40
30 DATA 0,.25,.5,1,2,4
