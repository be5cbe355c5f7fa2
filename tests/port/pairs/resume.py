import math
from dataclasses import dataclass

from basic.gw.program import RESUME, Program  # for BASIC's INPUT, errors

gw = Program()


@dataclass
class State:
    """What the subroutines share."""

    a: float = 0


g = State()


def on_error_900() -> int:
    if gw.errors.line == 30:
        g.a = 1
        return RESUME
    gw.print("?")
    return 20


trap_900 = gw.errors.trap(on_error_900)


def main() -> None:
    gw.errors.trapping = True
    while True:
        g.a = gw.input_number()
        for attempt in trap_900:
            with attempt:
                gw.print(10 / g.a)  # 30
        with trap_900.resuming(20):
            gw.print(math.sqrt(g.a))  # 40
            break


if __name__ == "__main__":
    gw.run(main)
