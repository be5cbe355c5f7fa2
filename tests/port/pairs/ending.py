"""TWO GUESSES EACH, AND A COMMON END"""

from basic.gw.program import Program  # for BASIC's INPUT

gw = Program()


def say_good_bye() -> None:
    gw.print("GOOD BYE")
    for _ in range(3):
        gw.print("*", end="")
    gw.print()


def main() -> None:
    gw.print("THINK OF A PRICE")
    while True:
        a: float = gw.input_number("YOUR OFFER")
        if a <= 0:
            break
        while (b := gw.input_number("AND YOURS")) > 0 and a == b:
            gw.print("THE SAME")
        if b <= 0:
            break
        gw.print("HIGHEST", end="")
        if a > b:
            gw.print(a)
        else:
            gw.print(b)
        while (m := gw.input_text("MORE")) not in ("Y", "N"):
            pass
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
