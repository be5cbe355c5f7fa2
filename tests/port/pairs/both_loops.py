# It takes nothing from outside: in its one run the BASIC program prints the same.


def find_result(t: int) -> int:
    for i in range(1, 6):
        for j in range(1, 6):
            if i * j == t * 4:
                r = i * 10 + j
                print("PRODUCT")
                sub_1400(t, i, j)
                return r
            if i + j == t + 7:
                r = i * 10 + j
                print("SUM")
                sub_1400(t, i, j)
                return r
    return 0


def sub_1400(t: int, i: int, j: int) -> None:
    print(f"AT {i}  {j} ")
    for _ in range(t):
        print("*", end="")
    print()


for t in range(1, 4):
    r = find_result(t)
    print(f"RESULT {r} ")
