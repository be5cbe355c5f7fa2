10 ' Boxes from every pair of corners, of one row, one column and one pixel; the filled ones are cut at the edges.
20 SCREEN 1:LINE (10,10)-(60,40),1,B:LINE (120,40)-(70,10),2,B:LINE (130,40)-(180,10),3,B:LINE (240,10)-(190,40),1,B
30 LINE (10,60)-(60,60),3,B:LINE (70,60)-(70,90),2,B:LINE (80,60)-(80,60),1,B:LINE (90,60)-(91,61),2,B
40 LINE (-10,150)-(40,300),1,BF:LINE (300,-10)-(400,30),2,BF:LINE (100,120)-(99,119),3,BF:LINE (200,150)-(260,100),3,BF
