"""Sudoku, the twin of SUDOKU.BAS: to play with typed moves or on the whole terminal, to solve and to count.

Run without options it asks the same questions as SUDOKU.BAS and, in modes 1 and 3, prints the same answers.
"""

from __future__ import annotations

from pyport.inputs import SUDOKU as INPUTS
from pyport.sudoku.commands import main

__all__ = ["FILES", "INPUTS", "PROGRAM", "main"]

PROGRAM = "SUDOKU.BAS"

FILES: tuple[str, ...] = tuple(f"SUDOKU{number}.TXT" for number in range(1, 10))
