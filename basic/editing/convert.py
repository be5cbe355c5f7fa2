"""Programs from one form of file to another, one by one or a folder at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from basic.editing.load import load_program
from basic.editing.protected import protect
from basic.editing.save import replace_file, to_ascii, to_utf8
from basic.editing.tokenised import to_tokens
from basic.record import record
from basic.syntax.nodes import Line
from basic.syntax.source import Unusable

FORMATS = ("ascii", "tokenised", "protected", "utf8")


def convert(data: bytes, to: str, raw: bool = False, unlimited: bool = False) -> bytes:
    """The program in the bytes of a file, as a file of the form `to`; Unusable if there is none."""
    return in_form(load_program(data, raw, unlimited).program.lines, to)


def in_form(lines: Iterable[Line], to: str) -> bytes:
    """A program as a file: `ascii` (SAVE ,A), `tokenised` (SAVE), `protected` (SAVE ,P) or `utf8` (for editors)."""
    match to:
        case "ascii":
            return to_ascii(lines)
        case "tokenised":
            return to_tokens(lines)
        case "protected":
            return protect(to_tokens(lines))
        case "utf8":
            return to_utf8(lines)
    raise ValueError(f"unknown form: {to}")


@record
class Result:
    """What has become of one file; `problem` is empty if it has been converted."""

    source: Path
    target: Path
    warnings: tuple[str, ...]
    problem: str


def convert_all(
    sources: Iterable[Path], to: str, out: Path | None = None, raw: bool = False, unlimited: bool = False
) -> Iterator[Result]:
    """Convert files, and all *.BAS in folders, into `out` (into the same places there) or in their own place.

    Yields after every file, also after one that could not be converted.
    """
    for source, target in _targets(list(sources), out):
        try:
            loaded = load_program(source.read_bytes(), raw, unlimited)
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, in_form(loaded.program.lines, to))
            yield Result(source, target, loaded.warnings, "")
        except (Unusable, OSError) as problem:
            yield Result(source, target, (), _reason(problem))


def _targets(sources: list[Path], out: Path | None) -> Iterator[tuple[Path, Path]]:
    """Each file and where its conversion goes; `out` is a file's name where there is one file only."""
    to_file = out is not None and len(sources) == 1 and not sources[0].is_dir() and not out.is_dir()
    for source in sources:
        for file in programs_in(source) if source.is_dir() else [source]:
            if out is None or to_file:
                yield file, out or file
            else:
                yield file, out / (file.relative_to(source) if source.is_dir() else file.name)


def programs_in(folder: Path) -> list[Path]:
    """The program files in a folder and the folders below."""
    return sorted(file for file in folder.rglob("*") if file.suffix.upper() == ".BAS" and file.is_file())


def _reason(problem: Unusable | OSError) -> str:
    return str(problem) if isinstance(problem, Unusable) else problem.strerror or str(problem)
