"""What the environment says, to ports, too: JUNZI_PRINTER (as `--printer paper.txt`) and JUNZI_LF (as `--lf`)."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def ends_with_lf() -> bool:
    """Whether JUNZI_LF says that the lines of text files end with LF alone."""
    return bool(os.environ.get("JUNZI_LF"))


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
