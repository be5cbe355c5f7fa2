"""KenKen: makes, draws, solves and grades the puzzle, after Tu Yangyang's generator of 2013.

Fill an N x N square with the digits 1 to N, none twice in a row or a column, so that the digits of every box make the
clue in its first cell: `7+` a sum, `12x` a product, `2-` a difference, `3/` a quotient, a bare number just that digit.

The paper's steps: shuffle a Latin square, merge cells into boxes, adjust the boxes until none has more than P cells and
exactly Q have one, write the clues.  It never asks whether the puzzle has only one solution; this program does.

Run without options it is the twin of KENKEN.BAS: same questions, same random numbers, same puzzles.
"""

from __future__ import annotations

from pyport.kenken.generator import Dice, generate
from pyport.kenken.program import main
from pyport.kenken.puzzle import Box, Grid, Puzzle, draw, draw_svg, parse, write_text
from pyport.kenken.solver import count_solutions, grade, solutions, solve

PROGRAM = "KENKEN.BAS"

INPUTS: tuple[str, ...] = tuple(
    "\n".join(answers.split()) + "\n"
    for answers in (
        "0 4 Y 4 2 Y",
        "1 4 N 4 2 Y",
        "2 3 y 4 1 N",
        "3 3 N 2 1 Y",
        "4 5 Y 4 3 y",
        "5 5 N 6 0 n",
        "6 6 Y 4 6 Y",
        "7 6 N 3 2 Y",
        "8 7 Y 4 4 Y",
        "9 8 N 5 4 Y",
        "32767 9 Y 4 5 Y",
        "x -1 1.5 1234 2 4 maybe Y 7 4 9 2 Yes",
        "12 3 N 2 0 3 0 Y",
    )
)

__all__ = [
    "INPUTS",
    "PROGRAM",
    "Box",
    "Dice",
    "Grid",
    "Puzzle",
    "count_solutions",
    "draw",
    "draw_svg",
    "generate",
    "grade",
    "main",
    "parse",
    "solutions",
    "solve",
    "write_text",
]
