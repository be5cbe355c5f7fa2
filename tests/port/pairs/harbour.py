"""HARBOUR MASTER"""

import math

from basic.gw.program import Program, Tab  # for columns and formats, BASIC's INPUT

gw = Program()


def list_all(n: list[str], l_list: list[float], d: list[int], c: int) -> None:
    """LIST"""
    if c == 0:
        gw.print("NOBODY.")
    else:
        for i in range(1, c + 1):
            gw.print(i, Tab(6), n[i], Tab(20), l_list[i], Tab(30), "SINCE DAY", d[i])


def end(t: int) -> None:
    """THE END"""
    gw.print("THE HARBOUR HAS EARNED", t)
    if t > 500:
        gw.print("THE CITY THANKS YOU.")
    elif t < 100:
        gw.print("THE CITY LOOKS FOR ANOTHER MASTER.")


def say_she_is_not_here(n: list[str], c: int, b: str) -> tuple[bool, int]:
    i = 0
    for i in range(1, c + 1):
        if n[i] == b:
            return True, i
    gw.print("SHE IS NOT HERE.")
    return False, i


def main() -> None:
    i = 0
    n = [""] * 10
    l_list = [0.0] * 10
    d = [0] * 10
    c, t, w = 0, 0, 1
    while True:
        gw.print("DAY", w)
        if w > 5:
            end(t)
            break
        while True:
            gw.print("SHIPS IN PORT:", c, " DUES SO FAR:", t)
            over = again = False
            while True:
                a = gw.input_text("COMMAND (ARRIVE, LEAVE, LIST, WAIT, QUIT)")
                if a == "ARRIVE":
                    # A SHIP COMES IN
                    if c >= 9:
                        gw.print("THE PORT IS FULL.")
                        w += 1
                        over = True
                        break
                    b = gw.input_text("HER NAME")
                    if b == "":
                        continue
                    finished = False
                    for i in range(1, c + 1):
                        if n[i] == b:
                            gw.print("SHE IS HERE ALREADY.")
                            finished = True
                            break
                    else:
                        x: float = gw.input_number("HER LENGTH")
                        if x < 1 or x > 300:
                            gw.print("I DO NOT BELIEVE THAT.")
                            continue
                        c += 1
                        n[c] = b
                        l_list[c] = x
                        d[c] = w
                        gw.print(b, " LIES AT PIER", c)
                        if x > 200:
                            gw.print("SHE NEEDS TWO TUGS.")
                            t += 20
                        if x > 100:
                            gw.print("SHE NEEDS A PILOT.")
                            t += 10
                        again = True
                        break
                    if finished:
                        again = True
                        break
                elif a == "LEAVE":
                    # A SHIP GOES OUT
                    if c == 0:
                        gw.print("THERE ARE NO SHIPS.")
                        continue
                    b = gw.input_text("WHICH ONE")
                    done, i = say_she_is_not_here(n, c, b)
                    if done:
                        break
                elif a == "LIST":
                    list_all(n, l_list, d, c)
                elif a == "WAIT":
                    w += 1
                    over = True
                    break
                elif a == "QUIT":
                    break
                else:
                    gw.print("NO SUCH COMMAND.")
            if a == "QUIT":
                end(t)
                return
            if over:
                break
            if again:
                continue
            x = w - d[i] + 1
            y = math.floor(l_list[i] * x / 10)
            gw.print("SHE PAYS", y, "FOR", x, "DAYS")
            t += y
            gw.print("HER CAPTAIN CURSES." if y > 100 else "HER CAPTAIN SALUTES.")
            for j in range(i, c):
                n[j] = n[j + 1]
                l_list[j] = l_list[j + 1]
                d[j] = d[j + 1]
            c -= 1
            if c == 0:
                gw.print("THE PORT IS EMPTY.")
                w += 1
                break


if __name__ == "__main__":
    gw.run(main)
