10 ' Two windows: lines, circles, boxes and paint stay within; each has its own corner as (0,0).
20 SCREEN 1:VIEW (20,20)-(140,120):FOR I=0 TO 200 STEP 10:LINE (0,0)-(200,I),1+I MOD 3:NEXT:CIRCLE (60,50),70,3
30 VIEW (180,60)-(300,180),1,3:LINE (-50,-50)-(60,60),2,BF:CIRCLE (120,120),80,3:PAINT (119,119),2,3:PSET (0,0),3
