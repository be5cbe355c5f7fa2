# Imported for BASIC's errors.
from basic.errors import BasicError
from basic.library.program import Program

gw = Program()


def sub_40(a: int) -> None:
    gw.print(a)


def main() -> None:
    a = 1
    sub_40(a)
    a += 1
    sub_40(a)
    a += 1
    gw.print(a)
    raise BasicError(3)  # 50


if __name__ == "__main__":
    gw.run(main)
