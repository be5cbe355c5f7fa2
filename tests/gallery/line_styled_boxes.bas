10 ' The style goes on round the box: lower side, upper side, right, left; from the second point's corner.
20 SCREEN 1:LINE (10,10)-(130,90),1,B,&HFF0F:LINE (290,180)-(160,20),2,B,&HEEEE:LINE (10,110)-(130,190),3,B,&H8000
