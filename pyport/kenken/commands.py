"""The command line: without options the dialogue of KENKEN.BAS, with them puzzles made, played, solved and measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from pyport.console import Refuted, carry_out, check_terminal, command_line, text_of, watch
from pyport.kenken import surveys
from pyport.kenken.boxes import LAYOUTS, make_layout, picture, singles_allowed
from pyport.kenken.chance import Dice
from pyport.kenken.generator import generate
from pyport.kenken.puzzle import Grid, Puzzle, draw, draw_svg, parse, write_text
from pyport.kenken.session import LARGEST, SEEDS, SIZES, dialogue
from pyport.kenken.solver import LEVELS, count_solutions, grade, solve
from pyport.kenken.square import latin_square, measured_square

DESCRIPTION = """\
Makes KenKen puzzles.  Fill an N x N square with the digits 1 to N, none twice in a row or a column, so that the digits
of every box make the clue in its first cell: 7+ is a sum, 12x a product, 2- a difference, 3/ a quotient, a bare number
just that digit.  Without options the program asks for everything it needs."""

EXAMPLES = """\
examples:
  basic play kenken --make 6 4 3 --seed 7 --unique    a 6 x 6 square, at most 4 cells a box, 3 single cells
  basic play kenken --make 6 4 3 --grade hard --play  one that is hard, to be played here
  basic play kenken --make 4 4 2 --watch              how its boxes come about
  basic play kenken --make 4 4 2 --format svg >p.svg  a puzzle as a picture
  basic play kenken --make 4 4 2 --format text | basic play kenken --solve -
Exit status: 0 done, 1 no solution or no such puzzle, 2 wrong usage or file, 130 Ctrl-C."""

MOST = 2000  # puzzles are made before a grade is given up
FORMATS: Mapping[str, Callable[[Puzzle, Grid | None], str]] = {"drawing": draw, "svg": draw_svg, "text": write_text}
SURVEYS: Mapping[str, Callable[[int], Iterator[str]]] = {
    "unique": lambda count: surveys.grades(count, surveys.CHOSEN),
    "claim": lambda count: surveys.grades(count, surveys.CLAIM),
    "limits": surveys.limits,
    "mixing": surveys.mixing,
}


def parser() -> argparse.ArgumentParser:
    """The options."""
    command = command_line("kenken", DESCRIPTION, EXAMPLES, "make", ["play"])
    action = command.add_mutually_exclusive_group()
    action.add_argument("--make", nargs=3, type=int, metavar=("N", "P", "Q"), help="make a puzzle without a dialogue")
    action.add_argument("--solve", metavar="FILE", help="solve and grade the puzzle in a file (- for standard input)")
    action.add_argument("--survey", nargs=2, metavar=("WHAT", "COUNT"), help=f"measure: {', '.join(SURVEYS)}")
    command.add_argument(
        "--play", nargs="?", const="", metavar="FILE", help="play the puzzle in a file, or the one that is made"
    )
    making = command.add_argument_group("with --make")
    making.add_argument("--seed", type=int, default=0, help="which stream of random numbers, 0 to 32767")
    making.add_argument("--unique", action="store_true", help="go on until there is only one solution")
    making.add_argument("--grade", choices=LEVELS, help="go on until there is one solution and it is so hard to find")
    making.add_argument("--measured", action="store_true", help="mix the square until it measures as one by chance")
    making.add_argument("--solution", action="store_true", help="write the digits, too")
    making.add_argument("--format", choices=FORMATS, default="drawing", help="what to write")
    return command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    options = parser().parse_args(argv)
    return carry_out("kenken", lambda: run(options))


def run(options: argparse.Namespace) -> int | None:
    """Do what the options ask for."""
    if options.survey:
        show_survey(*options.survey)
    elif options.solve:
        return report(parse(text_of(options.solve)))
    elif options.play:
        play(parse(text_of(options.play)))
    elif options.make and options.watch:
        watch(merging(*checked(*options.make), Dice(options.seed)), options.speed)
    elif options.make or options.play is not None:
        puzzle, square = make(options)
        if options.play is not None:
            play(puzzle)
        else:
            print(FORMATS[options.format](puzzle, square if options.solution else None), end="")
    else:
        dialogue()
    return None


def checked(size: int, largest: int, singles: int) -> tuple[int, int, int]:
    """N, P and Q, if they are in range."""
    if size not in SIZES or largest not in LARGEST:
        raise ValueError(f"N must be {SIZES[0]} to {SIZES[-1]} and P {LARGEST[0]} to {LARGEST[-1]}")
    if singles not in (offered := singles_allowed(size, largest)):
        raise ValueError(f"with N = {size} and P = {largest} Q must be {offered[0]} to {offered[-1]}")
    return size, largest, singles


def make(options: argparse.Namespace) -> tuple[Puzzle, Grid]:
    """A puzzle and the square it was made from."""
    if options.seed not in SEEDS:
        raise ValueError(f"a seed is {SEEDS[0]} to {SEEDS[-1]}")
    numbers = checked(*(options.make or (4, 4, 2)))
    square = measured_square if options.measured else latin_square
    tried = 0
    for made in islice(generate(*numbers, Dice(options.seed), square), MOST):
        tried += 1
        level = grade(made[0])[0] if options.grade else None
        if level == options.grade and (level or not options.unique or count_solutions(made[0]) == 1):
            return made
    if tried == MOST:
        raise Refuted(f"none of {MOST} puzzles is {options.grade or 'unique'}")
    raise Refuted(f"no such boxes in {LAYOUTS} layouts, after {tried} puzzles")


def merging(size: int, largest: int, singles: int, dice: Dice) -> Iterator[str]:
    """Pictures of how boxes come about."""
    latin_square(size, dice)  # it comes first in the stream of random numbers
    pictures = [picture([0] * size**2, "no cell is in a box yet")]
    found = make_layout(size, largest, singles, dice, lambda layout, step: pictures.append(picture(layout, step)))
    yield from pictures
    if found is None:
        raise Refuted(f"no such boxes in {LAYOUTS} layouts")


def play(puzzle: Puzzle) -> None:
    """Play on the whole terminal."""
    check_terminal()
    from pyport.kenken.terminal import KenKenApp

    KenKenApp(puzzle).play()


def report(puzzle: Puzzle) -> int:
    """Print the puzzle's solution, drawn, and its grade; 1 where it has none."""
    solution = solve(puzzle)
    level, guesses = grade(puzzle)
    print(draw(puzzle, solution) + level + (f" ({guesses} guesses)" if guesses else ""))
    return 0 if solution else 1


def show_survey(name: str, count: str) -> None:
    """Print a survey line by line."""
    if name not in SURVEYS or not count.isdecimal() or int(count) < 1:
        raise ValueError(f"a survey is {', '.join(SURVEYS)}, and how many puzzles, squares or trials")
    for line in SURVEYS[name](int(count)):
        print(line, flush=True)
