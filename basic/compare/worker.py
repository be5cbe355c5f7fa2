"""A process that plays one side: `python -m basic.compare.worker port pyport/penta.py`.

It reads one request a line, as JSON, and answers each with one line. Whatever the other side does (crash, hang, leave,
print to the file descriptors) happens here and not to the comparison.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from .sides import CommandSide, Played, PortSide, ProgramSide

Side = ProgramSide | PortSide | CommandSide


def serve(side: Side, requests: TextIO, answers: TextIO) -> None:
    """Answer requests until there are no more."""
    for line in requests:
        request: dict[str, Any] = json.loads(line)
        if request["do"] == "declare":
            answer = side.declared() if isinstance(side, PortSide) else {}
        else:
            answer = _play(side, request)
        answers.write(json.dumps({**answer, "lasting": side.lasting}) + "\n")
        answers.flush()


def _play(side: Side, request: dict[str, Any]) -> dict[str, Any]:
    """One run in an empty folder of its own, but for the data files."""
    with tempfile.TemporaryDirectory(prefix="basic-compare-", ignore_cleanup_errors=True) as folder:
        given = {}
        for file in request["files"]:
            copied = Path(shutil.copy(file, folder))
            given[copied] = copied.read_bytes()
        os.chdir(folder)
        begun = time.perf_counter()
        try:
            played = side.play(request["input"], request["options"], request["seconds"])
        finally:
            os.chdir(os.path.sep)
        seconds = time.perf_counter() - begun
        return {**asdict(played), "seconds": seconds, "files": _written(Path(folder), given)}


def _written(folder: Path, given: Mapping[Path, bytes]) -> dict[str, str]:
    """The files that are new or others than they were given."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if "__pycache__" not in path.parts and path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if given.get(path) != data:
                found[str(path.relative_to(folder)).upper()] = data.decode("latin-1")
    return found


class Here:
    """What `player.Player` is, in this process: for what this package has written itself, which comes to its end."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.request: dict[str, Any] = {}

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None: ...

    def begin(self, typed: str, options: Sequence[str], files: Sequence[Path], seconds: float) -> None:
        self.request = {"input": typed, "options": options, "files": files, "seconds": seconds}

    def finish(self) -> Played:
        folder = Path.cwd()
        try:
            return Played(**_play(self.side, self.request))
        finally:
            os.chdir(folder)


class Recorded(Here):
    """A side that has been played before: its transcripts, one for each input."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = iter(texts)

    def finish(self) -> Played:
        return Played(next(self.texts), "end")


def main(arguments: list[str]) -> None:
    """Keep the pipes to ourselves, then serve."""
    kind, *rest = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    serve(_side(kind, rest), requests, answers)


def _side(kind: str, arguments: list[str]) -> Side:
    if kind == "command":
        return CommandSide(arguments)
    if kind == "port":
        return PortSide(Path(arguments[0]))
    path, numbers, *flags = arguments
    return ProgramSide(Path(path), numbers, echo="quiet" not in flags, unlimited="unlimited" in flags)


if __name__ == "__main__":
    main(sys.argv[1:])
