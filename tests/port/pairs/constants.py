"""What is set once and never changed"""

# It takes nothing from outside: in its one run the BASIC program prints the same.

MAX = 4
N = "CAVE"
CAVE: list[list[int]] = [[0, 0, 0], [0, 1, 2], [0, 3, 4], [0, 5, 6], [0, 7, 8]]


def show_the_cave(w: int) -> None:
    print(f"{N}{w: d} ")
    for k in range(1, MAX + 1):
        print(f"{CAVE[k][1] * w: d}  {CAVE[k][2]} ")


def go_down(count: int, done: bool, w: int) -> tuple[int, bool, int]:
    w -= 1
    count += 1
    if w < 0 or w > MAX:
        done = True
    return count, done, w


def main() -> None:
    count = 1
    done, w = False, 2
    while not done:
        show_the_cave(w)
        count, done, w = go_down(count, done, w)
    if done:
        print(f" {count} ")


if __name__ == "__main__":
    main()
