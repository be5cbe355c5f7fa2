10 ' Four views of one figure: whole, and nearer and nearer.
20 SCREEN 9:FOR I=0 TO 3:X=(I MOD 2)*320:Y=(I\2)*175:VIEW (X+5,Y+5)-(X+310,Y+165),,15
30 D=10/2^I:WINDOW (-D,-D)-(D,D):CIRCLE (0,0),4,I+9:LINE (-8,-8)-(8,8),I+1,B:LINE (-8,-8)-(8,8),12:LINE STEP(-8,0)-STEP(0,-8),14
40 NEXT
