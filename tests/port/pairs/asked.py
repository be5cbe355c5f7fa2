"""A MENU THAT IS LEFT FOR THREE PLACES"""

from basic.gw.singles import Program  # for single precision, BASIC's INPUT

gw = Program()


def ask_buy_or_next() -> float:
    while True:
        a: float = gw.input_number("BUY OR NEXT")  # 40
        if a in (4, -1, 0, 9):
            return a
        gw.print("WHAT?")


def ask_how_many() -> float:
    while True:
        b: float = gw.input_number("HOW MANY")  # 80
        if b >= 0:
            return b
        gw.print("NO")


def main() -> None:
    while True:
        d = 1
        while True:
            gw.print("DAY", d)
            a = ask_buy_or_next()
            if a == 4:
                d += 1
                gw.print("IT IS NIGHT")
            elif a != -1:
                b = ask_how_many()
                if b > 20:
                    break
                gw.print("BOUGHT", b)
            else:
                gw.print("GOOD BYE")
                return
        gw.print("TOO MANY")
        while True:
            c: float = gw.input_number("AGAIN")  # 130
            if c == 7:
                break
            if c not in (0, 25):
                gw.print("7, 0 OR 25")
            else:
                gw.print("DONE AFTER", d)
                return


if __name__ == "__main__":
    gw.run(main)
