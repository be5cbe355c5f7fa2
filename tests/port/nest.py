"""THE LAST MATCH"""

from basic.library.singles import Program  # for single precision, BASIC's INPUT, limits


def one_game(l_: int, n: float, w: int) -> tuple[int, int]:
    """ONE GAME"""
    while True:
        gw.print(n, "MATCHES")
        m: float = gw.input_number("YOURS")  # 60
        if m < 1 or m > 3:
            gw.print("FROM 1 TO 3")
            l_ += 1
            break
        n -= m
        if n <= 0:
            gw.print("YOU LOSE")
            l_ += 1
            break
        for i in range(1, 4):
            if n - i == 1:
                n = Single(1)
                break
            if n == 1:
                gw.print("I LOSE")
                return l_, w + 1
        else:
            n -= 1
        gw.print("I LEAVE", n)
    return l_, w


with Program() as gw:
    Single = gw.Single
    w = l_ = 0
    while True:
        n: float = Single(9)
        l_, w = one_game(l_, n, w)
        gw.print("WON", w, "LOST", l_)
        if w + l_ >= 3:
            break
    gw.print("GOOD BYE")
