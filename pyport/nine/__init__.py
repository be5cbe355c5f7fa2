"""The eight-puzzle put in order by rule: NINE.BAS in Python, and a better set of rules than the paper's.

`paper` is the procedure of NINE.BAS, `rules` a table of our own, `optimum` the breadth-first search both are measured
by; `board` is what they share, `game` the dialogue and the command line.
"""

from pyport.nine.game import main
from pyport.nine.table import ROWS

PROGRAM = "NINE.BAS"

_STATES = tuple(row.state for row in ROWS)

# One whole standard input each: the port prints the same as NINE.BAS for all of them.
INPUTS: tuple[str, ...] = (
    "\n",
    "".join(f"{state}\n" for state in (*_STATES[:11], "")),
    "".join(f"{state}\n" for state in (*_STATES[11:22], "")),
    "".join(f"{state}\n" for state in (*_STATES[22:], "")),
    "T\n\n",
    # One move, no move, the ring moves with either start, the longest way.
    "123456708\n123456780\n781034562\n671234580\n567812340\n457812360\n345678120\n345672810\n876215043\n\n",
    # Odd: two neighbours exchanged, a mirrored rim, the blank in a corner.
    "213456780\n187654320\n210345678\n012345687\n\n",
    # No states: too short, too long, a digit twice, a 9, letters, signs, a comma, a quotation mark.
    '1\n12345678\n1234567800\n112345678\n923456780\nabcdefghi\ntt\n-12345678\n1,2,3\n"123456780"\n\n',
    # Blanks do not count, a small t will do.
    " 1 0 4 5 6 7 8 2 3 \nt\n8 76543210\n   \n",
    # A solution after all sorts of errors.
    "?\n012345679\n132456780\nx123456780\n123456780x\n876543210\n\n",
)

__all__ = ["INPUTS", "PROGRAM", "main"]
