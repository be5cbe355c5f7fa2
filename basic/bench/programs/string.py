import sys

TEXT = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG"


def run(units: int) -> None:
    total = 0
    for _ in range(units):
        for i in range(1, 101):
            reverse = ""
            for j in range(len(TEXT) - 1, -1, -1):
                reverse += TEXT[j]
            total += reverse.find("XOF") + 1
            word = reverse[:10] + reverse[-10:] + chr(65 + i % 26)
            if "YZAL" in word:
                total += len(word) + ord(word[-1])
    print(total, reverse)


run(int(sys.argv[1]))
