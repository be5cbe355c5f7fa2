"""A program ported from BASIC."""

from __future__ import annotations

# Imported for single-precision arithmetic, BASIC's messages where a limit is passed.
from basic.library.program import Program, integer

gw = Program()


def main() -> None:
    n = 27
    c = 0
    while n != 1:
        if gw.modulo(integer(n), 2) == 0:
            n = gw.quotient(integer(n), 2)
        else:
            n = gw.add(gw.multiply(3, n), 1)
        c += 1
    gw.print(c)


# Where BASIC's lines begin here, for the messages of errors.
LINES = {
    12: 10, 14: 20, 15: 30, 18: 40, 19: 50, 20: 60,
}

if __name__ == "__main__":
    gw.run(main, LINES)
