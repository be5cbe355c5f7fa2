10 ' A comb from above and one from below: the paint goes up and down between all their teeth.
20 SCREEN 1:FOR X=20 TO 280 STEP 40:LINE (X,20)-(X,150),3:LINE (X+20,60)-(X+20,180),3:NEXT:LINE (0,20)-(319,180),3,B
30 PAINT (5,100),1,3
