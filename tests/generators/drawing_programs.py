"""Programs that draw at random, with operands on, beside and far from what is sensible, for the engines to agree on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

EDGES = (-32768, -1, 0, 1, 199, 200, 255, 256, 319, 320, 347, 348, 349, 350, 639, 640, 719, 720, 32767)
FAR = ("32768", "-40000", "1E10", "-1E38", "1E-30")
ARRAYS = ("A%", "B", "C#", "D", "A%(3)", "B(7)", "Q")
HEAD = '10 ON ERROR GOTO 9000:DIM A%(300),B(200),C#(100),D(20,9):A$="U5R5":Z$="C2XZ$;":N=7'


class Drawings:
    """Writes them; every error is counted and passed over."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.statements: tuple[Callable[[], str], ...] = (
            lambda: f"{self.one('PSET', 'PRESET')} {self.point()}{self.rest(1)}",
            lambda: f"LINE {self.maybe(self.point)}-{self.point()}{self.line_end()}",
            lambda: f"CIRCLE {self.point()},{self.number()}{self.rest(4)}",
            lambda: f"CIRCLE {self.point()},{self.upto(90)},1,{self.angle()},{self.angle()}",
            lambda: f"PAINT {self.point()}{self.rest(2)}",
            lambda: f"PAINT {self.point()},{self.tile()},{self.number()}" + self.maybe(lambda: "," + self.tile()),
            lambda: f'DRAW "{self.macro()}"',
            lambda: f"GET {self.point()}-{self.point()},{self.one(*ARRAYS)}",
            lambda: f"PUT {self.point()},{self.one(*ARRAYS)}" + self.one("", ",PSET", ",PRESET", ",AND", ",OR", ",XOR"),
            lambda: f"{self.one('VIEW', 'WINDOW')} {self.one('', 'SCREEN ')}{self.corner()}-{self.corner()}",
            lambda: self.one("VIEW", "WINDOW", "PALETTE", "CLS", "CLS 1", "CLS 2", "WIDTH 40", "WIDTH 80"),
            lambda: f"COLOR {self.number()}{self.rest(2)}",
            lambda: f"PALETTE {self.number()},{self.number()}:PALETTE USING A%({self.upto(300)})",
            lambda: f"X={self.one('POINT', 'PMAP')}({self.number()},{self.number()}):X=POINT({self.number()})",
            lambda: f"SCREEN {self.upto(10)}",
            lambda: f"SCREEN ,,{self.upto(8)},{self.upto(8)}:PCOPY 0,{self.upto(8)}",
            lambda: f'LOCATE {self.random.randint(1, 24)},{self.random.randint(1, 40)}:PRINT "HELLO";N',
            lambda: f"A%({self.upto(5)})={self.random.randint(-300, 300)}",
            lambda: f"DEF SEG=&H{self.one('B800', 'A000')}:POKE {self.upto(65535)},N:X=PEEK({self.number()})",
        )

    def program(self, length: int = 25) -> str:
        lines = [HEAD, f"20 SCREEN {self.one(1, 2, 3, 7, 8, 9, 10)}"]
        lines += [f"{30 + 10 * index} {self.random.choice(self.statements)()}" for index in range(length)]
        return "\n".join([*lines, "8000 PRINT E:END", "9000 E=E+1:RESUME NEXT"]) + "\n"

    def one(self, *choices: object) -> str:
        return str(self.random.choice(choices))

    def upto(self, most: int) -> int:
        return self.random.randint(0, most)

    def maybe(self, what: Callable[[], str]) -> str:
        return what() if self.random.random() < 0.6 else ""

    def number(self) -> str:
        kind = self.random.random()
        if kind < 0.6:
            return str(self.random.randint(-20, 400))
        if kind < 0.7:
            return self.one(*EDGES)
        if kind < 0.75:
            return self.one(*FAR)
        return str(round(self.random.uniform(-10, 400), 2)) if kind < 0.85 else str(self.upto(15))

    def angle(self) -> str:
        return str(round(self.random.uniform(-7, 7), 3))

    def corner(self) -> str:
        return f"({self.number()},{self.number()})"

    def point(self) -> str:
        return self.one("", "", "STEP") + self.corner()

    def rest(self, most: int) -> str:
        given = [self.maybe(self.number) for _ in range(self.random.randint(0, most))]
        while given and not given[-1]:
            given.pop()
        return "".join("," + number for number in given)

    def line_end(self) -> str:
        colour = self.maybe(self.number)
        return self.one("", f",{colour or 1}", f",{colour},B", f",{colour},BF", f",{colour},,{self.number()}")

    def tile(self) -> str:
        return "+".join(f"CHR$({self.upto(255)})" for _ in range(self.random.randint(1, 9)))

    def macro(self) -> str:
        commands = []
        for _ in range(self.random.randint(1, 8)):
            letter = self.one(*"UDLREFGHMBNACSTPX;Q=")
            other = {
                "M": f"M{self.one('', '+', '-')}{self.number()},{self.number()}",
                "T": f"TA{self.number()}",
                "P": f"P{self.number()},{self.number()}",
                "X": self.one("XA$;", "XZ$;", "X"),
                "=": "U=N;",
            }
            commands.append(other.get(letter, letter + self.maybe(self.number)))
        return "".join(commands)
