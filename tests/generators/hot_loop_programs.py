"""More random programs: `Worker(seed).program()` and `Sums(seed).program()`.

A worker works as people's programs do: loops that run for a while over tables, strings and sums, in subroutines, with
errors that are trapped. Where `control_flow_programs.py` looks for the odd, here everything runs often enough to be
compiled,
so that what the fast code and the native code carry over from one turn of a loop to the next is put to the test.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from control_flow_programs import Writer

SIZE = 12  # of every table


class Worker(Writer):
    """Writes one program, part by part. A line may begin with a label (`=turn `), to which `@turn` leads."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.labels = 0
        self.subroutines: list[list[str]] = []
        self.quiet = self.odds(50)
        self.trapped = self.odds(75)

    # -- pieces ---------------------------------------------------------------------------------------------------

    def label(self) -> str:
        self.labels += 1
        return f"l{self.labels}x"

    def turns(self) -> str:
        return str(self.random.choice((3, 7, 12, 20, 40)))

    def place(self, *names: str) -> str:
        """A subscript that is nearly always in its bounds."""
        name = self.one(*names)
        form = self.one("{}", "{}", "{} MOD 12", "INT({}/2)", f"{SIZE}-{{}}", "ABS({})", "{}+1")
        return form.format(name)

    def term(self, depth: int = 2) -> str:
        """An expression over what the parts share; mostly sane."""
        if depth == 0 or self.odds(25):
            return self.one(
                *("A", "B", "C", "S", "X!", "I%", "J%", "N", "D#", "E#", "2", "3", ".5", "1.25", "100", "7"),
                *(f"T({self.place('I', 'K')})", f"U%({self.place('I', 'I%')})", f"W#({self.place('K')})"),
                *(f"M({self.place('I')},{self.place('K')})", "FNP(A)", "LEN(A$)", "VAL(B$)", "ASC(A$)"),
            )
        if self.odds(20):
            word = self.one("INT", "ABS", "SGN", "FIX", "CINT", "CSNG", "CDBL", "SQR", "-", "NOT ")
            return f"{word}({self.term(depth - 1)})"
        operator = self.one("+", "-", "*", "+", "-", "*", "/", "\\", " MOD ", "=", "<", ">=", " AND ", " OR ", " XOR ")
        return f"({self.term(depth - 1)}{operator}{self.term(depth - 1)})"

    def target_of(self) -> str:
        return self.one(
            *("A", "B", "C", "S", "X!", "I%", "J%", "N", "D#", "E#", "S", "A", "B"),
            *(f"T({self.place('I', 'K')})", f"U%({self.place('I')})", f"W#({self.place('K')})", "M(I,K)"),
        )

    def deed(self) -> str:
        """A statement for the body of a loop."""
        r = self.random.random()
        if r < 0.45:
            name = self.target_of()
            if self.odds(40):
                return f"{name}={name}{self.one('+', '-', '*')}{self.one('1', '2', '.5', 'I', 'K/3', '.1', 'C')}"
            return f"{name}={self.term()}"
        if r < 0.60:
            return self.one(
                *('A$=A$+CHR$(65+I MOD 26)', 'IF LEN(A$)>40 THEN A$=RIGHT$(A$,5)', 'B$=MID$(A$,2,3)+"7"'),
                *('B$=STR$(I)+B$:B$=LEFT$(B$,9)', 'MID$(A$,1,1)="Z"', 'J%=INSTR(A$,"Z")', 'V$(I MOD 12)=A$'),
                *('IF A$<B$ THEN SWAP A$,B$', 'A$=STRING$(K MOD 9,"*")+B$', 'B$=HEX$(I*7)+OCT$(K)', 'LSET A$=B$'),
            )
        if r < 0.75:
            statement = self.deed() if self.odds(70) else f"PRINT {self.term(1)};"
            other = f" ELSE {self.deed()}" if self.odds(40) else ""
            return f"IF {self.term(1)}{self.one('>', '<', '=', '<>')}{self.term(1)} THEN {statement}{other}"
        if r < 0.83:
            return f"READ {self.one('Q', 'A', 'Q$', 'U%(I)', 'Q,Q$')}:IF Q=-1 THEN RESTORE"
        if r < 0.90 and self.subroutines:
            return f"GOSUB @{self.one(*(lines[0].split()[0][1:] for lines in self.subroutines))}"
        if r < 0.94:
            return self.one("SWAP A,B", "SWAP T(I),T(K)", "SWAP U%(1),U%(2)", "SWAP D#,E#")
        if r < 0.97:
            return self.one("PRINT A;B;S", "PRINT I;K;A$", "PRINT D#;E#", 'PRINT USING "##.##";A', "PRINT TAB(9);N")
        if self.quiet:
            return "N=N+1"
        return self.one(
            *("S=S*1E9", "I%=I%*300", "C=C/(K-2)", "T(I+9)=1", "ERROR 77", "B$=B$+STRING$(200,65)", "D#=D#*1D20"),
        )

    def deeds(self) -> list[str]:
        return [self.deed() for _ in range(self.random.randint(1, 4))]

    # -- parts ----------------------------------------------------------------------------------------------------

    def counting(self, depth: int = 1) -> list[str]:
        """FOR, perhaps within FOR."""
        counter = self.one("I", "K", "I%", "K%")
        step = self.one("", "", "", " STEP 2", " STEP .5", " STEP -1")
        bounds = f"{self.one('0', '1', '2', 'N')} TO {self.one(self.turns(), self.turns(), 'N', '1', '2')}"
        if "-" in step:
            bounds = f"{self.turns()} TO 0"
        body = self.deeds()
        if depth and self.odds(50):
            body[self.random.randint(0, len(body)) : 0] = self.counting(depth - 1)
        return [f"FOR {counter}={bounds}{step}", *body, f"NEXT{self.one('', f' {counter}')}"]

    def waiting(self) -> list[str]:
        """WHILE."""
        return [f"F=0:WHILE F<{self.turns()}", *self.deeds(), "F=F+1", "WEND"]

    def jumping_back(self) -> list[str]:
        """A loop of GOTO, with a way out in its middle, as they were written."""
        begin, end = self.label(), self.label()
        lines = [f"G={self.turns()}", f"={begin} G=G-1:IF G<0 THEN @{end}", *self.deeds()]
        if self.odds(50):
            lines.append(f"IF {self.term(1)}>{self.term(1)} THEN @{begin}")
        return [*lines, *self.deeds(), f"GOTO @{begin}", f"={end} I=I MOD 12:K=K MOD 12"]

    def choosing(self) -> list[str]:
        """A loop over ON GOTO."""
        begin, end, *ways = (self.label() for _ in range(2 + self.random.randint(2, 4)))
        lines = [f"H={self.turns()}", f"={begin} H=H-1:IF H=0 THEN @{end}"]
        lines.append(f"ON H MOD {len(ways) + 1} GOTO {','.join('@' + way for way in ways)}")
        for way in ways:
            lines += [f"={way} {self.deed()}", f"GOTO @{begin}"]
        return [*lines, f"={end} REM"]

    def calling(self) -> list[str]:
        names = [lines[0].split()[0][1:] for lines in self.subroutines]
        chosen = ",".join(f"@{self.one(*names)}" for _ in range(3))
        return [f"FOR L=0 TO {self.turns()}", f"ON L MOD 5 GOSUB {chosen}", *self.deeds(), "NEXT L"]

    def subroutine(self) -> list[str]:
        name = self.label()
        body = self.deeds()
        if self.odds(40):
            body += [f"IF {self.term(1)}<{self.term(1)} THEN RETURN", *self.deeds()]
        if self.odds(25):
            counter = self.one("P", "P%")
            body += [f"FOR {counter}=1 TO 4", *self.deeds(), f"NEXT {counter}"]
        return [f"={name} REM", *body, "RETURN"]

    # -- the whole --------------------------------------------------------------------------------------------------

    def program(self) -> str:
        for _ in range(self.random.randint(1, 3)):
            self.subroutines.append(self.subroutine())
        parts: list[Callable[[], list[str]]] = [
            self.counting, self.counting, self.waiting, self.jumping_back, self.choosing, self.calling,
        ]  # fmt: skip
        lines = [self.one("REM", "DEFINT I-N", "DEFDBL S", "OPTION BASE 1")] if self.odds(40) else []
        if self.trapped:
            lines.append("ON ERROR GOTO @trapx")
        lines += [
            f"DIM T({SIZE}),U%({SIZE}),W#({SIZE}),V$({SIZE}),M({SIZE},{SIZE})",
            f"DEF FNP(X)={self.one('X*2+1', 'INT(X/3)+S', 'X*X-B', 'ABS(X)+T(1)')}",
            'A=1.5:B=2:C=.1:N=9:D#=1/3#:E#=2:A$="GWBASIC":B$="12":X!=7',
            f"FOR I=1 TO {SIZE}:T(I)=I*1.5:U%(I)=I*I:W#(I)=I/7#:M(I,{SIZE}-I+1)=I:V$(I)=CHR$(64+I):NEXT",
        ]
        for _ in range(self.random.randint(2, 4)):
            lines += self.random.choice(parts)()
        lines += [
            "PRINT:PRINT A;B;C;S;X!;N;I%;J%;D#;E#:PRINT A$;B$",
            f"FOR I=1 TO {SIZE}:PRINT T(I);U%(I);W#(I);M(I,3);V$(I);:NEXT:PRINT:END",
            *(line for subroutine in self.subroutines for line in subroutine),
            "DATA 3,ONE,4,-2.5,-1,1E3,7,\"A,B\",9,32767,-1",
            "=trapx O=O+1:IF O>25 THEN PRINT A;B;S;A$:END",
            self.one("PRINT ERR;ERL;:RESUME NEXT", "IF ERR=6 THEN S=0:C=1:RESUME NEXT ELSE RESUME NEXT", "RESUME NEXT"),
        ]
        return _numbered(lines)


def _numbered(lines: list[str]) -> str:
    """Line numbers in place of the labels."""
    places = {}
    for position, line in enumerate(lines, 1):
        if line.startswith("="):
            places[line.split()[0][1:]] = 10 * position
    text = []
    for position, line in enumerate(lines, 1):
        said = line.partition(" ")[2] if line.startswith("=") else line
        for label, number in places.items():
            said = said.replace("@" + label, str(number))
        text.append(f"{10 * position} {said}")
    return "\n".join(line for line in text if len(line) <= 250) + "\n"


class Sums:
    """Programs full of arithmetic: loops over expressions of all types, whose values are printed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, depth: int) -> str:
        one = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return one(("A", "B", "C", "D#", "E#", "I%", "J%", "K", "L", "P(I%)", "Q%(K)", "R#(J%)", "M(I%,K)"))
        if self.random.random() < 0.15:
            return one(("1", "3", ".1", "2.5", "1000", "7#", ".1#", "16777216", "123456", "1E10", "3E-5"))
        kind = self.random.random()
        if kind < 0.7:
            operator = one(("+", "+", "-", "-", "*", "*", "/", "\\", " MOD ", " AND ", " OR ", " XOR ", "<", "=", ">="))
            return f"({self.number(depth - 1)}{operator}{self.number(depth - 1)})"
        word = one(("INT", "FIX", "ABS", "SGN", "CINT", "CSNG", "CDBL", "SQR", "-", "NOT ", "+"))
        return f"{word}({self.number(depth - 1)})" + one(("", "", "", "^2", "^3"))

    def program(self) -> str:
        one = self.random.choice
        lines = [
            "DIM P(9),Q%(9),R#(9),M(9,9)",
            "ON ERROR GOTO 9000" if self.random.random() < 0.5 else "REM",
            "A=1.5:B=-7:C=.3:D#=3:E#=1/3#:L=12345",
            f"FOR K=1 TO 6{one(('', ' STEP .5', ' STEP 2'))}",
            f"FOR I%={one(('0 TO 5', '9 TO 1 STEP -2', '-1 TO 3'))}",
            "J%=(I%+K) MOD 9:P(J%)=P(J%)+K/3:Q%(K)=I%:R#(K)=R#(K)+P(J%)*1.1#:M(J%,K)=A-C",
        ]
        for _ in range(self.random.randint(4, 10)):
            target = one(("A", "B", "C", "D#", "E#", "J%", "L", "P(K)", "Q%(I%)", "R#(K)", "M(K,I%)"))
            lines.append(f"{target}={self.number(3)}")
            if self.random.random() < 0.3:
                lines[-1] = f"IF {self.number(2)} THEN {lines[-1]} ELSE GOSUB 8000"
        lines += ["NEXT", "PRINT A;B;C;D#;E#;J%;L", "NEXT K"]
        lines += ["FOR I%=0 TO 9:PRINT P(I%);Q%(I%);R#(I%);M(I%,1);M(3,I%);M(5,I%):NEXT", "END"]
        text = "".join(f"{10 * number} {line}\n" for number, line in enumerate(lines, 1))
        return text + "8000 L=L/3:C=C+.7:RETURN\n9000 PRINT ERR;ERL;:T=T+1:IF T<40 THEN RESUME NEXT\n"
