# Compared with the BASIC program in 8 runs, which took 100 % of its branches: the same text.

import sys
from contextlib import suppress


def ask(prompt: str) -> str:
    """The line that is typed; where there are no more, the program ends."""
    try:
        return input(prompt)[:255]
    except EOFError:
        sys.exit(1)


def ask_number(prompt: str) -> float:
    """A number, asked for until one is typed."""
    while True:
        with suppress(ValueError):
            return number_in(ask(prompt))
        print("?Redo from start")


def number_in(text: str) -> float:
    """What is typed as a number: `5`, `-.5`, `1e3`, or nothing for 0."""
    text = text.replace(" ", "").upper().replace("D", "E")
    if text.strip("+-.0123456789E"):
        raise ValueError
    value = float(text or 0)
    return int(value) if value.is_integer() else value


def main() -> None:
    a: list[int] = [0] * 11
    for i in range(11):
        a[i] = i * i
    while True:
        n: float = ask_number("? ")
        for i in range(11):
            if a[i] == n:
                print(f"The square of {i} ")
                return
        print("No square")


if __name__ == "__main__":
    main()
