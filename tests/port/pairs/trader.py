"""TRADER - BUY AND SELL GRAIN"""

import math

from basic.gw.program import ZONE, Number, Program, Tab

gw = Program()  # for columns and formats, BASIC's INPUT, RND

N: list[str] = ["", "WHEAT", "BARLEY", "RYE"]


def next_day(q: list[float], p: list[float], d: int) -> int:
    """NEXT DAY: PRICES MOVE"""
    d += 1
    for i in range(1, 4):
        p[i] = int(p[i] * (0.8 + 0.4 * gw.rnd(1)) * 100 + 0.5) / 100
        p[i] = max(p[i], 0.5)
    if gw.rnd(1) < 0.1:
        gw.print("RATS EAT HALF YOUR GRAIN!")
        for i in range(1, 4):
            q[i] = math.floor(q[i] / 2)
    return d


def main() -> None:
    gw.print(Tab(20), "GRAIN TRADER", end="\n\n\n")
    gw.randomize(Number("%", 7))
    q = [0.0] * 4
    p: list[float] = [0, 2.5, 1.75, 3.2]
    c, d = 100.0, 1
    # MAIN LOOP
    while True:
        gw.print("DAY", d, "CASH", c)
        for i in range(1, 4):
            gw.print(i, N[i], ZONE, p[i], ZONE, q[i])
        while (a := gw.input_text("B)UY S)ELL N)EXT OR Q)UIT")) not in ("Q", "N", "B", "S"):
            gw.print("WHAT?")
        if a == "N":
            d = next_day(q, p, d)
            continue
        if a == "Q":
            break
        while True:
            g, h = gw.input("WHICH GRAIN, HOW MANY", float, float)
            if 1 <= g <= 3 and g == math.floor(g):
                break
            gw.print("NO SUCH GRAIN")
        if a == "S":
            if h > q[int(g)]:
                gw.print("YOU HAVE ONLY", q[int(g)])
            else:
                c += h * p[int(g)] * 0.95
                q[int(g)] -= h
        elif h * p[int(g)] > c:
            gw.print("YOU CAN'T AFFORD THAT")
        else:
            c -= h * p[int(g)]
            q[int(g)] += h
    t = c
    for i in range(1, 4):
        t += p[i] * q[i]
    gw.print("YOU END WITH", t)
    if t > 100:
        gw.print("A PROFIT OF", (t - 100) / 100 * 100, "%")
    else:
        gw.print("NO PROFIT")


if __name__ == "__main__":
    gw.run(main)
