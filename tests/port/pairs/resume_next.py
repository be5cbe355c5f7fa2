from basic.gw.program import Program  # for BASIC's errors
from basic.library import strings


def on_error_900() -> None:
    gw.print("error", gw.err, "in", gw.erl)


with Program() as gw:
    trap_900 = gw.trap(on_error_900)
    gw.trapping = True
    with trap_900:
        gw.print(1 / 0)  # 20
    with trap_900:
        gw.print(strings.asc(""))  # 30
