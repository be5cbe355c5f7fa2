"""Random BASIC programs, the same for the same seed, and what a run of one leaves behind.

`Writer(seed).program()` is the text of a program that uses nearly everything that control flow and arithmetic have to
offer, in sane and in insane ways. `play` runs it on one of the engines and gives all that can be seen of the run.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

from basic.engine import compiled, names, steps
from basic.engine.arrays import Undimensioned
from basic.engine.compiled import Compiled
from basic.engine.image import Image, Source, pack, unpack
from basic.engine.interpreter import Interpreter
from basic.engine.limits import Limits
from basic.engine.rest import Outcome
from basic.engine.stack import Loop, WhileLoop
from basic.engine.starting import start
from basic.engine.steps import Steps
from basic.errors import BasicError
from basic.library import words
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

assert words  # the library's words bind themselves when they are imported

MOST_STEPS = 2500
SINGLES = ("A", "B", "C", "X!")
INTEGERS = ("I%", "J%", "K%")
DOUBLES = ("D#", "E#")
TEXTS = ("A$", "B$", "C$")
COUNTERS = ("I", "J", "K", "I%", "J%", "L", "D", "N")  # D is a double in some programs
CONSTANTS = (
    *("0", "1", "2", "3", "5", "7", "10", "-1", "-3", "100", "255", "256", "32767", "-32768", "32768", "40000"),
    *(".5", "-.5", "1.5", ".1", "3.25", "1E5", "16777215", "16777216", "1E20", "-1E30", "1E-20", "1.7E38", "1E-38"),
)
SMALL = ("0", "1", "2", "3", "4", "5", "6", "-1", "-2", ".5", "1.5", "2.5", "10")


class Dice:
    """One program for each seed. Odds are given in percent."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def odds(self, percent: float) -> bool:
        return self.random.random() * 100 < percent

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)


class Writer(Dice):
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.lines: list[str] = []
        self.wild = self.odds(50)  # jumps go anywhere, loops overlap
        self.types = self.odds(25)  # DEFINT and its kin in odd places
        self.trapped = self.odds(45)  # ON ERROR
        self.quiet = self.odds(40)  # hardly any overflow and no types mixed up
        self.doubles = self.odds(50)
        self.subroutines = self.random.randint(1, 3) if self.odds(50) else 0  # small ones behind the program

    # -- expressions ----------------------------------------------------------------------------------------------

    def number(self, depth: int = 2) -> str:
        r = self.random.random()
        if depth <= 0 or r < 0.3:
            r = self.random.random()
            if r < 0.4:
                return self.one(*(SMALL if self.quiet or self.odds(60) else CONSTANTS))
            if r < 0.8:
                return self.one(*SINGLES, *COUNTERS, *INTEGERS)
            return self.one(*DOUBLES) if self.doubles else self.one(*SINGLES)
        if r < 0.62:
            operator = self.one("+", "+", "-", "-", "*", "*", "/", "\\", " MOD ", "^" if self.odds(20) else "+")
            return f"{self.number(depth - 1)}{operator}{self.number(depth - 1)}"
        if r < 0.70:
            return f"({self.number(depth - 1)})"
        if r < 0.76:
            return self.condition(depth - 1)
        if r < 0.80:
            return f"-{self.number(depth - 1)}"
        if r < 0.86:
            return f"{self.one('ABS', 'INT', 'FIX', 'SGN', 'CINT', 'INT', 'CSNG')}({self.number(depth - 1)})"
        if r < 0.93:
            return self.element(depth - 1)
        if r < 0.95:
            return f"FNA({self.number(depth - 1)})"
        if r < 0.96:
            return f"FNB%({self.number(depth - 1)},{self.number(depth - 1)})"
        return self.one(f"LEN({self.text(1)})", f"VAL({self.text(1)})", f"ASC({self.text(1)})", "ERR", "ERL", "POS(0)")

    def whole(self) -> str:
        return self.one(*SMALL[:7], *COUNTERS, "I%+1", "J-1", "A", "INT(A/2)", "N*2", "LEN(A$)", "K MOD 4")

    def condition(self, depth: int = 1) -> str:
        if self.odds(20) and depth > 0:
            word = self.one(" AND ", " OR ", " XOR ", " EQV ", " IMP ")
            return f"{self.condition(depth - 1)}{word}{self.condition(depth - 1)}"
        if self.odds(8):
            return f"NOT {self.condition(depth - 1)}"
        operator = self.one("=", "<>", "<", ">", "<=", ">=")
        if self.odds(15):
            return f"{self.text(1)}{operator}{self.text(1)}"
        return f"{self.number(max(0, depth))}{operator}{self.number(max(0, depth - 1))}"

    def element(self, depth: int = 1) -> str:
        subscript = self.whole() if self.odds(75) else self.number(depth)
        name = self.one("P", "P", "Q%", "R#" if self.doubles else "P", "I", "M", "P")
        if name == "M" and self.odds(90):
            return f"M({subscript},{self.whole()})"
        return f"{name}({subscript})"

    def text(self, depth: int = 2) -> str:
        r = self.random.random()
        if depth <= 0 or r < 0.5:
            return self.one(*TEXTS, '"HELLO"', '"A,B"', '""', '"12"', '" -3.5X"', f"S$({self.whole()})")
        if r < 0.65:
            return f"{self.text(depth - 1)}+{self.text(depth - 1)}"
        return self.one(
            f"LEFT$({self.text(depth - 1)},{self.whole()})",
            f"RIGHT$({self.text(depth - 1)},{self.whole()})",
            f"MID$({self.text(depth - 1)},{self.whole()},{self.one('1', '2', 'I%', 'A')})",
            f"MID$(A$,{self.whole()},1)",
            f"STR$({self.number(1)})",
            f"CHR$({self.one('65', '66+J%', 'A', '48')})",
            f"STRING$({self.one('3', '100', '255', 'A', 'N')},{self.one('65', 'A$', '33')})",
            f"SPACE$({self.one('3', '200', 'A')})",
            f"HEX$({self.number(0)})",
        )

    # -- statements -----------------------------------------------------------------------------------------------

    def target(self) -> str:
        return "@"

    def near(self) -> str:
        return self.random.choice(["@"] if self.wild or self.odds(20) else [">"])

    def assignment(self) -> str:
        r = self.random.random()
        if r < 0.22:
            name = self.one("A", "B", "C", "N", "I%", "J%")
            return f"{name}={name}{self.one('+1', '-1', '+2', '*2', '+.5', '*1.5', '+I%', '-A')}"
        if r < 0.5:
            return f"{self.one(*SINGLES, *INTEGERS, *COUNTERS)}={self.number(2)}"
        if r < 0.6 and self.doubles:
            return f"{self.one(*DOUBLES, 'D')}={self.number(2)}"
        if r < 0.75:
            return f"{self.element()}={self.number(2)}"
        if r < 0.9:
            return f"{self.one(*TEXTS)}={self.text(2)}"
        if r < 0.94:
            return f"S$({self.whole()})={self.text(1)}"
        if r < 0.97:
            return f"MID$({self.one(*TEXTS)},{self.whole()}{self.one('', ',1', ',I%')})={self.text(1)}"
        if self.quiet:
            return "A=1"
        return self.one(f"A={self.text(0)}", f"A$={self.number(1)}", "LSET A$=B$", "RSET A$=" + self.text(0))

    def printing(self) -> str:
        items = []
        for _ in range(self.random.randint(0, 4)):
            items.append(self.text(1) if self.odds(30) else self.number(1))
            items.append(self.one(";", ";", ",", "", ";;", ",,"))
            if self.odds(8):
                items.append(f"{self.one('TAB', 'SPC')}({self.one('5', '20', 'A', 'I%')});")
        if items and self.odds(50):
            items.pop()
        joined = ""
        for item in items:
            if joined and joined[-1] not in ";," and item and item[0] not in ";,":
                joined += ";"
            joined += item
        return f"PRINT {joined}"

    def simple(self) -> str:
        """A statement that does not jump, as a rule."""
        r = self.random.random()
        if r < 0.5:
            return self.assignment()
        if r < 0.72:
            return self.printing()
        if r < 0.78:
            return f"READ {self.one('A', 'B', 'A$', 'I%', 'P(I%)', 'A,B', 'A,A$,B', 'J%,X!', 'D#', 'N,I,J')}"
        if r < 0.80:
            return self.one("RESTORE", "RESTORE @", "DATA 1,2,3", "DATA 4,FIVE,-6.5")
        if r < 0.85:
            return self.one(
                *("SWAP A,B", "SWAP I%,J%", "SWAP A$,B$", "SWAP I,J", "SWAP P(1),A", "SWAP P(I%),P(J%)", "SWAP N,K"),
                *("SWAP S$(1),A$", "SWAP A,X!") if self.quiet else ("SWAP A,I%", "SWAP P(I%),I%", "SWAP Q%(I%),I%"),
            )
        if r < 0.88:
            return self.one(
                *("ERASE P", "DIM P(20)", "DIM P(3)", "DIM Q%(5),R#(3)", "ERASE Q%", "DIM M(4,4)", "ERASE M"),
                *("DIM I(5)", "DIM S$(N)", "OPTION BASE 1", "DIM P(A)", "ERASE S$"),
            )
        if r < 0.90:
            return self.one("DEF FNA(X)=X*2+A", "DEF FNA(Y)=FNB%(Y,1)+I", "DEF FNB%(X,Y%)=X+Y%*2", "DEF FNA(I)=I+P(2)")
        if r < 0.93 and self.types:
            return self.one(*("DEFINT A", "DEFINT I-N", "DEFDBL D", "DEFSNG I", "DEFSTR C", "DEFDBL A-C", "DEFINT D"))
        if r < 0.95:
            return self.one("TRON", "TROFF", "REM X", "'X", "STOP", "CLEAR" if self.odds(30) else "", "RANDOMIZE 5")
        if r < 0.97 and not self.quiet:
            return f"ERROR {self.one('5', '6', '11', '200', 'A', '0')}"
        if r < 0.985:
            return self.one("INPUT A", "INPUT I%,B", "LINE INPUT A$", "INPUT P(I%),A$", "INPUT D#", "INPUT N")
        return self.one("PRINT A;B;C", "PRINT I;J;K;I%;J%", "A=RND", "B=INT(RND*10)", "PRINT FRE(0)>0", "WRITE A,A$")

    def jumping(self) -> str:
        r = self.random.random()
        if r < 0.35:
            return f"GOTO {self.near()}"
        if r < 0.55:
            return f"GOSUB {self.target()}"
        if r < 0.68:
            return self.one("RETURN", "RETURN", "RETURN @")
        if r < 0.82:
            lines = ",".join(self.target() for _ in range(self.random.randint(1, 4)))
            return f"ON {self.whole()} {self.one('GOTO', 'GOSUB')} {lines}"
        if r < 0.84:
            return self.one("END", "RUN @" if self.odds(5) else "END")
        if r < 0.9:
            return self.one("NEXT", "NEXT I", "NEXT J", "NEXT J,I", "WEND", "NEXT I%")
        if r < 0.94:
            return self.one(self.for_(), f"WHILE {self.condition()}")
        if r < 0.97 and self.trapped:
            return self.one("RESUME", "RESUME NEXT", "RESUME @", "ON ERROR GOTO 0", "ON ERROR GOTO @")
        return self.simple()

    def for_(self, variable: str = "") -> str:
        variable = variable or self.one(*COUNTERS)
        if self.odds(60):
            start, stop = self.one("0", "1", "2", "-3", ".5"), self.one("3", "4", "6", "N", "2.75", "A", "I%")
            step = self.one("", "", "", "", " STEP 2", " STEP .5", " STEP 1", " STEP N")
        elif self.odds(50):
            start, stop = self.one("5", "3", "N", "A"), self.one("1", "0", "-2", "B", "I%+1")
            step = self.one(" STEP -1", " STEP -1", " STEP -2", " STEP -.5", " STEP B", " STEP 0")
        else:
            start, stop = self.number(1), self.number(1)
            step = self.one("", f" STEP {self.number(0)}", f" STEP {self.number(1)}")
        if self.odds(3):
            start, stop, step = self.one("32765", "32766", "-32766"), "32767", self.one("", " STEP 2", " STEP -1")
        if self.odds(3):
            start, stop, step = "16777213", self.one("16777216", "16777218"), self.one("", " STEP 2")
        return f"FOR {variable}={start} TO {stop}{step}"

    def branch(self, depth: int) -> str:
        """One branch of an IF."""
        if self.odds(30):
            return self.near()
        count = self.random.choice((1, 1, 1, 2, 3))
        return ":".join(self.inline(depth) for _ in range(count))

    def inline(self, depth: int) -> str:
        """A statement within a line."""
        r = self.random.random()
        if r < 0.1 and self.subroutines:
            return self.call()
        if r < 0.62 or depth <= 0:
            return self.simple()
        if r < 0.75:
            return self.if_(depth - 1)
        if r < 0.88:
            variable = self.one(*COUNTERS)
            body = ":".join(self.inline(depth - 1) for _ in range(self.random.randint(0, 2)))
            end = self.one("NEXT", f"NEXT {variable}")
            return f"{self.for_(variable)}:{body + ':' if body else ''}{end}"
        return self.jumping() if self.wild or self.odds(30) else self.simple()

    def call(self) -> str:
        return f"GOSUB {7000 + 100 * self.random.randrange(self.subroutines)}"

    def subroutine(self, number: int) -> list[str]:
        """Lines that end with RETURN, with another in the middle perhaps."""
        lines = [self.simple() if self.odds(70) else self.inline(1) for _ in range(self.random.randint(1, 3))]
        if self.odds(40):
            lines.insert(self.random.randint(0, len(lines)), f"IF {self.condition()} THEN {self.simple()}:RETURN")
        if self.odds(20):
            lines.insert(self.random.randint(0, len(lines)), f"IF {self.condition()} THEN RETURN ELSE {self.simple()}")
        if number and self.odds(60):
            lines.append(f"GOSUB {7000 + 100 * self.random.randrange(number)}")
        return [*lines, "RETURN" if self.odds(80) else f"{self.simple()}:RETURN"]

    def if_(self, depth: int = 1) -> str:
        text = f"IF {self.condition()} THEN {self.branch(depth)}"
        return text + f" ELSE {self.branch(depth)}" if self.odds(45) else text

    def line(self) -> str:
        r = self.random.random()
        if r < 0.2:
            return self.if_(2)
        if r < 0.32 and self.wild:
            return self.jumping()
        return ":".join(self.inline(1) for _ in range(self.random.choice((1, 1, 1, 2, 3))))

    def block(self, depth: int) -> None:
        """Some lines, with loops and subroutines in good order."""
        for _ in range(self.random.randint(1, 4)):
            r = self.random.random()
            if depth <= 0 or r < 0.45:
                self.lines.append(self.line())
            elif r < 0.75:
                variable = self.one(*COUNTERS)
                head, foot = self.for_(variable), self.one("NEXT", f"NEXT {variable}")
                self.lines.append(f"{self.simple()}:{head}" if self.odds(20) else head)
                if self.odds(20):
                    other = self.one(*COUNTERS)
                    self.lines.append(self.for_(other))
                    self.block(depth - 2)
                    foot = f"NEXT {other},{variable}" if self.odds(80) else f"NEXT {variable},{other}"
                else:
                    self.block(depth - 1)
                self.lines.append(f"{foot}:{self.simple()}" if self.odds(20) else foot)
                if self.odds(10):
                    self.lines[-1] = f"IF {self.condition()} THEN {self.lines[-1]}"
            elif r < 0.85:
                counter = self.one("N", "K%", "W")
                self.lines.append(f"{counter}=0:WHILE {counter}<{self.one('3', '5', 'A')}")
                self.block(depth - 1)
                self.lines.append(f"{counter}={counter}+1:WEND")
            elif r < 0.93:
                self.lines.append(f"GOSUB {self.target()}")
            else:
                # A subroutine in the middle, jumped over.
                self.lines.append("GOTO >")
                self.block(depth - 1)
                self.lines.append("RETURN")

    def program(self) -> str:
        head = ["DEFINT I-N"] if self.odds(25) else []
        head += ["DEFDBL D"] if self.odds(30) else []
        head += [self.one("OPTION BASE 1", "OPTION BASE 0")] if self.odds(20) else []
        head += ["DIM P(12),M(3,5)"] if self.odds(40) else []
        head += ["ON ERROR GOTO 9000"] if self.trapped else []
        head += ["DEF FNA(X)=X*2+A:DEF FNB%(X,Y%)=X+Y%"] if self.odds(60) else []
        head += ['A=2:B=3.5:N=4:A$="BASIC":I%=1'] if self.odds(60) else []
        if self.odds(50):
            self.block(3)
        else:
            for _ in range(self.random.randint(3, 14)):
                self.lines.append(self.line())
        if self.wild and self.odds(50):
            for _ in range(self.random.randint(1, 5)):
                self.lines.insert(self.random.randint(0, len(self.lines)), self.jumping())
        lines = head + self.lines
        numbers = [10 * (position + 1) for position in range(len(lines))]
        if self.subroutines:
            lines.append("GOTO 8010")
            numbers.append(6990)
        for position in range(self.subroutines):
            body = self.subroutine(position)
            lines += body
            numbers += range(7000 + 100 * position, 7000 + 100 * position + len(body))
        text = []
        for number, line in zip(numbers, lines, strict=True):
            whole = ""
            for character in _outside_strings(line):
                if character == "@":
                    whole += str(self.random.choice(numbers) if self.odds(98) else 77)
                elif character == ">":
                    whole += str(self.random.choice([n for n in numbers if n > number][:6] or [8000]))
                elif character == "\0":
                    whole += ">"
                else:
                    whole += character
            text.append(f"{number} {whole}")
        data = self.one("1,2,3,4,5", "1,-2.5,1E6,40000,X", "7,8,9", '1,"TWO",3,4.25,1E39', "-5,100000,12345678")
        text += [f"8000 DATA {data}", "8010 PRINT A;B;C;I;J;K:PRINT A$;B$:END"]
        if self.trapped:
            text += ["9000 T9=T9+1:IF T9>30 THEN END"]
            text += [self.one("9010 RESUME NEXT", "9010 PRINT ERR;ERL:RESUME NEXT", "9010 RESUME 8010")]
        return "\n".join(line for line in text if len(line) <= 250 and " " in line.strip()) + "\n"


def _outside_strings(line: str) -> str:
    """The line with every comparison's `>` told from the mark of a jump, which stands behind a blank."""
    out = ""
    for position, character in enumerate(line):
        jump = character == ">" and position and line[position - 1] == " "
        out += "\0" if character == ">" and not jump else character
    return out


class TooLong(Exception):
    """A program that runs for longer than a test may take."""


class Counted(Steps):
    """Single steps, and not too many of them."""

    most: float = 0

    def step(self, index: int) -> int:
        Counted.most -= 1
        if Counted.most < 0:
            raise TooLong
        return super().step(index)


class Ignorant(Compiled):
    """Code that counts on nothing: every number may be a fraction of any size."""

    def __init__(self, flow: Any, assumed: Any, namespace: Any, known: bool = True, *more: Any, **named: Any) -> None:
        super().__init__(flow, assumed, namespace, False, *more, **named)


@contextmanager
def reference(most: float) -> Iterator[None]:
    """The reference is made of single steps without any knowledge of ranges."""
    Counted.most = most
    with patch.object(compiled, "Compiled", Ignorant), patch.object(steps, "Steps", Counted):
        yield


class Interrupted(MemoryTerminal):
    """A terminal at which Ctrl-C is pressed when so many characters have been written."""

    def __init__(self, characters: int) -> None:
        super().__init__(["1", "2.5", "HELLO", "-3,4"])
        self.characters = characters

    def write(self, text: str) -> None:
        super().write(text)
        if self.characters > 0:
            self.characters -= len(text)
            if self.characters <= 0:
                signal.raise_signal(signal.SIGINT)


class Memory(dict[str, bytes]):
    """A cache that lasts as long as this object."""

    def name(self, *parts: str | bytes) -> str:
        return repr(parts)

    def put(self, name: str, data: bytes) -> None:
        self[name] = data


def play_kept(text: str, engine: str, cache: Memory, most: int | None = None) -> list[Any]:
    """Run a program as the command does: with what earlier runs have kept of it, and keeping what this one finds."""
    player = Interpreter(Machine(Interrupted(0)), engine=engine)
    start(player, text.encode(), cache)  # type: ignore[arg-type]
    Limits(steps=most).watch(player)
    return _play(player, 4, "")


def reference_of(play: Callable[..., list[Any]]) -> tuple[list[Any], int | None]:
    """What the reference shows, and the limit of statements that a program needs which does not end by itself."""
    try:
        return play("reference"), None
    except TooLong:
        return play("reference", most=MOST_STEPS), MOST_STEPS


def play(
    program: Any, engine: str, characters: int = 0, turns: int = 4, typed: str = "", most: int | None = None
) -> list[Any]:
    """Run a program, with CONT after every STOP and Ctrl-C: everything that can be seen of it.

    `kept` is the Python engine with a program from the cache, `reference` that of single steps. `most`: so many
    statements, where it would not end.
    """
    terminal = Interrupted(characters)
    machine = Machine(terminal)
    with reference(inf if most else MOST_STEPS) if engine == "reference" else nullcontext():
        player = Interpreter(machine, engine={"reference": "step", "kept": "python"}.get(engine, engine))
        if engine == "kept":
            player.take(Source(lambda: program, kept(program)))
        else:
            player.load(program)
        Limits(steps=most).watch(player)
        return _play(player, turns, typed)


def kept(program: Any) -> Image:
    """A program made ready in another interpreter, as the cache gives it."""
    maker = Interpreter(Machine(MemoryTerminal()))
    maker.load(program)
    return unpack(pack(maker.ready()))


def _play(player: Interpreter, turns: int, typed: str) -> list[Any]:
    seen: list[Any] = []
    outcome = player.run()
    for _ in range(turns):
        if outcome.reason != "break" or typed:  # Ctrl-C may find another statement where some have no code
            seen.append(_state(player, outcome))
        if player.resting is None or outcome.reason not in ("stop", "break", "end"):
            break
        if player.resting >= player.flow.end:
            break
        if typed:
            player.direct(typed)
        outcome = player.proceed(player.resting)
    text = player.machine.console.terminal.text  # type: ignore[attr-defined]
    seen.append(re.sub(r"Break in \d+", "Break", text))
    return seen


def _state(player: Interpreter, outcome: Outcome) -> list[Any]:
    rt = player.rt
    variables = {}
    for identifier in sorted(rt.variables):
        value = rt.namespace.get(identifier)
        if identifier.startswith("FN_"):
            continue
        if isinstance(value, Undimensioned):
            value = value.array
        if value is not None and value != names.initial(identifier):
            variables[identifier] = value
    # Loops that have been left by a jump need not be on the stack where that makes no difference.
    calls = [entry for entry in rt.stack if not isinstance(entry, Loop | WhileLoop)]
    resting = player.resting if outcome.reason in ("end", "stop") else None
    error = outcome.error.number if isinstance(outcome.error, BasicError) else None
    return [
        (outcome.reason, outcome.line, error, resting), variables, calls, rt.pointer,
        (rt.trap, rt.handling, rt.error_number, rt.error_line), rt.types, rt.bounds, player.tracing,
    ]  # fmt: skip
