"""Random programs that fill GW-BASIC's memory: sizes that are typed, texts that grow, ERASE, CLEAR, FRE."""

from __future__ import annotations

from control_flow_programs import Dice

ARRAYS = ("A", "B%", "C#", "D$", "E$", "F")
SIZES = ("3", "N", "N%", "N*2", "N+50", "N,2", "2,N%", "7000", "15000", "400", "LEN(X$)", "N/3")
TEXTS = (
    'STRING$(200,"*")', 'STRING$(250,"*")', "D$(I-1)+STR$(I)", "X$", "X$+Y$", "SPACE$(N% AND 255)", 'LEFT$(X$,9)+"-"',
    '"LITERAL"', "STR$(N)", "FNT$(X$)",
)  # fmt: skip


class FullWriter(Dice):
    """One program for each seed; `typed` is what it is given."""

    def element(self, name: str) -> str:
        return f"{name}({self.one('1', '2', 'I', 'I+1', 'N%', '11')})"

    def statement(self) -> str:
        name, text = self.one(*ARRAYS), self.one("D$", "E$")
        fill = f"FOR I=1 TO {self.one('9', 'N', 'N', '200', '300')}:{text}(I)={self.one(*TEXTS)}:NEXT"
        place = self.element(text)
        return self.one(
            *(f"DIM {name}({self.one(*SIZES)})",) * 3, f"DIM {name}({self.one(*SIZES)}),{text}({self.one(*SIZES)})",
            *(f"ERASE {name}", "PRINT FRE(0)", 'PRINT FRE("")', fill, fill, f"{self.element(name)}=N"),
            *(f"{place}={self.one(*TEXTS)}", f"X$={self.one(*TEXTS)}", "Y$=Y$+X$", 'X$=""', f"INPUT {place},{place}"),
            *("INPUT N", "INPUT N%", f"LINE INPUT {place}", f"SWAP {place},X$", f"READ {place}", "GOSUB 900"),
            *("GOSUB 920", f"MID$({place},1,2)=X$", f"LSET {place}=X$", f"PRINT LEN({place})"),
        )  # fmt: skip

    def program(self) -> str:
        trapped = self.odds(65)
        lines = ["ON ERROR GOTO 980"] * trapped + ["OPTION BASE 1"] * self.odds(20) + ["DEF FNT$(Z$)=Z$+Z$"]
        lines.append(self.one("INPUT N:N%=N AND 15", "N=150:N%=7", "INPUT N%:N=N%*3", 'N=250:N%=9:X$=STRING$(99,"X")'))
        lines.append(self.one("", "DIM D$(N)", "DIM D$(N),E$(300)", "DIM A(N*40),D$(N*4)", "DIM C#(6900),E$(300)"))
        for _ in range(self.random.randint(4, 14)):
            line = ":".join(self.statement() for _ in range(self.random.choice((1, 1, 2))))
            lines.append(f"FOR L=1 TO 3:{line}:NEXT L" if self.odds(20) else line)
        lines += ["CLEAR:N=50:N%=4"] * self.odds(10) + ["T=T+1:IF T<2 THEN 40"] * self.odds(30)
        text = "".join(f"{10 * number} {line}\n" for number, line in enumerate(lines, 1))
        handler = self.one(
            "PRINT ERR;ERL;FRE(0);:Q=Q+1:IF Q>20 THEN END ELSE RESUME NEXT",
            "Q=Q+1:IF Q>12 THEN END ELSE PRINT ERR;:IF ERR=7 OR ERR=14 THEN N=INT(N/2):RESUME NEXT ELSE RESUME NEXT",
        )
        return (
            f'{text}800 PRINT "END";N;LEN(X$);FRE(0):END\n900 DIM F(N):F(1)=5:RETURN\n'
            f'920 FOR K=1 TO 2:GOSUB 940:NEXT:RETURN\n940 E$(K)=X$+"!":PRINT LEN(E$(K)):RETURN\n'
            + f"980 {handler}\n" * trapped + '998 DATA ONE,"TWO",3\n'
        )

    def typed(self) -> str:
        sizes = (
            "5", "100", "150", "200", "300", "700", "3000", "7000", "12000", "20000", "32767", "-1", "2.5",
        )  # fmt: skip
        return "".join(f"{self.one(*sizes)}\n" for _ in range(12))
