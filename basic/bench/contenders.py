"""Who runs the programs: this interpreter in each of its engines, Python, and what else is installed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from . import dialects
from .dialects import Dialect
from .suite import EMPTY, Work, expected

TWIN = "twin"
SLEEPLESS = """\
import sys, time
sleep = time.sleep
time.sleep = lambda seconds: sleep(seconds) if seconds else None
from pcbasic import main
sys.exit(main())
"""
PC_BASIC = ("--interface=none", "--output=STDOUT:", "-q")


class Contender:
    """A command for a program, and how its transcript is judged.

    `runs` gives the command for a file; `source` the text of that file. `sleeps` tells that the interpreter waits
    instead of working, so that the clock on the wall counts for it and not the time of the processor.
    """

    suffix = ".bas"
    ours = False  # an engine or a port of ours: what it prints must be right

    def __init__(
        self,
        name: str,
        title: str,
        runs: Callable[[str], list[str]],
        dialect: Dialect = dialects.gwbasic,
        judge: Callable[[str, str], bool] = dialects.alike,
        sleeps: bool = False,
    ) -> None:
        self.name, self.title = name, title
        self._runs, self._dialect, self._judge = runs, dialect, judge
        self.sleeps = sleeps

    def command(self, work: Work | None, folder: Path) -> list[str]:
        """The command for some work, or for an empty program; what it needs is written to the folder."""
        stem = "empty" if work is None else f"{work.name}-{work.units}"
        path = folder / f"{self.name}-{stem}{self.suffix}"
        if not path.exists():
            path.write_text(self.source(work), encoding="utf-8")
        return self._runs(str(path))

    def source(self, work: Work | None) -> str:
        return self._dialect(EMPTY if work is None else work.text)

    def right(self, name: str, shown: str) -> bool:
        """Whether a transcript of one unit is the right one."""
        return self._judge(shown, expected(name))


class Twin(Contender):
    """The hand-written Python."""

    def __init__(self) -> None:
        super().__init__(TWIN, "hand-written Python", lambda path: [sys.executable, path])

    def command(self, work: Work | None, folder: Path) -> list[str]:
        return [sys.executable, "-c", "pass"] if work is None else [sys.executable, str(work.twin), str(work.units)]


class Ported(Contender):
    """What `basic port` makes of the programs."""

    suffix = ".py"
    ours = True

    def __init__(self, exact: bool) -> None:
        title = "basic port --exact" if exact else "basic port"
        super().__init__(
            "exact" if exact else "port", title, lambda path: [sys.executable, path], judge=dialects.same
        )
        self._exact = exact

    def source(self, work: Work | None) -> str:
        from ..porting import to_python

        return to_python(EMPTY if work is None else work.text, self._exact)


class Engine(Contender):
    """This interpreter."""

    ours = True

    def __init__(self, engine: str) -> None:
        options = [] if engine == "auto" else ["--engine", engine]
        command = [sys.executable, "-m", "basic", "run", *options]
        title = " ".join(["basic run", *options])
        super().__init__(engine, title, lambda path: [*command, path], judge=dialects.same)


def installed() -> Iterator[Contender]:
    """Everything that can be measured here, the Python twins first."""
    yield Twin()
    for engine in ("python", "auto", "native", "step"):
        if engine != "native" or find_spec("llvmlite"):
            yield Engine(engine)
    yield Ported(exact=False)
    yield Ported(exact=True)
    if found := shutil.which("bwbasic"):
        yield Contender("bwbasic", version(found, "--version"), lambda path: [found, path], dialects.bwbasic)
    if yab := shutil.which("yabasic"):
        yield Contender("yabasic", version(yab, "--version"), lambda path: [yab, path], dialects.yabasic)
    if emulator := shutil.which("pcbasic"):
        yield from pc_basic([emulator])


def pc_basic(command: list[str]) -> Iterator[Contender]:
    """PC-BASIC as it comes, and with its `sleep(0)` between statements taken out, if it is Python's and not packed."""
    title = version(command[0], "--version")
    yield Contender("pcbasic", title, lambda path: [*command, *PC_BASIC, path], sleeps=True)
    python = _interpreter(Path(command[0]))
    if python is not None and len(command) == 1:
        yield Contender(
            "pcbasic-awake", f"{title}, no sleep(0)", lambda path: [python, "-c", SLEEPLESS, *PC_BASIC, path]
        )


def _interpreter(script: Path) -> str | None:
    """The Python that a script names in its first line."""
    with script.open("rb") as stream:
        first = stream.readline(200).decode("utf-8", "replace")
    match = re.match(r"#!\s*(\S*python\S*)\s*$", first)
    return match[1] if match else None


def given(text: str) -> Iterator[Contender]:
    """`--with NAME=COMMAND`; the names of known dialects bring what these need."""
    name, equals, command = text.partition("=")
    words = shlex.split(command)
    if not equals or not name or not words:
        raise ValueError(f"--with {text}: NAME=COMMAND is needed, as in --with qb='qbrun {{prog}}'")
    if shutil.which(words[0]) is None:
        raise ValueError(f"--with {text}: there is no command {words[0]}")
    if name == "pcbasic" and "{prog}" not in command:
        yield from pc_basic([shutil.which(words[0]) or words[0], *words[1:]])
        return
    if "{prog}" not in command:
        words.append("{prog}")
    dialect: Dialect = {"bwbasic": dialects.bwbasic, "yabasic": dialects.yabasic}.get(name, dialects.gwbasic)
    yield Contender(name, command, lambda path: [word.replace("{prog}", path) for word in words], dialect)


def version(*command: str) -> str:
    """The first line of what a command says of itself that has a number in it, or its name."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return Path(command[0]).name
    for line in (done.stdout + done.stderr).decode("utf-8", "replace").splitlines():
        if match := re.search(r"\d+\.\d+[\w.-]*", line):
            return f"{Path(command[0]).name} {match[0]}"
    return Path(command[0]).name
