"""A program ported from BASIC."""

from __future__ import annotations


def main() -> None:
    for i in range(5):
        match i:
            case 1 | 3:
                pass
            case 2:
                print("even")
                continue
            case _:
                print("other")
                continue
        print("odd")


if __name__ == "__main__":
    main()
