10 ' Singles, doubles, two dimensions, and from an element on: what comes out is what went in.
20 SCREEN 1:DIM A(200),B#(100),C%(10,30):RANDOMIZE 3:FOR I=1 TO 200:PSET (RND*30,RND*30),RND*3:NEXT
30 GET (0,0)-(30,30),A:GET (0,0)-(30,30),B#:GET (0,0)-(30,30),C%
40 PUT (50,20),A:PUT (100,20),B#:PUT (150,20),C%:GET (0,0)-(9,9),A(100):PUT (200,20),A(100):PUT (50,70),A
