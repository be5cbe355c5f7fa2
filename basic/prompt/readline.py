"""Lines edited by Python's readline, where prompt_toolkit is not installed."""

from __future__ import annotations

import readline

from .. import codepage
from ..engine.session import ScreenReader
from ..errors import InputEnded
from ..machine.console import Console
from ..sizes import LINE

# What terminals send for F1 to F10, as readline's settings spell it: of F1 to F5 in the manner of Linux's console, too.
F_KEYS: list[tuple[str, ...]] = [
    *((rf"\eO{letter}", rf"\e[1{number}~", rf"\e[[{chr(64 + number)}") for number, letter in enumerate("PQRS", 1)),
    (r"\e[15~", r"\e[[E"),
    *((rf"\e[{code}~",) for code in (17, 18, 19, 20, 21)),
]
_ABOVE = "\x1e"  # Up types this and Enter


def _typing(text: str) -> str:
    """What a function key types, as readline's settings spell it."""
    spelt = codepage.to_unicode(text).replace("\\", r"\\").replace('"', r"\"")
    return spelt.replace("\r", r"\C-m")


class ReadlineReader:
    """An offered line stands there to be changed. Once a line was typed, Up leads to those above it, on the screen."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def read(self, before: str = "", offered: str = "") -> str | None:
        for text, sequences in zip(self.console.screen.keys, F_KEYS, strict=True):
            for sequence in sequences:
                readline.parse_and_bind(f'"{sequence}": "{_typing(text)}"')
        readline.set_startup_hook(lambda: readline.insert_text(codepage.to_unicode(before or offered)))
        try:
            with self.console.terminal.lent():
                text = codepage.to_bytes(input())[:LINE]
        except EOFError:
            self.console.newline()
            raise InputEnded from None
        finally:
            readline.set_startup_hook(None)
        if text.endswith(_ABOVE):
            return ScreenReader(self.console).go_up(text.removesuffix(_ABOVE))
        for sequence in (r"\e[A", r"\eOA"):
            readline.parse_and_bind(f'"{sequence}": "\\C-e\\C-v\\C-^\\C-m"')
        self.console.follow(text)
        return text
