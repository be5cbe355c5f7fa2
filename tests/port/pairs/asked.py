"""A MENU THAT IS LEFT FOR THREE PLACES"""

from basic.gw.program import Program  # for BASIC's INPUT

gw = Program()


def main() -> None:
    while True:
        d = 1
        while True:
            gw.print("DAY", d)
            while True:
                a: float = gw.input_number("BUY OR NEXT")
                if a == 4:
                    break
                if a == -1:
                    gw.print("GOOD BYE")
                    return
                if a in (0, 9):
                    break
                gw.print("WHAT?")
            if a == 4:
                d += 1
                gw.print("IT IS NIGHT")
                continue
            while (b := gw.input_number("HOW MANY")) < 0:
                gw.print("NO")
            if b > 20:
                break
            gw.print("BOUGHT", b)
        gw.print("TOO MANY")
        while (c := gw.input_number("AGAIN")) != 7:
            if c not in (0, 25):
                gw.print("7, 0 OR 25")
            else:
                gw.print("DONE AFTER", d)
                return


if __name__ == "__main__":
    gw.run(main)
