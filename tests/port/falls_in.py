from basic.library.program import BasicError, Program  # for BASIC's errors


def sub_40(a: int) -> None:
    gw.print(a)


with Program() as gw:
    a = 1
    sub_40(a)
    a += 1
    sub_40(a)
    a += 1
    gw.print(a)
    raise BasicError(3)  # 50
