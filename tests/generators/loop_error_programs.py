"""Random programs whose errors leave loops on GW-BASIC's stack: those of the main program, of subroutines, and of the
handlers themselves."""

from __future__ import annotations

from random import Random

FAILS = ("X=1/Z", "ERROR 77", "X%=40000", "A(11)=1", "ERROR N MOD 9+70", "WEND", "NEXT Q", "RETURN")
NAMES = "IJKL"


class LoopWriter:
    """One program for each seed; a count of turns, or of errors, ends it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.subroutines = [100 * (number + 1) for number in range(self.random.randint(1, 4))]
        self.deep = self.random.random() < 0.3

    def program(self) -> str:
        choice, chance = self.random.choice, self.random.random
        lines = {5: "ON ERROR GOTO 900", 10: f'N=N+1:IF N>{choice((15, 30, 60))} THEN PRINT "DONE";N:END'}
        if chance() < 0.25:
            lines[3] = f"CLEAR ,,{choice((300, 340, 400))}"
        for number in range(20, 20 + 10 * self.random.randint(1, 5), 10):
            lines[number] = self.statement(number)
        lines[80] = choice(("GOTO 10", "GOTO 10", "NEXT:GOTO 10"))
        for begin in self.subroutines:
            count = self.random.randint(1, 5)
            for number in range(begin, begin + 10 * count, 10):
                lines[number] = self.statement(number)
            lines[begin + 10 * count] = choice(("RETURN", "RETURN", "NEXT:RETURN", "GOTO 10", self.fail()))
        self.handler(lines)
        if chance() < 0.2:
            lines[7] = choice(("DIM B(5)", "N=0:CLEAR:ON ERROR GOTO 900"))
        known = sorted(lines)
        texts = {number: self.known(text, known) for number, text in lines.items()}
        return "".join(f"{number} {texts[number]}\n" for number in known)

    def known(self, text: str, lines: list[int]) -> str:
        """`@` is any line that is there, outside of the handler."""
        while "@" in text:
            text = text.replace("@", str(self.random.choice([line for line in lines if 10 <= line < 900])), 1)
        return text

    def fail(self) -> str:
        return self.random.choice(FAILS)

    def now_and_then(self) -> str:
        return f"IF N MOD {self.random.randint(2, 5)}={self.random.randint(0, 1)} THEN "

    def loop(self, inside: list[str]) -> str:
        name = self.random.choice(NAMES)
        limit = self.random.choice(("1", "2", "2", "3", "0", "N MOD 3"))
        end = self.random.choice(("NEXT", "NEXT", f"NEXT {name}", f"NEXT {self.random.choice(NAMES)}", "PRINT \"-\";"))
        return f"FOR {name}=1 TO {limit}:{self.random.choice(inside)}:{end}"

    def inside(self) -> list[str]:
        more = [f"PRINT {self.random.choice(NAMES)};", self.fail(), self.call(), self.now_and_then() + "@ ELSE Y=0"]
        if self.random.random() < 0.4:
            more.append(self.loop(more[:]))
        return more

    def call(self) -> str:
        return f"GOSUB {self.random.choice(self.subroutines)}"

    def statement(self, line: int) -> str:
        common = [
            "PRINT N;", self.fail(), self.now_and_then() + self.fail(), self.call(), self.now_and_then() + self.call(),
            self.loop(self.inside()), self.loop(self.inside()), self.loop(self.inside()),
            f"FOR {self.random.choice(NAMES)}=1 TO 2", "NEXT", f"NEXT {self.random.choice(NAMES)}",
            f"W=0:WHILE W<2:W=W+1:{self.random.choice(self.inside())}:WEND", self.now_and_then() + "@",
        ]  # fmt: skip
        if line >= 100:
            common += [self.now_and_then() + "RETURN", self.now_and_then() + "RETURN @"]
        if self.deep:
            common += [f"FOR {name}=1 TO 2" for name in "ABCD"]
        return self.random.choice(common)

    def handler(self, lines: dict[int, str]) -> None:
        choice, chance = self.random.choice, self.random.random
        lines[900] = f'E=E+1:IF E>{choice((40, 60))} THEN PRINT "ENOUGH":END'
        if chance() < 0.7:
            lines[905] = choice(("PRINT ERR;ERL", 'IF ERR=7 THEN PRINT "FULL";N;ERL'))
        if chance() < 0.5:
            lines[910] = choice((
                "FOR P=1 TO 2:PRINT P;:NEXT", "FOR P=1 TO 2:PRINT P;:GOSUB 980:NEXT", "GOSUB 980",
                f"FOR P=1 TO 2:IF E MOD 3=P THEN RESUME {choice(('NEXT', '@'))} ELSE NEXT",
                "NEXT", f"NEXT {choice(NAMES)}",
                f"FOR {choice(NAMES)}=1 TO 2:NEXT", f"FOR {choice(NAMES)}=1 TO 2", "FOR P=1 TO 2:FOR Q=1 TO 1:NEXT Q,P",
                f"FOR P=1 TO 2:IF E MOD 2 THEN {choice(('20', '@', '925'))} ELSE NEXT",
            ))  # fmt: skip
        if chance() < 0.5:
            lines[920] = f"IF ERR=7 THEN RESUME {choice(('10', '@', '@', 'NEXT'))}"
        if chance() < 0.4:
            lines[925] = f"IF ERR={choice((11, 6, 77, 1, 30))} THEN RESUME NEXT"
        else:
            lines[925] = "REM"
        if chance() < 0.3:
            lines[930] = f"IF ERR>70 THEN RESUME {choice(('@', '0', '10'))}"
        lines[940] = choice(("RESUME NEXT", "RESUME NEXT", "RESUME 10", "RESUME @", "RESUME @", "GOTO 10"))
        lines[980] = choice(("RETURN", "FOR R=1 TO 2:PRINT R;:NEXT:RETURN", "FOR R=1 TO 2:RETURN"))
