from collections.abc import Iterator
from typing import Any

# It takes nothing from outside: it has one run, and in that Python's own numbers print what BASIC's print.

DATA = (0, 1, 4, 9, -1)
data: Iterator[Any] = iter(DATA)


def main() -> None:
    while True:
        x = next(data)
        if x < 0:
            break
        if x == 0:
            print("none")
        elif x == 1:
            print("one")
        elif x < 5:
            print("some")
        else:
            print("many")


if __name__ == "__main__":
    main()
