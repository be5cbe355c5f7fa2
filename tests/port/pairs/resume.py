from dataclasses import dataclass

from basic.gw.singles import RESUME, Program

gw = Program()  # for single precision, BASIC's INPUT, errors


@dataclass
class State:
    """What the subroutines share."""

    a: float = gw.Single(0)


g = State()


def on_error_900() -> int:
    if gw.erl == 30:
        g.a = gw.Single(1)
        return RESUME
    gw.print("?")
    return 20


trap_900 = gw.trap(on_error_900)


def main() -> None:
    gw.trapping = True
    while True:
        g.a = gw.input_number()  # 20
        for attempt in trap_900:
            with attempt:
                gw.print(10 / g.a)  # 30
        with trap_900.resuming(20):
            gw.print(gw.sqr(g.a))  # 40
            break


if __name__ == "__main__":
    gw.run(main)
