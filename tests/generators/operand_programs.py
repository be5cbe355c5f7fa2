"""Random programs in which statements of every kind get operands of any type and size, mostly under ON ERROR."""

from __future__ import annotations

from control_flow_programs import Dice

NUMBERS = (
    *("A", "B", "I%", "J%", "D#", "E#", "N", "K", "X!", "T(I%)", "Q(2)", "M(1,1)"),
    *("0", "1", "2", "-1", "3", "5", "7", "10", ".5", "2.5", "255", "256", "32767", "32768", "-32769", "65536", "1E30"),
    "1.7D38",
)
TEXTS = ("A$", "B$", "W$", "S$(I%)", "S$(1)", '"X"', '""', '"12"', '"HELLO"')
PLACES = ("A", "B", "I%", "J%", "L%", "D#", "E#", "N", "K", "X!", "T(I%)", "A$", "B$", "W$")
OPERATORS = ("+", "-", "*", "/", "\\", "^", "=", "<", ">=", " MOD ", " AND ", " OR ", " XOR ", " IMP ")
FUNCTIONS = (
    *("INT", "ABS", "SQR", "LOG", "EXP", "CINT", "FIX", "SGN", "CSNG", "CDBL", "SIN", "TAN", "ATN", "RND"),
    *("FNA", "T", "Q", "-", "NOT ", "+", ""),
)
BEGINS = ("DEFINT A", "DEFDBL N", "DEFINT I-N", "OPTION BASE 1")
VALUES = (
    'A=2:B=-3.5:I%=1:A$="BASIC":D#=.1:N=40000!', 'B$="XYZ":N=3:J%=2', "INPUT A,N:LINE INPUT W$", "DIM T(20),M(3,3)",
)  # fmt: skip
HANDLERS = (
    "PRINT ERR;ERL;:Z9=Z9+1:IF Z9>30 THEN END ELSE RESUME NEXT",
    "Z9=Z9+1:IF Z9>40 THEN END ELSE IF ERR=13 THEN PRINT ERL;:RESUME NEXT ELSE PRINT ERR;:RESUME NEXT",
    "PRINT ERR;ERL:RESUME 990",
)
LAST = """800 GOTO 990
900 PRINT "SUB";A:RETURN
910 B=B+1:RETURN
990 PRINT A;B;I%;D#;N;A$;B$;W$:END
995 DATA 1,TWO,3.5,"FOUR",-5,1E39,7
"""
OTHER_TYPE, SHORT, LONGEST = 12, 45, 240  # percent, percent, characters of a line


class OddWriter(Dice):
    # -- operands -------------------------------------------------------------------------------------------------

    def number(self, depth: int = 1) -> str:
        """A number, or a text where there should be one."""
        if self.odds(OTHER_TYPE):
            return self.text(depth)
        if depth <= 0 or self.odds(SHORT):
            return self.one(*NUMBERS)
        inner, small, text = self.number(depth - 1), self.number(0), self.text(0)
        return self.one(
            *(f"{inner}{operator}{self.number(depth - 1)}" for operator in OPERATORS),
            *(f"{function}({inner})" for function in FUNCTIONS),
            *(f"{function}({self.text(depth - 1)})" for function in ("LEN", "ASC", "VAL", "CVI")),
            *(f"INSTR({small},{text},{self.text(0)})", f"INSTR({text},{self.text(0)})", f"FNB({small},{inner})"),
            *(f"M({small},{inner})", f"{text}={self.text(0)}", f"{text}<{self.text(0)}", "ERR", "ERL", "POS(0)"),
        )

    def text(self, depth: int = 1) -> str:
        if self.odds(OTHER_TYPE):
            return self.number(depth)
        if depth <= 0 or self.odds(SHORT):
            return self.one(*TEXTS)
        inner, count, small = self.text(depth - 1), self.number(depth - 1), self.number(0)
        return self.one(
            *(f"{inner}+{self.text(depth - 1)}", f"({inner})", f"-{inner}", f"FNC$({inner})", f"S$({small})"),
            *(f"LEFT$({inner},{count})", f"RIGHT$({inner},{count})", f"MID$({inner},{count})"),
            *(f"MID$({inner},{count},{small})", f"STRING$({small},{self.one(count, inner)})"),
            *(f"{function}({count})" for function in ("CHR$", "STR$", "SPACE$", "HEX$", "OCT$", "MKI$", "MKS$")),
        )

    def place(self) -> str:
        small = self.number(0)
        return self.one(*PLACES, f"T({small})", f"S$({small})", f"M({small},1)", f"Q({small})")

    # -- statements -----------------------------------------------------------------------------------------------

    def statement(self, depth: int = 1) -> str:
        families = (
            self._assigned, self._assigned, self._printed, self._changed, self._read, self._looped, self._told,
            self._arrays, self._screen, self._files, self._types,
        )  # fmt: skip
        if depth and self.odds(5):
            return f"IF {self.one(self.number(), self.text())} THEN {self.statement(0)} ELSE {self.statement(0)}"
        return self.random.choice(families)()

    def _assigned(self) -> str:
        if self.odds(50):
            return f"{self.place()}={self.number(2)}"
        return f"{self.one('A$', 'B$', 'W$', self.place())}={self.text(2)}"

    def _printed(self) -> str:
        items = [self.one(self.number(), self.text()) for _ in range(self.random.randint(1, 4))]
        form = self.one('"##.#"', '"&"', '"!"', self.text(0))
        return self.one(
            *("PRINT " + self.one(";", ",").join(items) + self.one("", ";"), f"PRINT {self.text(2)}"),
            *(f"PRINT TAB({self.number()});{items[0]};SPC({self.number()})", f"WRITE {self.number()},{self.text()}"),
            f"PRINT USING {form};{self.number()};{items[0]}",
        )

    def _changed(self) -> str:
        text, length = self.one("A$", "B$", "W$", self.place()), self.one("", f",{self.number(0)}")
        return self.one(
            *(f"SWAP {self.place()},{self.place()}", f"MID$({text},{self.number()}{length})={self.text()}"),
            *(f"LSET {text}={self.text()}", f"RSET {text}={self.text()}"),
        )

    def _read(self) -> str:
        return self.one(
            *(f"READ {self.place()}", f"READ {self.place()},{self.place()}", f"INPUT {self.place()}"),
            *(f"LINE INPUT {self.place()}", "RESTORE", "RESTORE 995", "RESTORE 77", f"A$=INPUT$({self.number(0)})"),
        )

    def _looped(self) -> str:
        counter, stop = self.one("I", "J", "I%", "K", "D#", "W$", "X!"), self.one("5", self.number())
        step = self.one("", "", f" STEP {self.number()}")
        return self.one(
            f"FOR {counter}={self.number()} TO {stop}{step}:Z=Z+1:IF Z>60 THEN 990 ELSE NEXT",
            f"WHILE {self.one(self.number(), self.text(0))}:Z=Z+1:IF Z>60 THEN 990 ELSE WEND",
        )

    def _told(self) -> str:
        return self.one(
            *(f"ON {self.number()} GOSUB 900,910", f"ON {self.number()} GOTO 990,995", f"ERROR {self.number()}"),
            *(f"GOSUB 900:PRINT {self.number()}", "GOSUB 77", "RETURN", "NEXT", "NEXT K", "WEND", "RESUME"),
            "RESUME NEXT",
        )

    def _arrays(self) -> str:
        count = self.random.randint(1, 3)
        return self.one(
            *(f"DIM V{count}({self.number()})", f"DIM V$({self.number()})", f"DIM V({self.number()},{self.number(0)})"),
            *("DIM T(3)", "DIM A,B$", "ERASE T", "ERASE S$", "ERASE V1", "ERASE M", "OPTION BASE 1", "OPTION BASE 0"),
            *(f"T({self.number()})={self.number()}", f"S$({self.number()})={self.text()}", f"U({self.number()})=1"),
        )

    def _screen(self) -> str:
        row = self.one("", self.number())
        return self.one(
            *(f"LOCATE {row},{self.number()}", f"COLOR {self.number()}", f"WIDTH {self.number(0)}", "BEEP", "CLS"),
            *(f"SOUND {self.number(0)},{self.number(0)}", f"KEY 1,{self.text(0)}", f"PLAY {self.text(0)}"),
            f"RANDOMIZE {self.number()}",
        )

    def _files(self) -> str:
        number = self.one("1", "2", self.number(0))
        return self.one(
            *(f"OPEN {self.text(0)} FOR OUTPUT AS #{number}", f"CLOSE #{number}", f"PRINT #{number},{self.number(0)}"),
            *(f"KILL {self.text(0)}", f"WIDTH #1,{self.number(0)}", f"NAME {self.text(0)} AS {self.text(0)}"),
        )

    def _types(self) -> str:
        return self.one(
            *(f"DEF FNA(X)={self.number()}", f"DEF FNC$(X$)={self.text()}", f"DEF FNB(X,Y%)={self.number()}"),
            *(f"PRINT FNB({self.number()},{self.number(0)});FNA({self.number()})", "PRINT A;B;N"),
            self.one("DEFINT A", "DEFSTR W", "DEFDBL K", "CLEAR") if self.odds(25) else "PRINT B$;W$",
        )

    # -- programs -------------------------------------------------------------------------------------------------

    def program(self) -> str:
        trapped = self.odds(75)
        lines = [self.one(*BEGINS)] * self.odds(20) + ["ON ERROR GOTO 980"] * trapped + [self.one(*VALUES)]
        lines.append("DEF FNA(X)=X*2:DEF FNB(X,Y%)=X+Y%:DEF FNC$(X$)=X$+A$")
        for _ in range(self.random.randint(4, 14)):
            line = ":".join(self.statement() for _ in range(self.random.choice((1, 1, 1, 2))))
            lines.append(f"FOR L=1 TO 3:{line}:NEXT" if self.odds(25) else line)
        text = "".join(f"{10 * number} {line}\n" for number, line in enumerate(lines, 1) if len(line) < LONGEST)
        return text + LAST + f"980 {self.one(*HANDLERS)}\n" * trapped
