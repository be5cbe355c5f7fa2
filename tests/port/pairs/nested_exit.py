# It takes nothing from outside: in its one run the BASIC program prints the same.


def main() -> None:
    for i in range(1, 10):
        for j in range(1, 10):
            if i * j == 42:
                print(f" {i}  {j} ")
                return
    print("none")


if __name__ == "__main__":
    main()
