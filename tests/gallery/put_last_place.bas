10 ' Into all four corners; one pixel further is error 5 and draws nothing.
20 SCREEN 1:DIM A%(100):LINE (0,0)-(19,19),3,BF:LINE (5,5)-(14,14),1,BF:GET (0,0)-(19,19),A%:CLS
30 PUT (0,0),A%:PUT (300,0),A%:PUT (0,180),A%:PUT (300,180),A%:ON ERROR GOTO 50
40 PUT (301,90),A%:PUT (150,181),A%:PUT (-1,90),A%:LINE (100,100)-(100+N*20,110),2,BF:END
50 IF ERR=5 THEN N=N+1:RESUME NEXT
