for i in range(5):
    match i:
        case 1 | 3:
            print("odd")
        case 2:
            print("even")
        case _:
            print("other")
