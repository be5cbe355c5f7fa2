"""What a port does, judged by runs: the program and its Python play the same games, and their transcripts are compared.

    judged(program, text)           Verdict("digits", runs=8, branches=0.83, digits=3)

The runs are the same every time. Both sides have a machine of their own with an empty disk and a clock that stands at
noon, nothing of the computer; they are stopped by what they do, not by the time that takes.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import io
import linecache
import re
import time
from collections.abc import Iterable
from datetime import datetime
from functools import partial, reduce
from operator import ne
from types import SimpleNamespace
from typing import Any, Literal

from ..codepage import to_bytes, to_unicode
from ..engine.rest import Outcome
from ..errors import ILLEGAL
from ..machine.clock import FixedClock
from ..machine.disk import MemoryDisk
from ..machine.machine import Machine
from ..machine.terminal import MemoryTerminal
from ..port.verdict import Difference, Kind, Verdict
from ..record import record
from ..running import Transcript, run
from ..syntax.nodes import Input, LineInput, Program, String
from ..syntax.visit import walk
from ..values import double
from .difference import Looseness, aligned, first_difference, other_digits
from .games import LIMITS, Games
from .sides import NOON

RUNS = 8
STEPS_EACH = LIMITS.steps or 0
STEPS = 400_000  # statements of all the games that are played to find the inputs
TURNS = 600_000  # of loops and functions of Python in a run: three times the statements of a game
MORE = 200  # characters that Python may print beyond the program's before it is stopped
FEW_DOTS = 500  # one of so many may lie beside its place
LARGEST = (1 << 127) - 1  # of a whole number, but for the library's, which has doubles in them
INTERRUPTED = 130  # the status of a file that needs the library after Ctrl-C
EXACT = Looseness()
ROOM, LONG = 50, 3  # characters of a line, and of a text in it that is the same every time
# Numbers near the seven digits that BASIC shows, but not the one that stands for what is divided by zero.
BIG = re.compile(r"(?<![\d.])\d{6,}(?![\d.])|(?<!1\.701412)E\+\d")

MESSAGES = ("Division by zero", "Overflow")  # BASIC takes the largest number, and goes on

End = Literal["end", "error", "input", "limit"]


@record
class Left:
    """What a run leaves: the picture that is seen, as colours and pixels, and the files as one text."""

    colours: object
    pixels: bytes
    files: str


@record
class Shown:
    """What one side shows and how it ends: by itself, by an error (`said`), for want of input, or stopped."""

    text: str
    end: End
    said: str = ""
    left: Left | None = None  # None of what has no machine


def judged(program: Program, text: str, unlimited: bool = False) -> Verdict:
    """How far a Python file does what the program does."""
    shown: list[str] = []
    games = Games(program, {}, seed=0, unlimited=unlimited, steps=STEPS, watch=shown.append)
    found, branches = games.inputs(RUNS)
    inputs = list(dict.fromkeys(found))
    digits = dots = errors = stopped = went_on = 0
    difference, illegal = None, False
    as_many = 1 if any(inputs) else RUNS  # a program that asks for nothing has one run, which may be as long as eight
    for typed in inputs:
        basic, outcome = program_shows(program, typed, unlimited, as_many)
        shown.append(basic.text)
        python = python_shows(text, typed, len(basic.text) + MORE, TURNS * as_many)
        if _goes_on(basic, python):
            went_on += 1
            continue
        one, other = _comparable(basic, python)
        forgiven = other_digits(one, other, EXACT)
        others = _other_dots(basic, python)
        if (one == other or forgiven) and _ends_alike(basic, python) and others is not None:
            digits += forgiven
            dots += others
            errors += basic.end == "error"
            stopped += basic.end == "limit"
        elif difference is None:
            difference = _difference(program, typed, unlimited, outcome, (one, other), (basic, python))
            illegal = outcome.error is not None and outcome.error.number == ILLEGAL
    kind: Kind = "differs" if difference else "digits" if digits or dots else "equal"
    taken = branches.taken / branches.of if branches.of else None
    wide, large = _is_wide(program, shown), any(map(BIG.search, shown))
    return Verdict(
        kind, len(inputs), taken, digits, errors, stopped, difference, went_on,
        wide=wide, large=large, dots=dots, illegal=illegal,
    )  # fmt: skip


def _is_wide(program: Program, texts: Iterable[str]) -> bool:
    """Whether a line that is not as long every time came near the margin, in any of the games played."""
    nodes = [node for line in program.lines for node in walk(line)]
    literals = [node.value for node in nodes if isinstance(node, String)]
    prompts = {node.prompt for node in nodes if isinstance(node, Input | LineInput) and node.prompt.strip()}
    long = sorted((literal for literal in literals if len(literal) > LONG), key=len, reverse=True)
    breaks = re.compile("|".join([r"\r|\n|\? ", *map(re.escape, sorted(prompts, key=len, reverse=True))]))
    for line in {line for text in texts for line in breaks.split(text)}:
        if len(line) > ROOM:
            rest = reduce(lambda shown, literal: shown.replace(literal, "", 1), long, line)
            if len(re.sub("   +", " ", rest)) > ROOM:
                return True
    return False


def _goes_on(basic: Shown, python: Shown) -> bool:
    """Whether Python ends by an error of which BASIC only says something, after the same text."""
    shown = python.text.rstrip("\n")
    message = basic.text[len(shown) :].lstrip("\n").partition("\n")[0]  # `Overflow in 90` would be the end
    return python.end == "error" and basic.text.startswith(shown) and message in MESSAGES


def _comparable(basic: Shown, python: Shown) -> tuple[str, str]:
    """The texts without what only one side can have: the message of an error, and what a stopped one has not shown."""
    one, other = basic.text, python.text
    if basic.end == "error" and one != other:
        one, other = one.removesuffix(basic.said).rstrip("\n"), other.rstrip("\n")
    if basic.end == "limit":
        sides = one.split("\n"), other.split("\n")
        whole = min(map(len, sides)) - 1
        one, other = ("\n".join(lines[:whole]) for lines in sides) if whole else (one[: len(other)], other[: len(one)])
    elif basic.left and python.left:
        one, other = one + basic.left.files, other + python.left.files
    return one, other


def _ends_alike(basic: Shown, python: Shown) -> bool:
    """An endless program's Python has shown as much, or does not end either."""
    if basic.end == "limit":
        return python.end == "limit" or len(python.text) >= len(basic.text)
    return basic.end == python.end


def _other_dots(basic: Shown, python: Shown) -> int | None:
    """How many dots of the last picture are others; None if it is another one. One that is rounded otherwise may lie
    beside its place."""
    if basic.end == "limit" or not basic.left or not python.left:
        return 0
    one, other = basic.left, python.left
    count = sum(map(ne, one.pixels, other.pixels))
    same = one.colours == other.colours and len(one.pixels) == len(other.pixels)
    return count if same and count * FEW_DOTS <= len(one.pixels) else None


ENDS = {"end": "it ends", "error": "it ends by an error", "input": "it asks for more", "limit": "it does not end"}


def _difference(
    program: Program, typed: str, unlimited: bool, outcome: Outcome, texts: tuple[str, str], sides: tuple[Shown, Shown]
) -> Difference:
    """The first one of a run. The line is the one that the program is in when it has shown what is the same."""
    rows = aligned(*texts, EXACT.to_last_digits())
    place = first_difference(rows, EXACT.to_last_digits())
    if place is None:
        if _other_dots(*sides) is None:
            return Difference(outcome.line, "a picture", "another picture")
        basic, python = (side.said.strip() or ENDS[side.end] for side in sides)
        return Difference(outcome.line, basic, python)
    same = sum(len(line) + 1 for line in texts[0].split("\n")[: place.line[0] - 1]) + place.column[0]
    if same < len(sides[0].text.removesuffix(sides[0].said).rstrip("\n")):
        outcome = _run(program, typed, unlimited, max_output=same, games=RUNS).outcome
    row = rows[place.row]
    ends = (side.said.strip() or ENDS[side.end] for side in sides)
    basic, python = (text if text is not None else end for text, end in zip((row.left, row.right), ends, strict=True))
    return Difference(outcome.line, basic, python)


def _run(program: Program, typed: str, unlimited: bool, max_output: int | None, games: int = 1) -> Transcript:
    return run(
        program, typed, clock=NOON, engine="python", echo=False, unlimited=unlimited,
        max_seconds=None, max_steps=STEPS_EACH * games, max_output=max_output,
    )  # fmt: skip


def program_shows(program: Program, typed: str, unlimited: bool = False, games: int = 1) -> tuple[Shown, Outcome]:
    """The BASIC side."""
    played = _run(program, typed, unlimited, LIMITS.output, games)
    outcome = played.outcome
    if outcome.reason == "break":
        raise KeyboardInterrupt
    if outcome.error is not None:
        said = f"{outcome.error.text} in {outcome.line}\n"
        return Shown(played.text, "error", said, left_on(played.machine)), outcome
    ends: dict[str, End] = {"input": "input", "limit": "limit"}
    return Shown(played.text, ends.get(outcome.reason, "end"), "", left_on(played.machine)), outcome


def left_on(machine: Machine) -> Left:
    """What is there when a run has ended."""
    video, disk = machine.drawing, machine.drives.disk("C")
    assert isinstance(disk, MemoryDisk)
    files = "".join(f"\n{path}:\n{data.decode('latin-1')}" for path, data in sorted(disk.files.items()))
    return Left(video and video.palette, bytes(video.shown.pixels) if video else b"", files)


# ---- Python ---------------------------------------------------------------------------------------------------------


class Stopped(BaseException):
    """It goes on for too long; no `except Exception` stops this."""


class Screen(io.StringIO):
    """What is printed, as long as it may be."""

    def __init__(self, most: int) -> None:
        super().__init__(newline="\n")
        self.most = most

    def write(self, text: str, /) -> int:
        if self.tell() > self.most:
            raise Stopped
        return super().write(text)


class Keyboard(io.StringIO):
    """What is typed; knows whether more was asked for."""

    exhausted = False

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        self.exhausted = self.exhausted or not line
        return line


class Terminal(MemoryTerminal):
    """The same keyboard and screen for a file that needs the library."""

    def __init__(self, keyboard: Keyboard, screen: Screen) -> None:
        super().__init__(echoes=True)
        self.machine: Machine | None = None  # that it belongs to
        self.keyboard, self.screen = keyboard, screen

    def _next_line(self) -> str:
        return to_bytes(self.keyboard.readline()).replace("\n", "\r")

    def _send(self, text: str) -> None:
        self.screen.write(to_unicode(text))


def python_shows(text: str, typed: str, most: int, turns: int = TURNS) -> Shown:
    """The Python side, which is stopped when it has printed more than so much."""
    screen, keyboard = Screen(most), Keyboard(typed)
    terminal = Terminal(keyboard, screen)
    left = turns

    def turn() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Stopped

    def kept(value: Any) -> Any:
        """What a variable gets: where BASIC's numbers overflow, Python's would grow and grow."""
        if isinstance(value, int) and abs(value) > (LARGEST if terminal.machine is None else double.MAX):
            raise OverflowError
        return value

    file = f"<run {id(screen)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)  # an error names its line
    scope: dict[str, Any] = {"__name__": "__main__", "__builtins__": _world(screen, keyboard, terminal)}
    scope |= {"_turn": turn, "_kept": kept, "_power": _power}
    end: End = "end"
    said = ""
    try:
        tree = ast.fix_missing_locations(Counted().visit(ast.parse(text)))
        exec(compile(tree, file, "exec"), scope)
        terminal.flush()
    except Stopped:
        end = "limit"
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        end = "error" if leaving.code else "end"
        said = leaving.code if isinstance(leaving.code, str) else ""
    except EOFError:
        end = "error"
    except Exception as error:
        end, said = "error", f"{type(error).__name__}: {error}"
    finally:
        del linecache.cache[file]
    end = "input" if end == "error" and keyboard.exhausted else end
    return Shown(screen.getvalue(), end, said, left_on(terminal.machine) if terminal.machine else None)


def _power(x: Any, y: Any) -> Any:
    """Of whole numbers it may be of any length."""
    return (float(x) if isinstance(y, int) and abs(y) > 64 else x) ** y


class Counted(ast.NodeTransformer):
    """Counts the turns of loops and the calls of functions, and watches what variables get."""

    def _counting(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name("_turn", ast.Load()), [], [])))
        return node

    visit_While = visit_For = visit_FunctionDef = _counting

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        if any(isinstance(inner, ast.BinOp) for inner in ast.walk(node.value)):
            node.value = ast.Call(ast.Name("_kept", ast.Load()), [node.value], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], ast.Call(ast.Name("_kept", ast.Load()), [value], []))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            return ast.Call(ast.Name("_power", ast.Load()), [node.left, node.right], [])
        return node


def _world(screen: Screen, keyboard: Keyboard, terminal: Terminal) -> dict[str, Any]:
    """Python's builtins for a program that has this screen and keyboard, and whose clock stands at noon."""
    clock = FixedClock(NOON)

    class Own:
        """What is other than usual in the library's `Program`."""

        @staticmethod
        def computer() -> Machine:
            terminal.machine = Machine(terminal, clock=clock, disks={"C": MemoryDisk({})})
            return terminal.machine

    class Datetime(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return clock.now()

    def stamp() -> float:
        return clock.now().timestamp()

    def local(seconds: float | None = None) -> time.struct_time:
        return time.localtime(stamp() if seconds is None else seconds)

    def question(prompt: object = "") -> str:
        screen.write(str(prompt))
        line = keyboard.readline()
        if not line:
            raise EOFError
        return line.removesuffix("\n")

    others: dict[str, dict[str, Any]] = {
        "sys": {"stdin": keyboard, "stdout": screen},
        "time": {"time": stamp, "localtime": local, "sleep": clock.sleep},
        "datetime": {"datetime": Datetime},
    }

    def imported(name: str, *rest: Any) -> Any:
        module = importlib.import_module(name)
        changed = others.get(name, {})
        if isinstance(program := getattr(module, "Program", None), type):
            changed = {"Program": type("Program", (Own, program), {})}
        return SimpleNamespace(**{**vars(module), **changed}) if changed else module

    own = {"print": partial(print, file=screen), "input": question, "__import__": imported}
    return {**vars(builtins), **own}
