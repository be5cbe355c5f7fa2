"""Which file a name means."""

from __future__ import annotations

import os


def program_file(file: str) -> str:
    """The file itself, or with .BAS behind a name that has no ending, as LOAD adds it."""
    if not os.path.isfile(file) and not os.path.splitext(file)[1]:
        for ending in (".BAS", ".bas"):
            if os.path.isfile(file + ending):
                return file + ending
    return file
