# Imported for BASIC's messages where a limit is passed.
from basic.library.program import Program

gw = Program()


def one(n: int) -> int:
    """One"""
    a = "one"
    return sub_300(a, n)


def two(n: int) -> None:
    """Two"""
    a = "two"
    sub_300(a, n)


def sub_300(a: str, n: int) -> int:
    gw.print("This is ", end="")
    for i in range(1, len(a) + 1):
        gw.print(a[i - 1 : i], "-", end="")
    gw.print()
    return n + 1


def main() -> None:
    n = 0
    n = one(n)
    two(n)


if __name__ == "__main__":
    gw.run(main)
