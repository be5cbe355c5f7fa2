"""TWO GUESSES EACH, AND A COMMON END"""

from basic.library.program import Program  # for BASIC's INPUT

gw = Program()


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
            break
        while True:
            b: float = gw.input_number("AND YOURS")  # 50
            if b <= 0 or a != b:
                break
            gw.print("THE SAME")
        if b <= 0:
            break
        gw.print("HIGHEST", end="")
        if a > b:
            gw.print(a)
        else:
            gw.print(b)
        while True:
            m = gw.input_text("MORE")  # 90
            if m in ("Y", "N"):
                break
        if m == "N":
            say_good_bye()
            return
    # NO SALE
    gw.print("THAT IS NO OFFER.")
    gw.print("NOBODY SELLS FOR THAT.")
    gw.print("COME BACK WITH MONEY.")
    say_good_bye()


if __name__ == "__main__":
    gw.run(main)
