"""The transpiler, with runs that judge what it writes: `basic.to_python('10 PRINT "HELLO"')`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from .compare.runs import judged
from .editing.load import load_program
from .port import port
from .syntax.nodes import Program


def to_python(
    source: str | bytes | Program,
    exact: bool = False,
    names: Mapping[str, str] | None = None,
    unlimited: bool = False,
    modern: bool = True,
) -> str:
    """The Python for a BASIC program, as `basic port` writes it.

    `names`: Python's for BASIC's; `unlimited`: lines may be longer than GW-BASIC's, and arrays of the runs larger.
    `exact`: all arithmetic is BASIC's own. Not `modern`: with what it needs of `basic`, and no run is made.
    """
    if not isinstance(source, Program):
        source = load_program(source.encode() if isinstance(source, str) else source, unlimited=unlimited).program
    runs = partial(judged, unlimited=unlimited) if modern and not exact else None
    return port(source, exact, names, runs=runs).text
