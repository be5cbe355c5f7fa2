"""What is set once and never changed"""

# It takes nothing from outside: in its one run the BASIC program prints the same.

MAX = 4
N = "CAVE"
CAVE: list[list[int]] = [[0, 0, 0], [0, 1, 2], [0, 3, 4], [0, 5, 6], [0, 7, 8]]


def show_the_cave(w: int) -> None:
    print(f"{N}{w: d} ")
    for k in range(1, MAX + 1):
        print(f"{CAVE[k][1] * w: d}  {CAVE[k][2]} ")


def go_down(w: int, count: int, done: bool) -> tuple[int, int, bool]:
    w -= 1
    count += 1
    if w < 0 or w > MAX:
        done = True
    return w, count, done


def main() -> None:
    count = 1
    done, w = False, 2
    while not done:
        show_the_cave(w)
        w, count, done = go_down(w, count, done)
    if done:
        print(f" {count} ")


if __name__ == "__main__":
    main()
