"""Loops in loops in loops: what is too deep becomes a function"""

# It takes nothing from outside: in its one run the BASIC program prints the same.


def update(a: int, b: int, c: int, t: int) -> int:
    for d in range(1, 3):
        for e in range(1, 3):
            if d == e:
                print("same")
                continue
            for f in range(d, 4):
                for g in range(f, 4):
                    if g == e:
                        t += 1
                        print(f" {a}  {b}  {c}  {d}  {e}  {f}  {g} ")
                    else:
                        t += 2
    return t


def main() -> None:
    t = 0
    for a in range(1, 4):
        for b in range(a, 4):
            for c in range(b, 4):
                if a + b + c >= 5:
                    t = update(a, b, c, t)
    print(f" {t} ")


if __name__ == "__main__":
    main()
