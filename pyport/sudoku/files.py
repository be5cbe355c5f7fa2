"""Puzzle files: `SUDOKU*.TXT` in a folder, found as DOS finds them, whatever the case of their letters."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from .rules import CELLS, BadGrid, Grid, parse_grid

PATTERN = "sudoku*.txt"
END_OF_TEXT = "\x1a"  # DOS editors put a Ctrl-Z at the end of a text


class NoPuzzle(Exception):
    """A puzzle that cannot be had; the message says why."""


class Puzzle(NamedTuple):
    """A grid and the name it goes by."""

    name: str
    grid: Grid


def puzzle_files(folder: Path) -> list[Path]:
    """The files of the folder named like a puzzle, in the order of their names, numbers by size."""
    found = (path for path in folder.iterdir() if path.is_file() and fnmatchcase(path.name.lower(), PATTERN))
    return sorted(found, key=lambda path: (len(path.name), path.name.upper()))


def load(name: str, folder: Path) -> Puzzle:
    """The puzzle in the file of this name."""
    path = folder / name
    if not path.is_file():
        path = next((other for other in folder.iterdir() if other.name.upper() == name.upper()), path)
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except (OSError, ValueError) as problem:
        raise NoPuzzle(f"Cannot open {name}") from problem
    try:
        return Puzzle(name, parse_grid(text.partition(END_OF_TEXT)[0]))
    except BadGrid as problem:
        raise NoPuzzle(f"{name} {problem}") from problem


def puzzle_from(text: str, folder: Path) -> Puzzle:
    """The puzzle that a command line means: 81 digits (0 or . for an empty cell) or the name of a file."""
    digits = text.replace(".", "0")
    if len(digits) == CELLS and set(digits) <= set("0123456789"):
        return Puzzle("the puzzle", parse_grid(" ".join(digits)))
    return load(text, folder)
