"""A whole screen as a person sees it: a command run in tmux, keys typed, the screen read."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from paths import ROOT

PATIENCE = 60.0  # seconds before what is expected counts as missing

needs_tmux = pytest.mark.skipif(
    not shutil.which("tmux") and os.environ.get("CI") != "true", reason="tmux is not installed"
)


class Screen:
    """A terminal of 80 columns and 30 rows in which a command runs; used as a context."""

    def __init__(self, folder: Path, work: Path, command: str) -> None:
        """`work` is an empty folder for tmux's socket, `folder` where the command runs."""
        self._tmux = ["tmux", "-u", "-S", str(work / "socket"), "-f", os.devnull]
        settings = f"cd {folder} && export PYTHONPATH={ROOT} JUNZI_CACHE={work / 'cache'} XDG_STATE_HOME={work}"
        self._do("new-session", "-d", "-x", "80", "-y", "30", f"{settings} && {command}; echo '[over]'; sleep 60")

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self._do("kill-server")

    def _do(self, *arguments: str) -> str:
        return subprocess.run([*self._tmux, *arguments], check=True, capture_output=True, text=True).stdout

    def lines(self, past: int = 0) -> list[str]:
        """The rows of the screen, and of the `past` ones above it, without blanks at their ends."""
        shown = self._do("capture-pane", "-pJ", "-S", str(-past))
        return [line.rstrip() for line in shown.rstrip("\n").split("\n")]

    def expect(self, *texts: str) -> list[str]:
        """Wait until each of these is somewhere on the screen; the screen then."""
        limit = time.monotonic() + PATIENCE
        while not all(text in "\n".join(shown := self.lines()) for text in texts):
            assert time.monotonic() < limit, "\n".join([f"not all of {texts}:", *shown])
            time.sleep(0.05)
        return shown

    def asked(self) -> None:
        """Wait until the last thing on the screen is a question: what was typed before has been answered."""
        limit = time.monotonic() + PATIENCE
        while not (shown := self.lines())[-1].endswith("?"):
            assert time.monotonic() < limit, "\n".join(["no question:", *shown])
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them: `Enter`, `Up`, `BSpace`, `Escape`, `5`."""
        self._do("send-keys", *keys)

    def click(self, row: int, column: int) -> None:
        """Press the mouse's button on a character and let it go, as xterm tells a program that has asked for it."""
        assert self._do("display-message", "-p", "#{mouse_sgr_flag}").strip() == "1"
        for end in "Mm":
            self._do("send-keys", "-l", f"\x1b[<0;{column};{row}{end}")

    def type(self, text: str) -> None:
        """Type a line and Enter."""
        self._do("send-keys", "-l", text)
        self.press("Enter")
