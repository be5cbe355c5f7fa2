"""Puzzle files: `SUDOKU*.TXT` in a folder, found and listed as DOS does it."""

from __future__ import annotations

import shutil
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from pyport.console import Unplayable
from pyport.sudoku.rules import CELLS, BadGrid, Grid, parse_grid

PATTERN = "sudoku*.txt"
END_OF_TEXT = "\x1a"  # DOS editors put a Ctrl-Z at the end of a text
CLUSTER, MOST_CLUSTERS = 32_768, 65_525  # bytes; more room than this DOS cannot report
NAMES_IN_A_ROW = 4


class Puzzle(NamedTuple):
    """A grid and the name it goes by."""

    name: str
    grid: Grid


def puzzle_files(folder: Path) -> list[Path]:
    """The files of the folder named like a puzzle, in the order of their names, numbers by size."""
    found = (path for path in folder.iterdir() if path.is_file() and fnmatchcase(path.name.lower(), PATTERN))
    return sorted(found, key=lambda path: (len(path.name), path.name.upper()))


def directory(folder: Path) -> str:
    """What FILES prints of a folder in lines 1110 to 1140: its name, the puzzles in four columns, the bytes free."""
    names = [dos_name(path.name).partition(".") for path in puzzle_files(folder)]
    columns = [f"{stem:<8}.{extension:<9}" for stem, _, extension in sorted(names)]
    rows = ["".join(columns[start : start + NAMES_IN_A_ROW]) for start in range(0, len(columns), NAMES_IN_A_ROW)]
    free = min(shutil.disk_usage(folder).free // CLUSTER, MOST_CLUSTERS) * CLUSTER
    return "\n".join(["C:\\", *rows, f" {free} Bytes free\n"] if rows else ["C:\\", "No Files"])


def dos_name(typed: str) -> str:
    """The name that DOS takes from what is typed: capitals, no blanks at the end, three letters after the dot.

    >>> dos_name("sudoku1 .txt ")
    'SUDOKU1.TXT'
    """
    stem, dot, extension = typed.upper().partition(".")
    return stem.rstrip(" ") + (dot + extension[:3]).rstrip(" .")


def load(typed: str, folder: Path) -> Puzzle:
    """The puzzle in the file of the folder whose name is typed (lines 2000 to 2180)."""
    path = next((path for path in sorted(folder.iterdir()) if dos_name(path.name) == dos_name(typed)), folder)
    return read(path, typed)


def read(path: Path, name: str) -> Puzzle:
    """The puzzle in a file."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except (OSError, ValueError) as problem:
        raise Unplayable(f"Cannot open {name}") from problem
    try:
        return Puzzle(name, parse_grid(text.partition(END_OF_TEXT)[0]))
    except BadGrid as problem:
        raise Unplayable(f"{name} {problem}") from problem


def puzzle_from(text: str, folder: Path) -> Puzzle:
    """The puzzle that a command line means: 81 digits (0 or . for an empty cell) or the path of a file."""
    digits = text.replace(".", "0")
    if len(digits) == CELLS and set(digits) <= set("0123456789"):
        return Puzzle("the puzzle", parse_grid(" ".join(digits)))
    path = folder / text
    return read(path, text) if path.is_file() else load(text, folder)
