"""How much of BASIC's own data segment the lines of a program would take, which are not there where a port runs.

    10 DEF SEG=&HB800: POKE 0,65        the screen's memory is the machine's, for ports too
    20 DEF SEG: POKE 16553,255          a habit from another machine: nothing is there
    30 PRINT PEEK(&H2E)                 the line that is being carried out: a port has none

Variables have no place in the segment as long as no VARPTR asks for it, and no port has VARPTR. What looks for the
lines, or for the few words about them, ends with an error that says so (`machine/memory.py`), as POKE into the program
does in the interpreter.
"""

from __future__ import annotations

from ...editing.tokenised import to_tokens
from ...syntax import nodes as n
from ...syntax.visit import walk

LOOKING = ("PEEK", "POKE", "BSAVE", "BLOAD")


def kept_out(program: n.Program) -> int:
    """How many bytes the lines of a program are, if it looks at memory or changes it, else 0."""
    nodes = [node for line in program.lines for node in walk(line)]
    looks = any(
        (isinstance(node, n.Command) and node.word in LOOKING)
        or (isinstance(node, n.Function) and node.name in LOOKING)
        for node in nodes
    )
    return len(to_tokens(program.lines)) - 2 if looks else 0  # of a file: its mark, and the end
