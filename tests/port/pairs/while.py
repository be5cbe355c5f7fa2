# It takes nothing from outside: it has one run, and in that Python's own numbers print what BASIC's print.


def main() -> None:
    n, c = 27, 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        c += 1
    print(f" {c} ")


if __name__ == "__main__":
    main()
