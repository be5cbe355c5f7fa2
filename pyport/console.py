"""What the ports share of BASIC's console: how INPUT takes numbers, how a command ends, how steps are shown.

It keeps the lessons free of what is no part of them.  `pyport/inputs.py` has what is typed when a port is compared
with its program.
"""

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from math import copysign, frexp, inf, ldexp, trunc
from pathlib import Path
from typing import Any

BLANKS = " \t"
BASED = re.compile(r"&[ \t]*(?:H(?P<hex>[0-9A-F]*)|O?(?P<octal>[0-7 \t]*))", re.IGNORECASE)
DECIMAL = re.compile(r"(?P<digits>[+-]?\d*\.?\d*)(?:[ED](?P<power>[+-]?\d*)|[!#%])?", re.IGNORECASE | re.ASCII)
TOO_LARGE = 2.0**127 - 2.0**102  # it would be rounded up, to what single precision does not have

LONGEST = 100_000  # characters that are read of a file: a device has no end

HOME, END_OF_LINE, REST = "\x1b[H", "\x1b[K", "\x1b[J"  # where the terminal writes next; what it clears
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor


class Refuted(ValueError):
    """What should be solved has no solution, or what should be proved is wrong."""


class Unplayable(ValueError):
    """A game that cannot be had or played here; the message says why."""


# --- What is typed ---------------------------------------------------------------------------------------------------


def number_in(text: str) -> float:
    """What BASIC's INPUT takes for a number: `1`, `-.5`, `1E3`, `1D3`, `&HF`, `&O7`; a missing digit counts as 0.

    A `ValueError` for anything else.

    >>> [number_in(text) for text in ("3", "1D1", "", "-", "&O17", "1 0")]
    [3.0, 10.0, 0.0, 0.0, 15.0, 10.0]
    """
    item = "".join(char for char in text if char not in BLANKS)
    if match := BASED.fullmatch(text.strip(BLANKS)):
        bits = int(match["hex"] or "0", 16) if match["hex"] is not None else int(item.upper().lstrip("&O") or "0", 8)
        if bits > 0xFFFF:
            raise ValueError(f"{text} has more than 16 bits")
        return float(bits - 0x10000 if bits > 0x7FFF else bits)
    match = DECIMAL.fullmatch(item)
    if match is None:
        raise ValueError(f"{text} is no number")
    digits, power = (part if part and part.strip("+-.") else "0" for part in match.group("digits", "power"))
    if abs(value := float(f"{digits}E{power}")) >= TOO_LARGE:
        raise ValueError(f"{text} is too large")
    fraction, exponent = frexp(value)
    return ldexp(trunc(fraction * 2**24 + copysign(0.5, value)), exponent - 24)  # in single precision, a half is one


def ask_numbers(prompt: str, count: int) -> list[float]:
    """Ask as INPUT does: for so many numbers with commas between; for anything else once more."""
    while True:
        with suppress(ValueError):
            numbers = [number_in(item) for item in input(prompt).split(",")]
            if len(numbers) == count:
                return numbers
        print("?Redo from start")


# --- How a command begins and ends ------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    watch_needs = ""  # the option that says what is watched, if there must be one
    watch_excludes: Sequence[str] = ()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        options = super().parse_args(args, namespace)
        if options.watch:
            if self.watch_needs and not getattr(options, self.watch_needs):
                self.error(f"argument --watch: it needs --{self.watch_needs}")
            for other in self.watch_excludes:
                if getattr(options, other) not in (None, False):
                    self.error(f"argument --watch: not allowed with argument --{other}")
        return options

    def _print_message(self, message: str, file: Any = None) -> None:
        """What cannot be written is told, not passed over in silence."""
        print(message, end="", file=file or sys.stderr, flush=True)


def command_line(
    name: str, description: str | None, epilog: str = "", needs: str = "", excludes: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """The command line of a port, with the options `--watch`, which `needs` and `excludes` others, and `--speed`."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(f"basic play {name}", None, description, epilog, formatter_class=raw)
    parser.watch_needs, parser.watch_excludes = needs, excludes
    parser.add_argument("--watch", action="store_true", help="show it step by step; on a terminal in one place")
    parser.add_argument("--speed", type=_speed, default=4.0, metavar="N", help="steps a second on a terminal (4)")
    return parser


def _speed(text: str) -> float:
    with suppress(ValueError):
        if 0 < (value := float(text)) < inf:
            return value
    raise argparse.ArgumentTypeError(f"{text!r} is no number of steps")


def text_of(file: str) -> str:
    """What is in a file, or with - what comes from standard input."""
    with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as stream:
        text = stream.read(LONGEST)
    if len(text) == LONGEST:
        raise ValueError(f"{file}: too long for a puzzle")
    return text


def check_terminal() -> None:
    """Say what a full-screen game lacks."""
    if find_spec("textual") is None:
        raise Unplayable("The full-screen game needs the package textual: pip install 'junzi[tui]'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unplayable("The full-screen game needs a terminal.")


def carry_out(name: str, act: Callable[[], int | None]) -> int:
    """Do what a command line asks for; the exit status.

    0 fine; 1 no answer, since there is none or the input ended; 2 a file or number that cannot be used; 130 Ctrl-C.
    """
    try:
        status = act() or 0
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # who read our output has gone: there is nobody left to tell, now or at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except EOFError:
        print(f"\n{name}: the input ended before the answer", file=sys.stderr)
        return 1
    except Refuted as answer:
        print(f"{name}: {answer}", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print(f"{name}: the input is no text", file=sys.stderr)
        return 2
    except ValueError as problem:
        print(f"{name}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        where = f"{problem.filename or 'standard output'}: "
        print(f"{name}: {where + problem.strerror if problem.strerror else problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


# --- How steps are shown ---------------------------------------------------------------------------------------------


def watch(pictures: Iterable[str], speed: float) -> None:
    """Show one picture after the other: on a terminal in one place, so many a second; else as text."""
    if not sys.stdout.isatty():
        for picture in pictures:
            print(picture.rstrip("\n"), end="\n\n")
        return
    print(HIDE + HOME + REST, end="")
    try:
        for picture in pictures:
            shown = picture.rstrip("\n").replace("\n", END_OF_LINE + "\n")
            print(f"{HOME}{shown}{END_OF_LINE}\n{REST}", end="", flush=True)
            time.sleep(1 / speed)
    finally:
        print(SHOW, end="", flush=True)
