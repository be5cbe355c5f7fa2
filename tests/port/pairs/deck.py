"""A deck filled by a counter that is any number elsewhere"""

from basic.gw.singles import Program  # for single precision, BASIC's INPUT, RND, limits

gw = Program()


def ask_how_many_cards() -> float:
    while True:
        n: float = gw.input_number("How many cards")  # 50
        if 1 <= n <= 20:
            return n


def main() -> None:
    t: float = gw.Single(0)
    d: list[int] = [0] * 53
    h: list[int] = [0] * 21
    for i in range(1, 53):
        d[i] = i
    for i in range(52, 1, -1):
        j = gw.randrange(i) + 1
        d[i], d[j] = d[j], d[i]
    n = ask_how_many_cards()
    for i in range(1, int(n) + 1):
        c = d[i]
        h[i] = c
        gw.print(gw.modulo(c - 1, 13) + 1, "SHDC"[gw.quotient(c - 1, 13)], " ", end="")
    gw.print()
    for i in range(1, int(n) + 1):
        t += h[i]
    gw.print("Total", t)


if __name__ == "__main__":
    gw.run(main)
