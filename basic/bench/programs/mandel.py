import sys

SHADES = " .:-=+*#%@"


def run(units: int) -> None:
    for _ in range(units):
        for row in range(-12, 13, 6):
            line = ""
            for column in range(-39, 40):
                a, b = column * .0458, row * .08333
                x, y, k = a, b, 0
                while k < 30:
                    u, v = x * x, y * y
                    if u + v > 4:
                        break
                    y = 2 * x * y + b
                    x = u - v + a
                    k += 1
                line += SHADES[k * 9 // 30]
            print(line)


run(int(sys.argv[1]))
