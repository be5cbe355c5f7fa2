10 ' CLS clears the window alone, then VIEW takes the screen again and the last point is in its middle.
20 SCREEN 1:LINE (0,0)-(319,199),1,BF:VIEW (100,50)-(219,149):CLS:LINE -(0,0),2:VIEW:LINE -(0,199),3
