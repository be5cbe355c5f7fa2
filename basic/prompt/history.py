"""The lines typed at the prompt, kept from one day to the next in the user's state folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import History

MOST = 1000  # lines that are kept


def history_file() -> Path:
    """`~/.local/state/junzi/history`, or where the system's own settings say."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "junzi" / "history"


class KeptHistory(History):
    """One line of the file for each typed line, the newest last. Where there can be no file there is none."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def load_history_strings(self) -> Iterable[str]:
        """The newest first; a file that has grown too long is cut."""
        lines: list[str] = []
        with suppress(OSError):
            lines = self.path.read_text("utf-8", "replace").splitlines()
            if len(lines) > 2 * MOST:
                lines = lines[-MOST:]
                self.path.write_text("\n".join(lines) + "\n", "utf-8")
        return reversed(lines[-MOST:])

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(string.replace("\n", " ") + "\n")
