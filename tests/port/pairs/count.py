"""The squares of 1 to 5"""

# It takes nothing from outside: in its one run the BASIC program prints the same.

for i in range(1, 6):
    print(f" {i * i} ", end="")
print()
