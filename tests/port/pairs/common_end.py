# It takes nothing from outside: in its one run the BASIC program prints the same.


def one(n: int) -> int:
    a = "one"
    return update(a, n)


def two(n: int) -> None:
    a = "two"
    update(a, n)


def update(a: str, n: int) -> int:
    print("This is ", end="")
    for char in a:
        print(f"{char}-", end="")
    print()
    return n + 1


n = 0
n = one(n)
two(n)
