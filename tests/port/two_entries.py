from basic.library.singles import Program  # for BASIC's INPUT, single precision

gw = Program()


def main() -> None:
    a: float = gw.input_number()  # 10
    state_20 = 1 if a > 5 else 0
    while True:
        # A loop that is entered in several places of BASIC's lines 20 and 30.
        match state_20:
            case 0:
                a += 1
                gw.print("up")
                state_20 = 1
            case 1:
                a += 2
                gw.print(a)
                if a >= 10:
                    break
                state_20 = 0
    gw.print("end")
    state_70 = 1 if a == 10 else 0
    while True:
        # A loop that is entered in several places of BASIC's lines 70 and 90.
        match state_70:
            case 0:
                gw.print("seven")
                a -= 1
                if a <= 10:
                    state_70 = 1
                    continue
            case 1:
                gw.print("nine")
                a -= 2
                if a <= 8:
                    break
        state_70 = 0


if __name__ == "__main__":
    gw.run(main)
