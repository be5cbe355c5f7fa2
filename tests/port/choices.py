"""A program ported from BASIC."""

from __future__ import annotations

# Imported for BASIC's numbers in PRINT.
from basic.library.program import Program

DATA = (
    "0", "1", "4", "9", "-1",
)
gw = Program(DATA)


def main() -> None:
    while True:
        x = gw.read("!")
        if x < 0:
            break
        if x == 0:
            gw.print("none")
            continue
        if x == 1:
            gw.print("one")
        elif x < 5:
            gw.print("some")
        else:
            gw.print("many")


# Where BASIC's lines begin here, for the messages of errors.
LINES = {
    16: 10, 17: 20, 19: 30, 22: 40,
}

if __name__ == "__main__":
    gw.run(main, LINES)
