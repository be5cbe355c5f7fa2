"""A program ported from BASIC."""

from __future__ import annotations

# Imported for input by BASIC's rules, BASIC's messages where a limit is passed.
from basic.library.program import Program

gw = Program()


def main() -> None:
    a: list[int] = [0] * 11
    for i in range(11):
        a[i] = i * i
    while True:
        (n,) = gw.input("", "!")
        for i in range(11):
            if a[i] == n:
                gw.print("The square of", i)
                return
        gw.print("No square")


# Where BASIC's lines begin here, for the messages of errors.
LINES = {
    12: 10, 13: 20, 16: 30, 17: 40, 18: 50, 19: 90, 21: 70,
}

if __name__ == "__main__":
    gw.run(main, LINES)
