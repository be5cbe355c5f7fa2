"""Which program goes with which port, and where both are found.

A port says it itself: PROGRAM is the file name of its program, INPUTS are whole standard inputs to try, VARIANTS names
more programs and the options that make the port their twin, FILES are data files that lie beside the program.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .. import codepage, errors
from ..editing.load import load_program
from ..finding import homes, program_file
from ..port import Refused
from ..porting import to_python
from ..syntax import nodes as n
from ..syntax.visit import walk
from .player import Player

DATA_FILES = (".TXT", ".DAT")  # what lies beside a program and both sides may read


class Unusable(Exception):
    """Wrong usage or a file that cannot be used: exit status 2."""


def places() -> list[Path]:
    """The folders that have `programs/` and `pyport/`: this one, the checkout, or what came with the package."""
    here = [Path.cwd()] if Path("programs").is_dir() and Path("pyport").is_dir() else []
    return [*here, *map(Path, homes())]


@dataclass(frozen=True, slots=True)
class Port:
    """A Python file or package, and what it declares."""

    path: Path
    program: str = ""
    inputs: Sequence[str] = ()
    variants: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Sequence[str] = ()
    problem: str = ""
    text: str = ""  # of a port that has been written just now, and is no file
    command: Sequence[str] = ()  # what is run instead of a Python file
    recorded: Sequence[str] | None = None  # the transcripts, where nothing is run

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def shown(self) -> str:
        """What a report calls it."""
        return shlex.join(self.command) if self.command else self.path.name

    @property
    def silent(self) -> bool:
        """Whether what is typed into it leaves no trace in what it prints."""
        return bool(self.text or self.command)

    @property
    def deaf(self) -> bool:
        """Whether nobody can tell if it reads past the end of the input."""
        return bool(self.command) or self.recorded is not None

    def options(self, program: str) -> Sequence[str] | None:
        """The options that make it the twin of a program; None if it is no twin of it."""
        if program.upper() == self.program.upper():
            return []
        return next((options for name, options in self.variants.items() if name.upper() == program.upper()), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Programs (one, or a program and its variants) with the options of the port for each.

    Without a port the program is set beside itself in the old arithmetic.
    """

    programs: Sequence[tuple[Path, Sequence[str]]]
    port: Port | None
    files: Sequence[Path] = ()
    unlimited: bool = False  # memory, stack and lines of both sides

    @property
    def name(self) -> str:
        return self.programs[0][0].name

    @property
    def twin(self) -> str:
        """What a report calls the other side."""
        return self.port.shown if self.port else "the same in the old arithmetic"

    @property
    def title(self) -> str:
        """`QUEENS.BAS, QUEENS2.BAS and queens.py`"""
        return f"{', '.join(program.name for program, _ in self.programs)} and {self.twin}"


def load_port(path: Path) -> Port:
    """Have a port say what it declares; what is no Python is not run."""
    if path.is_file() and path.suffix.lower() not in (".py", ".pyw") and not _begins_python(path):
        raise Unusable(f"{path.name} is no Python file; for other programs there is --command, for output --expected")
    with Player("port", str(path)) as player:
        declared: dict[str, Any] = player.declared()
    return Port(
        path,
        declared["program"] or "",
        declared["inputs"],
        declared["variants"],
        declared["files"],
        declared["problem"],
    )


def _begins_python(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(200)
    return first.startswith(b"#!") and b"python" in first


def command_pair(program: str, command: str) -> Pair:
    """A program with any command; files that the command names are found from here, though it runs elsewhere."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise Unusable(f"--command: {problem}") from None
    if not words:
        raise Unusable("--command: no command")
    found = [word if index == 0 and os.path.sep not in word else _absolute(word) for index, word in enumerate(words)]
    if shutil.which(found[0]) is None:
        raise Unusable(f"--command: {words[0]} cannot be run")
    return Pair([(_program(program), [])], Port(Path(words[0]), command=found))


def pairs_in(folder: Path) -> Iterator[list[str]]:
    """The arguments for each X.BAS of a folder with x.py, or X.out, beside it; X.in and X.*.in are typed."""
    files = sorted(folder.iterdir())

    def beside(program: Path, suffix: str) -> list[str]:
        stem = program.stem.casefold()
        return [
            path.name
            for path in files
            if path.suffix == suffix and (path.stem.casefold() == stem or path.stem.casefold().startswith(f"{stem}."))
        ]

    for program in files:
        if program.suffix.upper() != ".BAS":
            continue
        typed = [part for name in beside(program, ".in") for part in ("--input", name)]
        if scripts := beside(program, ".py"):
            yield [program.name, scripts[0], *typed]
        elif recorded := beside(program, ".out"):
            yield [program.name, *typed, *(part for name in recorded for part in ("--expected", name))]


def _absolute(word: str) -> str:
    return str(Path(word).absolute()) if Path(word).is_file() else word


def recorded_pair(program: str, expected: Sequence[Path]) -> Pair:
    """A program with what it, or another, has printed before."""
    texts = [read_text(path) for path in expected]
    return Pair([(_program(program), [])], Port(expected[0], recorded=texts))


def read_text(path: Path) -> str:
    """UTF-8, or else code page 437."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise Unusable(f"{path}: cannot be read: {problem.strerror}") from problem
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = codepage.to_unicode(data.decode("latin-1"))
    return text.replace("\r\n", "\n")


def _program(name: str) -> Path:
    path = _named_program(name)
    if path is None:
        raise _missing(name)
    return path


def ports(likely: str = "") -> Iterator[Port]:
    """All ports of the first place that has any, one of a likely name first."""
    for place in places()[:1]:
        for path in sorted((place / "pyport").iterdir(), key=lambda path: (path.stem.upper() != likely, path)):
            if (path / "__init__.py").is_file() or (path.suffix == ".py" and path.stem != "__init__"):
                yield load_port(path)


def all_pairs() -> list[Pair]:
    """Every port with its program and variants; a module that declares no program is none."""
    pairs = [_pair(port) for port in ports() if port.program or port.problem]
    if not pairs:
        raise Unusable("there are no programs/ and pyport/ here: name a program and a port")
    return pairs


def find_pair(program: str, port: str | None, alone: bool = False) -> Pair:
    """The pair that a command line means. `alone`: a program without a port will do."""
    path = _named_program(program)
    if port is not None:
        twin = load_port(_named_port(port))
        if path is None:
            raise _missing(program)
        return _single(path, twin)
    if path is None:
        for candidate in ports(program.upper()):
            if candidate.name.upper() == program.upper():
                return _pair(candidate)
        raise _missing(program)
    for candidate in ports(path.stem.upper()):
        if candidate.program and candidate.options(path.name) is not None:
            whole = _pair(candidate)
            return whole if whole.programs[0][0] == path and not Path(program).is_file() else _single(path, candidate)
        if candidate.problem and candidate.name.upper() == path.stem.upper():
            return _single(path, candidate)
    if alone:
        return Pair([(path, [])], None)
    raise Unusable(
        f"{path.name} is compared with what? Name a Python file after it, or give --port (what `basic port` makes "
        "of it), --command or --expected"
    )


def read_program(path: Path, unlimited: bool) -> n.Program:
    """That of a file."""
    try:
        return load_program(path.read_bytes(), unlimited=unlimited).program
    except (OSError, errors.Unusable) as problem:
        raise Unusable(f"{path.name}: {problem}") from problem


def ported_pair(program: str, exact: bool, unlimited: bool) -> Pair:
    """A program with what `basic port` makes of it."""
    path = _program(program)
    source = read_program(path, unlimited)
    try:
        text = to_python(source, exact, unlimited=unlimited)
    except Refused as refused:
        raise Unusable(f"{path.name}: {refused}: this cannot be ported") from None
    wanted = (*DATA_FILES, ".BAS") if any(map(_gives_way, walk(source))) else DATA_FILES
    files = [file for file in sorted(path.parent.iterdir()) if file.suffix.upper() in wanted]
    return Pair([(path, [])], Port(path.with_suffix(".py"), path.name, text=text), files)


def _gives_way(node: object) -> bool:
    """Whether a statement names another program."""
    return isinstance(node, n.Chain | n.FileCommand) or (isinstance(node, n.Run) and node.file is not None)


def _pair(port: Port) -> Pair:
    """A port with its program, variants and data files."""
    names = {port.program or f"{port.name.upper()}.BAS": [], **port.variants}
    folder = port.path.parent.parent / "programs"
    programs = [(folder / name, options) for name, options in names.items()]
    return Pair(programs, port, _data_files(port, [folder]))


def _single(program: Path, port: Port) -> Pair:
    """One program with a port; data files lie beside the program, or beside the programs of the port."""
    folders = [program.parent, port.path.parent.parent / "programs", *(place / "programs" for place in places())]
    return Pair([(program, port.options(program.name) or [])], port, _data_files(port, folders))


def _data_files(port: Port, folders: Sequence[Path]) -> list[Path]:
    files = []
    for name in port.files:
        found = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if found is None:
            raise Unusable(f"the data file {name} of {port.path.name} is not beside its program")
        files.append(found)
    return files


def furnished(pair: Pair, files: Sequence[Path], unlimited: bool) -> Pair:
    """The same pair with more data files, and without limits."""
    return replace(pair, files=[*pair.files, *files], unlimited=unlimited)


def _named_program(name: str) -> Path | None:
    if (path := Path(program_file(name))).is_file():
        return path.resolve()
    wanted = {name.upper(), f"{name.upper()}.BAS"}
    for place in places():
        for path in sorted((place / "programs").iterdir()):
            if path.name.upper() in wanted and path.suffix.upper() == ".BAS":
                return path
    return None


def _named_port(name: str) -> Path:
    path = Path(name)
    if path.is_file() or (path / "__init__.py").is_file():
        return path.resolve()
    for place in places():
        for found in (place / "pyport" / name.lower(), place / "pyport" / f"{name.lower()}.py"):
            if found.is_file() or (found / "__init__.py").is_file():
                return found
    raise Unusable(f"there is no port {name}: name a Python file")


def _missing(name: str) -> Unusable:
    known = [path.name for place in places()[:1] for path in sorted((place / "programs").glob("*.BAS"))]
    there = f"; by name there are {', '.join(known)}" if known else ""
    return Unusable(f"{name}: no such program{there}")
