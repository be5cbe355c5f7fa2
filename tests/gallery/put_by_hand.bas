10 ' Pictures that no GET has made. Four rows of one plane each: blue, green, red, grey; then all pixels of 1 to 15.
20 SCREEN 7:DIM A%(60):A%(0)=8:A%(1)=4:FOR I=2 TO 9:READ A%(I):NEXT
30 FOR X=0 TO 9:FOR Y=0 TO 3:PUT (20+X*8,20+Y*4),A%,PSET:NEXT Y,X
40 DATA &H00FF,0,&HFF00,0,0,&H00FF,0,&HFF00
50 A%(0)=16:A%(1)=1:FOR I=2 TO 5:READ A%(I):NEXT:FOR Y=60 TO 90:PUT (20,Y),A%,PSET:NEXT
60 DATA &H5555,&H3333,&H0F0F,&HFF00
