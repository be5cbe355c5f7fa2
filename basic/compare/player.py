"""A worker process, from the outside: asked, waited for, and killed when it does not answer."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer
from typing import Any

from .sides import Played

GRACE = 3.0  # seconds more than the limit before a worker is killed
START = 30.0  # seconds to start and to import a port


class Player:
    """One side of a pair; its process starts when it is needed, and again after it died."""

    def __init__(self, kind: str, *settings: str) -> None:
        self._command = [sys.executable, "-P", "-m", "basic.compare.worker", kind, *settings]
        self._process: subprocess.Popen[str] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None  # where it has its own, that a killed one leaves
        self._seconds = 0.0

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        atexit.unregister(self._leave)
        if self._process is not None:
            _kill(self._process)
            self._process.communicate()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _leave(self) -> None:
        """This process ends: so does what it has started."""
        if self._process is not None and self._process.poll() is None:
            _kill(self._process)

    def begin(self, typed: str, options: Sequence[str], files: Sequence[Path], seconds: float) -> None:
        """Let it run; `finish` has the result. Two players may run at the same time."""
        self._seconds = seconds
        self._ask(
            {
                "do": "play",
                "input": typed,
                "options": list(options),
                "files": [str(file) for file in files],
                "seconds": seconds,
            }
        )

    def finish(self) -> Played:
        """What became of the run that was begun."""
        try:
            answer = self._answer(self._seconds + GRACE)
        except TimeoutError:
            return Played("", "limit", 3, f"it was killed after {self._seconds:g} s", self._seconds)
        except EOFError as died:
            return Played("", "crash", 1, f"its process ended ({died})")
        lasting = answer.pop("lasting")
        if not lasting:
            self.stop()
        return Played(**answer)

    def declared(self) -> dict[str, Any]:
        """What a port says of itself; with "problem" if it cannot be loaded."""
        self._ask({"do": "declare"})
        try:
            return self._answer(START)
        except (TimeoutError, EOFError) as problem:
            return {"program": None, "inputs": [], "variants": {}, "files": [], "problem": str(problem)}

    def _ask(self, request: dict[str, Any]) -> None:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._folder = tempfile.TemporaryDirectory(prefix="basic-compare-", ignore_cleanup_errors=True)
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env=_environment() | {"TMPDIR": self._folder.name},
                start_new_session=True,
            )
            atexit.register(self._leave)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return  # it died: the answer will say so

    def _answer(self, seconds: float) -> dict[str, Any]:
        process = self._process
        assert process is not None and process.stdout is not None
        killed = Event()

        def kill() -> None:
            killed.set()
            _kill(process)

        alarm = Timer(seconds, kill)
        alarm.start()
        try:
            line = process.stdout.readline()
        finally:
            alarm.cancel()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        status = process.wait()
        self.stop()
        if killed.is_set():
            raise TimeoutError(f"no answer for {seconds:g} s")
        raise EOFError(f"status {status}")


def _kill(process: subprocess.Popen[str]) -> None:
    """With all that it has started, where a system has such groups."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _environment() -> dict[str, str]:
    """That of this process, with the way to this package; a changed port must not leave or find old byte code."""
    here = str(Path(__file__).parent.parent.parent)
    known = os.environ.get("PYTHONPATH")
    path = f"{here}{os.pathsep}{known}" if known else here
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
