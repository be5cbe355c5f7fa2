from basic.gw.program import Program  # for BASIC's errors
from basic.library import strings


def on_error_900() -> None:
    gw.print("error", errors.number, "in", errors.line)


with Program() as gw:
    errors = gw.errors
    trap_900 = gw.errors.trap(on_error_900)
    errors.trapping = True
    with trap_900:
        gw.print(1 / 0)  # 20
    with trap_900:
        gw.print(strings.asc(""))  # 30
