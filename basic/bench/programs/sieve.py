import sys


def run(units: int) -> None:
    for _ in range(units):
        count = 0
        flags = [1] * 1001
        for i in range(1001):
            if flags[i]:
                prime = i + i + 3
                for k in range(i + prime, 1001, prime):
                    flags[k] = 0
                count += 1
    print(count)


run(int(sys.argv[1]))
