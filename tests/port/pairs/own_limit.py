"""A limit that is the counter's own value from before"""

# It takes nothing from outside: in its one run the BASIC program prints the same.


def update(i: int) -> int:
    i, limit = 1, i
    while i <= limit:
        if i == 2:
            break
        i += 1
    return i


i = 3
i, limit = 1, i
while i <= limit:
    print(f" {i} ", end="")
    i += 1
i = update(i)
print(f" {i} ")
