"""TWO GUESSES EACH, AND A COMMON END"""

from basic.gw.program import Program  # for BASIC's INPUT

gw = Program()


def no_sale() -> None:
    gw.print("THAT IS NO OFFER.")
    gw.print("NOBODY SELLS FOR THAT.")
    gw.print("COME BACK WITH MONEY.")
    say_good_bye()


def say_good_bye() -> None:
    gw.print("GOOD BYE")
    for _ in range(3):
        gw.print("*", end="")
    gw.print()


def main() -> None:
    gw.print("THINK OF A PRICE")
    while True:
        a: float = gw.input_number("YOUR OFFER")  # 30
        if a <= 0:
            no_sale()
            return
        while True:
            b: float = gw.input_number("AND YOURS")  # 50
            if b <= 0:
                no_sale()
                return
            if a != b:
                break
            gw.print("THE SAME")
        gw.print("HIGHEST", end="")
        if a > b:
            gw.print(a)
        else:
            gw.print(b)
        while (m := gw.input_text("MORE")) != "Y":  # 90
            if m == "N":
                say_good_bye()
                return


if __name__ == "__main__":
    gw.run(main)
