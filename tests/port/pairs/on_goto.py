# It takes nothing from outside: in its one run the BASIC program prints the same.

for i in range(5):
    match i:
        case 1 | 3:
            print("odd")
        case 2:
            print("even")
        case _:
            print("other")
