"""The squares of 1 to 5"""

for i in range(1, 6):
    print(f" {i * i} ", end="")
print()
