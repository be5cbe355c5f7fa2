"""The printer that is there, if any: `--printer paper.txt`, or the same in JUNZI_PRINTER, at which ports look, too."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def attached(file: str | None = None) -> Callable[[str], object]:
    """A file to print to; without one there is no printer."""
    file = file or os.environ.get("JUNZI_PRINTER")
    if not file:
        return _no_printer
    from basic.machine.devices import PaperFile

    return PaperFile(file)


def _no_printer(text: str) -> None:
    from basic.machine.devices import no_printer  # few programs print, and it takes time to import

    no_printer(text)
