import re
import sys
from contextlib import suppress
from math import copysign, frexp, inf, ldexp, trunc


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
    """What is typed as a number: `5`, `-.5`, `1e3`, `&HFF`, or nothing for 0; in single precision."""
    text = re.sub("[ \t]", "", text.upper())
    if re.fullmatch("&H[0-9A-F]{0,4}", text):
        return (int(text[2:] or "0", 16) + 0x8000) % 0x10000 - 0x8000
    found = re.fullmatch(r"([+-]?)(\d*\.?\d*)(?:[DE]([+-]?)(\d*)|[%!#]?)", text, re.ASCII)
    value = float("{}0{}E{}0{}".format(*found.groups(""))) if found else inf
    if abs(value) >= 2.0**127 - 2.0**102:  # it would be rounded up
        raise ValueError
    fraction, exponent = frexp(value)
    value = ldexp(trunc(fraction * 2**24 + copysign(0.5, value)), exponent - 24) if exponent > -128 else 0
    return int(value) if value == int(value) else value


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
