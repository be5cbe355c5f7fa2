"""The two sides of a comparison, as a worker plays them: a BASIC program, and a Python port or script.

Both read the same lines and show them as they are typed. BASIC's console echoes what it reads; a Python script's output
does not have what was typed, so the stream that stands for its keyboard writes each line on its screen.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import linecache
import re
import runpy
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import FrameType, ModuleType
from typing import IO, Any, Literal, TextIO, cast

from ..machine.clock import FixedClock
from ..machine.printers import ends_with_lf

_DECLARES = re.compile(r"^PROGRAM\b[^=\n]*=", re.MULTILINE)
NOON = datetime(1990, 1, 2, 12)  # the time for a program and its machine-made port, when they begin
MOST_OUTPUT = 20_000_000  # characters; what prints more is taken for endless

End = Literal["end", "error", "input", "limit", "crash", "unusable"]


@dataclass(frozen=True, slots=True)
class Played:
    """What one side showed and how it ended.

    `end` is "end", "error" (a BASIC error), "input" (it read past the end of its input), "limit" (it was stopped),
    "crash" or "unusable" (it could not be loaded); `message` says more where there is more to say.
    """

    text: str
    end: End
    status: int = 0
    message: str = ""
    seconds: float = 0.0
    files: dict[str, str] = field(default_factory=dict)  # what it wrote, a character a byte, by names in capitals


class TimeUp(BaseException):
    """The time limit; no `except Exception` of a port stops it."""


class Endless(BaseException):
    """The port has printed more than anybody will read."""


# ---- BASIC ----------------------------------------------------------------------------------------------------------


class ProgramSide:
    """A BASIC program, read once. It begins at the time `clock`; without `echo` what is typed does not show."""

    lasting = True

    def __init__(
        self, path: Path, numbers: str, clock: datetime | None = None, *, echo: bool = True, unlimited: bool = False
    ) -> None:
        from ..editing.load import load_program
        from ..syntax.source import Unusable

        self.numbers, self.clock, self.echo, self.unlimited = numbers, clock, echo, unlimited
        self.problem = ""
        try:
            self.program = load_program(path.read_bytes(), unlimited=unlimited).program
        except (OSError, Unusable) as problem:
            self.problem = str(problem)

    def play(self, typed: str, options: Sequence[str], seconds: float) -> Played:
        if self.problem:
            return Played("", "unusable", 2, self.problem)
        limits = _Limit(seconds, again=0.2)
        try:
            from ..running import run

            with limits.pressing_ctrl_c():
                played = run(
                    self.program, typed, folder=".", numbers=self.numbers, clock=self.clock, echo=self.echo,
                    lf=ends_with_lf(), unlimited=self.unlimited,
                )  # fmt: skip
        except Exception as error:  # a fault of the interpreter is a line of the report, too
            return Played("", "crash", 1, _crash(error, Path(__file__).parent.parent))
        reason = played.outcome.reason
        if reason == "break" and not limits.passed:
            raise KeyboardInterrupt
        if reason == "break" and limits.passed:
            return Played(played.text, "limit", 3, f"it was stopped after {seconds:g} s")
        end: End = "error" if reason == "error" else "input" if reason == "input" else "end"
        return Played(played.text, end, played.status)


# ---- Python ---------------------------------------------------------------------------------------------------------


class PortSide:
    """A Python port, by its `main`; or a script, run from its first line each time."""

    echo = True

    polls = False  # whether it may look for a key behind the end of the input, as INKEY$ does, and go on

    def __init__(self, path: Path) -> None:
        self.path = path
        self.module: ModuleType | None = None
        self.problem = ""
        root, name = module_of(path)
        sys.path.insert(0, str(root))
        if not _DECLARES.search(_text_of(path)):
            return
        with self._on_stage("") as stage:
            stage.carry_out(lambda: importlib.import_module(name))
        if stage.end == "crash":
            self.problem = stage.message
        elif hasattr(sys.modules.get(name), "PROGRAM"):
            self.module = sys.modules[name]

    @property
    def lasting(self) -> bool:
        """Whether one process may play it again and again: a script may leave anything behind."""
        return self.module is not None

    def declared(self) -> dict[str, Any]:
        """What the port says of itself."""
        given: Any = self.module
        return {
            "program": getattr(given, "PROGRAM", None),
            "inputs": list(getattr(given, "INPUTS", ())),
            "variants": {name: list(options) for name, options in getattr(given, "VARIANTS", {}).items()},
            "files": list(getattr(given, "FILES", ())),
            "problem": self.problem,
        }

    def play(self, typed: str, options: Sequence[str], seconds: float) -> Played:
        if self.problem:
            return Played("", "crash", 1, self.problem)
        with self._on_stage(typed, [str(self.path), *options]) as stage, _Limit(seconds).raising():
            stage.carry_out(lambda: self._main(options))
        return stage.played(seconds, self.polls)

    def _main(self, options: Sequence[str]) -> object:
        if self.module is None:
            runpy.run_path(str(self.path), run_name="__main__")
            return 0
        return self.module.main(list(options))

    @contextlib.contextmanager
    def _on_stage(self, typed: str, arguments: Sequence[str] = ("",)) -> Iterator[_Stage]:
        stage = _Stage(typed, self.path, self.echo)
        before = sys.stdin, sys.stdout, sys.stderr, sys.argv
        sys.stdin, sys.stdout, sys.stderr = cast(TextIO, stage.keyboard), stage.screen, stage.complaints
        sys.argv = list(arguments)
        try:
            yield stage
        finally:
            sys.stdin, sys.stdout, sys.stderr, sys.argv = before


class PortedSide(PortSide):
    """What the transpiler has made of a program, as text."""

    lasting = True
    polls = True

    def __init__(self, text: str, path: Path, clock: datetime, unlimited: bool) -> None:
        self.text, self.path, self.clock, self.unlimited = text, path, clock, unlimited
        self.problem = ""
        self.echo = False

    def _main(self, options: Sequence[str]) -> object:
        from ..gw.program import Program
        from ..machine.machine import Limits, Machine
        from ..machine.terminal import standard_terminal

        name = str(self.path)
        linecache.cache[name] = len(self.text), None, self.text.splitlines(True), name

        def computer() -> Machine:
            return Machine(
                standard_terminal(echo=False), clock=FixedClock(self.clock), disks={"C": "."}, lf=ends_with_lf(),
                limits=Limits.none() if self.unlimited else Limits(),
            )  # fmt: skip

        before = Program.computer
        setattr(Program, "computer", staticmethod(computer))  # noqa: B010  (mypy takes the assignment for a method's)
        try:
            exec(compile(self.text, name, "exec"), {"__name__": "__main__"})
        finally:
            setattr(Program, "computer", staticmethod(before))  # noqa: B010
            del linecache.cache[name]
        return 0


class _Stage:
    """Screen and keyboard of one run, and how it ended."""

    def __init__(self, typed: str, path: Path, echo: bool) -> None:
        self.path = path
        self.shown = _Paper()
        self.screen = io.TextIOWrapper(
            self.shown, encoding="utf-8", errors="backslashreplace", newline="", write_through=True
        )
        self.keyboard = Keyboard(typed, self.screen if echo else None)
        self.complaints = io.StringIO()
        self.end: End = "end"
        self.status = 0
        self.message = ""

    def carry_out(self, act: Any) -> None:
        try:
            self.status = _status(act())
        except SystemExit as leaving:
            self.status = _status(leaving.code)
            if isinstance(leaving.code, str):
                self.message = leaving.code
        except EOFError:
            self.status = 1
        except TimeUp:
            self.end = "limit"
        except Endless:
            self.end, self.message = "limit", f"it printed more than {MOST_OUTPUT} characters"
        except BaseException as error:
            self.end, self.status = "crash", 1
            self.message = _crash(error, self.path if self.path.is_dir() else self.path.parent)

    def played(self, seconds: float, polls: bool) -> Played:
        text = self.shown.getvalue().decode("utf-8", "replace")
        end, status, message = self.end, self.status, self.message
        if end == "end" and self.keyboard.exhausted and (status or not polls):
            end = "input"
        if end == "limit":
            status, message = 3, message or f"it was stopped after {seconds:g} s"
        if not message and status:
            message = " ".join(self.complaints.getvalue().split())[:200]
        return Played(text, end, status, message)


def _crash(error: BaseException, folder: Path) -> str:
    """`ZeroDivisionError: division by zero (penta.py, line 12)`: the last line of our own, that is in the folder."""
    said = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError) and error.filename:
        return f"{said} ({Path(error.filename).name}, line {error.lineno})"
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(folder))]
    return f"{said} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else said


def _status(code: object) -> int:
    return code if isinstance(code, int) else 0 if code is None else 1


class _Paper(io.BytesIO):
    """What is printed, as long as it may be."""

    def write(self, data: Any) -> int:
        if self.tell() > MOST_OUTPUT:
            raise Endless
        return super().write(data)


class _Bytes(io.BytesIO):
    """The same lines for who reads bytes."""

    exhausted = False

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        self.exhausted = self.exhausted or not line
        return line


class Keyboard:
    """The typed lines; each appears on the screen when it is read, as on a console.

    Only reading text shows it: who reads the bytes of `buffer` is a console of its own and echoes by itself.
    """

    def __init__(self, typed: str, screen: io.TextIOBase | None) -> None:
        self._typed = io.StringIO(typed, newline="\n")
        self._screen = screen
        self.buffer = _Bytes(typed.encode())
        self._exhausted = False

    @property
    def exhausted(self) -> bool:
        """Whether a line was asked for and there was none."""
        return self._exhausted or self.buffer.exhausted

    def __getattr__(self, name: str) -> Any:
        return getattr(self._typed, name)

    def _shown(self, text: str) -> str:
        if self._screen is not None:
            self._screen.write(text if not text or text.endswith("\n") else text + "\n")
        return text

    def readline(self, size: int = -1) -> str:
        line = self._typed.readline(size)
        if not line:
            self._exhausted = True
        return self._shown(line)

    def __iter__(self) -> Iterator[str]:
        return map(self._shown, self._typed)

    def read(self, size: int = -1) -> str:
        return self._shown(self._typed.read(size))

    def readlines(self, hint: int = -1) -> list[str]:
        return list(self)


def module_of(path: Path) -> tuple[Path, str]:
    """The folder to import from and the name to import: for `.../pyport/nine` the folder of `pyport`, `pyport.nine`."""
    parts = [path.stem]
    folder = path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts)


def _text_of(path: Path) -> str:
    try:
        return (path / "__init__.py" if path.is_dir() else path).read_text("utf-8", "replace")
    except OSError:
        return ""


# ---- any command ---------------------------------------------------------------------------------------------------


class CommandSide:
    """A program of the system, which reads what is typed from its standard input."""

    lasting = False

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def play(self, typed: str, options: Sequence[str], seconds: float) -> Played:
        # Into files: who keeps a pipe open after it has ended would keep us waiting, and nobody's memory is filled.
        with tempfile.TemporaryFile() as keyboard, tempfile.TemporaryFile() as screen, tempfile.TemporaryFile() as said:
            keyboard.write(typed.encode())
            keyboard.seek(0)
            try:
                process = subprocess.Popen(self.words, stdin=keyboard, stdout=screen, stderr=said)
            except OSError as problem:
                return Played("", "unusable", 2, f"cannot be run: {problem.strerror}")
            end: End = "end"
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                end = "limit"
            text = _all_of(screen).decode("utf-8", "replace").replace("\r\n", "\n")
            if end == "limit":
                return Played(text, end, 3, f"it was stopped after {seconds:g} s")
            complaint = _all_of(said).decode("utf-8", "replace").strip().splitlines()
            return Played(text, end, process.returncode, complaint[-1][:200] if complaint else "")


def _all_of(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read(MOST_OUTPUT)


# ---- the time limit -------------------------------------------------------------------------------------------------


class _Limit:
    """An alarm inside the worker, so that what was printed before is not lost.

    Where a system has no such alarm, and for code that does not listen, the worker is killed a little later.
    """

    def __init__(self, seconds: float, again: float = 0.0) -> None:
        self.seconds = seconds
        self.again = again
        self.passed = False
        self._since = time.monotonic()

    @contextlib.contextmanager
    def _alarm(self, act: Any) -> Iterator[None]:
        if not hasattr(signal, "setitimer"):
            yield
            return

        def ring(number: int, frame: FrameType | None) -> None:
            self.passed = True
            act()

        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, self.again)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def raising(self) -> contextlib.AbstractContextManager[None]:
        """For Python code: an exception."""

        def stop() -> None:
            raise TimeUp

        return self._alarm(stop)

    def pressing_ctrl_c(self) -> contextlib.AbstractContextManager[None]:
        """For a BASIC program: it stops before its next statement and says in which line."""
        return self._alarm(lambda: signal.raise_signal(signal.SIGINT))
