10 ' SCREEN 9: 35/48 as high as wide; sixteen colours.
20 SCREEN 9:FOR I=0 TO 15:CIRCLE (320,175),20+I*14,I:NEXT:CIRCLE (320,175),60,14,,,1
