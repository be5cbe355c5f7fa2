10 ' Eight directions of 40 from one point, in turn; the slanted ones go 40 across and 40 down.
20 SCREEN 1:DRAW "BM100,100C1NU40NE40NR40NF40C2ND40NG40NL40NH40":DRAW "BM220,60C3U20R20D20L20BF5R10"
