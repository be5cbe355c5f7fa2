10 ' Ends beyond the screen come to the first pixel outside (-1 or 320, 200), which turns the lines.
20 SCREEN 1:LINE (160,100)-(1000,100),1:LINE (160,100)-(1000,1000),2:LINE (160,100)-(-32768,0),3
30 LINE (-50,50)-(50,-50),1:LINE (-9999,150)-(32767,150),2:LINE (100,-20)-(100,220),3
