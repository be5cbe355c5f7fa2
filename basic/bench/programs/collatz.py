import sys


def run(units: int) -> None:
    for _ in range(units):
        best = where = 0
        for start in range(1, 61):
            n, k = start, 0
            while n != 1:
                n = 3 * n + 1 if n % 2 else n // 2
                k += 1
            if k > best:
                best, where = k, start
    print(best, where)


run(int(sys.argv[1]))
