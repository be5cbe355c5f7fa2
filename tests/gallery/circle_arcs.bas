10 ' Quarters: right top, left top, left bottom, right bottom, each further out; then three quarters over 0.
20 SCREEN 1:P=1.570796:FOR I=0 TO 3:CIRCLE (100,100),30+I*15,1+I MOD 3,I*P,(I+1)*P:NEXT
30 CIRCLE (240,100),60,2,3*P,2*P
