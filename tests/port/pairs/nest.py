"""THE LAST MATCH"""

from basic.gw.program import Program  # for BASIC's INPUT

gw = Program()


def one_game(w: int, l_: int, n: float) -> tuple[int, int]:
    while True:
        gw.print(n, "MATCHES")
        m: float = gw.input_number("YOURS")
        if m < 1 or m > 3:
            gw.print("FROM 1 TO 3")
            return w, l_ + 1
        n -= m
        if n <= 0:
            gw.print("YOU LOSE")
            return w, l_ + 1
        for i in range(1, 4):
            if n - i == 1:
                n = 1
                break
            if n == 1:
                gw.print("I LOSE")
                return w + 1, l_
        else:
            n -= 1
        gw.print("I LEAVE", n)


def main() -> None:
    w = l_ = 0
    while True:
        n = 9.0
        w, l_ = one_game(w, l_, n)
        gw.print("WON", w, "LOST", l_)
        if w + l_ >= 3:
            break
    gw.print("GOOD BYE")


if __name__ == "__main__":
    gw.run(main)
