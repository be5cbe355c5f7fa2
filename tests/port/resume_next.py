# Imported for single-precision arithmetic, BASIC's errors, BASIC's messages where a limit is passed.
from basic.library import strings
from basic.library.program import Program


def on_error_900() -> None:
    gw.print("error", gw.err, "in", gw.erl)


with Program() as gw:
    trap_900 = gw.trap(on_error_900)
    gw.trapping = True
    with trap_900:
        gw.print(gw.divide(1, 0))  # 20
    with trap_900:
        gw.print(strings.asc(""))  # 30
