import sys


def run(units: int) -> None:
    for _ in range(units):
        s = 0.0
        for k in range(1, 1001):
            d = float(k)
            s += 1 / (d * d)
        for _ in range(20):
            e = f = 1.0
            for k in range(1, 31):
                f /= k
                e += f
        p, g = 0.0, 1.0
        for k in range(1, 1001):
            d = float(k)
            p += g / (2 * d - 1)
            g = -g
    print(s, e, 4 * p)


run(int(sys.argv[1]))
