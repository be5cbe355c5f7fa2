# Imported for single-precision arithmetic, BASIC's messages where a limit is passed.
from basic.library.program import Program, integer

gw = Program()


def main() -> None:
    n = 27
    c = 0
    while n != 1:
        if gw.modulo(integer(n), 2) == 0:  # 30
            n = gw.quotient(integer(n), 2)  # 30
        else:
            n = gw.add(gw.multiply(3, n), 1)
        c += 1
    gw.print(c)


if __name__ == "__main__":
    gw.run(main)
