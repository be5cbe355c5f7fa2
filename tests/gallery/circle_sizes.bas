10 ' Radii 0 to 95: they look round on the screen of that time, so they are 5/6 as high as wide.
20 SCREEN 1:FOR R=0 TO 95 STEP 5:CIRCLE (160,100),R,1+(R/5) MOD 3:NEXT
