"""A program ported from BASIC."""

from __future__ import annotations

from dataclasses import dataclass

# Imported for BASIC's messages where a limit is passed.
from basic.library.program import Program

gw = Program()


@dataclass
class State:
    """What the subroutines share."""

    a: str = ""
    n: int = 0


g = State()


def sub_100() -> None:
    """One"""
    g.a = "one"
    sub_300()


def sub_200() -> None:
    """Two"""
    g.a = "two"
    sub_300()


def sub_300() -> None:
    gw.print("This is ", end="")
    for i in range(1, len(g.a) + 1):
        gw.print(g.a[i - 1 : i], "-", end="")
    gw.print()
    g.n += 1


def main() -> None:
    sub_100()
    sub_200()


# Where BASIC's lines begin here, for the messages of errors.
LINES = {
    26: 110, 27: 300, 32: 210, 33: 300, 38: 310, 40: 320, 41: 330, 45: 10,
}

if __name__ == "__main__":
    gw.run(main, LINES)
