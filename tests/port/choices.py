# Imported for BASIC's numbers in PRINT.
from basic.library.program import Program

DATA = ("0", "1", "4", "9", "-1")

gw = Program(DATA)


def main() -> None:
    while True:
        x = gw.read("!")  # 10
        if x < 0:
            break
        if x == 0:
            gw.print("none")
            continue
        if x == 1:
            gw.print("one")
        elif x < 5:
            gw.print("some")
        else:
            gw.print("many")


if __name__ == "__main__":
    gw.run(main)
