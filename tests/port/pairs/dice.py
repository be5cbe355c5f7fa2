"""The numbers a function is given, and what it makes of them"""

from basic.gw.program import Program  # for BASIC's INPUT, RND

Y = 3


def fn_h(x: float) -> float:
    return x / 2 + Y


def fn_m(a: int, b: int) -> int:
    return a % b


def fn_r(x: int) -> int:
    return gw.randrange(x) + 1


with Program() as gw:
    x, s = 0.5, 0
    for _ in range(4):
        d = fn_r(6)  # 60
        s += d
        gw.print(d, end="")
    gw.print(s, x)
    n: float = gw.input_number("HOW MANY", question=False)
    for i in range(1, 4):
        gw.put(fn_m(i, 2)).put(fn_h(fn_r(4))).print(fn_h(n))  # 80
