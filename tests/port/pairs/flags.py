"""Numbers that are truth values, and some that are none"""

# It takes nothing from outside: in its one run the BASIC program prints the same.


def do_even(found: int) -> bool:
    """Even"""
    return found % 2 == 0


def main() -> None:
    count = 0
    marked = [False] * 7
    left = [0] * 4
    marked[2] = marked[5] = True
    left[1] = 1
    i, found = 0, False
    while not found and i < 6:
        i += 1
        found = marked[i] and i > 3
    if found:
        print(f"FOUND {i} ")
    even = do_even(i)
    print("EVEN" if even else "ODD")
    even = not even
    same = even == found
    if same:
        print("SAME")
    one = 1
    if ~one:
        print("NOT 1 IS TRUE")
    count += i > 2
    print(f" {count} ")
    if abs(-(i == 5)) & left[1]:
        print("BOTH")
    print(f" {left[1]} ")


if __name__ == "__main__":
    main()
