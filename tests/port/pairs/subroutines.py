# It takes nothing from outside: in its one run the BASIC program prints the same.


def add_up(i: int, t: int) -> int:
    """Add up to I"""
    for j in range(1, i + 1):
        t += j
    return t


t = 0
for i in range(1, 4):
    t = add_up(i, t)
print(f" {t} ")
