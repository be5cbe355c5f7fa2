"""KenKen: makes, draws, plays, solves and grades the puzzle, after Tu Yangyang's generator of 2013.

Fill an N x N square with the digits 1 to N, none twice in a row or a column, so that the digits of every box make the
clue in its first cell: `7+` a sum, `12x` a product, `2-` a difference, `3/` a quotient, a bare number just that digit.

The paper's steps: mix a Latin square (`square`), merge cells into boxes and mend the boxes until none has more than P
cells and exactly Q have one (`boxes`), write the clues (`generator`).  It never asks whether the puzzle has only one
solution; this program does (`solver`), says how hard it is, and plays it (`hints`, `terminal`).

Run without options it is the twin of KENKEN.BAS: same questions, same random numbers (`chance`), same puzzles.
"""

from __future__ import annotations

from pyport.inputs import KENKEN as INPUTS
from pyport.kenken.chance import Dice
from pyport.kenken.commands import main
from pyport.kenken.generator import generate
from pyport.kenken.puzzle import Box, Grid, Puzzle, draw, draw_svg, parse, write_text
from pyport.kenken.solver import count_solutions, grade, solutions, solve

PROGRAM = "KENKEN.BAS"

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
