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
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from .sides import Played, PortSide, ProgramSide


def serve(side: ProgramSide | PortSide, requests: TextIO, answers: TextIO) -> None:
    """Answer requests until there are no more."""
    for line in requests:
        request: dict[str, Any] = json.loads(line)
        if request["do"] == "declare":
            answer = side.declared() if isinstance(side, PortSide) else {}
        else:
            answer = _play(side, request)
        answers.write(json.dumps({**answer, "lasting": side.lasting}) + "\n")
        answers.flush()


def _play(side: ProgramSide | PortSide, request: dict[str, Any]) -> dict[str, Any]:
    """One run in an empty folder of its own, but for the data files."""
    with tempfile.TemporaryDirectory(prefix="basic-compare-", ignore_cleanup_errors=True) as folder:
        for file in request["files"]:
            shutil.copy(file, folder)
        os.chdir(folder)
        begun = time.perf_counter()
        try:
            played = side.play(request["input"], request["options"], request["seconds"])
        finally:
            os.chdir(os.path.sep)
        return {**asdict(played), "seconds": time.perf_counter() - begun}


class Here:
    """What `player.Player` is, in this process: for what this package has written itself, which comes to its end."""

    def __init__(self, side: ProgramSide | PortSide) -> None:
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


def main(arguments: list[str]) -> None:
    """Keep the pipes to ourselves, then serve."""
    kind, path, *rest = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    serve(ProgramSide(Path(path), rest[0]) if kind == "program" else PortSide(Path(path)), requests, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
