"""A SUBROUTINE THAT CALLS ITSELF"""

from basic.gw.program import Program, index, look  # for BASIC's INPUT, limits


def move_the_disks(n: list[float], f: list[int], t: list[int], p: int, m: int) -> tuple[int, int]:
    if n[p] == 0:  # 110
        return p, m
    n[p + 1] = n[p] - 1  # 120
    f[p + 1] = f[p]  # 120
    t[p + 1] = 6 - f[p] - t[p]  # 120
    p, m = move_the_disks(n, f, t, p + 1, m)
    p -= 1
    m += 1
    place1 = index(p + 1)  # 150
    look(f, place1)  # 150
    f[place1] = 6 - f[index(p)] - t[index(p)]  # 150
    t[p + 1] = t[p]  # 150
    p, m = move_the_disks(n, f, t, p + 1, m)
    return p - 1, m


with Program() as gw:
    m = 0
    n = [0.0] * 10
    f = [0] * 10
    t = [0] * 10
    while True:
        n[1] = gw.input_number()
        if 0 <= n[1] <= 7:
            break
    p = 1
    f[1] = 1
    t[1] = 3
    _, m = move_the_disks(n, f, t, p, m)
    gw.print(m, "moves")
