"""The dialogue of KENKEN.BAS, and a command line to make, solve and measure puzzles."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from pyport.kenken.generator import Dice, generate
from pyport.kenken.puzzle import Grid, Puzzle, draw, draw_svg, parse, write_text
from pyport.kenken.solver import LEVELS, count_solutions, grade, solve

DESCRIPTION = """\
Makes KenKen puzzles.  Fill an N x N square with the digits 1 to N, none twice in a row or a column, so that the digits
of every box make the clue in its first cell: 7+ is a sum, 12x a product, 2- a difference, 3/ a quotient, a bare number
just that digit.  Without options the program asks for everything it needs."""

EXAMPLES = """\
examples:
  python -m pyport.kenken --make 6 4 3 --seed 7 --unique    a 6 x 6 square, at most 4 cells a box, 3 single cells
  python -m pyport.kenken --make 4 4 2 --format svg >p.svg  the same kind of puzzle as a picture
  python -m pyport.kenken --make 4 4 2 --format text | python -m pyport.kenken --solve -"""

SEEDS = range(32768)
SIZES = range(3, 10)
LARGEST = range(2, 7)  # seven factors of up to 9 would be too wide for nine columns of an 80-column printer

NUMBER = re.compile(r"([+-]?\d*\.?\d*)(?:[ED]([+-]?\d*))?[!#%]?", re.IGNORECASE)  # as INPUT reads one: 1, -.5, 1D3

# N, P and Q as in the earlier measurement that `programs/README.md` sets beside this one.
SURVEY = ((3, 4, 2), (4, 4, 2), (4, 3, 2), (5, 4, 3), (6, 4, 3), (6, 4, 6), (7, 4, 4), (8, 4, 4), (9, 4, 5), (9, 5, 4))


def ask_number(question: str, numbers: range) -> int:
    """Ask as BASIC's INPUT does: an empty line is 0, what is no number is asked for again; so is one out of range."""
    while True:
        match = NUMBER.fullmatch(input(f"{question}? ").replace(" ", ""))
        if match is None:
            print("?Redo from start")
            continue
        decimal, power = (part if part and part.strip("+-.") else "0" for part in match.groups())
        if (number := float(f"{decimal}E{power}")) in numbers:
            return int(number)
        print(f"Please type a whole number from {numbers[0]} to {numbers[-1]}.")


def ask_yes(question: str) -> bool:
    """Ask until the answer begins with Y or N."""
    while True:
        answer = input(f"{question} (Y/N)? ")[:1].upper()
        if answer in {"Y", "N"}:
            return answer == "Y"
        print("Please type Y or N.")


def play() -> None:
    """Make a puzzle in dialogue, as KENKEN.BAS does."""
    print("KENKEN")
    print("Put the digits 1 to N into each row and each column. The digits of a box make")
    print("its clue: 7+ is a sum, 12x a product, 2- a difference, 3/ a quotient.\n")
    dice = Dice(ask_number("Seed (0 to 32767, 0 for none)", SEEDS))
    size = ask_number("Size of the square (3 to 9)", SIZES)
    unique = ask_yes("Go on until there is only one solution")
    while True:
        largest = ask_number("Most cells of a box (2 to 6)", LARGEST)
        singles = ask_number("Boxes of one cell (a third of the cells at most)", range(size * size // 3 + 1))
        print()
        for number, (puzzle, square) in enumerate(generate(size, largest, singles, dice), start=1):
            is_single = count_solutions(puzzle) == 1
            print(f"Puzzle {number}: {'one solution' if is_single else 'more than one solution'}")
            if is_single or not unique:
                print(f"\n{draw(puzzle)}")
                if ask_yes("Show the solution"):
                    print(f"\n{draw(puzzle, square)}", end="")
                return
        print("No such boxes turned up: try other numbers.")


def make(size: int, largest: int, singles: int, seed: int = 0, *, unique: bool = False) -> tuple[Puzzle, Grid]:
    """The first puzzle of a seed, or the first with only one solution; a `ValueError` if there are no such boxes."""
    if seed not in SEEDS:
        raise ValueError("the seed must be 0 to 32767")
    if size not in SIZES or largest not in LARGEST or not 0 <= singles <= size * size // 3:
        raise ValueError("N must be 3 to 9, P 2 to 6, and Q at most a third of the cells")
    for puzzle, square in generate(size, largest, singles, Dice(seed)):
        if not unique or count_solutions(puzzle) == 1:
            return puzzle, square
    raise ValueError(f"no boxes of at most {largest} cells with {singles} single ones turned up")


def survey(puzzles: int) -> Iterator[str]:
    """A table of the share of puzzles with only one solution, and of their grades."""
    if puzzles < 1:
        raise ValueError("a survey needs at least one puzzle")
    yield "| N | P | Q | puzzles | unique | share | easy | medium | hard | very hard |"
    yield "|--|--|--|--|--|--|--|--|--|--|"
    for size, largest, singles in SURVEY:
        made = islice(generate(size, largest, singles, Dice()), puzzles)
        grades = Counter(grade(puzzle)[0] for puzzle, _ in made)
        unique = puzzles - grades["more than one solution"]
        levels = " | ".join(str(grades[level]) for level in LEVELS)
        yield f"| {size} | {largest} | {singles} | {puzzles} | {unique} | {unique / puzzles:.0%} | {levels} |"


def report(puzzle: Puzzle) -> str:
    """The puzzle's solution drawn, and its grade."""
    level, guesses = grade(puzzle)
    solution = solve(puzzle)
    remark = f" ({guesses} guesses)" if guesses else ""
    return f"{draw(puzzle, solution)}{level}{remark}\n"


FORMATS: Mapping[str, Callable[[Puzzle, Grid | None], str]] = {
    "drawing": draw,
    "svg": draw_svg,
    "text": lambda puzzle, _: write_text(puzzle),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Play, or make, solve and measure puzzles by the options."""
    parser = argparse.ArgumentParser(
        prog="python -m pyport.kenken",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--make", nargs=3, type=int, metavar=("N", "P", "Q"), help="make a puzzle without a dialogue")
    action.add_argument("--solve", metavar="FILE", help="solve and grade the puzzle in a file (- for standard input)")
    action.add_argument(
        "--survey", type=int, metavar="COUNT", help="measure how many of COUNT puzzles have only one solution"
    )
    making = parser.add_argument_group("with --make")
    making.add_argument("--seed", type=int, default=0, help="which stream of random numbers, 0 to 32767")
    making.add_argument("--unique", action="store_true", help="go on until there is only one solution")
    making.add_argument("--solution", action="store_true", help="write the digits, too")
    making.add_argument("--format", choices=FORMATS, default="drawing", help="what to write")
    options = parser.parse_args(argv)
    try:
        if options.make:
            size, largest, singles = options.make
            puzzle, square = make(size, largest, singles, options.seed, unique=options.unique)
            print(FORMATS[options.format](puzzle, square if options.solution else None), end="")
        elif options.solve:
            text = sys.stdin.read() if options.solve == "-" else Path(options.solve).read_text(encoding="utf-8")
            print(report(parse(text)), end="")
        elif options.survey is not None:
            for line in survey(options.survey):
                print(line, flush=True)
        else:
            play()
    except (ValueError, OSError) as problem:
        print(f"kenken: {problem}", file=sys.stderr)
        return 2
    except EOFError:
        print("\nkenken: the input ended before the answer", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
