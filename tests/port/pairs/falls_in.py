from basic.gw.program import BasicError, Program  # for BASIC's errors


def show_a(a: int) -> None:
    gw.print(a)


with Program() as gw:
    a = 1
    show_a(a)
    a += 1
    show_a(a)
    a += 1
    gw.print(a)
    raise BasicError(3)  # 50
