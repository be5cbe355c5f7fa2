"""Lines edited by Python's readline, where prompt_toolkit is not installed."""

from __future__ import annotations

import readline

from .. import codepage
from ..errors import InputEnded
from ..machine.console import LINE, Console


class ReadlineReader:
    """The arrows edit and bring back lines; an offered line stands there to be changed."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def read(self, before: str = "", offered: str = "") -> str | None:
        readline.set_startup_hook(lambda: readline.insert_text(codepage.to_unicode(before or offered)))
        try:
            with self.console.terminal.lent():
                text = codepage.to_bytes(input())[:LINE]
        except EOFError:
            self.console.newline()
            raise InputEnded from None
        finally:
            readline.set_startup_hook(None)
        self.console.follow(text)
        return text
