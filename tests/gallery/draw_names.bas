10 ' Values of variables: a step up by N, right by M%, down by an element; texts in texts.
20 SCREEN 1:DIM K(5):N=30:M%=25:K(3)=15:A$="U=N;R=M%;D=K(3);":B$="C1XA$;C2XA$;C3XA$;":DRAW "BM20,150XB$;"
30 DRAW "BM200,100X"+VARPTR$(A$)+"L="+VARPTR$(N)
