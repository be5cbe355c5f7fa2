"""A program ported from BASIC."""

from __future__ import annotations

from dataclasses import dataclass

# Imported for BASIC's errors.
from basic.errors import BasicError
from basic.library.program import Program

gw = Program()


@dataclass
class State:
    """What the subroutines share."""

    a: int = 0


g = State()


def sub_40() -> None:
    gw.print(g.a)


def main() -> None:
    g.a = 1
    sub_40()
    g.a += 1
    sub_40()
    g.a += 1
    gw.print(g.a)
    raise BasicError(3)


# Where BASIC's lines begin here, for the messages of errors.
LINES = {
    25: 40, 29: 10, 31: 20, 33: 30, 34: 40, 35: 50,
}

if __name__ == "__main__":
    gw.run(main, LINES)
