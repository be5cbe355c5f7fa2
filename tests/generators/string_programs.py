"""Random programs with what `control_flow_programs` leaves out: texts in place, formats, answers asked for again."""

from __future__ import annotations

import control_flow_programs


class Writer(control_flow_programs.Writer):
    """The same lines, with statements of other families among them."""

    def simple(self) -> str:
        return self._other() if self.odds(30) else super().simple()

    def _other(self) -> str:
        families = self._texts, self._shown, self._asked, self._tables, self._functions, self._flow
        return self.random.choice(families)()

    def _texts(self) -> str:
        place = self.one("A$", "B$", "C$", f"S$({self.whole()})", "T$(1,J%)")
        return self.one(
            *(f"MID$({place},{self.whole()})={self.text(1)}", f"LSET {place}={self.text(1)}"),
            *(f"RSET {place}={self.text(1)}", f"SWAP {place},B$"),
            *(f"{place}=INKEY$", f"{place}=INPUT$({self.one('1', '2', 'A')})"),
            *(f"A=INSTR({self.text(1)},{self.text(0)})", f"A=INSTR({self.whole()},{self.text(1)},B$)"),
            *(f"{place}=MKI$(I%)+MKS$(A)", f'A=CVI(LEFT$({self.text(0)}+"XY",2))', f"{place}=OCT$({self.whole()})"),
            f"{place}=SPACE$({self.whole()})+STRING$({self.whole()},{self.text(0)})",
        )

    def _shown(self) -> str:
        form = self.one('"##.##"', '"###,.#"', '"+##^^^^"', '"\\ \\!&"', '"**$##.#-"', '"_##"', "A$")
        value = self.text(1) if self.odds(20) else self.number(1)
        return self.one(
            *(f"PRINT USING {form};{value}", f"PRINT USING {form};{value},{self.number(1)};"),
            f"PRINT TAB({self.whole()});{self.text(1)};SPC({self.whole()});{value}",
            *(f"PRINT {value},{value},,{self.text(0)};", f"PRINT STRING$(75,45);{value};"),
            *(f"WRITE {self.number(1)},{self.text(1)}", f"LOCATE ,{self.one('5', 'A', 'I%')}", "LOCATE 5,5"),
            *("WIDTH 40", "WIDTH 80", "PRINT POS(0);CSRLIN>0", "CLS", "BEEP", "KEY OFF"),
        )

    def _asked(self) -> str:
        return self.one(
            *("INPUT A$,B", "INPUT I%,J%,K%", 'INPUT "N";N', 'INPUT "A, B",A,B$', "INPUT P(I%),I%", "INPUT;A"),
            *('LINE INPUT "L:";B$', "INPUT D#,E#", "INPUT S$(I%)", "LINE INPUT S$(1)", "RANDOMIZE A", "RANDOMIZE"),
        )

    def _tables(self) -> str:
        return self.one(
            *("RESTORE", "RESTORE 8000", "READ S$(I%),A", "READ P(A),P(B)", "READ A$,B$,C$", "READ D#,X!"),
            *("ERASE S$", "ERASE P,M", "DIM S$(5),T$(2,3)", "DIM Q%(I%,J%)", "T$(I%,1)=A$+B$", "PRINT T$(1,1);T$(A,B)"),
            *("SWAP S$(I%),S$(J%)", "SWAP M(1,2),M(I%,0)", "M(I%,J%)=M(J%,I%)+1", "M(A,B)=Q%(I%)"),
            *("Q%(I%)=Q%(I%)+M(1,1)", "Q%(3)=A*B", "R#(I%)=R#(I%)/3"),
        )

    def _functions(self) -> str:
        return self.one(
            *("DEF FNT$(X$,N)=LEFT$(X$,N)+A$", "DEF FNT$(A$,X)=STRING$(X,A$)", "A$=FNT$(B$,I%)"),
            *("DEF FNC(X,Y)=X*Y-A", "DEF FNC(A,B)=FNA(A)+B", "A=FNC(B,I%)", "PRINT FNT$(A$,2);FNC(1,A)"),
            *("DEF FNZ=A+1", "PRINT FNZ", "B=FNC(FNC(1,2),FNZ)"),
            *("I%=32767+J%", "J%=I%*I%", "K%=A*1000", "I%=-32768-1", "A=1E30*B*1E10", "PRINT 1/C", "PRINT A^B;-A^.5"),
            *("A=LOG(B)", "A=SQR(A-5)", "PRINT SIN(A);EXP(B)", 'A=VAL(A$+"E5")', "A=ASC(A$)"),
            *("PRINT CDBL(A)/3;CSNG(D#)", "D#=A/3:E#=D#*D#"),
        )

    def _flow(self) -> str:
        return self.one(
            *(f"ON {self.whole()} GOTO @,@,@", f"ON {self.number(1)} GOSUB @,@", "GOSUB @", "RETURN @"),
            *("ON ERROR GOTO 0", "ERROR 200", "ERROR A", "PRINT ERR;ERL", "IF ERR THEN RESUME NEXT"),
            *(f"WHILE {self.condition()}:A=A+1:WEND", "FOR I=1 TO 3:FOR J=1 TO 2:A=A+J:NEXT J,I"),
            *(f"FOR I%=32760 TO {self.one('32767', '32766')} STEP 3:NEXT", "FOR I=1 TO 3:IF A=I THEN @ ELSE NEXT"),
            *("CLEAR", "END", "STOP", "RUN @" if self.odds(5) else "A=A+1"),
        )
