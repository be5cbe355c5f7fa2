import sys


def run(units: int) -> None:
    for _ in range(units):
        count = errors = 0
        for i in range(1, 2001):
            try:
                if i % 50 == 0:
                    raise ValueError
            except ValueError:
                errors += 1
            count += 1
    print(f" {count}  {errors} ")


run(int(sys.argv[1]))
