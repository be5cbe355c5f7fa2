"""The printer that is there, if any: `--printer paper.txt`, `--printer '|lpr'`, or the same in JUNZI_PRINTER, at which
programs that were ported look, too.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def attached(target: str | None = None) -> Callable[[str], object]:
    """A file to print to, or with | a command that gets everything when the program has ended; without them none."""
    target = target or os.environ.get("JUNZI_PRINTER")
    if not target:
        return _no_printer
    if target.startswith("|"):
        return CommandPrinter(target[1:])
    from basic.machine.devices import PaperFile

    return PaperFile(target)


def _no_printer(text: str) -> None:
    from basic.machine.devices import no_printer  # few programs print, and it takes time to import

    no_printer(text)


class CommandPrinter:
    """`--printer '|lpr'`"""

    def __init__(self, command: str) -> None:
        self._command = command
        self._sent: list[str] = []

    def __call__(self, text: str) -> None:
        self._sent.append(text)

    def close(self) -> None:
        if self._sent:
            import subprocess

            subprocess.run(self._command, shell=True, input="".join(self._sent).encode("latin-1"), check=False)
