"""Where a ported program gives way to another: the interpreter goes on with that file, on the same machine.

    handover.run_file(gw, "PART2")

They come back only by an error, if there is no such file or no program in it, which ON ERROR may take.
"""

from __future__ import annotations

import sys

from .errors import BasicError
from .gw.arrays import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

    from .engine.interpreter import Interpreter
    from .engine.transfer import Transfer
    from .gw.program import Program


def run_file(gw: Program, name: str, keep_open: bool = False) -> NoReturn:
    """`RUN "PART2"`, `RUN "PART2",R`, `LOAD "PART2",R`"""
    _go_on(gw, lambda transfer: transfer.run_file(keep_open, name))


def load(gw: Program, name: str) -> NoReturn:
    """`LOAD "PART2"`: the end, where the interpreter would be back at its prompt, with the other program in memory."""
    _taken(gw, lambda transfer: transfer.run_file(False, name))
    sys.exit()


def chain(
    gw: Program,
    name: str,
    start: int | Callable[[], int] | None = None,
    common: Mapping[str, str | float | Array[Any]] | None = None,
    base: int | None = None,
) -> NoReturn:
    """`CHAIN "LEDGER"`, `CHAIN "LEDGER",100`: files stay open, OPTION BASE holds, and what is `common` (`{"N%": 5,
    "A!()": a}`) keeps its value. Where the line to start from may fail, it is worked out when the file is open."""

    def take(transfer: Transfer) -> int:
        rt = transfer.interpreter.rt
        point = transfer.chain(False, False, None, name, lambda: start() if callable(start) else start)
        if base is not None:
            rt.base, rt.based = base, True
        for variable, value in (common or {}).items():
            if not isinstance(value, Array):
                rt.hand(variable, _plain(gw, variable[-1], value))
            elif value.bounds:
                elements = {place: _plain(gw, variable[-3], element) for place, element in value.items()}
                rt.hand_array(variable.removesuffix("()"), value.bounds, elements)
        return point

    _go_on(gw, take)


def _plain(gw: Program, kind: str, value: str | float) -> str | float:
    """A value as the interpreter has it."""
    from .gw.plain import scaled, whole
    from .values.single import nearest

    if kind == "#":
        return value if gw.exact or isinstance(value, str) else scaled(value)
    return whole(nearest(value)) if isinstance(value, float) else value


def _go_on(gw: Program, take: Callable[[Transfer], int]) -> NoReturn:
    interpreter, point = _taken(gw, take)
    sys.exit(interpreter.proceed(point).status)


def _taken(gw: Program, take: Callable[[Transfer], int]) -> tuple[Interpreter, int]:
    """The interpreter with the other program, and where that goes on."""
    from .cache import standard
    from .engine.interpreter import Interpreter
    from .engine.transfer import Transfer

    interpreter = Interpreter(gw.machine)
    interpreter.cache = standard()
    try:
        return interpreter, take(Transfer(interpreter))
    except BasicError as error:
        if error.line is not None:  # the other program is there, but for a bad line, or the one to start from
            gw.errors.handling = True  # and no ON ERROR
            error.line = error.line if error.line < 0 else None  # that of the CHAIN, which places knows
        raise
