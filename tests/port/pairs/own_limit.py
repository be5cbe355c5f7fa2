"""A limit that is the counter's own value from before"""

# It takes nothing from outside: in its one run the BASIC program prints the same.


def update(i: int) -> int:
    i, limit = 1, i
    first = i
    for i in range(first, limit + 1):
        if i == 2:
            return i
    return max(i, limit + 1)


i = 3
i, limit = 1, i
first = i
for i in range(first, limit + 1):
    print(f" {i} ", end="")
i = max(i, limit + 1)
i = update(i)
print(f" {i} ")
