"""Random programs about what a program keeps: random files with FIELD, arrays that are made, erased and made anew, DEF
FN within DEF FN, loops whose steps round, subroutines that go on elsewhere."""

from __future__ import annotations

from control_flow_programs import Dice

NUMBERS = (
    "A", "B", "I%", "J%", "D#", "N", "K", "T(I%)", "M(1,J%)", "1", "2", "3", "5", "0", "-1", "2.5", "12.345",
    "32767",
)  # fmt: skip
TEXTS = ("A$", "B$", "F$", "G$", "H$", "S$(J%)", '"X"', '"HELLO WORLD"', '"12.5"', '""')
FORMATS = (
    '"##.##"', '"+###"', '"**##.#-"', '"$$###,.##"', '"#.##^^^^"', '"!"', '"\\  \\"', '"&"', '"NO ## OF &"', '"_##"',
    '"###-"',
)  # fmt: skip
FIELDS = ("8 AS F$,4 AS G$,2 AS H$", "2 AS H$,2 AS F$,10 AS G$", "5 AS F$", "20 AS F$")
PARTS = (
    "OPTION BASE 1", "DIM T(6),M(2,4),S$(5)", "DIM T(3)", "DIM S$(12)",
    'OPEN "R",#1,"DATA",14', 'OPEN "DATA" AS #1 LEN=16',
)  # fmt: skip
LAST = """800 PRINT "END";A;B;N;I%;A$;B$:END
900 A=A+1:IF A>3 THEN RETURN 800 ELSE RETURN
920 B=B+1:GOSUB 940:RETURN
940 PRINT "IN";B;:RETURN
960 IF N>2 THEN RETURN 40
970 N=N+1:RETURN
"""


class KeptWriter(Dice):
    def number(self, depth: int = 1) -> str:
        if depth <= 0 or self.odds(50):
            return self.one(*NUMBERS)
        inner, text = self.number(depth - 1), self.text(depth - 1)
        return self.one(
            *(f"{inner}{sign}{self.number(depth - 1)}" for sign in ("+", "-", "*", "/", "\\", " MOD ", ">", "=")),
            *(f"FNA({inner})", f"FNB({inner},{self.number(0)})", f"LEN({text})", f"VAL({text})", f"ASC({text})"),
            *(f"CVI({text})", f"CVS({text})", f"INT({inner})", f"CINT({inner})"),
            *(f"INSTR({text},{self.text(0)})", "LOC(1)", "LOF(1)", f"ABS({inner})", f"SGN({inner})"),
        )

    def text(self, depth: int = 1) -> str:
        if depth <= 0 or self.odds(50):
            return self.one(*TEXTS)
        inner, count = self.text(depth - 1), self.number(depth - 1)
        return self.one(
            *(f"{inner}+{self.text(0)}", f"LEFT$({inner},{count})", f"MID$({inner},{count},{self.number(0)})"),
            *(f"RIGHT$({inner},{count})", f"STR$({count})", f"MKI$({count})", f"MKS$({count})", f"FNC$({inner})"),
            *(f"SPACE$({self.number(0)})", f"STRING$(3,{inner})", f"CHR$({count})", f"HEX$({count})"),
        )

    def statement(self) -> str:
        if self.odds(12):
            return f"IF {self.number()} THEN {self.plain()} ELSE {self.plain()}"
        return self.plain()

    def plain(self) -> str:
        families = (self._filed, self._filed, self._made, self._told, self._looped, self._changed, self._printed)
        return self.random.choice(families)()

    def _filed(self) -> str:
        record = self.one("", ",1", ",2", f",{self.number(0)}")
        return self.one(
            *(f"FIELD #1,{self.one(*FIELDS)}", f"LSET {self.one('F$', 'G$', 'H$', 'A$')}={self.text()}"),
            *(f"RSET {self.one('F$', 'G$', 'H$', 'B$')}={self.text()}", f"PUT #1{record}", f"GET #1{record}"),
            *("CLOSE #1", "PRINT EOF(1);LOC(1)", self.one(*PARTS[4:]), "PRINT F$;G$;H$", f"F$={self.text()}", "CLOSE"),
        )

    def _made(self) -> str:
        return self.one(
            *("ERASE T", "ERASE S$", "ERASE M", "DIM T(4)", f"DIM T({self.number(0)})", "DIM M(3,3)"),
            *(f"S$(J%)={self.text()}", f"T({self.number(0)})={self.number()}", f"M(I%,1)={self.number()}"),
            *("PRINT T(1);M(1,1)", "ERASE T,M:DIM T(9)", f"DEF FNA(X)={self.number()}+X"),
            *(f"DEF FNB(X,Y)=FNA(X)+Y*{self.number(0)}", f"DEF FNC$(X$)=X$+{self.text()}"),
        )

    def _told(self) -> str:
        return self.one(
            *("GOSUB 900", "GOSUB 920", "GOSUB 960", f"ON {self.number()} GOSUB 900,920,940"),
            *(f"ON {self.number(0)} GOTO 800", "READ A,B$", "RESTORE", "RESTORE 998", "READ I%"),
            *(f"ERROR {self.one('5', '53', '200')}", "RANDOMIZE 3"),
        )

    def _looped(self) -> str:
        step = self.one("", " STEP .25", " STEP 1.5", " STEP -1", " STEP .1", " STEP 300", f" STEP {self.number(0)}")
        counter, stop = self.one("K", "I%", "J%", "N"), self.one("2", "3", "32767", ".6", self.number(0))
        inside = self.one(f"PRINT {counter};", self.plain(), "IF K>1 THEN 800")
        begin = self.one("0", "1", "32000", "-1", self.number(0))
        return f"FOR {counter}={begin} TO {stop}{step}:Q=Q+1:IF Q>50 THEN 800 ELSE {inside}:NEXT {counter}"

    def _changed(self) -> str:
        return self.one(
            *("SWAP A,B", "SWAP A$,B$", "SWAP T(1),T(I%)", "SWAP F$,A$", f"A={self.number(2)}", f"B={self.number(2)}"),
            *(f"A$={self.text(2)}", f"B$={self.text()}", f"I%={self.number()}", f"J%={self.number(0)}"),
            *(f"D#={self.number()}",),
            *(f"MID$({self.one('A$', 'F$', 'S$(1)')},{self.number(0)})={self.text()}", f"MID$(A$,2,1)={self.text(0)}"),
        )

    def _printed(self) -> str:
        return self.one(
            *(f"PRINT USING {self.one(*FORMATS)};{self.number()}", f"PRINT USING {self.one(*FORMATS)};{self.text()};"),
            *(f"PRINT USING {self.one(*FORMATS)};{self.number(0)},{self.number(0)}",),
            *(f"PRINT {self.number()};{self.text()}", f"PRINT FNA({self.number()});FNB(1,{self.number(0)})"),
            *(f"PRINT TAB({self.number(0)});{self.text()}",),
        )

    def program(self) -> str:
        trapped = self.odds(60)
        lines = ["ON ERROR GOTO 980"] * trapped
        lines += [part for part in PARTS if self.odds(45)]
        lines.append("DEF FNA(X)=X*2:DEF FNB(X,Y)=FNA(X)+Y:DEF FNC$(X$)=X$+A$")
        lines.append('A$="BASIC":B$="XYZ":I%=1:J%=2:K=.5')
        for _ in range(self.random.randint(5, 16)):
            line = ":".join(self.statement() for _ in range(self.random.choice((1, 1, 2))))
            lines.append(f"FOR L=1 TO 2:{line}:NEXT L" if self.odds(12) else line)
        text = "".join(f"{10 * number} {line}\n" for number, line in enumerate(lines, 1) if len(line) < 240)
        handler = self.one(
            "PRINT ERR;ERL;:Z=Z+1:IF Z>20 THEN 800 ELSE RESUME NEXT",
            "Z=Z+1:IF Z>15 THEN END ELSE IF ERR=9 THEN RESUME 800 ELSE PRINT ERR;:RESUME NEXT",
        )
        return text + LAST + f"980 {handler}\n" * trapped + "998 DATA 1,TWO,3,FOUR,5.5,6\n"
