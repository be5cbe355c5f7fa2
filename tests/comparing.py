"""What the tests of `basic compare` share."""

from __future__ import annotations

from pathlib import Path

from basic.cli import main


def compare(*arguments: object) -> int:
    """The exit status of the command."""
    return main(["compare", *map(str, arguments)])


def files(here: Path, **texts: str) -> None:
    """Files by their names, `_` for the dot."""
    for name, text in texts.items():
        (here / name.replace("_", ".")).write_text(text)
