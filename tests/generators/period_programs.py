"""Random programs made of what people wrote: `Writer(seed).program()`, and `Writer(seed).typed()` to be typed into it.

Where `control_flow_programs` puts statements together at random, here each piece has a purpose: a menu of GOSUBs, a
question
asked again, a table from DATA, a sort, a file, a handler. The pieces share their variables, go wrong by intention now
and then, and lead into each other. `Z%` counts what leads back, so that every run ends.
"""

from __future__ import annotations

import re
from random import Random

from control_flow_programs import Dice

NUMBERS = ("A", "B", "C", "T", "X", "Y", "N", "S", "A%", "B%", "N%", "D#", "E#", "X!", "A#")
TEXTS = ("A$", "B$", "N$", "W$", "L$")
COUNTERS = ("I", "J", "K", "I%", "J%", "N", "X")
ARRAYS = ("A({})", "T({})", "B%({})", "D#({})", "U({})", "M({},{})")
EDGES = (
    "32767", "-32768", "32768", "65535", ".5", "1.5", "-2.5", "2.5", "1E38", "16777216", ".1", "1D10", "&H7FFF",
    "&HFFFF",
)
TYPED = (
    "1", "2", "3", "4", "5", "0", "7", "-1", "2.5", "x", "", "1,2", "Y", "N", "HELLO", "40000", "9", "10", " 3 ",
    "THE END",
)
PRINTED = 'PRINT #1,N$(I);",";T(I)'
ERRORS = (
    "A=1/0", "N%=32767+B%+1", "A=T(99)", 'A=VAL("1E99")', "A=SQR(-1-A*A)", "W$=MID$(W$,0,1)",
    "READ A,A,A,A,A,A,A,A,A,A,A,A",
    "ERROR 77", "ERROR 5", "A=ASC(\"\")", "NEXT Q", "RETURN", "W$=STRING$(300,42)", "A=LOG(0)", "A%=40000*2", "WEND",
    "GOTO @nowhere", "A=CINT(A+32767.5)", "DIM T(9)", "W$=A+1", "A=W$", "CLOSE #9",
    'OPEN "NONE" FOR INPUT AS #3', "RESTORE @nowhere",
    "PRINT FNQ(1)", "T(-1)=2", "A=10^39", "SWAP A,A%", 'PRINT USING "";A', "PRINT CHR$(256+A%)", "A=1E20*1E20*A",
    "RESUME NEXT",
)  # fmt: skip
FORMATS = (
    '"##.##"', '"###,###.##"', '"$$###.##"', '"**###"', '"+###"', '"#.##^^^^"', '"TOTAL: ### UNITS"', '"!&"',
    '"###-"',
)


class Writer(Dice):
    """Writes one program, piece by piece. A line may begin with a label (`=name `), to which `@name` leads."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.labels = 0
        self.trapped = self.odds(45)
        self.careless = self.odds(50)  # errors stand without a handler, too
        self.tangled = self.odds(40)  # pieces lead into each other
        self.subroutines: list[str] = []  # the labels of what can be called
        self.inside = False  # a subroutine is written

    def label(self) -> str:
        self.labels += 1
        return f"l{self.labels}x"

    def typed(self) -> str:
        answers = Random(self.random.random())
        return "".join(f"{answers.choice(TYPED)}\n" for _ in range(40))

    # -- expressions ----------------------------------------------------------------------------------------------

    def element(self, names: tuple[str, ...] = ARRAYS) -> str:
        return re.sub("{}", lambda _: self.subscript(), self.one(*names))

    def subscript(self) -> str:
        return self.one(
            "I", "J", "K", "I%", "1", "2", "3", "5", "N", "I+1", "K-1", "N%", "INT(RND*5)+1", "A MOD 6", "X"
        )

    def place(self) -> str:
        return self.one(*NUMBERS) if self.odds(75) else self.element()

    def number(self, depth: int = 2) -> str:
        if depth == 0 or self.odds(25):
            if self.odds(50):
                return self.place()
            return (
                self.one(*EDGES)
                if self.odds(25 if self.careless else 5)
                else self.one("0", "1", "2", "3", "5", "10", "100", "12")
            )
        if self.odds(30):
            inner = self.number(depth - 1)
            return self.one(
                *(
                    f"INT({inner})", f"FIX({inner})", f"CINT({inner}/2)", f"ABS({inner})", f"SGN({inner})",
                    f"FNA({inner})",
                ),
                *(
                    f"FNB#({inner},2)", f"INT({inner}*10+.5)/10", f"CDBL({inner})", f"CSNG({inner})",
                    f"INT(RND*{inner})",
                ),
                *(
                    f"LEN({self.text(0)})", f"VAL({self.text(0)})", f'INSTR({self.text(0)},"A")',
                    f"({self.condition(0)})",
                ),
            )
        if self.odds(8):
            return f"({self.small()}{self.one(chr(92), ' MOD ', '/', '^')}{self.one('2', '3', '7', 'A%')})"
        if self.odds(10):
            return f"({self.small()}{self.one(' AND ', ' OR ', ' XOR ')}{self.small()})"
        return f"({self.number(depth - 1)}{self.one('+', '-', '*', '+', '-', '/')}{self.number(depth - 1)})"

    def small(self) -> str:
        return self.one(
            "A", "B", "I", "N", "N%", "A%", "T(I)", "T(1)", "100", "5", "X", "32767" if self.careless else "9", "F"
        )

    def text(self, depth: int = 1) -> str:
        if depth == 0 or self.odds(30):
            return self.one(*TEXTS, '"A"', '"GAME OVER"', '""', '" 12 "', f"N$({self.subscript()})", "A$(1)")
        inner = self.text(depth - 1)
        return self.one(
            *(f"{inner}+{self.text(0)}", f"LEFT$({inner},{self.one('1', '3', 'N', 'I')})", f"RIGHT$({inner},2)"),
            *(
                f"MID$({inner},{self.one('2', 'I', 'A', 'LEN(W$)')},1)", f"STR$({self.number(0)})",
                f"CHR$(64+{self.one('I', 'K', '5')})",
            ),
            *(
                f'STRING$({self.one("5", "N", "I")},"*")', f"SPACE$({self.one('3', 'K')})", f"HEX$({self.number(0)})",
                f"FNC$({inner})",
            ),
        )

    def condition(self, depth: int = 1) -> str:
        if depth and self.odds(25):
            return f"{self.condition(0)}{self.one(' AND ', ' OR ', ' XOR ')}{self.condition(0)}"
        if self.odds(25):
            return f"{self.text(0)}{self.one('=', '<>', '<', '>=')}{self.text(0)}"
        if self.odds(10):
            return self.one("NOT A%", "F", "NOT F", "A", 'INKEY$=""')
        return f"{self.number(1)}{self.one('=', '<>', '<', '>', '<=', '>=')}{self.number(depth)}"

    # -- statements -----------------------------------------------------------------------------------------------

    def deed(self) -> str:
        """What stands between the pieces' own statements."""
        if self.odds(3 if self.trapped else 1 if self.careless else 0):
            return self.one(*ERRORS)
        kinds = self.sum, self.sum, self.show, self.words, self.other, self.either
        return self.random.choice(kinds)()

    def deeds(self, least: int = 1, most: int = 3) -> list[str]:
        return [
            ":".join(self.deed() for _ in range(self.random.choice((1, 1, 2))))
            for _ in range(self.random.randint(least, most))
        ]

    def sum(self) -> str:
        name = self.place()
        if self.odds(50):
            return f"{name}={name}{self.one('+', '-', '+', '*')}{self.one('1', '2', '.5', '.1', 'I', 'B', 'X', '3')}"
        return f"{name}={self.number()}"

    def show(self) -> str:
        items = [
            self.one(self.number(1), self.text(), self.place(), "TAB(10)", "SPC(2)", '"="')
            for _ in range(self.random.randint(1, 4))
        ]
        if self.odds(20):
            form, value = self.one(*FORMATS), self.one(self.number(1), self.place())
            if "#" not in form or (self.careless and self.odds(10)):
                value = self.text(0)
            return f"PRINT USING {form};{value}{self.one('', ';')}"
        shown = "".join(item + self.one(";", ";", ",", " ") for item in items)
        return (
            f"{self.one('PRINT ', 'PRINT ', 'PRINT ', '? ')}{shown.rstrip(';, ') if self.odds(70) else shown.rstrip()}"
        )

    def words(self) -> str:
        place = self.one(*TEXTS, f"N$({self.subscript()})")
        long = "" if self.careless and self.odds(30) else f"IF LEN({place})>4 THEN "
        return self.one(
            *(f"{place}={self.text(2)}", f"{place}={place}+{self.text(1)}", f"{place}={self.text(0)}+{place}"),
            *(f"{long}MID$({place},{self.one('1', '2', '3')})={self.text(0)}", f"{long}MID$({place},1,K)=CHR$(42)"),
            *(
                f"LSET {place}={self.text(0)}", f"RSET {place}={self.text(0)}",
                f"IF LEN({place})>20 THEN {place}=LEFT$({place},5)",
            ),
        )

    def other(self) -> str:
        return self.one(
            *(
                "SWAP A,B", "SWAP A$,W$", "SWAP T(1),T(I)", "SWAP D#,E#", "SWAP A%,N%", "RANDOMIZE 5", "RANDOMIZE N",
                "X=RND",
            ),
            *("READ A", "READ N$,N", "READ W$", "RESTORE @datax", "RESTORE", "RESTORE @morex", "PRINT INT(RND*6)+1"),
            *(
                "ERASE U", "ERASE U:DIM U(N)", "DIM U(20)", "DEF FNA(X)=X+B", "DEF FNA(N)=N*T(1)", "F=NOT F", "F=-1",
                "F=0",
            ),
            *(
                "PRINT ERR;ERL", "PRINT", "LOCATE 5,1", "CLS", "BEEP", "PRINT POS(0)", "PRINT FRE(0)>0",
                "REM GOTO 100", "T=T+1",
            ),
            *(
                "INPUT A" if self.odds(50) else "N=3", 'INPUT "NAME";N$', "INPUT A,B", 'LINE INPUT "? ";W$',
                "INPUT N%", 'INPUT "HOW MANY",N', "INPUT T(I)",
            ),
            *(
                "WRITE A,A$,A%", "PRINT A;A$;A%;A#;A(1)", 'PRINT MKI$(A%)=""', "A=CVS(MKS$(B))",
                "TRON" if self.odds(5) else "TROFF",
            ),
        )

    def either(self) -> str:
        then, other = self.branch(), self.branch()
        text = f"IF {self.condition()} THEN {then}"
        return f"{text} ELSE {other}" if self.odds(45) else text

    def branch(self) -> str:
        r = self.random.random()
        if r < 0.15 and self.subroutines:
            return f"GOSUB @{self.one(*self.subroutines)}"
        if r < 0.25:
            return self.either()
        if r < 0.30:
            return (
                self.one(
                    "RETURN", "RETURN", "END" if self.odds(30) else "RETURN", "STOP" if self.odds(30) else "RETURN"
                )
                if self.inside
                else "END"
            )
        if r < 0.36 and self.tangled:
            return f"Z%=Z%+1:IF Z%<20 THEN @{self.anywhere()} ELSE END"
        return ":".join(
            self.random.choice((self.sum, self.show, self.words, self.other))()
            for _ in range(self.random.choice((1, 1, 2)))
        )

    def anywhere(self) -> str:
        """A label of any piece, of one still to come perhaps."""
        return f"l{self.random.randint(1, self.labels + 3)}x"

    # -- pieces ---------------------------------------------------------------------------------------------------

    def counting(self, depth: int = 1) -> list[str]:
        counter = self.one(*COUNTERS)
        bounds = self.one(
            "1 TO 5", "1 TO N", "0 TO 3", "10 TO 1 STEP -3", "1 TO 2 STEP .5", "A TO B", "1 TO LEN(W$)", "5 TO 1",
            "32766 TO 32767", "N TO 1 STEP -1", "X TO X+2", "0 TO 1 STEP .1",
        )
        body = self.deeds()
        out = self.label()
        if depth and self.odds(40):
            body += self.piece(depth - 1)
        if self.odds(30):
            body.insert(self.random.randint(0, len(body)), f"IF {self.condition()} THEN @{out}")
        body.insert(0, 'Y%=Y%+1:IF Y%>300 THEN PRINT "ENOUGH":END')
        lines = [f"FOR {counter}={bounds}", *body]
        if self.odds(8) and counter[-1:] != "%":
            lines.append(f"IF {self.condition()} THEN NEXT {counter}")
        elif not self.odds(3):
            lines.append(self.one("NEXT", f"NEXT {counter}", f"NEXT {counter}"))
        return [*lines, f"={out} {self.deed()}"]

    def waiting(self, depth: int = 1) -> list[str]:
        counter = self.one("K", "N%", "X", "T")
        body = self.deeds() + (self.piece(depth - 1) if depth and self.odds(40) else [])
        end = [] if self.odds(3) else ["WEND"]
        return [
            f"{counter}=0", f"WHILE {counter}<{self.one('3', '5', 'N')} AND Y%<300", f"{counter}={counter}+1:Y%=Y%+1",
            *body, *end,
        ]

    def asking(self, depth: int = 1) -> list[str]:
        again, name = self.label(), self.one("A", "N", "X", "N%", "D#")
        wrong = self.one(f"{name}<1 OR {name}>9", f"{name}<>INT({name})", f"{name}<=0", f"{name}>B")
        return [
            f"={again} Z%=Z%+1:IF Z%>30 THEN END",
            f"{self.one('INPUT ', 'INPUT ' + chr(34) + 'NUMBER (1-9)' + chr(34) + self.one(';', ','))}{name}",
            f"IF {wrong} THEN {self.one('', 'PRINT ' + chr(34) + '1 TO 9 PLEASE' + chr(34) + ':GOTO ')}@{again}",
        ]

    def yes_or_no(self, depth: int = 1) -> list[str]:
        again, yes, no = self.label(), self.label(), self.label()
        return [
            f'={again} Z%=Z%+1:IF Z%>30 THEN END ELSE INPUT "AGAIN (Y/N)";A$', f'IF LEFT$(A$,1)="Y" THEN @{yes}',
            f'IF A$="N" OR A$="" THEN {self.deed()}:GOTO @{no}', *(['PRINT "YES OR NO"'] if self.odds(50) else []),
            f"GOTO @{again}", f"={yes} {self.deed()}", *self.deeds(), f"={no} {self.deed()}",
        ]

    def menu(self, depth: int = 1) -> list[str]:
        top, end = self.label(), self.label()
        ways = [self.one(*self.subroutines) for _ in range(self.random.randint(2, 5))] if self.subroutines else []
        if not ways:
            return self.asking()
        chosen = self.one("C", "C", "C", "C+1", "INT(C/2)", "VAL(A$)", "ABS(A)")
        return [
            f'={top} PRINT "1 ADD  2 LIST  3 QUIT"',
            f"Z%=Z%+1:IF Z%>12 THEN @{end}",
            self.one(
                'INPUT "CHOICE";C', "INPUT C", 'A$="2":C=RND*4', "C=(C+1) MOD 5:A$=STR$(C)", "LINE INPUT A$:C=VAL(A$)"
            ),
            *([f'IF C<1 OR C>{len(ways)} THEN PRINT "?":GOTO @{top}'] if self.odds(40) else []),
            *([f"IF C={len(ways)} THEN @{end}"] if self.odds(30) else []),
            f"ON {chosen} GOSUB {','.join('@' + way for way in ways)}",
            *self.deeds(0, 1),
            f"GOTO @{top}",
            f"={end} {self.deed()}",
        ]

    def choosing(self, depth: int = 1) -> list[str]:
        end, *ways = (self.label() for _ in range(self.random.randint(3, 5)))
        chosen = self.one("ABS(A)", "C", "N", "N%", "I", 'INSTR("YN",A$)', "X+.5")
        lines = [f"ON {chosen} GOTO {','.join('@' + way for way in ways)}"]
        lines += self.deeds(0, 1) + ([f"GOTO @{end}"] if self.odds(70) else [])
        for way in ways:
            lines += [f"={way} {self.deed()}", *self.deeds(0, 1)] + ([f"GOTO @{end}"] if self.odds(75) else [])
        return [*lines, f"={end} REM"]

    def table(self, depth: int = 1) -> list[str]:
        count = self.one("3", "4", "5", "N")
        r = self.random.random()
        restore = [self.one("RESTORE", "RESTORE @datax", "RESTORE @morex", "RESTORE @thirdx")] if self.odds(80) else []
        if r < 0.5:
            items = self.one("N$(I),T(I)", "N$(I),T(I)", "W$,A(I)", "A$(I),B%(I)", "N$(I),M(I,1)")
            return [*restore, f"FOR I=1 TO {count}:READ {items}:NEXT"]
        if r < 0.75:
            top, end = self.label(), self.label()
            return [
                *restore, "N=0", f'={top} READ W$,X:IF W$="END" THEN @{end}', "N=N+1:N$(N)=W$:T(N)=X", f"GOTO @{top}",
                f"={end} PRINT N",
            ]
        return [
            *restore, f"FOR I=1 TO {count}", "READ W$,X", f"IF {self.condition()} THEN S=S+X ELSE PRINT W$,X",
            "NEXT I",
        ]

    def listing(self, depth: int = 1) -> list[str]:
        shown = self.one(
            "I;TAB(5);N$(I);TAB(20);T(I)", "N$(I),T(I),", "T(I);", 'USING "##.# ";T(I);', "N$(I);A(I);B%(I)",
            "A$(I);TAB(N);A$",
        )
        return [f"FOR I=1 TO {self.one('4', 'N', '3')}", f"PRINT {shown}", self.one("NEXT I", "NEXT", "NEXT:PRINT")]

    def sorting(self, depth: int = 1) -> list[str]:
        what, size = self.one("T", "A", "N$", "B%", "D#"), self.one("4", "5", "N")
        if self.odds(50):
            return [
                f"FOR I=1 TO {size}-1", f"FOR J=I+1 TO {size}",
                f"IF {what}(I)>{what}(J) THEN SWAP {what}(I),{what}(J)", *self.deeds(0, 1),
                self.one("NEXT J,I", "NEXT:NEXT"),
            ]
        top, name = self.label(), "W$" if "$" in what else "X"
        return [
            f"={top} F=0:Y%=Y%+1:IF Y%>60 THEN END", f"FOR I=1 TO {size}-1",
            f"IF {what}(I)>{what}(I+1) THEN {name}={what}(I):{what}(I)={what}(I+1):{what}(I+1)={name}:F=1", "NEXT",
            f"IF F=1 THEN @{top}",
        ]

    def search(self, depth: int = 1) -> list[str]:
        found, end = self.label(), self.label()
        test = self.one("N$(I)=A$", "T(I)=X", "T(I)>X AND B%(I)=0", "LEFT$(N$(I),LEN(A$))=A$", "A(I)=T(I)")
        return [
            f"FOR I=1 TO {self.one('5', 'N', '3')}",
            f"IF {test} THEN {self.one('', 'K=I:GOTO ', 'PRINT I:GOTO ')}@{found}", "NEXT I", 'PRINT "NOT FOUND"',
            f"GOTO @{end}", f'={found} PRINT "FOUND";I', *self.deeds(0, 2), f"={end} {self.deed()}",
        ]

    def letters(self, depth: int = 1) -> list[str]:
        step = self.one(
            "L$=MID$(W$,I,1)+L$", 'IF MID$(W$,I,1)="A" THEN K=K+1', "L$=L$+CHR$(ASC(MID$(W$,I,1))+1)",
            'PRINT MID$(W$,I,1);" ";', "C=ASC(MID$(W$,I,1)):IF C>96 AND C<123 THEN MID$(W$,I,1)=CHR$(C-32)",
            'IF MID$(W$,I,1)=" " THEN N=I:I=LEN(W$)',
        )
        start = self.one('W$="MISSISSIPPI"', 'W$="the end"', "W$=N$(1)", "LINE INPUT W$")
        return [
            f'{start}:L$="":K=0', f"FOR I={self.one('1 TO LEN(W$)', 'LEN(W$) TO 1 STEP -1')}", step, "NEXT I",
            "PRINT L$;K",
        ]

    def file(self, depth: int = 1) -> list[str]:
        top, end = self.label(), self.label()
        return [
            'OPEN "SCORES.DAT" FOR OUTPUT AS #1' if self.odds(70) else 'OPEN "O",1,"SCORES.DAT"',
            f"FOR I=1 TO 3:{self.one(PRINTED, 'WRITE #1,N$(I),T(I)')}:NEXT:CLOSE",
            self.one('OPEN "SCORES.DAT" FOR INPUT AS #1', 'OPEN "I",#1,"SCORES.DAT"'),
            f"={top} IF EOF(1) THEN @{end}", self.one("INPUT #1,W$,X", "LINE INPUT #1,W$", "INPUT #1,N$(K),T(K)"),
            f"PRINT W$;X:{self.sum()}", f"Y%=Y%+1:IF Y%<300 THEN @{top}", f"={end} CLOSE{self.one('', ' #1')}",
        ]

    def records(self, depth: int = 1) -> list[str]:
        return [
            'OPEN "R",#2,"STOCK.DAT",20', "FIELD #2,12 AS R$,4 AS S$,2 AS Q$",
            f"FOR K=1 TO 3:LSET R$={self.text(0)}:RSET S$=MKS$({self.place()}):LSET Q$=MKI$(K):PUT #2,K:NEXT",
            f"GET #2,{self.one('1', '2', '3')}:PRINT R$;CVS(S$);CVI(Q$);LOF(2);LOC(2)", *self.deeds(0, 1), "CLOSE #2",
        ]

    def mishap(self, depth: int = 1) -> list[str]:
        error = self.one(*ERRORS)
        return (
            [*self.deeds(0, 1), f"IF {self.condition()} THEN {error}"] if self.odds(50) or not self.trapped else [error]
        )

    def piece(self, depth: int = 1) -> list[str]:
        pieces = (
            [
                self.counting, self.counting, self.waiting, self.asking, self.yes_or_no, self.menu, self.choosing,
                self.table, self.listing, self.sorting, self.search, self.letters,
            ]
            + ([self.file, self.records] if self.odds(20) else [])
            + ([self.mishap] if self.trapped or self.odds(10) else [])
        )
        lines = self.random.choice(pieces)(depth)
        if self.tangled and self.odds(20):
            label = self.label()
            lines = [f"={label} {self.deed()}", *lines, f"Z%=Z%+1:IF Z%<20 AND {self.condition()} THEN @{label}"]
        if self.subroutines and self.odds(30):
            lines.append(f"GOSUB @{self.one(*self.subroutines)}")
        return (
            [f"REM {self.one('NEXT ROUND', '*** TABLE ***', 'SHOW IT', 'GOTO 10')}", *lines] if self.odds(15) else lines
        )

    def subroutine(self) -> list[str]:
        name = self.label()
        body = [*self.deeds(0, 1), *(self.piece() if self.odds(60) else self.deeds())]
        if self.odds(25):  # a second entry
            second = self.label()
            body.insert(self.random.randint(0, len(body)), f"={second} {self.deed()}")
            self.subroutines.append(second)
        if self.odds(35):
            other = f" ELSE {self.deed()}" if self.odds(30) else ""
            body.append(f"IF {self.condition()} THEN {self.one('RETURN', 'RETURN', 'PRINT:RETURN')}{other}")
            body += self.deeds(0, 2)
        if self.odds(12):
            body.append(f"Z%=Z%+1:IF Z%<9 AND {self.condition()} THEN {self.one('@mainx', 'RETURN @mainx', '@endx')}")
        if self.odds(85):
            body.append(self.one("RETURN", "RETURN", f"{self.deed()}:RETURN"))  # else it runs on into the next
        self.subroutines.append(name)
        return [f"={name} {self.one('REM *** LIST ***', self.deed(), self.deed())}", *body]

    # -- the whole ------------------------------------------------------------------------------------------------

    def handler(self) -> list[str]:
        test = self.one("ERR=11", "ERR=9", "ERL=@mainx", "ERR=6 OR ERR=5", "ERR=4")
        deed = self.one("RESUME NEXT", "RESUME @endx", "RESTORE:RESUME", "B=1:N=2:RESUME", f"{self.sum()}:RESUME NEXT")
        return [
            '=trapx Z%=Z%+1:IF Z%>12 THEN PRINT "TOO MANY":END',
            *([self.one("PRINT ERR;ERL", 'PRINT "ERROR";ERR;"IN";ERL;', "E=ERR:L=ERL")] if self.odds(80) else []),
            *(
                [f"IF {test} THEN {deed}"]
                if self.odds(60)
                else []
            ),
            *([f"IF ERR=53 THEN CLOSE:{self.one('RESUME NEXT', 'RESUME @mainx')}"] if self.odds(30) else []),
            self.one("RESUME NEXT", "RESUME NEXT", "RESUME @mainx", "RESUME @endx", "ON ERROR GOTO 0"),
        ]

    def program(self) -> str:
        self.inside = True
        subroutines = [self.subroutine() for _ in range(self.random.randint(0, 4))]
        self.inside = False
        lines = [self.one("REM *** THE GAME ***", "' SALES, 1984", "CLS", "RANDOMIZE 7")]
        lines += [self.one("DEFINT I-N", "DEFDBL D", "DEFINT A-Z", "OPTION BASE 1")] if self.odds(25) else []
        lines += [self.one("ON ERROR GOTO @trapx")] if self.trapped else []
        lines += (
            [f"DIM {self.one('T(20),N$(20)', 'T(12)', 'A(9),M(5,5),N$(15)', 'N$(N+12),T(15)')}"]
            if self.odds(70)
            else []
        )
        lines += [f"DEF FNA(X)={self.one('X*2+B', 'INT(X*10+.5)/10', 'T(1)+X')}:DEF FNB#(X,Y)=X/Y:DEF FNC$(A$)=A$+W$"]
        lines += ['A=2:B=3.5:N=3:W$="BASIC":D#=1/3:A%=7:X=1:I=1:J=2:K=1:I%=3:A$="HELLO, WORLD":B$="SMITH":N$="JONES"']
        lines += ["FOR I=0 TO 9:N$(I)=CHR$(70-I)+STR$(I):T(I)=I*1.5:NEXT"] if self.odds(60) else []
        main = [line for _ in range(self.random.randint(2, 5)) for line in self.piece()]
        lines += [f"=mainx {self.deed()}", *main]
        if self.odds(20):
            lines.insert(
                self.random.randint(3, len(lines)),
                "ON ERROR GOTO 0" if self.odds(50) or not self.trapped else "DIM U(N),Q(2,N)",
            )
        lines += ["=endx PRINT A;B;C;N;X;W$;A%;D#", self.one("END", "END", "STOP", "SYSTEM", "GOTO @lastx")]
        for subroutine in subroutines:
            lines += subroutine
        lines += ["=datax DATA ANVIL,12,BOLT,.5,COG,-3,DRILL,1E3,END,0", "=morex DATA 1,2,3,4,5,6,7,8,END,9"]
        lines += ['=thirdx DATA "A,B",40000, C D ,1.5,,7,END,-1', "REM"] if self.odds(80) else ["=thirdx REM"]
        lines += self.handler() if self.trapped else []
        lines.append("=lastx END")
        return numbered(lines, self.random)


def numbered(lines: list[str], random: Random) -> str:
    """Line numbers in place of the labels; a label that no line has may be any line."""
    steps = [0]
    for _ in lines:
        steps.append(steps[-1] + random.choice((10, 10, 10, 5, 100)))
    places = {
        line.split()[0][1:]: number for line, number in zip(lines, steps[1:], strict=True) if line.startswith("=")
    }

    def number(match: re.Match[str]) -> str:
        return "9" if match[1] == "nowhere" else str(places.get(match[1]) or random.choice(steps[1:]))

    text = []
    for line, own in zip(lines, steps[1:], strict=True):
        said = line.partition(" ")[2] if line.startswith("=") else line
        text.append(f"{own} {re.sub(r'@([a-z0-9]+)', number, said)}"[:250])
    return "\n".join(text) + "\n"
