"""What both sides read: files, what the port declares, or generated lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .games import Branches, Games
from .pairs import Pair, Unusable, read_program, read_text

LONGEST = 40  # characters of the name of an input


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a pair and where they come from: "file", "declared", "random" or "none"."""

    origin: str
    texts: Sequence[str]
    names: Sequence[str]  # how a report calls each
    seed: int | None = None
    branches: Branches | None = None  # of the random ones


def inputs_for(pair: Pair, files: Sequence[Path], random: int | None, seed: int) -> Inputs:
    """The inputs the command line asks for, else those the port declares; without any, one empty input."""
    if files:
        return Inputs("file", [read_text(path) for path in files], [str(path) for path in files])
    if random is not None:
        texts, branches = generated(pair, random, seed)
        return Inputs("random", texts, list(map(typed, texts)), seed, branches)
    if pair.port is not None and pair.port.inputs:
        texts = list(pair.port.inputs)
        return Inputs("declared", texts, list(map(typed, texts)))
    return Inputs("none", [""], ["the run"])


def typed(text: str) -> str:
    """An input by what is typed: `1,5`, or `3 / 4 / Y ...`."""
    lines = text.removesuffix("\n").split("\n")
    name = " / ".join(line or "Enter" for line in lines) if text else "nothing typed"
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 4]} ..."


def generated(pair: Pair, count: int, seed: int) -> tuple[list[str], Branches]:
    """Inputs of games that the program plays, the same ones for the same seed."""
    path = pair.programs[0][0]
    program = read_program(path, pair.unlimited)
    try:
        files = {file.name.upper(): file.read_bytes() for file in pair.files}
    except OSError as problem:
        raise Unusable(f"{path.name}: {problem}") from problem
    return Games(program, files, seed, pair.unlimited).inputs(count)
