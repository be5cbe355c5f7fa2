"""The pentagram puzzle, set in the 1994 Guangxi youth programming contest.

A five-pointed star has ten crossing points.  Put 0 on any of them; then from point to point go straight along a side,
jump over exactly one other point and write the next digit on an empty third one, until 9 is placed.

            A
    I     B   H     G
        C       F
            E
      D           J

Run without options this is the twin of PENTA.BAS: it reads `row,column` and prints the filled 9 x 9 grid.
"""

import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from pyport.console import Refuted, ask_numbers, carry_out, command_line, number_in, text_of, watch
from pyport.inputs import PENTA as INPUTS
from pyport.picture import svg, text

PROGRAM = "PENTA.BAS"
VARIANTS: Mapping[str, Sequence[str]] = {"PENTAW.BAS": ["--watch"]}
__all__ = ["INPUTS", "PROGRAM", "VARIANTS", "main"]

Cell = tuple[float, float]  # row and column, counted from 1; people may type anything

POINTS: Mapping[str, Cell] = {
    "A": (1, 5),
    "B": (3, 4),
    "C": (5, 3),
    "D": (9, 2),
    "E": (7, 5),
    "F": (5, 7),
    "G": (3, 9),
    "H": (3, 6),
    "I": (3, 1),
    "J": (9, 8),
}
LETTERS = {cell: letter for letter, cell in POINTS.items()}
SIDES = ("ABCD", "DEFG", "GHBI", "ICEJ", "JFHA")
TIPS = "ADGIJ"
STROKE = "ABCDEFGHBICEJFH"  # the star drawn in one stroke, as people do: the five inner points come twice
GRID = range(1, 10)


# --- The rules -------------------------------------------------------------------------------------------------------


def jumps(point: str) -> list[str]:
    """The points that one straight jump over one other point leads to.

    >>> jumps("A")
    ['C', 'F']
    """
    return [side[(side.index(point) + 2) % 4] for side in SIDES if point in side]


def check(order: str) -> None:
    """Prove that the digits 0 to 9 may be placed on these points in turn; `Refuted` names the broken rule."""
    if sorted(order) != sorted(POINTS):
        raise Refuted("each of the ten points must get one digit")
    for digit, (point, following) in enumerate(pairwise(order), start=1):
        if following not in jumps(point):
            raise Refuted(f"digit {digit} is not one straight jump over one point away from digit {digit - 1}")


def fillings(start: str) -> list[str]:
    """Every order in which the digits 0 to 9 may be placed from a starting point: there are always two.

    >>> fillings("A")
    ['ACJHIEGBDF', 'AFDBGEIHJC']
    """

    def extend(order: str) -> Iterator[str]:
        if len(order) == len(POINTS):
            yield order
        for point in jumps(order[-1]):
            if point not in order:
                yield from extend(order + point)

    return list(extend(start))


# --- The paper's way -------------------------------------------------------------------------------------------------


def steps(place: int) -> Iterator[str]:
    """The points the paper's rule visits after this place (counted from 0) in the stroke (lines 210 to 290).

    Every second letter of the stroke is a jump, unless the letter between is a tip, where the path would bend.  Then
    the same point stands in the stroke a second time, eight letters on, and the jump is made from there.
    """
    while True:
        if STROKE[(place + 1) % len(STROKE)] in TIPS:
            place += 8
        place = (place + 2) % len(STROKE)
        yield STROKE[place]


def walk(start: Cell) -> str:
    """The points in the order in which the paper's program fills them (lines 170 to 200 look for the first).

    From a cell that is none of the ten points it starts behind the stroke's last letter and only places 0 to 8.

    >>> walk((1, 5))
    'ACJHIEGBDF'
    """
    letter = LETTERS.get(start, "")
    visited = steps(STROKE.index(letter) if letter else len(STROKE) - 1)
    return letter + "".join(next(visited) for _ in range(9))


# --- The grid --------------------------------------------------------------------------------------------------------


def draw(signs: Mapping[str, str]) -> str:
    """The 9 x 9 grid with these signs on the points and blanks elsewhere (lines 300 to 350)."""
    lines = []
    for row in GRID:
        points = (LETTERS.get((row, column), "") for column in GRID)
        lines.append("".join(signs.get(point, " ") for point in points))
    return "\n".join(lines) + "\n"


def draw_order(order: str) -> str:
    """The grid with 0 on the first point, 1 on the second and so on."""
    return draw({point: str(digit) for digit, point in enumerate(order)})


def frames(order: str) -> Iterator[str]:
    """The star, and after each digit that is placed: `*` stands on the empty points, as in the paper's figure."""
    for placed in range(len(order) + 1):
        digits = {point: str(digit) for digit, point in enumerate(order[:placed])}
        yield draw(dict.fromkeys(POINTS, "*") | digits) + f"the stroke's letters: {order[:placed]}\n"


def draw_svg(order: str) -> str:
    """The star as an SVG picture, drawn in one stroke."""
    side = 40
    places = {letter: (side * (column - 0.5), side * (row - 0.5)) for letter, (row, column) in POINTS.items()}
    stroke = " ".join(f"{places[letter][0]:g},{places[letter][1]:g}" for letter in STROKE)
    parts = [f'<polygon points="{stroke}" fill="none" stroke="gray" stroke-width="2"/>']
    for digit, point in enumerate(order):
        x, y = places[point]
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="white" stroke="black" stroke-width="2"/>')
        parts.append(text(x, y, 20, str(digit)))
    return svg(side * 9, side * 9, parts)


def read_grid(text: str) -> str:
    """The order of the points in a drawn grid; a `ValueError` if it does not hold ten digits on the ten points."""
    places = {
        sign: (row, column)
        for row, line in enumerate(text.splitlines(), start=1)
        for column, sign in enumerate(line, start=1)
        if sign != " "
    }
    if sorted(places) != list("0123456789") or set(places.values()) != set(LETTERS):
        raise ValueError("the grid must have the digits 0 to 9 on the ten crossing points and blanks elsewhere")
    return "".join(LETTERS[places[digit]] for digit in "0123456789")


# --- The program -----------------------------------------------------------------------------------------------------


def ask_cell() -> Cell:
    """Ask as BASIC's INPUT does: two numbers with a comma between (line 150)."""
    row, column = ask_numbers("? ", 2)
    return row, column


def ask_point() -> str:
    """Ask for a cell until it is one of the ten points."""
    while (cell := ask_cell()) not in LETTERS:
        print("That is no crossing point. They are:", *(f"{row},{column}" for row, column in POINTS.values()))
    return LETTERS[cell]


def crossing_point(text: str) -> str:
    """The letter of a point on the command line."""
    with suppress(ValueError):
        row, column = map(number_in, text.split(","))
        if (row, column) in LETTERS:
            return LETTERS[row, column]
    cells = " ".join(f"{row},{column}" for row, column in LETTERS)
    raise ArgumentTypeError(f"{text!r} is none of the crossing points {cells}")


def play() -> None:
    """Let a person place the digits, naming the points by their letters."""
    order = ""
    while len(order) < len(POINTS):
        free = jumps(order[-1]) if order else list(POINTS)
        free = [point for point in free if point not in order]
        placed = {point: str(digit) for digit, point in enumerate(order)}
        print(draw({**{point: point for point in POINTS}, **placed}))
        point = input(f"Digit {len(order)} goes to point? ").strip().upper()
        if point in free:
            order += point
        else:
            print("Type the letter of an empty point, one straight jump over exactly one other point away.\n")
    print(f"{draw_order(order)}\nAll ten digits are placed.")


def main(argv: Sequence[str] | None = None) -> int:
    """Fill the star from a cell typed in; or both ways, or by hand, or check a grid."""
    parser = command_line("penta", __doc__, excludes=["both", "play", "svg", "check"])
    parser.add_argument("start", nargs="?", type=crossing_point, help="a crossing point as ROW,COLUMN; else asked for")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--both", action="store_true", help="print both fillings that a starting point has")
    action.add_argument("--play", action="store_true", help="place the digits yourself")
    action.add_argument("--svg", action="store_true", help="write the filled star as a picture")
    action.add_argument("--check", metavar="FILE", help="check the grid in a file (- for standard input) by the rules")
    options = parser.parse_args(argv)

    def act() -> None:
        if options.both:
            for order in fillings(options.start or ask_point()):
                print(f"\n{draw_order(order)}", end="")
        elif options.svg:
            print(draw_svg(walk(POINTS[options.start or ask_point()])), end="")
        elif options.watch:
            watch(frames(walk(POINTS[options.start] if options.start else ask_cell())), options.speed)
        elif options.play:
            play()
        elif options.check:
            check(read_grid(text_of(options.check)))
            print("This filling is right.")
        else:
            print(f"\n{draw_order(walk(POINTS[options.start] if options.start else ask_cell()))}", end="")

    return carry_out("penta", act)


if __name__ == "__main__":
    sys.exit(main())
