from dataclasses import dataclass

from basic.gw.program import RESUME, ZONE, Program, byte, index

gw = Program()  # for columns and formats, BASIC's INPUT, errors, limits
errors = gw.errors


@dataclass
class State:
    """What the subroutines share."""

    m: float = 0


g = State()


def add(n_list: list[str], p: list[float], n: int) -> tuple[bool, int]:
    n += 1
    with trap_900.resuming(30):
        n_list[index(n)], p[index(n)] = gw.input("NAME,PRICE", str, float)  # 100
        return True, n
    return False, n


def share(n: list[str], p: list[float]) -> bool:
    i, g.m = gw.input("WHICH, AMONG HOW MANY", float, float)
    with errors.resuming(30):
        for attempt in trap_900:
            with attempt:
                gw.put(n[index(i)], ZONE).print(p[index(i)] / g.m)  # 210
        return True
    return False


def on_error_900() -> int:
    if errors.number == 11:
        g.m = 1
        return RESUME
    gw.print("ERROR", errors.number, "IN", errors.line)
    return 30


trap_900 = gw.errors.trap(on_error_900)


def main() -> None:
    n = 0
    errors.trapping = True
    n_list = [""] * 21
    p = [0.0] * 21
    while True:
        c: float = gw.input_number("1) ADD 2) SHARE 3) END")
        with trap_900.resuming(30):
            match byte(c):  # 40
                case 1:
                    returned, n = add(n_list, p, n)
                    if not returned:
                        continue
                case 2:
                    if not share(n_list, p):
                        continue
            if c == 3:
                break


if __name__ == "__main__":
    gw.run(main)
