"""Sound: for now the bell. `BEEP` writes CHR$(7), as `PRINT CHR$(7);` does."""

from __future__ import annotations

from basic.library.registry import statement
from basic.machine.machine import Machine


@statement("BEEP")
def beep(m: Machine) -> None:
    """`BEEP`"""
    m.console.emit("\a")
