# It takes nothing from outside: in its one run the BASIC program prints the same.

a: list[list[int]] = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 0],
    [0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 0],
    [0, 0, 0, 0, 0, 0],
]
for i in range(1, 5):
    for j in range(1, 5):
        print(f" {a[i][j]} ", end="")
    print()
