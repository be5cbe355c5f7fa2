"""The eight-puzzle put in order by rule: NINE.BAS in Python, and a better set of rules than the paper's.

`paper` is the procedure of NINE.BAS, `rules` a table of our own, `optimum` the breadth-first search both are measured
by; `board` is what they share, `game` the dialogue and the command line.
"""

from pyport.inputs import NINE as INPUTS
from pyport.nine.game import main

PROGRAM = "NINE.BAS"

__all__ = ["INPUTS", "PROGRAM", "main"]
