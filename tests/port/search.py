# Imported for input by BASIC's rules, BASIC's messages where a limit is passed.
from basic.library.program import Program

gw = Program()


def main() -> None:
    a: list[int] = [0] * 11
    for i in range(11):
        a[i] = i * i
    while True:
        n: float = gw.input_number()  # 30
        for i in range(11):
            if a[i] == n:
                gw.print("The square of", i)
                return
        gw.print("No square")


if __name__ == "__main__":
    gw.run(main)
