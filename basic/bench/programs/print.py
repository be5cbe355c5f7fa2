import sys


def run(units: int) -> None:
    for _ in range(units):
        for i in range(1, 2001):
            print(f"LINE {i}  {i / 4:g} ABC")


run(int(sys.argv[1]))
