from dataclasses import dataclass

# Imported for input by BASIC's rules, single-precision arithmetic, BASIC's errors.
from basic.library.program import ERRORS, Program
from basic.values import functions

gw = Program()


@dataclass
class State:
    """What the subroutines share."""

    a: float = 0


g = State()


def on_error_900() -> int:
    if gw.erl == 30:
        g.a = 1
        return 1
    gw.print("?")
    return 0


def main() -> None:
    gw.trapping = True
    while True:
        try:
            g.a = gw.input_number()  # 20
        except ERRORS as error:
            gw.catch(error)
            _ = gw.resume(on_error_900)
        else:
            leaving = False
            while True:
                try:
                    gw.print(gw.divide(10, g.a))  # 30
                except ERRORS as error:
                    gw.catch(error)
                    if gw.resume(on_error_900) == 0:
                        leaving = True
                        break
                else:
                    break
            if leaving:
                continue
            while True:
                try:
                    gw.print(gw.function(functions.sqr, g.a))  # 40
                except ERRORS as error:
                    gw.catch(error)
                    if gw.resume(on_error_900) == 0:
                        break
                else:
                    return


if __name__ == "__main__":
    gw.run(main)
