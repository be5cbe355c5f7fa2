"""The dialogue of KENKEN.BAS (lines 140 to 430)."""

from __future__ import annotations

from pyport.console import ask_numbers
from pyport.kenken.boxes import LAYOUTS, Layout, picture, singles_allowed, unwatched
from pyport.kenken.chance import Dice
from pyport.kenken.generator import generate
from pyport.kenken.puzzle import draw
from pyport.kenken.solver import count_solutions

SEEDS = range(32768)
SIZES = range(3, 10)
LARGEST = range(2, 7)  # seven factors of up to 9 would be too wide for nine columns of an 80-column printer


def dialogue() -> None:
    """Ask for everything, make a puzzle, show it and its solution."""
    print("KENKEN")
    print("Put the digits 1 to N into each row and each column. The digits of a box make")
    print("its clue: 7+ is a sum, 12x a product, 2- a difference, 3/ a quotient.\n")
    dice = Dice(ask_number("Seed (0 to 32767, 0 for none)? ", SEEDS))
    size = ask_number("Size of the square (3 to 9)? ", SIZES)
    unique = ask_yes("Go on until there is only one solution")
    watch = show_step if ask_yes("Watch the boxes being made") else unwatched
    while True:
        largest = ask_number("Most cells of a box (2 to 6)? ", LARGEST)
        singles = ask_singles(singles_allowed(size, largest))
        print()
        for number, (puzzle, square) in enumerate(generate(size, largest, singles, dice, watch=watch), start=1):
            is_single = count_solutions(puzzle) == 1
            print(f"Puzzle {number}: {'one solution' if is_single else 'more than one solution'}")
            if is_single or not unique:
                print(f"\n{draw(puzzle)}")
                if ask_yes("Show the solution"):
                    print(f"\n{draw(puzzle, square)}", end="")
                return
        print(f"No such boxes in {LAYOUTS} layouts: try them once more, or others.")


def show_step(layout: Layout, step: str) -> None:
    """Draw the boxes and say what was done (8500 to 8510)."""
    print(picture(layout, step))


def ask_number(prompt: str, numbers: range) -> int:
    """Ask until a whole number is in range (lines 180 to 280 and 900 to 930)."""
    while not is_in_range(number := ask_numbers(prompt, 1)[0], numbers):
        pass
    return int(number)


def ask_singles(numbers: range) -> int:
    """Line 265 prints the range before INPUT asks, so what INPUT does not take is asked for again without it."""
    while True:
        print(f"Boxes of one cell ({numbers[0]} to {numbers[-1]})", end="")
        if is_in_range(number := ask_numbers("? ", 1)[0], numbers):
            return int(number)


def is_in_range(number: float, numbers: range) -> bool:
    """Whether it is one of the numbers; if not, say so (lines 900 to 930)."""
    if number not in numbers:
        print(f"Please type a whole number from {numbers[0]} to {numbers[-1]}.")
    return number in numbers


def ask_yes(question: str) -> bool:
    """Ask until the answer begins with Y or N (lines 950 to 980)."""
    while True:
        answer = input(f"{question} (Y/N)? ")[:1].upper()
        if answer in {"Y", "N"}:
            return answer == "Y"
        print("Please type Y or N.")
