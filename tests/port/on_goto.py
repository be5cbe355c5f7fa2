for i in range(5):
    match i:
        case 1 | 3:
            pass
        case 2:
            print("even")
            continue
        case _:
            print("other")
            continue
    print("odd")
