10 ' SCREEN 3, Hercules: circles, a flat one and a high one, and the frame of the screen.
20 SCREEN 3:CIRCLE (360,174),200:CIRCLE (360,174),200,1,,,.2:CIRCLE (360,174),150,1,,,3:LINE (0,0)-(719,347),1,B
