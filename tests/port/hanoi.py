"""A SUBROUTINE THAT CALLS ITSELF"""

from basic.library.program import Program, index  # for BASIC's INPUT, single precision, BASIC's limits


def move_the_disks(n: list[float], p: int, f: list[int], t: list[int], m: int) -> tuple[int, int]:
    """MOVE THE DISKS"""
    if n[index(p)] == 0:  # 110
        return p, m
    place1 = index(p + 1)  # 120
    n[place1] = gw.subtract(n[index(p)], 1)  # 120
    place1 = index(p + 1)  # 120
    f[place1] = f[index(p)]  # 120
    place1 = index(p + 1)  # 120
    t[place1] = gw.subtract_whole(gw.subtract_whole(6, f[index(p)]), t[index(p)])  # 120
    p, m = gw.call(8, move_the_disks, n, p + 1, f, t, m)  # 130
    p -= 1
    m += 1
    place1 = index(p + 1)  # 150
    f[place1] = gw.subtract_whole(gw.subtract_whole(6, f[index(p)]), t[index(p)])  # 150
    place1 = index(p + 1)  # 150
    t[place1] = t[index(p)]  # 150
    p, m = gw.call(8, move_the_disks, n, p + 1, f, t, m)  # 160
    return p - 1, m


with Program() as gw:
    m = 0
    n: list[float] = [0] * 10
    f: list[int] = [0] * 10
    t: list[int] = [0] * 10
    while True:
        n[1] = gw.input_number()  # 30
        if not (n[1] < 0 or n[1] > 7):
            break
    p = f[1] = 1
    t[1] = 3
    _, m = gw.call(8, move_the_disks, n, p, f, t, m)  # 40
    gw.print(m, "moves")
