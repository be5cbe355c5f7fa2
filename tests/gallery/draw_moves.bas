10 ' B goes without drawing, N comes back; M to a point, M by numbers with signs, blanks and small letters.
20 SCREEN 1:DRAW "bm 40,40 nr20 nd20 br30 m 120 , 60 M+30,-20 M-10,+40 bm-20,0 c2 r40"
30 DRAW "BM60,120C3NU20NR60D20NR60D20R60NU40"
