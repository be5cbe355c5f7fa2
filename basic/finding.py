"""Which file a name means, and where the puzzle programs are that come with this package."""

from __future__ import annotations

import os


def program_file(file: str) -> str:
    """The file itself, or with .BAS behind a name that has no ending, as LOAD adds it."""
    if not os.path.isfile(file) and not os.path.splitext(file)[1]:
        for ending in (".BAS", ".bas"):
            if os.path.isfile(file + ending):
                return file + ending
    return file


def homes() -> list[str]:
    """The folders that have `programs/` and `pyport/`: the checkout, or what came with the package."""
    package = os.path.dirname(os.path.abspath(__file__))
    found = (os.path.dirname(package), os.path.join(package, "puzzles"))
    return [home for home in found if all(os.path.isdir(os.path.join(home, part)) for part in ("programs", "pyport"))]


def shipped(file: str) -> str:
    """The puzzle program that a plain name means where there is no such file, or nothing."""
    name = file.upper().removesuffix(".BAS") + ".BAS"
    if os.path.dirname(file) or os.path.exists(program_file(file)):
        return ""
    return next((path for home in homes() if os.path.isfile(path := os.path.join(home, "programs", name))), "")
