import sys


def run(units: int) -> None:
    for _ in range(units):
        for i in range(1, 20001):  # noqa: B007  (the loop is the work)
            pass
    print("DONE", i + 1)


run(int(sys.argv[1]))
