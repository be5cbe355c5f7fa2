import sys


def run(units: int, n: int = 16) -> None:
    a = [[i + j / 10 for j in range(n + 1)] for i in range(n + 1)]
    b = [[i - j / 7 for j in range(n + 1)] for i in range(n + 1)]
    c = [[0.0] * (n + 1) for _ in range(n + 1)]
    for _ in range(units):
        for i in range(1, n + 1):
            row = a[i]
            for j in range(1, n + 1):
                s = 0.0
                for k in range(1, n + 1):
                    s += row[k] * b[k][j]
                c[i][j] = s
    print(sum(c[i][i] for i in range(1, n + 1)))


run(int(sys.argv[1]))
