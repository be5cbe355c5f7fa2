"""A program ported from BASIC."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class State:
    """What the subroutines share."""

    i: int = 0
    t: int = 0


g = State()


def sub_100() -> None:
    """Add up to I"""
    for j in range(1, g.i + 1):
        g.t += j


def main() -> None:
    for i in range(1, 4):
        g.i = i
        sub_100()
    print(f"{g.t: d} ")


if __name__ == "__main__":
    main()
