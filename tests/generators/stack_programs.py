"""Random programs that fill GW-BASIC's stack: subroutines left for good by errors and GOTO, or that call themselves."""

from __future__ import annotations

from random import Random

ROUNDS = (20, 45, 60, 90)
MAIN = (10, 10, 20, 30, 40, 50)
FAILS = (
    "X=1/Z", "ERROR 77", "X%=40000", "A(11)=1", "READ Q", "ON -1 GOTO 10", 'Y=ASC("")', "ERROR N MOD 9+70",
)  # fmt: skip


class StackWriter:
    """One program for each seed; a count of rounds, or of errors, ends it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.trapped = self.random.random() < 0.75
        self.subroutines = [100 * (number + 1) for number in range(self.random.randint(2, 5))]

    def program(self) -> str:
        lines = {10: f'N=N+1:IF N>{self.random.choice(ROUNDS)} THEN PRINT "DONE";N:END'}
        for number in (20, 30, 40, 50):
            lines[number] = self.statement(number)
        lines[60] = "GOTO 10"
        for begin in self.subroutines:
            count = self.random.randint(1, 5)
            for number in range(begin, begin + 10 * count, 10):
                lines[number] = self.statement(number)
            end = self.random.choice(("RETURN", "RETURN", "RETURN", "RETURN", "GOTO 10", self.fail()))
            lines[begin + 10 * count] = end
        if self.trapped:
            lines |= self.handler()
        return "".join(f"{number} {text}\n" for number, text in sorted(lines.items()))

    def fail(self) -> str:
        return self.random.choice(FAILS) if self.trapped else "RETURN"

    def now_and_then(self, remainder: int = 1) -> str:
        return f"IF N MOD {self.random.randint(2, 6)}={remainder} THEN "

    def call(self) -> str:
        return f"GOSUB {self.random.choice(self.subroutines)}"

    def statement(self, line: int) -> str:
        called = line >= self.subroutines[0]
        common = [
            "PRINT N;", self.now_and_then(self.random.randint(0, 1)) + self.fail(), self.fail(),
            *[self.call() for _ in range(3)], self.now_and_then(0) + self.call(), self.loop(),
            f"W=0:WHILE W<2:W=W+1:{self.call()}:WEND", f"IF N MOD 7=3 THEN N=N+1:GOTO {self.random.choice(MAIN)}",
        ]  # fmt: skip
        own = [
            self.now_and_then() + str(self.random.choice(MAIN)), self.now_and_then() + "RETURN",
            f"IF R<{self.random.randint(2, 50)} THEN R=R+1:GOSUB {line}:R=R-1",
            self.now_and_then() + f"RETURN {self.random.choice(MAIN)}",
        ]  # fmt: skip
        chosen = self.random.choice([*common, *own] if called else common)
        return "Z=Z+1" if chosen.endswith("RETURN") and not called else chosen

    def loop(self) -> str:
        name = self.random.choice("IJK")
        inside = (
            f"PRINT {name};:NEXT", f"IF {name}=2 THEN {self.random.choice(MAIN)} ELSE NEXT", f"{self.call()}:NEXT",
        )  # fmt: skip
        return f"FOR {name}=1 TO 2:{self.random.choice(inside)}"

    def handler(self) -> dict[int, str]:
        lines = {5: "ON ERROR GOTO 900", 890: "RETURN", 900: 'E=E+1:IF E>150 THEN PRINT "ENOUGH":END'}
        places = [10, 10, 20, 40, self.random.choice(self.subroutines)]
        if self.random.random() < 0.8:
            lines[905] = self.random.choice(("PRINT ERR;ERL", 'IF ERR=7 THEN PRINT "FULL";N;ERL'))
        if self.random.random() < 0.5:
            lines[910] = f"IF ERR=7 THEN RESUME {self.random.choice((*places, 30, 110, 'NEXT'))}"
        if self.random.random() < 0.3:
            lines[920] = "IF ERR=11 THEN RESUME NEXT"
        if self.random.random() < 0.2:
            lines[930] = f"IF ERR>70 THEN RESUME {self.random.choice(self.subroutines)}"
        lines[940] = f"RESUME {self.random.choice((*places, 'NEXT'))}"
        return lines
