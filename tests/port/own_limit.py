"""A limit that is the counter's own value from before"""


def change_i(i: int) -> int:
    i, limit_60 = 1, i
    first = i
    for i in range(first, limit_60 + 1):
        if i == 2:
            return i
    return max(i, limit_60 + 1)


i = 3
i, limit_30 = 1, i
first = i
for i in range(first, limit_30 + 1):
    print(f"{i: d} ", end="")
i = max(i, limit_30 + 1)
i = change_i(i)
print(f"{i: d} ")
