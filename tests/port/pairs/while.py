# It takes nothing from outside: in its one run the BASIC program prints the same.


def main() -> None:
    n, count = 27, 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        count += 1
    print(f" {count} ")


if __name__ == "__main__":
    main()
