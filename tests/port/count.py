"""The squares of 1 to 5"""

from __future__ import annotations


def main() -> None:
    for i in range(1, 6):
        print(f"{i * i: d} ", end="")
    print()


if __name__ == "__main__":
    main()
