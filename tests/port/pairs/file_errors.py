from dataclasses import dataclass

from basic.gw.program import Program  # for files, BASIC's INPUT, errors

gw = Program()
errors, files = gw.errors, gw.files


@dataclass
class State:
    """What the subroutines share."""

    f: str = ""


g = State()


def on_error_900() -> int:
    if errors.number == 53 and errors.line == 30:
        gw.print("NO FILE ", g.f)
        return 20
    if errors.number == 62:
        return 50
    if errors.number != 11:
        raise errors.again()  # 930
    gw.print("CANNOT DIVIDE")
    return 60


trap_900 = gw.errors.trap(on_error_900)


def main() -> None:
    a_text = ""
    errors.trapping = True
    while True:
        g.f = gw.input_text("FILE")
        with trap_900.resuming(20):
            files.open(g.f, 1, "INPUT")  # 30
            break
    while True:
        with trap_900.resuming(50):
            a_text = files.line_input(1)  # 40
            gw.print(a_text)
            continue
        files.close()  # 50
        gw.print("END OF FILE")
        while True:
            a_number, b = gw.input("A,B", float, float)
            with trap_900.resuming(60):
                gw.print(a_number / b)  # 60
                if a_number == 0:
                    break
        break


if __name__ == "__main__":
    gw.run(main)
