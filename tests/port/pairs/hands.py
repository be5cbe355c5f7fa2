"""What is handed to subroutines, and what they give back"""

# It takes nothing from outside: in its one run the BASIC program prints the same.

DATA = (1, 13, 5, 7, 2, 11, 9, 8, 4)
data = iter(DATA)


def value_of_card(c: list[int], k: int) -> int:
    """THE VALUE V OF CARD K"""
    return min(c[k], 10)


def sum_of_hand(c: list[int], x: int) -> int:
    """the sum S of hand X"""
    total = 0
    for k in range(x, 10, 2):
        v = value_of_card(c, k)
        total += v
    return total


def update(n: str) -> str:
    """A$ with a capital"""
    u = ""
    for i in range(1, len(n) + 1):
        letter = n[i - 1 : i]
        if i == 1 and "a" <= letter <= "z":
            letter = chr(ord(letter[0]) - 32)
        u += letter
    return u


def sub_600(c: list[int]) -> None:
    for i in range(1, 10):
        c[i] = next(data)


def main() -> None:
    t = [0] * 11
    c = [0] * 10
    # DEAL
    sub_600(c)
    for p in range(1, 3):
        t[p] = sum_of_hand(c, p)
    if t[1] == t[2]:
        print("A tie")
    else:
        w = 1
        if t[2] > t[1]:
            w = 2
        n = update("player")
        print(f"{n} {w} wins")


if __name__ == "__main__":
    main()
