# It takes nothing from outside: in its one run the BASIC program prints the same.

DATA = (0, 1, 4, 9, -1)
data = iter(DATA)


def main() -> None:
    while (x := next(data)) >= 0:
        if x == 0:
            print("none")
        elif x == 1:
            print("one")
        elif x < 5:
            print("some")
        else:
            print("many")


if __name__ == "__main__":
    main()
