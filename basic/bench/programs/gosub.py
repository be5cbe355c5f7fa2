import sys

total = 0


def count() -> None:
    global total
    total += 1


def middle(a: int) -> int:
    a += 2
    count()
    return a


def outer(a: int) -> int:
    a += 1
    a = middle(a)
    return middle(a)


def run(units: int) -> None:
    for _ in range(units):
        for i in range(1, 601):
            outer(i)
    print(total)


run(int(sys.argv[1]))
